// Every verb against the standard algorithm, while its call is cut into random pieces on several threads.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <berth/berth.hpp>
#include <cmath>
#include <cstring>
#include <deque>
#include <functional>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "algorithms/any_split.hpp"
#include "algorithms/counted.hpp"
#include "algorithms/split_run_call.hpp"
#include "support/scrambled.hpp"

namespace {

using berth_tests::any_split;
using berth_tests::counted;
using berth_tests::scrambled;
using berth_tests::splitting;

constexpr std::size_t most_items = 5000;

std::size_t any_size() {
  return *rc::gen::oneOf(rc::gen::inRange<std::size_t>(0, 200), rc::gen::inRange<std::size_t>(0, most_items));
}

template <class T, class Make>
std::vector<T> made(std::size_t count, Make make) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  std::vector<T> values;
  values.reserve(count);
  for (std::size_t i = 0; i != count; ++i) values.push_back(static_cast<T>(make(scrambled(seed + i * 77777))));
  return values;
}

double some_double(std::uint64_t x) { return static_cast<double>(x % 1000003) * 1.37e-3 - 300; }
std::string some_string(std::uint64_t x) { return std::string(x % 23, static_cast<char>('a' + x % 26)); }

template <class T>
bool same_bits(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

// What a call gives in one piece, and that it gives the same in any pieces.
template <class Call>
auto split_and_whole(Call call) {
  auto whole = call();
  for (int i = 0; i != 3; ++i) {
    const splitting now(any_split());
    RC_ASSERT(call() == whole);
  }
  return whole;
}

template <class Call>
auto split_and_whole_bits(Call call) {
  const auto whole = call();
  for (int i = 0; i != 3; ++i) {
    const splitting now(any_split());
    RC_ASSERT(same_bits(call(), whole));
  }
  return whole;
}

}  // namespace

TEST_CASE("for_each meets every item once, whatever the pieces") {
  CHECK(rc::check([] {
    const auto values = made<int>(any_size(), [](auto x) { return x; });
    auto changed = values;
    const splitting now(any_split());
    berth::for_each(changed, [](int& v) { v = v / 2 + 1; });
    for (std::size_t i = 0; i != values.size(); ++i) RC_ASSERT(changed[i] == values[i] / 2 + 1);
  }));
}

TEST_CASE("map gives every result in its place, whatever the pieces") {
  CHECK(rc::check([] {
    const auto values = made<int>(any_size(), [](auto x) { return x; });
    const splitting now(any_split());
    const auto numbers = berth::map(values, [](int v) { return v * 0.5; });
    const auto texts = berth::map(values, [](int v) { return std::to_string(v); });
    const auto flags = berth::map(values, [](int v) { return v % 3 == 0; });
    const auto alone = berth::map(values, [](int v) { return counted(v); });
    RC_ASSERT(numbers.size() == values.size());
    for (std::size_t i = 0; i != values.size(); ++i) {
      RC_ASSERT(numbers[i] == values[i] * 0.5);
      RC_ASSERT(texts[i] == std::to_string(values[i]));
      RC_ASSERT(flags[i] == (values[i] % 3 == 0));
      RC_ASSERT(alone[i].value() == values[i]);
    }
  }));
  CHECK(counted::living == 0);
}

TEST_CASE("map_into assigns every result, in place too, whatever the pieces") {
  CHECK(rc::check([] {
    const auto values = made<long>(any_size(), [](auto x) { return x; });
    auto same = values;
    std::deque<double> other(values.size() + 3, 7.0);
    const splitting now(any_split());
    berth::map_into(same, same, [](long v) { return ~v; });
    berth::map_into(values, other, [](long v) { return static_cast<double>(v) + 1; });
    for (std::size_t i = 0; i != values.size(); ++i) {
      RC_ASSERT(same[i] == ~values[i]);
      RC_ASSERT(other[i] == static_cast<double>(values[i]) + 1);
    }
    RC_ASSERT(other.back() == 7.0);
  }));
}

