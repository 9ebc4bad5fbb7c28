#include "budget/quota.hpp"
#include "entry.hpp"
#include "environment/group_details.hpp"
#include "environment/quota_level.hpp"

namespace {

void hold(const berth::impl::quota_level& level) {
  using namespace berth::impl;
  if (level.kind != level_kind::limited) return;
  must(level.quota_us > 0 && level.period_us > 0);
  for (const auto rounding : {berth::quota_rounding::up, berth::quota_rounding::down, berth::quota_rounding::nearest})
    must(threads_for(level.quota_us, level.period_us, {1, 8}, rounding) >= 1);
  must(!format_cpus(level.quota_us, level.period_us).empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace berth::impl;
  const auto text = as_text(data, size);
  hold(parse_cpu_max(text));
  const auto half = text.find('\n');
  hold(parse_cfs(text.substr(0, half), half == std::string_view::npos ? "" : text.substr(half + 1)));
  (void)parse_cpu_stat(text);
  return 0;
}
