#include "environment/cpu_list.hpp"

#include <algorithm>

#include "environment/scan.hpp"

namespace berth::impl {

std::optional<cpu_list> cpu_list::parse(std::string_view text) {
  cpu_list list;
  text = trim(text);
  if (text.empty()) return list;
  bool good = true;
  for_each_piece(text, ',', [&](std::string_view piece) {
    const auto dash = piece.find('-');
    const auto first = whole_number(piece.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : whole_number(piece.substr(dash + 1));
    good = good && first && last && *first <= *last && *last <= highest;
    if (good) list.ranges_.push_back({static_cast<int>(*first), static_cast<int>(*last)});
  });
  if (!good) return std::nullopt;
  list.normalise();
  return list;
}

cpu_list cpu_list::from_mask(const std::vector<unsigned long>& words) {
  constexpr int width = static_cast<int>(8 * sizeof(unsigned long));
  cpu_list list;
  for (std::size_t word = 0; word < words.size(); ++word)
    for (int bit = 0; bit < width; ++bit) {
      if (((words[word] >> bit) & 1UL) == 0) continue;
      const int cpu = static_cast<int>(word) * width + bit;
      if (!list.ranges_.empty() && list.ranges_.back().last == cpu - 1)
        list.ranges_.back().last = cpu;
      else
        list.ranges_.push_back({cpu, cpu});
    }
  return list;
}

void cpu_list::normalise() {
  std::sort(ranges_.begin(), ranges_.end(), [](const range& a, const range& b) { return a.first < b.first; });
  std::vector<range> merged;
  for (const range& r : ranges_) {
    if (!merged.empty() && r.first <= merged.back().last + 1)
      merged.back().last = std::max(merged.back().last, r.last);
    else
      merged.push_back(r);
  }
  ranges_ = std::move(merged);
}

int cpu_list::count() const {
  int total = 0;
  for (const range& r : ranges_) total += r.last - r.first + 1;
  return total;
}

bool cpu_list::contains(int cpu) const {
  return std::any_of(ranges_.begin(), ranges_.end(), [&](const range& r) { return r.first <= cpu && cpu <= r.last; });
}

bool cpu_list::contains_all_of(const cpu_list& other) const {
  return std::all_of(other.ranges_.begin(), other.ranges_.end(), [&](const range& wanted) {
    return std::any_of(ranges_.begin(), ranges_.end(),
                       [&](const range& r) { return r.first <= wanted.first && wanted.last <= r.last; });
  });
}

std::string cpu_list::to_string() const {
  std::string text;
  for (const range& r : ranges_) {
    if (!text.empty()) text += ',';
    text += std::to_string(r.first);
    if (r.last > r.first) text += '-' + std::to_string(r.last);
  }
  return text;
}

}  // namespace berth::impl
