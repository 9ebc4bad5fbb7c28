// In the explorer nobody is ever waiting for a CPU: a thread that does nothing is stuck.
#include "pool/holders.hpp"

namespace berth::impl {

void holders::set_busy(bool) {}
bool holders::any_runnable() const { return false; }
void holders::clear(bool) {}

}  // namespace berth::impl
