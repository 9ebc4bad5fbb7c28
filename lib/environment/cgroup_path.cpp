#include "environment/cgroup_path.hpp"

#include <algorithm>
#include <vector>

#include "environment/scan.hpp"

namespace berth::impl {
namespace {

// Deeper than the kernel can print in one path; a bound for odd input.
constexpr std::size_t deepest = 2048;

struct split_path {
  int ups = 0;
  std::vector<std::string_view> names;
  bool sane = true;  ///< absolute, no ".." after a name, not absurdly deep
};

split_path split(std::string_view path) {
  split_path parts;
  parts.sane = !path.empty() && path.front() == '/';
  for_each_piece(path, '/', [&](std::string_view name) {
    if (name.empty() || !parts.sane) return;
    if (name != "..")
      parts.names.push_back(name);
    else if (parts.names.empty())
      ++parts.ups;
    else
      parts.sane = false;
    parts.sane = parts.sane && parts.names.size() + static_cast<std::size_t>(parts.ups) <= deepest;
  });
  return parts;
}

bool begins_with(const std::vector<std::string_view>& names, const std::vector<std::string_view>& prefix) {
  return prefix.size() <= names.size() && std::equal(prefix.begin(), prefix.end(), names.begin());
}

std::string join(const std::vector<std::string_view>& names, std::size_t from) {
  std::string text;
  for (std::size_t i = from; i < names.size(); ++i) {
    if (i > from) text += '/';
    text += names[i];
  }
  return text;
}

}  // namespace

path_relation relate(std::string_view mount_root, std::string_view group_path) {
  const split_path root = split(mount_root);
  const split_path path = split(group_path);
  if (!root.sane || !path.sane) return {};
  if (root.ups == path.ups && begins_with(path.names, root.names))
    return {mount_view::shows, join(path.names, root.names.size()), 0, !root.names.empty()};
  if (root.ups > path.ups && root.names.empty())
    return {mount_view::ancestor, "", static_cast<int>(path.names.size()) + root.ups - path.ups, true};
  return {};
}

}  // namespace berth::impl
