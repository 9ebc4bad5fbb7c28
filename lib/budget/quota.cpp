#include "budget/quota.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace berth::impl {
namespace {

__extension__ typedef __int128 wide;  // NOLINT(modernize-use-using): an alias cannot say __extension__

bool is_tighter(const quota_level& a, const quota_level& b) {
  const wide left = wide{a.quota_us} * b.period_us;
  const wide right = wide{b.quota_us} * a.period_us;
  return left < right || (left == right && a.distance < b.distance);
}

bool is_broken(const quota_level& level) {
  return level.kind == level_kind::malformed || level.kind == level_kind::unreadable ||
         level.kind == level_kind::no_directory;
}

// The last level of a mount is its root. Below the hierarchy's own root a directory that is gone limits nothing; below
// any other it may be one that is hidden.
bool shows_that_there_is_none(const cgroup_facts& facts, std::size_t mount) {
  const cgroup_mount& seen = facts.mounts[mount];
  if (seen.view != mount_view::shows || seen.hidden_above) return false;
  const quota_level* top = nullptr;
  for (const quota_level& level : facts.levels) {
    if (level.mount != mount) continue;
    const bool gone = level.kind == level_kind::no_directory && seen.at_hierarchy_root;
    if (is_broken(level) && !gone) return false;
    top = &level;
  }
  return top != nullptr && (top->kind == level_kind::unlimited || seen.at_hierarchy_root);
}

bool has_broken_ancestor(const cgroup_facts& facts) {
  return std::any_of(facts.levels.begin(), facts.levels.end(), [&](const quota_level& level) {
    return is_broken(level) && facts.mounts[level.mount].view == mount_view::ancestor;
  });
}

}  // namespace

const quota_level* find_tightest(const cgroup_facts& facts) {
  const quota_level* tightest = nullptr;
  for (const quota_level& level : facts.levels)
    if (level.kind == level_kind::limited && (tightest == nullptr || is_tighter(level, *tightest))) tightest = &level;
  return tightest;
}

quota_state judge(const cgroup_facts& facts) {
  if (find_tightest(facts) != nullptr) return quota_state::limited;
  if (facts.assumed_mounts || has_broken_ancestor(facts)) return quota_state::unknown;
  for (std::size_t i = 0; i < facts.mounts.size(); ++i)
    if (shows_that_there_is_none(facts, i)) return quota_state::none;
  return quota_state::unknown;
}

int threads_for(long long amount, long long per, fraction share, quota_rounding rounding) {
  const wide above = wide{amount} * share.numerator;
  const wide below = wide{per} * share.denominator;
  wide threads = above / below;
  const wide rest = above % below;
  if (rounding == quota_rounding::up && rest > 0) ++threads;
  if (rounding == quota_rounding::nearest && rest * 2 >= below) ++threads;
  return static_cast<int>(std::clamp<wide>(threads, 1, cpu_list::highest));
}

std::string format_cpus(long long amount, long long per) {
  const double cpus = static_cast<double>(amount) / static_cast<double>(per);
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), cpus < 0.01 ? "%.3g" : "%.2f", cpus);
  return text.data();
}

const char* to_word(quota_state state) {
  switch (state) {
    case quota_state::limited: return "limited";
    case quota_state::none: return "none";
    case quota_state::unknown: break;
  }
  return "unknown";
}

const char* to_word(quota_rounding rounding) {
  switch (rounding) {
    case quota_rounding::down: return "down";
    case quota_rounding::nearest: return "nearest";
    case quota_rounding::up: break;
  }
  return "up";
}

}  // namespace berth::impl