TEST_CASE("integers are reduced exactly") {
  CHECK(rc::check([] {
    const auto values = made<std::int64_t>(any_size(), [](auto x) { return x % 2000001 - 1000000; });
    const auto words = made<std::uint16_t>(any_size(), [](auto x) { return x; });
    const auto sum = split_and_whole([&] { return berth::reduce(values, std::int64_t{5}, std::plus<>{}); });
    RC_ASSERT(sum == std::accumulate(values.begin(), values.end(), std::int64_t{5}));
    const auto least = split_and_whole([&] { return berth::reduce(values, std::int64_t{0}, berth::minimum{}); });
    RC_ASSERT(least == std::accumulate(values.begin(), values.end(), std::int64_t{0},
                                       [](auto a, auto b) { return std::min(a, b); }));
    const auto bits = split_and_whole([&] { return berth::reduce(words, std::uint16_t{3}, std::bit_xor<>{}); });
    RC_ASSERT(bits == std::accumulate(words.begin(), words.end(), std::uint16_t{3}, std::bit_xor<std::uint16_t>{}));
    const auto product = split_and_whole([&] { return berth::reduce(words, std::uint16_t{3}, std::multiplies<>{}); });
    RC_ASSERT(product ==
              std::accumulate(words.begin(), words.end(), std::uint16_t{3}, [](std::uint16_t a, std::uint16_t b) {
                return static_cast<std::uint16_t>(std::uint32_t{a} * b);
              }));
  }));
}

TEST_CASE("floating-point reductions have the same bits in any pieces, and the right value") {
  CHECK(rc::check([] {
    const auto values = made<double>(any_size(), some_double);
    const std::deque<float> apart(values.begin(), values.end());
    const auto exact = std::accumulate(values.begin(), values.end(), 0.0L);
    const double sum = split_and_whole_bits([&] { return berth::reduce(values, 0.0, std::plus<>{}); });
    RC_ASSERT(std::abs(sum - static_cast<double>(exact)) <= 1e-6 + 1e-9 * std::abs(sum));
    split_and_whole_bits([&] { return berth::reduce(values, 0.0, [](double a, double b) { return a + b; }); });
    split_and_whole_bits([&] { return berth::reduce(apart, 1.0f, std::plus<>{}); });
    split_and_whole_bits(
        [&] { return berth::map_reduce(values, 0.0, std::plus<>{}, [](double v) { return v * v + 0.1; }); });
    split_and_whole_bits([&] {
      return berth::map_reduce(apart, 0.0, [](double a, double b) { return a + b; }, [](float v) { return v * 1.7; });
    });
    const double most = split_and_whole_bits([&] { return berth::reduce(values, -1e9, berth::maximum{}); });
    RC_ASSERT(most ==
              std::accumulate(values.begin(), values.end(), -1e9, [](double a, double b) { return std::max(a, b); }));
  }));
}

TEST_CASE("a long floating-point sum has the same bits in any pieces") {
  std::vector<double> values(300'001);
  for (std::size_t i = 0; i != values.size(); ++i) values[i] = some_double(scrambled(i));
  const double whole = berth::reduce(values, 0.0, std::plus<>{});
  for (unsigned seed = 0; seed != 20; ++seed) {
    const splitting now({.seed = seed, .pieces = 200, .threads = 3});
    CHECK(same_bits(berth::reduce(values, 0.0, std::plus<>{}), whole));
  }
}

TEST_CASE("minimum and maximum know NaN and the sign of zero, wherever those lie") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const std::size_t count : {1, 2, 15, 16, 63, 64, 65, 200, 3000, 140'000}) {
    for (const std::size_t at : {std::size_t{0}, count / 3, count - 1}) {
      std::vector<double> zeros(count, 0.0);
      zeros[at] = -0.0;
      const splitting now({.seed = static_cast<unsigned>(at)});
      CHECK(std::signbit(berth::reduce(zeros, 0.0, berth::minimum{})));
      CHECK(std::signbit(berth::reduce(zeros, -0.0, berth::maximum{})) == (count == 1));
      zeros[at] = -nan;
      const double least = berth::reduce(zeros, 1.0, berth::minimum{});
      const double most = berth::map_reduce(zeros, 1.0, berth::maximum{}, [](double v) { return v; });
      CHECK(same_bits(least, std::abs(nan)));
      CHECK(same_bits(most, std::abs(nan)));
    }
  }
}

