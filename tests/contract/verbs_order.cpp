#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <berth/collect.hpp>
#include <berth/for_each.hpp>
#include <berth/join.hpp>
#include <berth/map.hpp>
#include <berth/map_into.hpp>
#include <berth/map_reduce.hpp>
#include <berth/reduce.hpp>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <ranges>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

constexpr std::size_t many = 20'000;

std::vector<int> numbers(std::size_t count) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

// Long enough for helpers to come.
int slowly(int v) {
  [[maybe_unused]] volatile int sink = 0;
  for (int i = 0; i < 300; ++i) sink = i;
  return v * 2;
}

void check_doubled(const auto& results, std::size_t count) {
  REQUIRE(results.size() == count);
  for (std::size_t i = 0; i != count; ++i) REQUIRE(results[i] == 2 * static_cast<int>(i));
}

}  // namespace

TEST_CASE("map gives result i for item i") {
  for (const std::size_t count :
       {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{100}, many})
    check_doubled(berth::map(numbers(count), slowly), count);
}

TEST_CASE("map takes a vector, a span, an array, a deque and an iota") {
  const auto vector = numbers(1000);
  check_doubled(berth::map(vector, slowly), 1000);
  check_doubled(berth::map(std::span(vector).first(500), slowly), 500);
  check_doubled(berth::map(std::array{0, 1, 2, 3}, slowly), 4);
  check_doubled(berth::map(std::deque<int>(vector.begin(), vector.end()), slowly), 1000);
  check_doubled(berth::map(std::views::iota(0, 1000), slowly), 1000);
  const int plain[] = {0, 1, 2};
  check_doubled(berth::map(plain, slowly), 3);
}

TEST_CASE("map keeps results that can only be moved and have no default") {
  struct held {
    explicit held(int v) : value(std::make_unique<int>(v)) {}
    std::unique_ptr<int> value;
  };
  const auto results = berth::map(numbers(many), [](int v) { return held(slowly(v)); });
  REQUIRE(results.size() == many);
  for (std::size_t i = 0; i != many; ++i) REQUIRE(*results[i].value == 2 * static_cast<int>(i));
}

TEST_CASE("map of a bool gives a vector of bool, and no bit is lost") {
  for (const std::size_t count : {std::size_t{0}, std::size_t{7}, std::size_t{64}, std::size_t{257}, many}) {
    const std::vector<bool> flags = berth::map(numbers(count), [](int v) { return slowly(v) % 3 == 0; });
    REQUIRE(flags.size() == count);
    for (std::size_t i = 0; i != count; ++i) REQUIRE(flags[i] == (2 * i % 3 == 0));
  }
}

TEST_CASE("map copies what a function returns by reference") {
  const auto words = std::vector<std::string>{"a", "b"};
  auto copies = berth::map(words, [](const std::string& s) -> const std::string& { return s; });
  static_assert(std::is_same_v<decltype(copies), std::vector<std::string>>);
  copies[0] = "changed";
  CHECK(words[0] == "a");
}

TEST_CASE("map takes functions of every kind") {
  struct row {
    int id;
    int twice() const { return 2 * id; }
  };
  check_doubled(berth::map(numbers(100), &slowly), 100);
  check_doubled(berth::map(numbers(100), std::function<int(int)>(slowly)), 100);
  std::atomic<int> calls = 0;
  check_doubled(berth::map(numbers(many),
                           [&calls](int v) mutable {
                             ++calls;
                             return slowly(v);
                           }),
                many);
  CHECK(calls == static_cast<int>(many));
}

TEST_CASE("a function object is called where it is, not as a copy, when it changes itself") {
  struct counting {
    std::atomic<int> calls = 0;
    int operator()(int v) {
      ++calls;
      return v;
    }
  } f;
  (void)berth::map(numbers(1000), f);
  CHECK(f.calls == 1000);
}

TEST_CASE("map_into writes in place and beside, and leaves the rest of a longer output alone") {
  auto values = numbers(many);
  berth::map_into(values, values, slowly);
  check_doubled(values, many);
  std::vector<long> longer(many + 2, -1);
  berth::map_into(numbers(many), longer, slowly);
  CHECK(longer[many - 1] == 2 * static_cast<long>(many - 1));
  CHECK(longer[many] == -1);
}

TEST_CASE("map_into refuses an output that is too small, and says both sizes") {
  std::vector<int> shorter(3);
  CHECK_THROWS_WITH_AS(berth::map_into(numbers(5), shorter, slowly),
                       "berth::map_into: the output holds 3 elements, the input has 5", std::invalid_argument);
}

TEST_CASE("for_each changes every item once") {
  auto values = numbers(many);
  berth::for_each(values, [](int& v) { v = slowly(v); });
  check_doubled(values, many);
  std::vector<std::atomic<int>> visits(many);
  berth::for_each_index(many, [&](std::size_t i) { ++visits[i]; });
  CHECK(std::all_of(visits.begin(), visits.end(), [](const auto& v) { return v == 1; }));
}

