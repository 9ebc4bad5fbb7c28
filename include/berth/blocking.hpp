#pragma once
#include <berth/detail/export.hpp>
#include <utility>

namespace berth {
namespace detail {

// While it lives, this thread's place in the budget belongs to others.
class BERTH_API place_lent {
 public:
  place_lent();
  ~place_lent();
  place_lent(const place_lent&) = delete;
  place_lent& operator=(const place_lent&) = delete;

 private:
  unsigned kind_;
};

}  // namespace detail

// Calls f(), which is going to block (a lock, a socket, a sleep), and lends this thread's place in the budget to other
// calls meanwhile. For bodies of parallel calls; elsewhere it just calls f. Returns what f returns.
//
//   berth::for_each(urls, [](const url& u) { store(berth::blocking([&] { return fetch(u); })); });
//
// Waits: as long as f; taking the place back never waits, so for a moment one thread more than the budget may run.
// Throws: what f throws. Thread-safety: any thread. Cost: two or three atomic operations, and a wake-up if calls queue.
template <class F>
decltype(auto) blocking(F&& f) {
  const detail::place_lent others_may_run;
  return std::forward<F>(f)();
}

}  // namespace berth
