#pragma once
// What berth remembers of a call site: what an item costs, and how its calls went.
#include <atomic>
#include <berth/detail/site.hpp>
#include <cstdint>
#include <source_location>
#include <string>
#include <vector>

namespace berth::impl {

// "orders.cpp:17".
[[nodiscard]] std::string in_words(const std::source_location& where);

// Ways that a call can go; for explain().
enum class way : std::uint32_t {
  plain,   // a plain loop: expected, or forced, to stay below the threshold
  alone,   // could have been shared, but nobody came or nobody was worth calling
  shared,  // others ran pieces of it
};
inline constexpr std::size_t ways = 3;

// Relaxed atomics throughout: advice and statistics, guarding nothing. One record lives as long as the process.
class site_record {
 public:
  site_record(const std::source_location& where, const char* name);

  // Expected picoseconds an item: a high quantile of what was measured. 0: unknown.
  [[nodiscard]] std::uint64_t item_ps() const { return item_ps_.load(std::memory_order_relaxed); }

  // Takes in a measured call. A single outlier (the thread lost its CPU) changes nothing but makes the next calls be
  // measured; costs that stay high are believed, costs that fall are believed slowly.
  void learn(std::uint64_t items, std::uint64_t busy_ns);

  // The largest call to run without looking at a clock, given that a call may last `below_ns` that way.
  [[nodiscard]] std::size_t plain_items(std::uint64_t below_ns) const;

  void count(way w, std::uint64_t calls) {
    went_[static_cast<std::size_t>(w)].fetch_add(calls, std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t went(way w) const {
    return went_[static_cast<std::size_t>(w)].load(std::memory_order_relaxed);
  }
  [[nodiscard]] const std::string& title() const { return title_; }

  [[nodiscard]] bool is(const char* name, std::uintptr_t place) const;

 private:
  friend site_record& record_for(detail::site&, const char*, const std::source_location&);
  friend std::vector<const site_record*> all_sites();

  // Copies: what a caller passes may lie in a library that is closed before anybody asks.
  const std::string name_;
  const std::string title_;
  const std::uintptr_t place_;
  std::atomic<std::uint64_t> item_ps_{0};
  std::atomic<std::uint32_t> samples_{0};
  std::atomic<std::uint32_t> strikes_{0};
  std::atomic<std::uint64_t> went_[ways]{};
  site_record* next_at_site_ = nullptr;  // other places or names with the same types
  site_record* next_of_all_ = nullptr;
};

// The record for a site at a place, or of a name. Lock-free look-up; the first call at a place allocates.
site_record& record_for(detail::site&, const char* name, const std::source_location& where);

std::vector<const site_record*> all_sites();

}  // namespace berth::impl
