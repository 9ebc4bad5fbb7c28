#include <algorithm>
#include <array>
#include <berth/detail/first_occurrence.hpp>
#include <bit>
#include <utility>

namespace berth::detail {
namespace {

constexpr unsigned digit_bits = 11;
constexpr std::size_t few = 64;

std::uint64_t digit(const occurrence& o, unsigned shift) { return (o.first >> shift) & ((1u << digit_bits) - 1); }

void pass(const occurrence* from, occurrence* to, std::size_t count, unsigned shift) {
  std::array<std::size_t, std::size_t{1} << digit_bits> ends{};
  for (std::size_t i = 0; i != count; ++i) ++ends[digit(from[i], shift)];
  std::size_t before = 0;
  for (std::size_t& e : ends) before += std::exchange(e, before);
  for (std::size_t i = 0; i != count; ++i) to[ends[digit(from[i], shift)]++] = from[i];
}

}  // namespace

void sort_by_first(occurrence* groups, occurrence* spare, std::size_t count, std::uint64_t limit) noexcept {
  const auto earlier = [](const occurrence& a, const occurrence& b) { return a.first < b.first; };
  if (count <= few) return std::sort(groups, groups + count, earlier);
  if (std::is_sorted(groups, groups + count, earlier)) return;
  occurrence* from = groups;
  occurrence* to = spare;
  const auto bits = static_cast<unsigned>(std::bit_width(limit));
  for (unsigned shift = 0; shift < bits; shift += digit_bits) {
    pass(from, to, count, shift);
    std::swap(from, to);
  }
  if (from != groups) std::copy(from, from + count, groups);
}

}  // namespace berth::detail
