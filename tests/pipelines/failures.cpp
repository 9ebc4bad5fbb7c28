// What comes out of a pipeline that fails, is stopped or is used wrongly.
#include <doctest/doctest.h>

#include <atomic>
#include <berth/errors.hpp>
#include <berth/pipeline.hpp>
#include <chrono>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr std::size_t many = 20'000;

class counted {
 public:
  explicit counted(std::size_t value) : value_(value) { ++living; }
  counted(const counted& other) : value_(other.value_) { ++living; }
  counted(counted&& other) noexcept : value_(other.value_) { ++living; }
  counted& operator=(const counted&) = default;
  counted& operator=(counted&&) noexcept = default;
  ~counted() { --living; }
  std::size_t value_;
  static inline std::atomic<int> living = 0;
};

auto failing_from(std::size_t limit) {
  return [limit](std::size_t i) {
    if (i >= limit) throw std::out_of_range(std::to_string(i));
    return counted(i);
  };
}

const auto any_of_them = [](const counted&) { return true; };

template <class End>
void check_lowest(End end) {
  for (const std::size_t limit : {std::size_t{0}, std::size_t{1}, std::size_t{77}, many / 2, many - 1}) {
    const std::string lowest = std::to_string(limit);
    CHECK_THROWS_WITH_AS(
        (void)end(berth::par(berth::iota(many)) | berth::map(failing_from(limit)) | berth::filter(any_of_them)),
        lowest.c_str(), std::out_of_range);
    CHECK(counted::living == 0);
  }
}

}  // namespace

TEST_CASE("of several failing items the lowest is reported, and what was made is destroyed") {
  check_lowest([](auto p) { return (std::move(p) | berth::to_vector()).size(); });
  check_lowest([](auto p) { return std::move(p) | berth::count(); });
  check_lowest([](auto p) { return std::move(p) | berth::skip(3) | berth::count(); });
  check_lowest([](auto p) {
    return (std::move(p) | berth::sorted([](const auto& a, const auto& b) { return a.value_ > b.value_; }) |
            berth::to_vector())
        .size();
  });
  check_lowest(
      [](auto p) { return (std::move(p) | berth::group_by([](const counted& c) { return c.value_ % 10; })).size(); });
  check_lowest([](auto p) {
    return (std::move(p) | berth::group_by([](const counted& c) { return c.value_ % 10; }, berth::counting())).size();
  });
  check_lowest([](auto p) {
    return std::move(p) | berth::averaging([](const counted& c) { return static_cast<double>(c.value_); });
  });
  check_lowest([](auto p) {
    std::move(p) | berth::for_each_in_order([](const counted&) {});
    return 0;
  });
}

TEST_CASE("a failure that lies behind what a pipeline needs is as if it had not been") {
  for (const std::size_t grain : {0, 1, 7, 100}) {
    const auto items = [grain](std::size_t limit) {
      return berth::par(berth::iota(many), {.grain = grain}) | berth::map(failing_from(limit)) |
             berth::filter(any_of_them);
    };
    CHECK((items(900) | berth::take(900) | berth::count()) == 900);
    CHECK((items(10) | berth::find_first([](const counted& c) { return c.value_ == 9; }))->value_ == 9);
    CHECK((items(300) | berth::take_while([](const counted& c) { return c.value_ < 299; }) | berth::count()) == 299);
    CHECK((items(50) | berth::any([](const counted& c) { return c.value_ == 49; })));
    CHECK(!(items(50) | berth::all([](const counted& c) { return c.value_ < 49; })));
    CHECK_THROWS_WITH_AS((void)(items(50) | berth::take(51) | berth::count()), "50", std::out_of_range);
    CHECK_THROWS_WITH_AS((void)(items(50) | berth::any([](const counted& c) { return c.value_ >= 50; })), "50",
                         std::out_of_range);
  }
  CHECK(counted::living == 0);
}

TEST_CASE("a token stopped before the end leaves everything undone") {
  std::stop_source source;
  source.request_stop();
  std::atomic<int> calls = 0;
  const auto count_call = [&](std::size_t) { ++calls; };
  CHECK_THROWS_AS(berth::par(berth::iota(many), {.stop = source.get_token()}) | berth::for_each(count_call),
                  berth::cancelled);
  CHECK_THROWS_AS((void)(berth::par(berth::iota(many), {.stop = source.get_token()}) |
                         berth::filter([](std::size_t) { return true; }) | berth::take(5) | berth::count()),
                  berth::cancelled);
  CHECK(calls == 0);
}

TEST_CASE("a pipeline stopped under way destroys what it has made") {
  std::stop_source source;
  const auto slowly = [&](std::size_t i) {
    if (i == 5000) source.request_stop();
    [[maybe_unused]] volatile int sink = 0;
    for (int k = 0; k < 300; ++k) sink = k;
    return counted(i);
  };
  CHECK_THROWS_AS((void)(berth::par(berth::iota(2'000'000), {.stop = source.get_token()}) | berth::map(slowly) |
                         berth::filter(any_of_them) | berth::to_vector()),
                  berth::cancelled);
  CHECK(counted::living == 0);
}

TEST_CASE("a deadline is kept in every pass") {
  const auto past = std::chrono::steady_clock::now();
  const auto items = [&] { return berth::par(berth::iota(100'000), {.until = past}); };
  CHECK_THROWS_AS((void)(items() | berth::to_vector()), berth::deadline_exceeded);
  CHECK_THROWS_AS((void)(items() | berth::sorted() | berth::count()), berth::deadline_exceeded);
  CHECK_THROWS_AS((void)(items() | berth::any([](std::size_t i) { return i > 200'000; })), berth::deadline_exceeded);
  CHECK_THROWS_AS((void)(items() | berth::group_by([](std::size_t i) { return i % 3; }, berth::counting())),
                  berth::deadline_exceeded);
}

TEST_CASE("a pipeline is used once") {
  const std::vector<int> items{1, 2, 3};
  auto once = berth::par(items) | berth::map([](int x) { return x + 1; });
  CHECK((std::move(once) | berth::summing()) == 9);
  CHECK_THROWS_AS((void)(std::move(once) | berth::summing()), std::logic_error);
  auto first = berth::par(items);
  auto second = std::move(first);
  CHECK_THROWS_AS((void)(std::move(first) | berth::count()), std::logic_error);
  CHECK((std::move(second) | berth::count()) == 3);
}

TEST_CASE("pipelines run inside the functions of pipelines") {
  const auto sums = berth::par(berth::iota(200)) | berth::map([](std::size_t i) {
                      return berth::par(berth::iota(i)) | berth::filter([](std::size_t k) { return k % 2 == 0; }) |
                             berth::group_by([](std::size_t k) { return k % 3; }, berth::summing());
                    }) |
                    berth::count();
  CHECK(sums == 200);
}
