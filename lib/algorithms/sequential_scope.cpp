#include <berth/sequential_scope.hpp>

namespace berth {
namespace {

constinit thread_local unsigned depth = 0;

}  // namespace

sequential_scope::sequential_scope() noexcept { ++depth; }
sequential_scope::~sequential_scope() { --depth; }

namespace detail {

bool forced_sequential() noexcept { return depth != 0; }

}  // namespace detail
}  // namespace berth
