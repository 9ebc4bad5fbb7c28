#pragma once
// Values for properties, from a cheap generator of our own: rapidcheck's vectors of thousands take longer than all the
// rest.
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace berth_tests {

inline std::uint64_t scrambled(std::uint64_t x) {
  x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15u;
  return x ^ (x >> 29);
}

// Mostly short, at times long enough for several leaves and pieces.
inline std::size_t any_size(std::size_t most = 100'000) {
  return *rc::gen::oneOf(rc::gen::inRange<std::size_t>(0, 70), rc::gen::inRange<std::size_t>(0, 3000),
                         rc::gen::inRange<std::size_t>(0, most));
}

template <class Make>
auto made(std::size_t count, Make make) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  std::vector<decltype(make(std::uint64_t{}))> values;
  values.reserve(count);
  for (std::size_t i = 0; i != count; ++i) values.push_back(make(scrambled(seed + i * 77777)));
  return values;
}

inline double some_double(std::uint64_t x) { return static_cast<double>(x % 1000003) * 1.37e-3 - 300; }
inline std::string some_string(std::uint64_t x) { return std::string(x % 5, static_cast<char>('a' + x % 26)); }

template <class T>
bool same_bits(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

}  // namespace berth_tests
