#pragma once
// Arithmetic on quotas, exact: ratios are compared and rounded as integers of 128 bits.

#include <optional>
#include <string>

#include "berth/configure.hpp"
#include "environment/cgroup_facts.hpp"
#include "environment/cpu_list.hpp"

namespace berth::impl {

/// The tightest limited level; of equally tight ones the one nearest the leaf. Null where no level has a limit.
[[nodiscard]] const quota_level* find_tightest(const cgroup_facts& facts);

/// limited: some level has a valid limit. none: a mount shows every level from the group up to the namespace's root,
/// all of them could be read, and none has one. unknown: everything else.
[[nodiscard]] quota_state judge(const cgroup_facts& facts);

/// cpus x share as a number of threads, at least 1. The ratio is amount / per.
[[nodiscard]] int threads_for(long long amount, long long per, fraction share, quota_rounding rounding);

/// "1.50"
[[nodiscard]] std::string format_cpus(long long amount, long long per);

[[nodiscard]] const char* to_word(quota_state state);
[[nodiscard]] const char* to_word(quota_rounding rounding);

}  // namespace berth::impl