TEST_CASE("nothing is called for an empty range") {
  const std::vector<int> none;
  const auto fail = [](auto&&...) -> int { throw 1; };
  CHECK(berth::map(none, fail).empty());
  CHECK(berth::reduce(none, 7, std::plus<>{}) == 7);
  CHECK(berth::map_reduce(none, std::string("start"), std::plus<>{}, [](int) { return std::string("x"); }) == "start");
  CHECK(berth::collect<std::set<int>>(none, fail).empty());
  berth::for_each(none, fail);
  std::vector<int> out;
  berth::map_into(none, out, fail);
}

TEST_CASE("reduce counts the initial value once, on the left") {
  const auto words = berth::map(numbers(3000), [](int v) { return std::to_string(v); });
  const std::string joined = std::accumulate(words.begin(), words.end(), std::string("start:"));
  CHECK(berth::reduce(words, std::string("start:"), std::plus<>{}) == joined);
  CHECK(berth::reduce(words, std::string("start:"), [](std::string a, const std::string& b) { return a + b; }) ==
        joined);
  CHECK(berth::reduce(numbers(many), 1000L, std::plus<>{}) == 1000L + static_cast<long>(many * (many - 1) / 2));
}

TEST_CASE("partial sums beyond the type do no harm where the sum fits it") {
  const std::vector<int> values{2'000'000'000,  -2'000'000'000, 2'000'000'000,
                                -1'999'999'999, 2'000'000'000,  -2'000'000'000};
  CHECK(berth::reduce(values, 0, std::plus<>{}) == 1);
}

TEST_CASE("map_reduce agrees with the loop") {
  const auto values = numbers(many);
  CHECK(berth::map_reduce(values, 0L, std::plus<>{}, slowly) == static_cast<long>(many * (many - 1)));
  CHECK(berth::map_reduce(
            values, 0, [](int a, int b) { return std::max(a, b); }, slowly) == 2 * static_cast<int>(many - 1));
}

TEST_CASE("collect keeps order where the container has one, and the first of equal keys") {
  const auto values = numbers(3000);
  CHECK(berth::collect<std::deque<int>>(values) == std::deque<int>(values.begin(), values.end()));
  CHECK(berth::collect<std::string>(std::views::iota(0, 3), [](int v) { return "xyz"[v]; }) == "xyz");
  CHECK(
      berth::collect<std::string>(values, [](int v) { return std::to_string(slowly(v)); }).starts_with("02468101214"));
  const auto first = berth::collect<std::map<int, int>>(values, [](int v) { return std::pair(v / 10, slowly(v)); });
  CHECK(first.size() == 300);
  CHECK(first.at(7) == 140);
}

TEST_CASE("join runs every function, once, and gives their results in the order written") {
  int written = 0;
  const auto [a, b, c] = berth::join([] { return 1; }, [&] { written = 2; }, [] { return std::string("3"); });
  CHECK(a == 1);
  CHECK(b == berth::nothing{});
  CHECK(written == 2);
  CHECK(c == "3");
  static_assert(std::is_void_v<decltype(berth::join([] {}, [] {}))>);
}

TEST_CASE("join recurses") {
  const std::function<long(long)> fib = [&fib](long n) -> long {
    if (n < 2) return n;
    const auto [a, b] = berth::join([&, n] { return fib(n - 1); }, [&, n] { return fib(n - 2); });
    return a + b;
  };
  CHECK(fib(22) == 17711);
}

TEST_CASE("calls nest") {
  const auto rows = berth::map(std::views::iota(0, 100), [](int row) {
    return berth::reduce(berth::map(std::views::iota(0, 100), [row](int v) { return slowly(v) + row; }), 0,
                         std::plus<>{});
  });
  for (int row = 0; row != 100; ++row) REQUIRE(rows[static_cast<std::size_t>(row)] == 9900 + 100 * row);
}

TEST_CASE("many threads call at once") {
  std::vector<std::thread> callers;
  std::atomic<int> right = 0;
  for (int t = 0; t != 8; ++t)
    callers.emplace_back([&right] {
      for (int i = 0; i != 20; ++i) right += berth::map_reduce(numbers(2000), 0L, std::plus<>{}, slowly) == 3'998'000L;
    });
  for (auto& t : callers) t.join();
  CHECK(right == 160);
}

TEST_CASE("a pointer to a member is a function of the object, or of what points to one") {
  struct item {
    int value;
    [[nodiscard]] int twice() const { return 2 * value; }
  };
  const std::vector<item> items(300, item{21});
  std::vector<const item*> pointers;
  for (const item& each : items) pointers.push_back(&each);
  CHECK(berth::map(items, &item::twice) == std::vector<int>(300, 42));
  CHECK(berth::map(items, &item::value) == std::vector<int>(300, 21));
  CHECK(berth::map(pointers, &item::twice) == std::vector<int>(300, 42));
  std::vector<int> out(300);
  berth::map_into(items, out, &item::value);
  CHECK(out == std::vector<int>(300, 21));
}
