#include "environment/mountinfo.hpp"

#include <algorithm>
#include <numeric>

#include "environment/scan.hpp"

namespace berth::impl {
namespace {

constexpr int deepest_stack = 1024;  // parents of a mount, followed this far: ids in odd input may form a ring

std::string_view next_field(std::string_view& rest) {
  const auto end = rest.find(' ');
  const auto field = rest.substr(0, end);
  rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  return field;
}

bool skip_optional_fields(std::string_view& rest) {
  while (!rest.empty())
    if (next_field(rest) == "-") return true;
  return false;
}

bool is_octal(char c) { return c >= '0' && c <= '7'; }

bool is_below_or_at(std::string_view path, std::string_view directory) {
  return path.substr(0, directory.size()) == directory &&
         (path.size() == directory.size() || path[directory.size()] == '/');
}

}  // namespace

std::optional<mount_line> parse_mount_line(std::string_view line) {
  std::string_view rest = line;
  const auto id = whole_number(next_field(rest));
  const auto parent = whole_number(next_field(rest));
  if (!id || !parent) return std::nullopt;
  mount_line mount;
  mount.id = *id;
  mount.parent = *parent;
  mount.line = line;
  mount.device = next_field(rest);
  mount.root = next_field(rest);
  mount.point = next_field(rest);
  next_field(rest);  // the mount's own options
  if (mount.point.empty() || mount.point.front() != '/' || !skip_optional_fields(rest)) return std::nullopt;
  mount.type = next_field(rest);
  next_field(rest);  // the source: any text at all
  mount.super_options = rest;
  if (mount.type.empty()) return std::nullopt;
  return mount;
}

std::string unescape_mount_field(std::string_view field) {
  std::string text;
  text.reserve(field.size());
  for (std::size_t i = 0; i < field.size(); ++i) {
    const bool escaped = field[i] == '\\' && i + 3 < field.size() && field[i + 1] <= '3' && is_octal(field[i + 1]) &&
                         is_octal(field[i + 2]) && is_octal(field[i + 3]);
    if (!escaped) {
      text += field[i];
      continue;
    }
    text += static_cast<char>((field[i + 1] - '0') * 64 + (field[i + 2] - '0') * 8 + (field[i + 3] - '0'));
    i += 3;
  }
  return text;
}

bool carries_controller(const mount_line& mount, std::string_view controller) {
  bool found = false;
  for_each_piece(mount.super_options, ',', [&](std::string_view one) { found = found || one == controller; });
  return found;
}

mount_table::mount_table(std::string_view text) {
  for_each_line(text, [&](std::string_view line) {
    if (const auto mount = parse_mount_line(line)) lines_.push_back(*mount);
  });
  by_parent_.resize(lines_.size());
  std::iota(by_parent_.begin(), by_parent_.end(), std::size_t{0});
  by_id_ = by_parent_;
  std::stable_sort(by_parent_.begin(), by_parent_.end(),
                   [&](std::size_t a, std::size_t b) { return lines_[a].parent < lines_[b].parent; });
  std::stable_sort(by_id_.begin(), by_id_.end(),
                   [&](std::size_t a, std::size_t b) { return lines_[a].id < lines_[b].id; });
}

template <class F>
bool mount_table::any_child_of(std::int64_t id, F f) const {
  auto at = std::lower_bound(by_parent_.begin(), by_parent_.end(), id,
                             [&](std::size_t index, std::int64_t wanted) { return lines_[index].parent < wanted; });
  for (; at != by_parent_.end() && lines_[*at].parent == id; ++at)
    if (f(*at)) return true;
  return false;
}

std::optional<std::size_t> mount_table::parent_of(std::size_t index) const {
  const std::int64_t wanted = lines_[index].parent;
  const auto at = std::lower_bound(by_id_.begin(), by_id_.end(), wanted,
                                   [&](std::size_t i, std::int64_t id) { return lines_[i].id < id; });
  if (at == by_id_.end() || lines_[*at].id != wanted || *at == index) return std::nullopt;
  return *at;
}

// A sibling at a directory above hides what was mounted below it before; at the same point the later one is on top.
// "/" is left out: what lies over the process's own root is not on any path that it resolves.
bool mount_table::hidden_by_sibling(std::size_t index) const {
  const mount_line& mount = lines_[index];
  return any_child_of(mount.parent, [&](std::size_t other) {
    const std::string_view point = lines_[other].point;
    if (other == index || point == "/" || lines_[other].id == mount.id) return false;
    return is_below_or_at(mount.point, point) && (point != mount.point || other > index);
  });
}

bool mount_table::is_covered(std::size_t index) const {
  const std::string_view point = lines_[index].point;
  if (any_child_of(lines_[index].id, [&](std::size_t other) { return other != index && lines_[other].point == point; }))
    return true;
  std::optional<std::size_t> at = index;
  for (int depth = 0; at && depth < deepest_stack; ++depth) {
    if (hidden_by_sibling(*at)) return true;
    at = parent_of(*at);
  }
  return false;
}

}  // namespace berth::impl
