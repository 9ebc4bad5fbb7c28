#pragma once
// A region is a parallel call while it runs: the range that is left, the gate through which helpers come and go, and
// what went wrong. States and invariants: README.md.
#include <atomic>
#include <berth/hints.hpp>
#include <cstddef>
#include <cstdint>
#include <exception>

#include "pool/floating_point.hpp"
#include "pool/futex.hpp"

namespace berth::impl {

struct piece {
  std::size_t begin, end;
  [[nodiscard]] bool empty() const { return begin == end; }
  [[nodiscard]] std::size_t size() const { return end - begin; }
};

// Where a call stands with the queue (admission.hpp).
enum class standing : std::uint32_t {
  in_hand,   // its caller runs it
  queued,    // waits; belongs to its caller, who may take it back
  served,    // a server runs it
  returned,  // a server has run it to its end; its caller, asleep until now, takes over
};

struct alignas(64) region {
  using leaf_function = void(void* body, std::size_t begin, std::size_t end);

  // ---- the gate: open bit, waiting bit, number of helpers inside ----
  static constexpr std::uint32_t open = 1u << 31, waiting = 1u << 30, inside = waiting - 1;
  futex_word gate{0};

  // ---- the claim counter: items before it are taken, the rest is anyone's ----
  alignas(64) std::atomic<std::size_t> next{0};

  // ---- the call: written before the gate opens, constant until it is closed and empty ----
  alignas(64) std::atomic<std::size_t> items{0};  // atomic, as parent: scanners look before they are inside
  leaf_function* leaf = nullptr;
  void* body = nullptr;
  std::size_t grain = 1;
  const stop_condition* stop = nullptr;
  std::int64_t until_ns = 0;  // 0: no limit
  // The call in whose body this one was made.
  std::atomic<region*> parent{nullptr};
  floating_point_mode mode{};
  void* context = nullptr;  // what the user's capture hook returned
  std::uint64_t started_ns = 0;
  bool shared = false;  // published: others may come
  bool never_sleeps = false;

  // ---- knowledge and results, written by whoever is inside ----
  alignas(64) std::atomic<std::uint64_t> item_ps{0};  // cost of an item as last seen; 0: unknown
  std::atomic<std::uint64_t> busy_ns{0};              // summed over everybody who ran pieces
  std::atomic<std::uint32_t> helpers_seen{0};
  std::atomic<std::size_t> stopped_at{no_index};  // where claiming ended because of stop or until
  std::atomic<bool> expired{false};               // ... because of until
  std::atomic<bool> failed{false};

  // ---- the queue ----
  alignas(64) futex_word place{static_cast<std::uint32_t>(standing::in_hand)};
  region* queue_next = nullptr;
  region* queue_previous = nullptr;
  std::uint32_t queue_epoch = 0;
  std::uint32_t board_slot = 0;
  region* next_free = nullptr;

  static constexpr std::size_t no_index = ~std::size_t{0};

  // Takes up to `want` items from the front of the rest, but no more than one of `shares` equal shares of it, and no
  // less than `least`. Empty when nothing is left.
  piece claim(std::size_t want, std::size_t least, std::size_t shares);

  // Ends claiming: what is claimed will be finished, nothing more is started. Returns the first unclaimed item.
  std::size_t end_claims();

  // Keeps the error of the lowest piece. Since pieces are claimed in order, every piece before this one has been
  // claimed already and will run, so the lowest failing item of the whole call is always among those kept.
  void fail(std::size_t at, std::exception_ptr why);
  [[nodiscard]] std::exception_ptr take_error();

  // The gate. enter() fails once the region is closed; a thread that is inside keeps the call alive.
  bool enter();
  void leave();

  // In a forked child: the helpers that were inside are not there, nor is anybody else who may come.
  void forget_helpers();

  [[nodiscard]] std::size_t left() const {
    const std::size_t taken = next.load(std::memory_order_relaxed);
    const std::size_t all = items.load(std::memory_order_relaxed);
    return taken < all ? all - taken : 0;
  }
  // The same for a scanner outside, who may see a chain that is changing: a guess, for not bothering unrelated calls.
  [[nodiscard]] bool seems_within(const region* ancestor) const;
  // Whether `ancestor` is this call or one around it. Only for somebody inside: the chain is alive then.
  [[nodiscard]] bool within(const region* ancestor) const;

  [[nodiscard]] standing stands() const { return static_cast<standing>(place.load(std::memory_order_acquire)); }

 private:
  std::atomic<bool> error_lock_{false};
  std::size_t error_at_ = no_index;
  std::exception_ptr error_;
};

// Regions are never given back to the system: a helper that reads a stale pointer finds a region, though perhaps a
// later one, and never unmapped memory. Thread-safe.
region& take_region();
void return_region(region&);
void forget_free_regions();  // in a forked child, whose parent may have been changing the list

}  // namespace berth::impl