TEST_CASE("an operation that does not commute sees its operands in order") {
  CHECK(rc::check([] {
    const auto texts = made<std::string>(any_size(), some_string);
    const std::string joined = std::accumulate(texts.begin(), texts.end(), std::string("<"));
    RC_ASSERT(split_and_whole([&] { return berth::reduce(texts, std::string("<"), std::plus<>{}); }) == joined);
    const auto append = [](std::string a, const std::string& b) { return a += b; };
    RC_ASSERT(split_and_whole([&] { return berth::reduce(texts, std::string("<"), append); }) == joined);
    const auto twice = [](const std::string& s) { return s + s; };
    std::string doubled = "<";
    for (const auto& s : texts) doubled += s + s;
    RC_ASSERT(split_and_whole([&] { return berth::map_reduce(texts, std::string("<"), append, twice); }) == doubled);
    // Affine maps compose associatively and not commutatively; small and trivial, they take the other way.
    using affine = std::pair<std::uint32_t, std::uint32_t>;
    const auto compose = [](affine f, affine g) { return affine(f.first * g.first, f.second * g.first + g.second); };
    const auto maps = made<std::uint32_t>(any_size(), [](auto x) { return x; });
    const auto to_map = [](std::uint32_t v) { return affine(v | 1u, v >> 3); };
    affine all(1, 0);
    for (auto v : maps) all = compose(all, to_map(v));
    RC_ASSERT(split_and_whole([&] { return berth::map_reduce(maps, affine(1, 0), compose, to_map); }) == all);
  }));
}

TEST_CASE("values that can only be moved are reduced, and none is left over") {
  CHECK(rc::check([] {
    const std::size_t count = any_size();
    const splitting now(any_split());
    const auto add = [](counted a, counted b) { return counted(a.value() + b.value()); };
    const auto numbers = made<long>(count, [](auto x) { return x % 1000; });
    const counted sum = berth::map_reduce(numbers, counted(1), add, [](long v) { return counted(v); });
    RC_ASSERT(sum.value() == std::accumulate(numbers.begin(), numbers.end(), 1L));
  }));
  CHECK(counted::living == 0);
}

TEST_CASE("collect fills containers in order, and keeps the first of equal keys") {
  CHECK(rc::check([] {
    const auto values = made<int>(any_size(), [](auto x) { return x % 500; });
    const auto paired = [](int v) { return std::pair(v / 2, v); };
    std::map<int, int> first;
    for (int v : values) first.insert(paired(v));
    using numbers = std::vector<int>;
    RC_ASSERT((split_and_whole([&] { return berth::collect<std::map<int, int>>(values, paired); }) == first));
    RC_ASSERT((split_and_whole([&] { return berth::collect<std::unordered_map<int, int>>(values, paired); }) ==
               std::unordered_map<int, int>(first.begin(), first.end())));
    RC_ASSERT(split_and_whole([&] { return berth::collect<std::set<int>>(values); }) ==
              std::set<int>(values.begin(), values.end()));
    RC_ASSERT(split_and_whole([&] { return berth::collect<std::list<int>>(values); }) ==
              std::list<int>(values.begin(), values.end()));
    RC_ASSERT(split_and_whole([&] { return berth::collect<numbers>(values); }) == values);
    RC_ASSERT(split_and_whole([&] {
                return berth::collect<std::vector<bool>>(values, [](int v) { return v % 2 == 0; });
              }) == berth::map(values, [](int v) { return v % 2 == 0; }));
    std::string joined;
    for (int v : values) joined += std::to_string(v);
    RC_ASSERT(split_and_whole([&] {
                return berth::collect<std::string>(values, [](int v) { return std::to_string(v); });
              }) == joined);
    std::string letters;
    for (int v : values) letters += static_cast<char>('a' + v % 26);
    RC_ASSERT(split_and_whole([&] {
                return berth::collect<std::string>(values, [](int v) { return static_cast<char>('a' + v % 26); });
              }) == letters);
  }));
}

