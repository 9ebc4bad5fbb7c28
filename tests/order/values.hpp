#pragma once
// Sizes on both sides of every division, and values in the patterns that sorts are known to fear.
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

namespace berth_tests {

inline std::uint64_t scrambled(std::uint64_t x) {
  x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9u;
  return x ^ (x >> 32);
}

inline std::size_t any_size(std::size_t most = 100'000) {
  return *rc::gen::oneOf(rc::gen::inRange<std::size_t>(0, 40), rc::gen::inRange<std::size_t>(0, 1000),
                         rc::gen::inRange<std::size_t>(3000, 20'000), rc::gen::inRange<std::size_t>(0, most));
}

__extension__ using wide_integer = __int128;

enum class pattern { random, few, same, rising, falling, saw, rising_but_one };

inline pattern any_pattern() {
  return *rc::gen::element(pattern::random, pattern::random, pattern::few, pattern::same, pattern::rising,
                           pattern::falling, pattern::saw, pattern::rising_but_one);
}

// Value i of `count` in a pattern.
inline std::uint64_t patterned(pattern p, std::uint64_t seed, std::size_t i, std::size_t count) {
  switch (p) {
    case pattern::random: return scrambled(seed + i);
    case pattern::few: return scrambled(seed + i) % 7;
    case pattern::same: return 5;
    case pattern::rising: return i;
    case pattern::falling: return count - i;
    case pattern::saw: return i % 1000;
    default: return i + 1 == count ? 0 : i + 1;
  }
}

template <class Make>
auto values(std::size_t count, Make make) {
  const pattern p = any_pattern();
  const auto seed = *rc::gen::arbitrary<std::uint32_t>() * std::uint64_t{1'000'003};
  std::vector<decltype(make(std::uint64_t{}))> made;
  made.reserve(count);
  for (std::size_t i = 0; i != count; ++i) made.push_back(make(patterned(p, seed, i, count)));
  return made;
}

// Properties run a few times only: sizes are large, and the thread sanitizer looks at every access.
#if defined(__SANITIZE_THREAD__)
inline constexpr int most_times = 4;
#else
inline constexpr int most_times = 15;
#endif

template <class Property>
void holds(Property property, int times = most_times) {
  rc::detail::TestParams parameters = rc::detail::configuration().testParams;
  parameters.maxSuccess = std::min(times, most_times);
  const auto result = rc::detail::checkTestable(property, rc::detail::TestMetadata(), parameters);
  if (!result.template is<rc::detail::SuccessResult>()) {
    std::ostringstream text;
    rc::detail::printResultMessage(result, text);
    FAIL(text.str());
  }
}

}  // namespace berth_tests
