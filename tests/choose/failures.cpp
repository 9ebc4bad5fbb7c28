// Exceptions, cancellation and nesting of the verbs that work block by block, on the real runtime.
#include <doctest/doctest.h>

#include <berth/errors.hpp>
#include <berth/filter.hpp>
#include <berth/flat_map.hpp>
#include <berth/inclusive_scan.hpp>
#include <berth/partition.hpp>
#include <berth/remove_if.hpp>
#include <berth/tabulate.hpp>
#include <berth/transform_inclusive_scan.hpp>
#include <functional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

namespace {

constexpr std::size_t many = 20'000;

void take_a_while() {
  [[maybe_unused]] volatile int sink = 0;
  for (int i = 0; i < 300; ++i) sink = i;
}

bool fails_from(std::size_t limit, std::size_t i) {
  take_a_while();
  if (i >= limit) throw std::out_of_range(std::to_string(i));
  return i % 3 == 0;
}

const std::vector<std::size_t>& indices() {
  static const auto all = berth::tabulate(many, [](std::size_t i) { return i; });
  return all;
}

const std::vector<std::string>& texts() {
  static const auto all = berth::tabulate(many, [](std::size_t i) { return std::to_string(i); });
  return all;
}

}  // namespace

TEST_CASE("of several failing items the lowest is reported") {
  for (const std::size_t limit : {std::size_t{0}, std::size_t{77}, many / 2, many - 1}) {
    const auto fails = [limit](std::size_t i) { return fails_from(limit, i); };
    const auto text_fails = [limit](const std::string& s) { return fails_from(limit, std::stoul(s)); };
    const std::string lowest = std::to_string(limit);
    CHECK_THROWS_WITH_AS((void)berth::filter(indices(), fails), lowest.c_str(), std::out_of_range);
    CHECK_THROWS_WITH_AS((void)berth::filter(texts(), text_fails), lowest.c_str(), std::out_of_range);
    CHECK_THROWS_WITH_AS((void)berth::partition(indices(), fails), lowest.c_str(), std::out_of_range);
    CHECK_THROWS_WITH_AS((void)berth::partition(texts(), text_fails), lowest.c_str(), std::out_of_range);
    auto changed = texts();
    CHECK_THROWS_WITH_AS(berth::remove_if(changed, text_fails), lowest.c_str(), std::out_of_range);
    CHECK(changed.size() == many);
    const auto flat = [&](std::size_t i) { return std::vector<bool>(1, fails(i)); };
    CHECK_THROWS_WITH_AS((void)berth::flat_map(indices(), flat), lowest.c_str(), std::out_of_range);
    CHECK_THROWS_WITH_AS((void)berth::transform_inclusive_scan(
                             indices(), std::plus<>{}, [&](std::size_t i) { return static_cast<int>(fails(i)); }),
                         lowest.c_str(), std::out_of_range);
  }
}

TEST_CASE("what an operation of a scan throws comes out, and the next call is as good as new") {
  const auto add = [](const std::string& a, const std::string& b) {
    if (a.size() + b.size() > 5000) throw std::length_error("too long");
    return a + b;
  };
  const std::vector<std::string> pieces(2000, "four");
  CHECK_THROWS_AS((void)berth::inclusive_scan(pieces, add), std::length_error);
  CHECK(berth::inclusive_scan(std::vector<std::string>(1000, "four"), add).back().size() == 4000);
}

TEST_CASE("calls are stopped and expire") {
  std::stop_source stopped;
  stopped.request_stop();
  const auto past = std::chrono::steady_clock::now();
  const auto odd = [](std::size_t i) { return i % 2 != 0; };
  CHECK_THROWS_AS((void)berth::filter(indices(), odd, {.stop = stopped.get_token()}), berth::cancelled);
  CHECK_THROWS_AS((void)berth::filter(indices(), odd, {.until = past}), berth::deadline_exceeded);
  CHECK_THROWS_AS((void)berth::inclusive_scan(indices(), std::plus<>{}, {.stop = stopped.get_token()}),
                  berth::cancelled);
  std::stop_source source;
  const auto stops = [&](std::size_t i) {
    if (i == many / 4) source.request_stop();
    take_a_while();
    return true;
  };
  const auto long_range = berth::tabulate(2'000'000, [](std::size_t i) { return i; });
  CHECK_THROWS_AS((void)berth::filter(long_range, stops, {.stop = source.get_token()}), berth::cancelled);
  CHECK(berth::filter(indices(), odd, {.until = past + std::chrono::hours(1)}).size() == many / 2);
}

TEST_CASE("a predicate may filter and scan itself") {
  const auto kept = berth::filter(berth::tabulate(500, [](std::size_t i) { return i; }), [](std::size_t i) {
    const auto below = berth::tabulate(i, [](std::size_t k) { return k; });
    const auto sums = berth::inclusive_scan(berth::filter(below, [](std::size_t k) { return k % 2 == 0; }));
    return !sums.empty() && sums.back() % 4 == 0;
  });
  for (const std::size_t i : kept) {
    std::size_t sum = 0;
    for (std::size_t k = 0; k < i; k += 2) sum += k;
    CHECK(sum % 4 == 0);
  }
  CHECK(kept.size() > 100);
}
