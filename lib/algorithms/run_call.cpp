#include <berth/detail/call.hpp>

namespace berth::detail {

void run_call(const call& c) { c.leaf(c.body, 0, c.items); }

}  // namespace berth::detail
