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

// A pointer to a member as a function of the object, or of what points to one, as std::invoke has it (whose header
// costs more than this one).
template <class Member>
struct through_member {
  through_member(Member m) : member(m) {}  // NOLINT(google-explicit-constructor): a loop's variable is made from f

  template <class Object>
  decltype(auto) operator()(Object&& object) const {
    if constexpr (requires { (static_cast<Object&&>(object).*member)(); })
      return (static_cast<Object&&>(object).*member)();
    else if constexpr (std::is_member_object_pointer_v<Member> && requires { static_cast<Object&&>(object).*member; })
      return static_cast<Object&&>(object).*member;
    else
      return through_member(member)(*object);
  }

  Member member;
};

template <class F, bool Copied>
struct variable_for {
  using type = std::conditional_t<Copied, F, F&>;
};
template <class F, bool Copied>
  requires std::is_member_pointer_v<std::remove_cv_t<F>>
struct variable_for<F, Copied> {
  using type = through_member<std::remove_cv_t<F>>;
};

// The type of the variable by which a leaf's loop calls f.
template <class F, class... Arguments>
using in_loop = typename variable_for<F, is_copied_for_loop<F, Arguments...>()>::type;

}  // namespace berth::detail
