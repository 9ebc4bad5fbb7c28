#include "environment/memory_limit.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "environment/cgroup_facts.hpp"
#include "environment/scan.hpp"

namespace berth::impl {
namespace {

// A v1 group without a limit has one of nearly 2^63, which limits nothing.
void lower_to_limits_in(const file_tree& tree, const std::string& dir, std::optional<std::uint64_t>& least) {
  static constexpr std::array<const char*, 3> names{"/memory.max", "/memory.high", "/memory.limit_in_bytes"};
  std::string text;
  for (const char* name : names) {
    if (tree.read(dir + name, text) != file_status::ok) continue;
    if (const auto bytes = whole_number(trim(text)))  // "max" is none
      least = std::min(least.value_or(~std::uint64_t{0}), static_cast<std::uint64_t>(*bytes));
  }
}

}  // namespace

std::optional<std::uint64_t> read_memory_limit(const file_tree& tree) {
  std::optional<std::uint64_t> least;
  auto dir = find_group_directory(tree, "memory");
  // Up to the mount's root, and past it, where no such files are.
  while (dir && !dir->empty()) {
    lower_to_limits_in(tree, *dir, least);
    dir->resize(std::min(dir->size() - 1, dir->rfind('/')));
  }
  return least;
}

}  // namespace berth::impl
