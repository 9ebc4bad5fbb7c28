#include "environment/quota_level.hpp"

#include "environment/scan.hpp"

namespace berth::impl {
namespace {

constexpr std::int64_t default_period_us = 100'000;
constexpr std::size_t quoted_at_most = 80;

std::string printable(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  return std::string(text.substr(0, quoted_at_most));
}

quota_level plain(level_kind kind, std::string note) {
  quota_level level;
  level.kind = kind;
  level.note = std::move(note);
  return level;
}

bool is_negative(std::string_view text) { return text.size() > 1 && text[0] == '-' && whole_number(text.substr(1)); }

quota_level limited(std::optional<std::int64_t> quota, std::optional<std::int64_t> period) {
  if (!quota || !period) return plain(level_kind::malformed, "not two numbers of at most 64 bits");
  if (*quota == 0) return plain(level_kind::malformed, "a quota of 0");
  if (*period == 0) return plain(level_kind::malformed, "a period of 0");
  quota_level level = plain(level_kind::limited, "");
  level.quota_us = *quota;
  level.period_us = *period;
  return level;
}

quota_level parse_max(std::string_view text) {
  text = trim(text);
  if (text.empty()) return plain(level_kind::malformed, "empty");
  const auto blank = text.find_first_of(" \t");
  const auto quota = text.substr(0, blank);
  std::optional<std::int64_t> period = default_period_us;
  if (blank != std::string_view::npos) period = whole_number(trim(text.substr(blank)));
  if (!period) return plain(level_kind::malformed, "not two numbers of at most 64 bits");
  if (quota == "max" || is_negative(quota)) return plain(level_kind::unlimited, "no limit");
  quota_level level = limited(whole_number(quota), period);
  if (level.kind == level_kind::limited && blank == std::string_view::npos)
    level.note = "no period: 100000 us is the default";
  return level;
}

quota_level parse_v1(std::string_view quota, std::optional<std::string_view> period) {
  quota = trim(quota);
  if (quota.empty()) return plain(level_kind::malformed, "empty");
  if (is_negative(quota)) return plain(level_kind::unlimited, "no limit");
  if (!period) return plain(level_kind::malformed, "a quota without a period");
  return limited(whole_number(quota), whole_number(trim(*period)));
}

quota_level not_read(const file_tree& tree, const std::string& dir, const char* file, file_status status) {
  const std::string name(file);
  if (status != file_status::missing) return plain(level_kind::unreadable, name + ": " + describe(status));
  if (tree.is_directory(dir.empty() ? "/" : dir))
    return plain(level_kind::absent, "no " + name + ": the controller is not enabled here");
  return plain(level_kind::no_directory, "no such directory");
}

quota_level read_v2(const file_tree& tree, const std::string& dir) {
  std::string text;
  const file_status status = tree.read(dir + "/cpu.max", text, 4096);
  return status == file_status::ok ? parse_cpu_max(text) : not_read(tree, dir, "cpu.max", status);
}

quota_level read_v1(const file_tree& tree, const std::string& dir) {
  std::string quota, period;
  const file_status status = tree.read(dir + "/cpu.cfs_quota_us", quota, 4096);
  if (status != file_status::ok) return not_read(tree, dir, "cpu.cfs_quota_us", status);
  if (tree.read(dir + "/cpu.cfs_period_us", period, 4096) != file_status::ok) return parse_cfs(quota, std::nullopt);
  return parse_cfs(quota, period);
}

}  // namespace

quota_level parse_cpu_max(std::string_view text) {
  quota_level level = parse_max(text);
  level.raw = printable(text);
  return level;
}

quota_level parse_cfs(std::string_view quota, std::optional<std::string_view> period) {
  quota_level level = parse_v1(quota, period);
  level.raw = printable(quota);
  if (period) *level.raw += " " + printable(*period);
  return level;
}

quota_level read_quota_level(const file_tree& tree, int version, const std::string& dir) {
  quota_level level = version == 1 ? read_v1(tree, dir) : read_v2(tree, dir);
  level.dir = dir.empty() ? "/" : dir;
  return level;
}

}  // namespace berth::impl
