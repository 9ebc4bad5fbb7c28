// Every verb that chooses, against the standard algorithm, while its call is cut into random pieces on several threads.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <berth/copy.hpp>
#include <berth/drop_while.hpp>
#include <berth/fill.hpp>
#include <berth/filter.hpp>
#include <berth/filter_map.hpp>
#include <berth/flat_map.hpp>
#include <berth/generate.hpp>
#include <berth/partition.hpp>
#include <berth/remove_if.hpp>
#include <berth/tabulate.hpp>
#include <berth/take_while.hpp>
#include <berth/unique.hpp>
#include <deque>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "algorithms/any_split.hpp"
#include "algorithms/split_run_call.hpp"
#include "support/scrambled.hpp"

namespace {

using berth_tests::any_split;
using berth_tests::scrambled;
using berth_tests::splitting;

std::size_t any_size() {
  return *rc::gen::oneOf(rc::gen::inRange<std::size_t>(0, 200), rc::gen::inRange<std::size_t>(0, 5000));
}

// From a cheap generator of our own, in a few values so that neighbours are equal at times.
std::vector<int> any_numbers(std::size_t count) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  const auto values = *rc::gen::inRange<std::uint64_t>(1, 9);
  std::vector<int> numbers(count);
  for (std::size_t i = 0; i != count; ++i) numbers[i] = static_cast<int>(scrambled(seed + i * 77777) % values);
  return numbers;
}

std::vector<std::string> as_texts(const std::vector<int>& numbers) {
  std::vector<std::string> texts;
  for (const int n : numbers) texts.push_back(std::string(20, 'x') + std::to_string(n));
  return texts;
}

const auto chosen = [](int v) { return v % 3 != 1; };
const auto chosen_text = [](const std::string& s) { return chosen(s.back()); };

template <class T, class F>
std::vector<T> copied_if(const std::vector<T>& items, F f) {
  std::vector<T> kept;
  std::copy_if(items.begin(), items.end(), std::back_inserter(kept), f);
  return kept;
}

// What a verb on numbers gives, on numbers, on texts and on a deque.
template <class Check>
void on_all_kinds(Check check) {
  CHECK(rc::check([&] {
    const auto numbers = any_numbers(any_size());
    const auto texts = as_texts(numbers);
    const splitting now(any_split());
    check(numbers, chosen);
    check(texts, chosen_text);
  }));
}

struct row {
  std::uint64_t key;
  double values[5];
  bool operator==(const row&) const = default;
};

}  // namespace

TEST_CASE("filter gives what std::copy_if gives, whatever the pieces") {
  on_all_kinds([](const auto& items, auto f) { RC_ASSERT(berth::filter(items, f) == copied_if(items, f)); });
}

TEST_CASE("filter works on rows, flags and deques") {
  CHECK(rc::check([] {
    const auto numbers = any_numbers(any_size());
    const std::deque<int> apart(numbers.begin(), numbers.end());
    std::vector<row> rows;
    std::vector<bool> flags;
    for (const int n : numbers) {
      rows.push_back({static_cast<std::uint64_t>(n), {n * 0.5}});
      flags.push_back(n % 2 == 0);
    }
    const auto by_key = [](const row& r) { return chosen(static_cast<int>(r.key)); };
    const splitting now(any_split());
    RC_ASSERT(berth::filter(apart, chosen) == copied_if(numbers, chosen));
    RC_ASSERT(berth::filter(rows, by_key) == copied_if(rows, by_key));
    const auto set = [](bool b) { return b; };
    RC_ASSERT(berth::filter(flags, set) == copied_if(flags, set));
    RC_ASSERT(berth::filter(std::as_const(flags), set) == copied_if(flags, set));
  }));
}

TEST_CASE("filter_into assigns what is chosen and nothing else, whatever the pieces") {
  on_all_kinds([](const auto& items, auto f) {
    using value = std::ranges::range_value_t<decltype(items)>;
    const auto expected = copied_if(items, f);
    const value untouched{};
    std::vector<value> exact(expected.size());
    RC_ASSERT(berth::filter_into(items, exact, f) == expected.size());
    RC_ASSERT(exact == expected);
    std::deque<value> longer(expected.size() + 3, untouched);
    RC_ASSERT(berth::filter_into(items, longer, f) == expected.size());
    RC_ASSERT(std::equal(expected.begin(), expected.end(), longer.begin()));
    RC_ASSERT(std::count(longer.end() - 3, longer.end(), untouched) == 3);
  });
}

