#include <doctest/doctest.h>

#include <atomic>
#include <berth/count_by.hpp>
#include <berth/distinct.hpp>
#include <berth/errors.hpp>
#include <berth/group_by.hpp>
#include <berth/group_reduce.hpp>
#include <berth/histogram.hpp>
#include <berth/join_strings.hpp>
#include <berth/partition_by.hpp>
#include <berth/to_map.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

namespace {

constexpr std::size_t many = 50'000;

// A key and value that is counted while it lives, and fails to be copied or compared when told to.
class watched {
 public:
  explicit watched(int value) : value_(value) { ++living; }
  watched(const watched& other) : value_(other.value_) { ++living; }
  watched& operator=(const watched&) = default;
  ~watched() { --living; }
  [[nodiscard]] int value() const { return value_; }
  bool operator==(const watched& other) const { return value_ == other.value_; }

  static inline std::atomic<long> living = 0;

 private:
  int value_;
};

struct watched_hash {
  std::uint64_t operator()(const watched& w) const { return static_cast<std::uint64_t>(w.value()); }
};

std::vector<int> numbers() {
  std::vector<int> items(many);
  for (std::size_t i = 0; i != many; ++i) items[i] = static_cast<int>(i % 5000);
  return items;
}

int fails_at_3000(int v) {
  if (v >= 3000) throw std::runtime_error("item " + std::to_string(v));
  return v;
}

}  // namespace

TEST_CASE("what the key function threw for the first failing item is what the call throws") {
  const auto items = numbers();
  const auto key = [](int v) { return watched(fails_at_3000(v)); };
  const auto one = [](int) { return 1; };
  const watched_hash hash;
  CHECK_THROWS_WITH((void)berth::count_by(items, key, {}, hash), "item 3000");
  CHECK_THROWS_WITH((void)berth::group_by(items, key, one, {}, hash), "item 3000");
  CHECK_THROWS_WITH((void)berth::group_reduce(items, key, one, 0, std::plus<>{}, {}, hash), "item 3000");
  CHECK_THROWS_WITH((void)berth::distinct(items, key, {}, hash), "item 3000");
  CHECK_THROWS_WITH((void)berth::to_map(items, key, one, berth::keep_first{}, {}, hash), "item 3000");
  CHECK_THROWS_WITH((void)berth::histogram(items, 5000, fails_at_3000), "item 3000");
  CHECK_THROWS_WITH((void)berth::partition_by(items, fails_at_3000), "item 3000");
  CHECK_THROWS_WITH((void)berth::join_strings(items, [](int v) { return std::to_string(fails_at_3000(v)); }),
                    "item 3000");
  CHECK(watched::living == 0);
}

TEST_CASE("numbers whose key function throws: what an earlier item's value does comes first") {
  const auto items = numbers();
  const auto key = [](int v) { return fails_at_3000(v); };
  const auto value = [](int v) { return v >= 2999 ? throw std::runtime_error("value " + std::to_string(v)) : 1; };
  CHECK_THROWS_WITH((void)berth::count_by(items, key), "item 3000");
  CHECK_THROWS_WITH((void)berth::group_reduce(items, key, value, 0, std::plus<>{}), "value 2999");
  CHECK_THROWS_WITH((void)berth::group_reduce(items, key, value, 0.0, std::plus<>{}), "value 2999");
}

