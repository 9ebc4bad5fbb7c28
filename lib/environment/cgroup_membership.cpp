#include "environment/cgroup_membership.hpp"

#include "environment/scan.hpp"

namespace berth::impl {
namespace {

bool names(std::string_view controllers, std::string_view wanted) {
  bool found = false;
  for_each_piece(controllers, ',', [&](std::string_view one) { found = found || one == wanted; });
  return found;
}

cgroup_membership member(int version, std::string_view path, std::string_view line) {
  return {version, std::string(path), std::string(line)};
}

}  // namespace

std::optional<cgroup_membership> parse_membership(std::string_view text, std::string_view controller) {
  std::optional<cgroup_membership> v1, v2;
  for_each_line(text, [&](std::string_view line) {
    const auto first = line.find(':');
    const auto second = first == std::string_view::npos ? first : line.find(':', first + 1);
    if (second == std::string_view::npos) return;
    const auto controllers = line.substr(first + 1, second - first - 1);
    const auto path = line.substr(second + 1);
    if (path.empty() || path.front() != '/') return;
    if (!v1 && names(controllers, controller)) v1 = member(1, path, line);
    if (!v2 && line.substr(0, first) == "0" && controllers.empty()) v2 = member(2, path, line);
  });
  return v1 ? v1 : v2;
}

}  // namespace berth::impl
