#pragma once
// What a caller may tell berth about a call. Every field is optional knowledge: leave it out and berth measures.
//
//   berth::map(fields, turn, {.item_cost = 8us, .name = "turn fields"});
//   berth::for_each(rows, fix, {.stop = source.get_token(), .until = request_deadline});
//
// Hints never change a result, only where and how long a call runs. A call with `stop` or
// `until` looks at the clock and at them each time: where calls take less than a microsecond, look yourself. A name
// should be a literal, one of a few: each new one is remembered for the life of the process, and only the same pointer
// is known at once. `stop` and `until` are looked at between pieces of at most about 100 us (one item or `grain` items,
// where those take longer); a call that ends early throws `cancelled` or `deadline_exceeded` (berth/errors.hpp). Values
// are copied; a hints object may be kept and shared between threads.
#include <berth/detail/token.hpp>
#include <berth/errors.hpp>  // what a call that is stopped throws: who catches it has it with the verb
#include <cstddef>
#include <cstdint>

namespace berth {

// The expected time of one item. Takes any std::chrono duration; 0 or less means unknown. Resolution: 1 picosecond; at
// most 106 days.
class cost {
 public:
  constexpr cost() = default;
  template <class Rep, class Period, template <class, class> class Duration>
    requires requires { Period::num; }
  constexpr cost(const Duration<Rep, Period>& time)  // NOLINT(google-explicit-constructor): {.item_cost = 80ns}
      : picoseconds_(within_range(static_cast<double>(time.count()) * 1e12 * static_cast<double>(Period::num) /
                                  static_cast<double>(Period::den))) {}
  [[nodiscard]] constexpr std::uint64_t picoseconds() const { return picoseconds_; }

 private:
  static constexpr std::uint64_t most = std::uint64_t{1} << 63;
  static constexpr std::uint64_t within_range(double ps) {
    return ps > 0 ? (ps < static_cast<double>(most) ? static_cast<std::uint64_t>(ps) : most) : 0;
  }

  std::uint64_t picoseconds_ = 0;
};

struct hints {
  cost item_cost{};            // expected time of one item
  const char* name = nullptr;  // what explain() calls this call site; copied when first seen
  std::size_t grain = 0;       // no piece smaller than this many items; 0: berth chooses
  bool sequential = false;     // run as a plain loop on the caller, always
  stop_condition stop{};       // any std::stop_token-like object
  time_limit until{};          // a std::chrono::steady_clock time point
};

// What a verb is told where nothing is said. One constant for all: a temporary would be made anew at every call.
inline constexpr hints no_hints{};

}  // namespace berth