TEST_CASE("filter_into fills an output that is too small, asks about every item, and says both sizes") {
  on_all_kinds([](const auto& items, auto f) {
    using value = std::ranges::range_value_t<decltype(items)>;
    const auto expected = copied_if(items, f);
    if (expected.empty()) return;
    std::vector<value> out(*rc::gen::inRange<std::size_t>(0, expected.size()));
    std::atomic<std::size_t> asked = 0;
    const auto counting = [&](const auto& v) {
      ++asked;
      return f(v);
    };
    try {
      berth::filter_into(items, out, counting);
      RC_FAIL("was not refused");
    } catch (const std::invalid_argument& e) {
      RC_ASSERT(std::string(e.what()) == "berth::filter_into: the output holds " + std::to_string(out.size()) +
                                             " elements, " + std::to_string(expected.size()) + " were chosen");
    }
    RC_ASSERT(asked == items.size());
    RC_ASSERT(std::equal(out.begin(), out.end(), expected.begin()));
  });
}

TEST_CASE("the predicate is asked once about every item") {
  CHECK(rc::check([] {
    const auto numbers = any_numbers(any_size());
    std::atomic<std::size_t> calls = 0;
    const auto counting = [&](int v) {
      ++calls;
      return chosen(v);
    };
    const splitting now(any_split());
    auto changed = numbers;
    (void)berth::filter(numbers, counting);
    (void)berth::partition(numbers, counting);
    berth::remove_if(changed, counting);
    RC_ASSERT(calls == 3 * numbers.size());
  }));
}

TEST_CASE("filter_map keeps what there is, and moves it") {
  CHECK(rc::check([] {
    const auto numbers = any_numbers(any_size());
    const splitting now(any_split());
    const auto halves =
        berth::filter_map(numbers, [](int v) { return chosen(v) ? std::optional(v * 0.5) : std::nullopt; });
    const auto held = berth::filter_map(
        numbers, [](int v) { return chosen(v) ? std::optional(std::make_unique<int>(v)) : std::nullopt; });
    const auto there = berth::filter_map(numbers, [](const int& v) { return chosen(v) ? &v : nullptr; });
    const auto expected = copied_if(numbers, chosen);
    RC_ASSERT(there == expected);
    RC_ASSERT(halves.size() == expected.size());
    RC_ASSERT(held.size() == expected.size());
    for (std::size_t i = 0; i != expected.size(); ++i) {
      RC_ASSERT(halves[i] == expected[i] * 0.5);
      RC_ASSERT(*held[i] == expected[i]);
    }
  }));
}

TEST_CASE("flat_map joins what the function gives, in order") {
  CHECK(rc::check([] {
    const auto numbers = any_numbers(any_size());
    std::vector<int> expected;
    std::vector<std::string> texts;
    std::vector<bool> flags;
    for (const int n : numbers)
      for (int i = 0; i != n; ++i) {
        expected.push_back(i);
        texts.push_back(std::to_string(i));
        flags.push_back(i % 2 == 0);
      }
    const splitting now(any_split());
    RC_ASSERT(berth::flat_map(numbers, [](int n) {
                return berth::tabulate(static_cast<std::size_t>(n), [](auto i) { return static_cast<int>(i); });
              }) == expected);
    RC_ASSERT(berth::flat_map(numbers, [](int n) {
                return berth::tabulate(static_cast<std::size_t>(n), [](auto i) { return std::to_string(i); });
              }) == texts);
    RC_ASSERT(berth::flat_map(numbers, [](int n) {
                return berth::tabulate(static_cast<std::size_t>(n), [](auto i) { return i % 2 == 0; });
              }) == flags);
  }));
}

TEST_CASE("partition is stable on both sides") {
  on_all_kinds([](const auto& items, auto f) {
    const auto [passed, others] = berth::partition(items, f);
    RC_ASSERT(passed == copied_if(items, f));
    RC_ASSERT(others == copied_if(items, [&](const auto& v) { return !f(v); }));
  });
}

TEST_CASE("remove_if leaves what std::erase_if leaves") {
  on_all_kinds([](const auto& items, auto f) {
    auto changed = items;
    std::deque apart(items.begin(), items.end());
    const std::size_t removed = berth::remove_if(changed, f);
    RC_ASSERT(changed == copied_if(items, [&](const auto& v) { return !f(v); }));
    RC_ASSERT(removed == items.size() - changed.size());
    RC_ASSERT(berth::remove_if(apart, f) == removed);
    RC_ASSERT(std::equal(apart.begin(), apart.end(), changed.begin(), changed.end()));
  });
}

