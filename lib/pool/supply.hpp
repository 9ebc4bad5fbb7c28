#pragma once
// The seam to whoever lends threads. Nothing above it knows TBB. A lent thread runs the function it was given until the
// function returns; it then belongs to its lender again.
#include <cstdint>
#include <memory>
#include <string>

namespace berth::impl {

class supply {
 public:
  using resident = void(void* argument);

  virtual ~supply() = default;

  // Asks for one thread to run fn(argument). Does not wait for it, and it may start late or never: nobody may wait for
  // a lent thread that has not said that it is there. False when no thread can be had; never throws.
  virtual bool lend(resident* fn, void* argument) noexcept = 0;

  // How many threads it can lend at a moment. May shrink while the process runs (a foreign limit, threads refused).
  [[nodiscard]] virtual std::uint32_t capacity() const noexcept = 0;

  [[nodiscard]] virtual const char* name() const noexcept = 0;

  // In words, why capacity() is less than was asked for; empty if it is not.
  [[nodiscard]] virtual std::string shortfall() const { return {}; }
};

// oneTBB's worker threads. Null where TBB may not be used: a forked child, whose TBB never restarts.
std::unique_ptr<supply> make_tbb_supply(std::uint32_t threads, bool numa);

// Threads of our own: where TBB cannot serve, for the thread that starts the pool, and for a server under a budget
// of 1. Null where there is no memory for it: asked for while a call is hung out, it must not throw.
std::unique_ptr<supply> make_own_supply(std::uint32_t threads) noexcept;

}  // namespace berth::impl
