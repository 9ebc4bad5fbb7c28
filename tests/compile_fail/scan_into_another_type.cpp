// error: berth::inclusive_scan_into: the output's elements must be of the range's element type
#include <berth/inclusive_scan.hpp>
#include <vector>

void f(const std::vector<int>& lengths, std::vector<int>& ends, std::vector<long>& wide) {
#ifdef MUST_FAIL
  berth::inclusive_scan_into(lengths, wide);
#endif
  berth::inclusive_scan_into(lengths, ends);
  berth::inclusive_scan_into(lengths, wide, 0L, std::plus<>{});
}
