// Two ordered rows gone along in several stretches at once, against the standard library's one: rows of every shape
// that decides the way, and rows that are not in order, of which nothing may be read or written out of bounds.
#include <doctest/doctest.h>

#include <algorithm>
#include <berth/detail/two_rows.hpp>
#include <cstdint>
#include <iterator>
#include <random>
#include <vector>

using namespace berth::detail;

namespace {

using row = std::vector<std::uint32_t>;

struct less {
  bool operator()(std::uint32_t a, std::uint32_t b) const { return a < b; }
};

template <row_operation Op>
row combined(const row& a, const row& b, foresight* shared) {
  using rows = row_combiner<Op, std::uint32_t, less>;
  const std::size_t most = most_kept<Op>(a.size(), b.size());
  row out(most + rows::spare);
  less before;
  const auto* const end =
      rows({a.data() + a.size(), b.data() + b.size()}, before, shared).combine({a.data(), b.data()}, out.data());
  const auto count = static_cast<std::size_t>(end - out.data());
  CHECK(count <= most);
  out.resize(count);
  return out;
}

// In each of the ways of going on, and by trying both.
template <row_operation Op>
row combined(const row& a, const row& b) {
  row steady = combined<Op>(a, b, nullptr);
  for (const bool jumps : {true, false}) {
    foresight shared{.jumps = jumps};
    CHECK(combined<Op>(a, b, &shared) == steady);
  }
  return steady;
}

bool included(const row& a, const row& b, std::size_t pieces) {
  less before;
  bool all = true;
  for (std::size_t k = 0; k != pieces; ++k) {
    const std::size_t begin = b.size() * k / pieces;
    const std::size_t end = b.size() * (k + 1) / pieces;
    if (begin != end)
      all &= row_inclusion<std::uint32_t, less>(a.data(), a.data() + a.size(), before).holds(b.data(), begin, end);
  }
  return all;
}

template <class Algorithm>
row by_standard(const row& a, const row& b, Algorithm algorithm) {
  row out;
  algorithm(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

void check_all(const row& a, const row& b) {
  CHECK(combined<row_operation::merged>(a, b) == by_standard(a, b, [](auto... i) { std::merge(i...); }));
  CHECK(combined<row_operation::united>(a, b) == by_standard(a, b, [](auto... i) { std::set_union(i...); }));
  CHECK(combined<row_operation::intersected>(a, b) ==
        by_standard(a, b, [](auto... i) { std::set_intersection(i...); }));
  CHECK(combined<row_operation::subtracted>(a, b) == by_standard(a, b, [](auto... i) { std::set_difference(i...); }));
  CHECK(combined<row_operation::symmetric>(a, b) ==
        by_standard(a, b, [](auto... i) { std::set_symmetric_difference(i...); }));
  for (const std::size_t pieces : {1, 2, 7}) {
    CHECK(included(a, b, pieces) == std::includes(a.begin(), a.end(), b.begin(), b.end()));
    CHECK(included(b, a, pieces) == std::includes(b.begin(), b.end(), a.begin(), a.end()));
  }
}

row numbers(std::mt19937& random, std::size_t count, std::uint32_t values) {
  row made(count);
  for (auto& x : made) x = static_cast<std::uint32_t>(random() % values);
  return made;
}

}  // namespace

TEST_CASE("rows of any lengths and as many equal items as you like are what the standard library makes of them") {
  std::mt19937 random(7);
  for (const std::size_t a : {0, 1, 10, 97, 1000, 20'000})
    for (const std::size_t b : {0, 1, 30, 200, 3000, 20'000})
      for (const std::uint32_t values : {1U, 3U, 50U, 5000U, 4'000'000'000U}) {
        row first = numbers(random, a, values);
        row second = numbers(random, b, values);
        std::sort(first.begin(), first.end());
        std::sort(second.begin(), second.end());
        check_all(first, second);
      }
}

TEST_CASE("a part of a row is included in it, and is not when one item of it is changed") {
  std::mt19937 random(11);
  for (const std::size_t every : {1, 2, 40}) {
    row all = numbers(random, 30'000, 60'000);
    std::sort(all.begin(), all.end());
    row part;
    for (std::size_t i = 0; i < all.size(); i += 1 + random() % every) part.push_back(all[i]);
    check_all(all, part);
    part[part.size() / 2] += part[part.size() / 2] == part[part.size() / 2 + 1] ? 0 : 1;
    std::sort(part.begin(), part.end());
    check_all(all, part);
  }
}

TEST_CASE("rows that lie side by side, and rows whose parts take turns, are copied in long pieces") {
  row first(5000), second(9000), turns(9000);
  for (std::uint32_t i = 0; i != 5000; ++i) first[i] = i / 1000 * 2000 + i % 1000;
  for (std::uint32_t i = 0; i != 9000; ++i) second[i] = 100'000 + i, turns[i] = i / 1000 * 2000 + 1000 + i % 1000;
  check_all(first, second);
  check_all(second, first);
  check_all(first, turns);
}

TEST_CASE("rows that are not in order leave no more than there is room for") {
  std::mt19937 random(3);
  for (const std::size_t a : {50, 500, 20'000})
    for (const std::size_t b : {50, 900, 20'000}) {
      const row first = numbers(random, a, 1000);
      const row second = numbers(random, b, 1000);
      for (const bool jumps : {false, true}) {
        foresight shared{.jumps = jumps};
        CHECK(combined<row_operation::merged>(first, second, &shared).size() == a + b);
        (void)combined<row_operation::united>(first, second, &shared);
        (void)combined<row_operation::intersected>(first, second, &shared);
        (void)combined<row_operation::subtracted>(first, second, &shared);
        (void)combined<row_operation::symmetric>(first, second, &shared);
      }
      (void)included(first, second, 3);
    }
}