TEST_CASE("a hash, an equality, a value function or an operation that throws leaves nothing behind") {
  const auto items = numbers();
  const auto key = [](int v) { return watched(v); };
  const auto value = [](int v) { return watched(v); };
  const auto bad_hash = [](const watched& w) -> std::uint64_t {
    return static_cast<std::uint64_t>(fails_at_3000(w.value()));
  };
  const auto bad_equal = [](const watched& a, const watched& b) { return fails_at_3000(a.value()) == b.value(); };
  const auto bad_value = [](int v) { return watched(fails_at_3000(v)); };
  const auto bad_sum = [](const watched& a, const watched& b) { return watched(fails_at_3000(a.value() + b.value())); };
  const watched_hash hash;
  CHECK_THROWS_AS((void)berth::count_by(items, key, {}, bad_hash), std::runtime_error);
  CHECK_THROWS_AS((void)berth::count_by(items, key, {}, hash, bad_equal), std::runtime_error);
  CHECK_THROWS_AS((void)berth::group_by(items, key, bad_value, {}, hash), std::runtime_error);
  CHECK_THROWS_AS((void)berth::group_reduce(items, key, bad_value, watched(0), bad_sum, {}, hash), std::runtime_error);
  CHECK_THROWS_AS((void)berth::group_reduce(items, key, value, watched(0), bad_sum, {}, hash), std::runtime_error);
  CHECK_THROWS_AS((void)berth::to_map(items, key, bad_value, berth::keep_last{}, {}, hash), std::runtime_error);
  CHECK(watched::living == 0);
}

TEST_CASE("a bin that does not exist is named, with its item") {
  CHECK_THROWS_WITH_AS((void)berth::histogram(std::vector<int>{1, 2, 300}, 256, [](int v) { return v; }),
                       "berth::histogram: item 2 falls into bin 300, there are 256", std::out_of_range);
  CHECK_THROWS_WITH_AS((void)berth::histogram(std::vector<int>{-3}, 4, [](int v) { return v; }),
                       "berth::histogram: item 0 falls into bin -3, there are 4", std::out_of_range);
  const auto binned = [](double low, double high, std::size_t bins) {
    return berth::histogram(std::vector<int>{1}, berth::equal_bins{low, high, bins}, [](int v) { return v; });
  };
  CHECK_THROWS_AS((void)binned(1, 1, 4), std::invalid_argument);
  CHECK_THROWS_AS((void)binned(0, 1, 0), std::invalid_argument);
  CHECK_THROWS_AS((void)binned(0, INFINITY, 4), std::invalid_argument);
  CHECK_THROWS_AS((void)binned(-1.7e308, 1.7e308, 4), std::invalid_argument);
  CHECK_THROWS_AS((void)binned(0, 5e-324, 4), std::invalid_argument);
  CHECK_THROWS_AS((void)binned(0, 1, SIZE_MAX), std::invalid_argument);
}

TEST_CASE("equal keys that are refused are named, with their items") {
  const std::vector<std::string> words{"red", "blue", "red", "blue"};
  CHECK_THROWS_WITH_AS((void)berth::to_map(
                           words, [](const std::string& w) { return w; }, [](const std::string&) { return 1; }),
                       "berth::to_map: items 0 and 2 have the same key \"red\"; say keep_first, keep_last or how to "
                       "combine their values",
                       std::invalid_argument);
}

TEST_CASE("a stopped call throws, in every verb") {
  const auto items = numbers();
  std::stop_source source;
  source.request_stop();
  const berth::hints with{.stop = source.get_token()};
  const auto same = [](int v) { return v; };
  CHECK_THROWS_AS((void)berth::count_by(items, same, with), berth::cancelled);
  CHECK_THROWS_AS((void)berth::group_by(items, same, with), berth::cancelled);
  CHECK_THROWS_AS((void)berth::group_reduce(items, same, same, 0.0, std::plus<>{}, with), berth::cancelled);
  CHECK_THROWS_AS((void)berth::distinct(items, with), berth::cancelled);
  CHECK_THROWS_AS((void)berth::to_map(items, same, same, berth::keep_last{}, with), berth::cancelled);
  CHECK_THROWS_AS((void)berth::histogram(items, 5000, same, with), berth::cancelled);
  CHECK_THROWS_AS((void)berth::partition_by(items, same, with), berth::cancelled);
  CHECK_THROWS_AS((void)berth::join_strings(items, [](int) { return "x"; }, {}, with), berth::cancelled);
}

TEST_CASE("calls nest in the key function") {
  const auto items = numbers();
  const auto counts = berth::count_by(std::vector<int>(items.begin(), items.begin() + 50), [&items](int v) {
    return berth::count_by(items, [v](int w) { return (v + w) % 7; }).size();
  });
  CHECK(counts == std::vector<std::pair<std::size_t, std::size_t>>{{7, 50}});
}
