#include <doctest/doctest.h>

#include <berth/detail/flat_table.hpp>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/counted.hpp"
#include "group/reference.hpp"

namespace {

using berth::detail::flat_table;
using berth_tests::counted;
using berth_tests::scrambled;

template <class Key, class Hash = berth::key_hash>
void check_counts(const std::vector<Key>& keys) {
  flat_table<Key, std::size_t, Hash> table;
  std::map<Key, std::size_t> counts;
  std::vector<std::pair<Key, std::size_t>> firsts;
  for (std::size_t i = 0; i != keys.size(); ++i) {
    ++table.find_or_make(keys[i], i, [] { return std::size_t{0}; });
    if (counts[keys[i]]++ == 0) firsts.emplace_back(keys[i], i);
  }
  REQUIRE(table.size() == firsts.size());
  for (std::size_t g = 0; g != firsts.size(); ++g) {
    REQUIRE(table.key(g) == firsts[g].first);
    REQUIRE(table.first(g) == firsts[g].second);
    REQUIRE(table.value(g) == counts[table.key(g)]);
    REQUIRE(table.find(firsts[g].first) == &table.value(g));
    REQUIRE(table.number_of(table.hash(firsts[g].first), firsts[g].first) == g);
  }
}

std::vector<std::size_t> numbers(std::size_t count, std::size_t different, std::size_t stride) {
  std::vector<std::size_t> keys(count);
  for (std::size_t i = 0; i != count; ++i) keys[i] = scrambled(i) % different * stride;
  return keys;
}

struct eight_hashes {
  std::uint64_t operator()(std::size_t key) const { return key % 8; }
};
struct high_bits_only {
  std::uint64_t operator()(std::size_t key) const { return key << 48; }
};

}  // namespace

TEST_CASE("the table numbers groups in the order in which they were made, whatever the keys") {
  for (const std::size_t different : {std::size_t{1}, std::size_t{16}, std::size_t{1000}, std::size_t{60'000}})
    for (const std::size_t stride : {std::size_t{1}, std::size_t{4096}, std::size_t{1} << 40})
      check_counts(numbers(60'000, different, stride));
}

TEST_CASE("the table finds keys whose hashes are poor") {
  check_counts<std::size_t, eight_hashes>(numbers(5000, 500, 1));
  check_counts<std::size_t, high_bits_only>(numbers(20'000, 5000, 1));
}

TEST_CASE("the table takes strings, and looks a view up among them") {
  std::vector<std::string> keys;
  for (std::size_t i = 0; i != 5000; ++i) keys.push_back("a key too long to be kept inside " + std::to_string(i % 700));
  check_counts(keys);
  flat_table<std::string, int> table;
  table.find_or_make(std::string_view("red"), 0, [] { return 1; }) += 1;
  table.find_or_make("red", 1, [] { return 1; }) += 1;
  CHECK(table.size() == 1);
  CHECK(*table.find(std::string("red")) == 3);
  CHECK(table.find(std::string_view("blue")) == nullptr);
}

TEST_CASE("an empty table finds nothing, and is empty again when cleared or moved from") {
  flat_table<int, int> table;
  CHECK(table.find(1) == nullptr);
  for (int i = 0; i != 100; ++i) table.find_or_make(i, 0, [i] { return i; });
  flat_table<int, int> other = std::move(table);
  CHECK(other.size() == 100);
  other.clear();
  CHECK(other.find(1) == nullptr);
  CHECK(other.size() == 0);
  other.find_or_make(7, 3, [] { return 1; });
  CHECK(other.first(0) == 3);
  other = flat_table<int, int>();
  CHECK(other.find(7) == nullptr);
}

TEST_CASE("what cannot be made leaves the table as it was, and nothing leaks") {
  {
    flat_table<std::unique_ptr<int>, counted> table;
    table.find_or_make(std::make_unique<int>(1), 0, [] { return counted(1); });
    CHECK_THROWS_AS(
        table.find_or_make(std::make_unique<int>(2), 1, []() -> counted { throw std::runtime_error("no"); }),
        std::runtime_error);
    CHECK(table.size() == 1);
    for (long i = 0; i != 1000; ++i) table.find_or_make(std::make_unique<int>(3), 0, [i] { return counted(i); });
    CHECK(table.size() == 1001);
    CHECK(table.value(1000).value() == 999);
  }
  CHECK(counted::living == 0);
}

TEST_CASE("pairs, tuples and enumerations have hashes") {
  enum class colour { red, blue };
  using key = std::tuple<std::string, std::pair<int, colour>>;
  flat_table<key, int> table;
  for (int i = 0; i != 300; ++i)
    ++table.find_or_make(key("x", {i % 3, i % 2 == 0 ? colour::red : colour::blue}), 0, [] { return 0; });
  CHECK(table.size() == 6);
  CHECK(table.value(5) == 50);
}
