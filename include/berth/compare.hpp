#pragma once
#include <berth/detail/export.hpp>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

namespace berth {

enum class verdict { keep_parallel, keep_sequential, no_difference };

// What compare() found. Times are medians of one call, in nanoseconds of wall time.
struct comparison {
  double sequential = 0;        // nanoseconds a call
  double sequential_again = 0;  // the same code measured once more: how far the two differ is noise
  double parallel = 0;          // nanoseconds a call
  double ratio = 1;             // parallel / sequential, the median over the rounds; below 1 parallel is faster
  double noise = 0;             // a ratio this close to 1 means nothing
  std::size_t rounds = 0;       // how often each was measured
  std::size_t calls = 0;        // calls in one measurement
  berth::verdict verdict = berth::verdict::no_difference;

  // The table "sequential, sequential again, parallel" with times and ratios, and the verdict in words.
  [[nodiscard]] BERTH_API std::string to_text() const;
};

struct compare_settings {
  double seconds = 1.0;  // about how long the whole comparison may take; at least `least_rounds` are run anyway
  std::size_t least_rounds = 15;  // rounds of sequential, sequential again and parallel; at least 1
};

}  // namespace berth

namespace berth::detail {

struct timed {
  void (*run)(void*);
  void* body;
};

template <class F>
timed timed_call(F& f) {
  return {[](void* body) { static_cast<void>((*static_cast<F*>(body))()); },
          const_cast<void*>(static_cast<const void*>(&f))};
}

BERTH_API comparison compare(timed sequential, timed parallel, bool force, const compare_settings& settings);

}  // namespace berth::detail

namespace berth {

// Whether some code is worth running in parallel, on this machine and under its present load.
//
//   std::puts(berth::compare([&] { return berth::map(rows, price); }).to_text().c_str());
//
// compare(f) runs f as it is, and with every berth call inside it forced to a plain loop (berth::sequential_scope).
// compare(sequential, parallel) runs two functions that do the same work; neither is forced.
// The runs are interleaved, in an order that changes from round to round; short functions are called several times a
// measurement. What they return is dropped.
// Waits: blocks the thread for about settings.seconds; longer where 3 * least_rounds + 2 calls take longer.
// Throws: what the functions throw. Thread-safety: any thread; two comparisons at a time disturb each other.
// Method: the verdict is drawn from the median of the rounds' ratios against twice the standard error of that median
//   and against the ratio of the two sequential measurements, whichever is larger, and 1 % at least.
template <class F>
  requires std::is_invocable_v<F&>
[[nodiscard]] comparison compare(F&& both, const compare_settings& settings = {}) {
  return detail::compare(detail::timed_call(both), detail::timed_call(both), true, settings);
}

template <class Sequential, class Parallel>
  requires std::is_invocable_v<Sequential&> && std::is_invocable_v<Parallel&>
[[nodiscard]] comparison compare(Sequential&& sequential, Parallel&& parallel, const compare_settings& settings = {}) {
  return detail::compare(detail::timed_call(sequential), detail::timed_call(parallel), false, settings);
}

}  // namespace berth