TEST_CASE("the failure of the lowest item wins, and what was built is destroyed") {
  CHECK(rc::check([] {
    const std::size_t count = any_size() + 1;
    const auto bad = *rc::gen::container<std::set<std::size_t>>(rc::gen::inRange<std::size_t>(0, count));
    const auto numbers = made<long>(count, [](auto x) { return x % 1000; });
    const auto make = [&](const long& item) {
      const auto i = static_cast<std::size_t>(&item - numbers.data());
      if (bad.contains(i)) throw std::out_of_range(std::to_string(i));
      return counted(item);
    };
    const auto add = [](counted a, counted b) { return counted(a.value() + b.value()); };
    const auto thrown_by = [](auto call) {
      try {
        call();
        return std::string();
      } catch (const std::out_of_range& e) {
        return std::string(e.what());
      }
    };
    const std::string expected = bad.empty() ? "" : std::to_string(*bad.begin());
    const splitting now(any_split());
    RC_ASSERT(thrown_by([&] { (void)berth::map(numbers, make); }) == expected);
    RC_ASSERT(thrown_by([&] { (void)berth::map_reduce(numbers, counted(0), add, make); }) == expected);
    RC_ASSERT(thrown_by([&] { (void)berth::collect<std::list<counted>>(numbers, make); }) == expected);
    RC_ASSERT(thrown_by([&] { berth::for_each(numbers, [&](const long& item) { (void)make(item); }); }) == expected);
    RC_ASSERT(thrown_by([&] {
                (void)berth::map_reduce(
                    numbers, 0L, [](long a, long b) { return a + b; },
                    [&](const long& item) { return make(item).value(); });
              }) == expected);
    RC_ASSERT(counted::living == 0);
  }));
}

TEST_CASE("an operation that throws is reported as the leftmost failing pair") {
  const auto count = std::size_t{1000};
  std::vector<std::string> texts(count, "a");
  texts[700] = texts[40] = "!";
  const auto add = [](std::string a, const std::string& b) {
    if (b.find('!') != std::string::npos || a.find('!') != std::string::npos) throw std::out_of_range(a + "+" + b);
    return a + b;
  };
  std::string plain;
  try {
    (void)berth::reduce(texts, std::string(), add);
  } catch (const std::out_of_range& e) {
    plain = e.what();
  }
  CHECK(plain == "!+a");  // the leaf of items 40 to 47
  for (unsigned seed = 0; seed != 50; ++seed) {
    const splitting now({.seed = seed, .pieces = 30});
    CHECK_THROWS_WITH_AS((void)berth::reduce(texts, std::string(), add), plain.c_str(), std::out_of_range);
  }
}

TEST_CASE("a stopped call throws and destroys what it had made") {
  const std::vector<int> values(2000, 1);
  const auto make = [](int v) { return counted(v); };
  const auto add = [](counted a, counted b) { return counted(a.value() + b.value()); };
  for (unsigned seed = 0; seed != 50; ++seed) {
    const splitting now({.seed = seed, .pieces = 30, .threads = 3, .stop_after = seed % 7});
    try {
      (void)berth::map(values, make);
      (void)berth::map_reduce(values, counted(0), add, make);
      (void)berth::collect<std::list<counted>>(values, make);
    } catch (const berth_tests::stopped&) {
    }
    CHECK(counted::living == 0);
  }
}

TEST_CASE("join gives what each function gave, and the first failure in the order written") {
  for (unsigned seed = 0; seed != 50; ++seed) {
    const splitting now({.seed = seed, .pieces = 4});
    int touched = 0;
    const auto [text, none, alone] =
        berth::join([] { return std::string("one"); }, [&] { touched = 2; }, [] { return std::make_unique<int>(3); });
    CHECK(text == "one");
    CHECK(none == berth::nothing{});
    CHECK(*alone == 3);
    CHECK(touched == 2);
    const auto fail = [](const char* name) { return [name]() -> counted { throw std::out_of_range(name); }; };
    CHECK_THROWS_WITH_AS((void)berth::join([] { return counted(1); }, fail("second"), fail("third")), "second",
                         std::out_of_range);
    CHECK_THROWS_WITH_AS((void)berth::join(
                             fail("first"), [] { return counted(1); }, berth::hints{.name = "failing"}),
                         "first", std::out_of_range);
    CHECK(counted::living == 0);
  }
}

TEST_CASE("calls inside calls give the same as loops inside loops") {
  CHECK(rc::check([] {
    const std::size_t rows = *rc::gen::inRange<std::size_t>(0, 60);
    const splitting now(any_split());
    const auto sums = berth::map(std::vector<std::size_t>(rows, 50), [](std::size_t n) {
      const auto squares = berth::map(std::vector<std::size_t>(n, 3), [](std::size_t v) { return v * v; });
      return berth::reduce(squares, std::size_t{0}, std::plus<>{});
    });
    RC_ASSERT(sums == std::vector<std::size_t>(rows, 450));
  }));
}