TEST_CASE("unique leaves the first of equal neighbours, in place and in a copy") {
  on_all_kinds([](const auto& items, auto) {
    auto expected = items;
    expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
    auto changed = items;
    RC_ASSERT(berth::unique(changed) == items.size() - expected.size());
    RC_ASSERT(changed == expected);
    RC_ASSERT(berth::unique_copy(items) == expected);
    auto all_equal = items;
    berth::unique(all_equal, [](const auto&, const auto&) { return true; });
    RC_ASSERT(all_equal.size() == (items.empty() ? 0u : 1u));
  });
}

TEST_CASE("take_while and drop_while part a range at the first item that fails") {
  CHECK(rc::check([] {
    auto numbers = any_numbers(any_size());
    const std::size_t at = *rc::gen::inRange<std::size_t>(0, numbers.size() + 1);
    if (at != numbers.size()) numbers[at] = 100;
    const splitting now(any_split());
    const auto below = [](int v) { return v < 100; };
    const auto border = numbers.begin() + static_cast<std::ptrdiff_t>(at);
    RC_ASSERT(berth::take_while(numbers, below) == std::vector(numbers.begin(), border));
    RC_ASSERT(berth::drop_while(numbers, below) == std::vector(border, numbers.end()));
    const auto fails_behind = [&](const int& v) {
      if (&v > numbers.data() + at) throw std::out_of_range("behind");
      return v < 100;
    };
    RC_ASSERT(berth::take_while(numbers, fails_behind).size() == at);
  }));
}

TEST_CASE("tables are filled by index, and copied") {
  CHECK(rc::check([] {
    const std::size_t count = any_size();
    const splitting now(any_split());
    const auto squares = berth::tabulate(count, [](std::size_t i) { return i * i; });
    std::vector<std::size_t> generated(count);
    berth::generate(generated, [](std::size_t i) { return i * i; });
    std::deque<std::string> texts(count);
    berth::fill(texts, "same");
    std::deque<std::size_t> copy(count + 1, 7);
    berth::copy(squares, copy);
    for (std::size_t i = 0; i != count; ++i) {
      RC_ASSERT(squares[i] == i * i);
      RC_ASSERT(copy[i] == i * i);
      RC_ASSERT(texts[i] == "same");
    }
    RC_ASSERT(generated == squares);
    RC_ASSERT(copy.back() == 7u);
    berth::fill(generated, 3);
    RC_ASSERT(std::count(generated.begin(), generated.end(), 3u) == static_cast<std::ptrdiff_t>(count));
  }));
}

TEST_CASE("what the lowest-numbered failing item threw comes out of a filter") {
  CHECK(rc::check([] {
    const std::size_t count = any_size() + 1;
    const std::size_t limit = *rc::gen::inRange<std::size_t>(0, count);
    const auto items = berth::tabulate(count, [](std::size_t i) { return i; });
    const auto fails = [limit](std::size_t i) {
      if (i >= limit) throw std::out_of_range(std::to_string(i));
      return i % 2 == 0;
    };
    const splitting now(any_split());
    const auto thrown = [](auto call) {
      try {
        call();
      } catch (const std::out_of_range& e) {
        return std::string(e.what());
      }
      return std::string("nothing");
    };
    auto changed = items;
    RC_ASSERT(thrown([&] { (void)berth::filter(items, fails); }) == std::to_string(limit));
    RC_ASSERT(thrown([&] { (void)berth::partition(items, fails); }) == std::to_string(limit));
    RC_ASSERT(thrown([&] { berth::remove_if(changed, fails); }) == std::to_string(limit));
    RC_ASSERT(changed.size() == count);
  }));
}

TEST_CASE("a filter that is stopped leaks nothing and gives nothing") {
  const auto numbers = berth::tabulate(5000, [](std::size_t i) { return static_cast<int>(i); });
  const auto texts = as_texts(numbers);
  const auto stopped = [](auto call) {
    try {
      call();
      return false;
    } catch (const berth_tests::stopped&) {
      return true;
    }
  };
  for (unsigned seed = 0; seed != 30; ++seed) {
    const splitting now({.seed = seed, .pieces = 40, .stop_after = seed % 5});
    const bool all = seed % 5 != 0;  // so few pieces may be all there are
    CHECK((stopped([&] { (void)berth::filter(numbers, chosen); }) || all));
    CHECK((stopped([&] { (void)berth::filter(texts, chosen_text); }) || all));
    auto changed = texts;
    const bool half_done = stopped([&] { berth::remove_if(changed, chosen_text); });
    CHECK((half_done || all));
    CHECK((changed.size() == texts.size()) == half_done);
  }
}
