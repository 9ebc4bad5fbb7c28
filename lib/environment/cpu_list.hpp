#pragma once
// A set of CPU numbers as the kernel writes it: "0-3,8". Kept as ranges, so that a large number costs nothing.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace berth::impl {

class cpu_list {
 public:
  static constexpr int highest = (1 << 20) - 1;  ///< far above any kernel's limit; a bound for odd input

  /// None for anything but numbers and rising ranges up to `highest`. Blanks around the whole are allowed, "" is empty.
  [[nodiscard]] static std::optional<cpu_list> parse(std::string_view text);

  /// From the words of a mask as sched_getaffinity fills it.
  [[nodiscard]] static cpu_list from_mask(const std::vector<unsigned long>& words);

  [[nodiscard]] int count() const;
  [[nodiscard]] bool empty() const { return ranges_.empty(); }
  [[nodiscard]] bool contains(int cpu) const;
  [[nodiscard]] bool contains_all_of(const cpu_list& other) const;
  [[nodiscard]] int last() const { return ranges_.empty() ? -1 : ranges_.back().last; }
  [[nodiscard]] std::string to_string() const;

  friend bool operator==(const cpu_list&, const cpu_list&) = default;

 private:
  struct range {
    int first;
    int last;
    friend bool operator==(const range&, const range&) = default;
  };
  void normalise();
  std::vector<range> ranges_;  // sorted, disjoint, never touching
};

}  // namespace berth::impl
