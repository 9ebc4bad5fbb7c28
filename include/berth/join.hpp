#pragma once
#include <berth/detail/call.hpp>
#include <concepts>
#include <cstddef>
#include <new>
#include <source_location>
#include <tuple>
#include <type_traits>
#include <utility>

namespace berth {

// What a function that returns void gives to join's tuple, so that positions match.
struct nothing {
  friend constexpr bool operator==(nothing, nothing) { return true; }
};

}  // namespace berth

namespace berth::detail {

template <class... F>
inline constexpr bool joinable = (std::invocable<F&> && ...);
template <class F>
inline constexpr bool gives_nothing = std::is_void_v<std::invoke_result_t<F&>>;
template <class F>
using joined = std::conditional_t<gives_nothing<F>, nothing, std::decay_t<std::invoke_result_t<F&>>>;

// One function's result, made where it stays until all are there.
template <class R>
class outcome {
 public:
  outcome() = default;
  outcome(const outcome&) = delete;
  outcome& operator=(const outcome&) = delete;
  ~outcome() {
    if (there_) value().~R();
  }
  template <class F>
  void fill(F& f) {
    if constexpr (gives_nothing<F>) {
      f();
      ::new (static_cast<void*>(bytes_)) R{};
    } else {
      ::new (static_cast<void*>(bytes_)) R(f());
    }
    there_ = true;
  }
  [[nodiscard]] R take() { return std::move(value()); }

 private:
  R& value() { return *std::launder(reinterpret_cast<R*>(bytes_)); }
  alignas(R) unsigned char bytes_[sizeof(R)];
  bool there_ = false;
};

// How many joins the present one lies in. Where a recursion has forked ten times there are a thousand pieces to share
// out: the joins below run in place, but for one in 61, which finds the recursion that is deep and not wide.
inline constinit thread_local unsigned join_depth = 0;
inline constexpr unsigned shared_joins = 10;

class deeper_join {
 public:
  explicit deeper_join(unsigned depth) : before_(join_depth) { join_depth = depth; }
  deeper_join(const deeper_join&) = delete;
  deeper_join& operator=(const deeper_join&) = delete;
  ~deeper_join() { join_depth = before_; }

 private:
  unsigned before_;
};

// In place, and nothing else: what most joins of a recursion are.
template <class F, class G>
auto join_here(F& f, G& g) {
  const deeper_join inside(join_depth + 1);
  if constexpr (gives_nothing<F> && gives_nothing<G>) {
    f();
    g();
  } else if constexpr (gives_nothing<F>) {
    f();
    return std::tuple<nothing, joined<G>>(nothing{}, g());
  } else if constexpr (gives_nothing<G>) {
    joined<F> first = f();
    g();
    return std::tuple<joined<F>, nothing>(std::move(first), nothing{});
  } else {
    joined<F> first = f();
    return std::tuple<joined<F>, joined<G>>(std::move(first), g());
  }
}

template <std::size_t... I, class... F>
auto join_all(std::index_sequence<I...>, const hints& with, const std::source_location& where, F&... f) {
  std::tuple<outcome<joined<F>>...> results;
  const unsigned depth = join_depth + 1;
  auto leaf = [&results, depth, &f...](std::size_t begin, std::size_t end) {
    const deeper_join inside(depth);
    ((begin <= I && I < end ? std::get<I>(results).fill(f) : void()), ...);
  };
  run<(is_erased<F> || ...)>(sizeof...(F), leaf, with, where);
  if constexpr (!(gives_nothing<F> && ...)) return std::tuple<joined<F>...>(std::get<I>(results).take()...);
}

}  // namespace berth::detail

namespace berth {

// Runs f and g, at the same time where that pays, and returns when both are done (fork and join).
//
//   auto [left, right] = berth::join([&] { return sum(first_half); }, [&] { return sum(second_half); });
//
// Shapes: functions without arguments. Where any of them returns something the result is a std::tuple with what each
//   returned, by value and in the order written, and berth::nothing for a function that returns void; where all return
//   void there is no result. More functions than two: the overload below.
// Recursion: made for it. Each function may join again, to any depth; joins that lie more than ten deep run in place,
//   at the price of a few instructions.
// Waits: blocks the thread until all are done; a waiting thread runs functions of this call and of calls made inside
//   it, nothing else.
// Cancellation: hints stop and until, looked at before each function; the call then throws `cancelled` or
//   `deadline_exceeded`.
// Throws: what the first of the failing functions, in the order written, threw; those after it that had not been
//   started are not started. The results of the others are destroyed.
// Thread-safety: the functions may run on different threads, and at the same time.
// Complexity: allocates nothing by itself.
template <class F, class G>
auto join(F&& f, G&& g, std::source_location where = std::source_location::current()) {
  static_assert(detail::joinable<F, G>, "berth::join: the functions must be callable without arguments");
  if (detail::join_depth >= detail::shared_joins && ++detail::calls_unmeasured % detail::measure_one_in != 0)
    return detail::join_here(f, g);
  return detail::join_all(std::index_sequence_for<F, G>{}, no_hints, where, f, g);
}
template <class F, class G>
auto join(F&& f, G&& g, const hints& with, std::source_location where = std::source_location::current()) {
  static_assert(detail::joinable<F, G>, "berth::join: the functions must be callable without arguments");
  return detail::join_all(std::index_sequence_for<F, G>{}, with, where, f, g);
}

// The same for three functions and more. For many of one kind berth::map over them reads better.
template <class F, class G, class H, class... More>
  requires detail::joinable<H, More...>
auto join(F&& f, G&& g, H&& h, More&&... more) {
  static_assert(detail::joinable<F, G>, "berth::join: the functions must be callable without arguments");
  return detail::join_all(std::index_sequence_for<F, G, H, More...>{}, no_hints, std::source_location::current(), f, g,
                          h, more...);
}

}  // namespace berth
