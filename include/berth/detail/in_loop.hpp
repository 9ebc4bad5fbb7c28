#pragma once
#include <type_traits>

namespace berth::detail {

// Whether a loop may call a copy of f. Nobody can tell the difference where f is small, trivially copyable and callable
// as const; the compiler can: through a reference it has to read what f has captured again after every store.
template <class F, class... Arguments>
consteval bool is_copied_for_loop() {
  if constexpr (std::is_object_v<F> && std::is_trivially_copyable_v<F> && std::is_copy_constructible_v<F>)
    return sizeof(F) <= 64 && std::is_invocable_v<const F&, Arguments...>;
  else
    return false;
}

// The type of the variable by which a leaf's loop calls f.
template <class F, class... Arguments>
using in_loop = std::conditional_t<is_copied_for_loop<F, Arguments...>(), F, F&>;

}  // namespace berth::detail
