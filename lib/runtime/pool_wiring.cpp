// What joins the budget to the pool, and the pool to the report.
#include "runtime/pool_wiring.hpp"

#include <algorithm>
#include <atomic>
#include <berth/budget.hpp>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "algorithms/sites.hpp"
#include "observe/pool_view.hpp"
#include "pool/config.hpp"
#include "pool/pool.hpp"
#include "runtime/reading.hpp"

namespace berth::impl {
namespace {

// The switches that have been asked for. Superseded ones stay, and stay reachable: a reader may hold one.
struct kept_config {
  pool_config config;
  const kept_config* previous = nullptr;
};
constinit std::atomic<const kept_config*> kept{nullptr};
constinit std::atomic<const pool_config*> known{nullptr};

const pool_config& keep(const pool_config& config) {
  auto* const made = new kept_config{config, kept.load(std::memory_order_relaxed)};
  while (!kept.compare_exchange_weak(made->previous, made, std::memory_order_relaxed)) {
  }
  return made->config;
}

supply_choice choice(thread_supply asked) {
  switch (asked) {
    case thread_supply::tbb: return supply_choice::tbb;
    case thread_supply::own: return supply_choice::own;
    case thread_supply::automatic: break;
  }
  return supply_choice::automatic;
}

pool_config from_settings(const settings& asked) {
  pool_config c;
  c.supply = choice(asked.supply);
  c.numa = asked.numa;
  c.sequential = asked.sequential;
  if (asked.spin) c.spin_ns = asked.spin->count();
  if (asked.sequential_below) c.sequential_below_ns = asked.sequential_below->count();
  return c;
}

// What a fractional quota pays for at every moment, and how much of another CPU beside it.
std::uint32_t whole_part(const cpu_budget& b) {
  // Whoever named a number gets that number, throttled or not.
  const bool sized_by_quota = b.decided_by == std::string_view("quota");
  if (!sized_by_quota || b.quota() >= b.cpus) return static_cast<std::uint32_t>(b.cpus);
  return static_cast<std::uint32_t>(std::max(1.0, std::floor(b.quota())));
}

std::uint32_t fraction_permille(const cpu_budget& b) {
  const double rest = b.quota() - whole_part(b);
  return b.state == quota_state::limited && rest > 0 && rest < 1 ? static_cast<std::uint32_t>(rest * 1000) : 0;
}

std::string spin_in_words(const pool& p) {
  if (!p.started()) return "off";
  if (p.config.spin_ns == 0) return "off (BERTH_SPIN)";
  if (p.throttle.recently()) return "off (throttled)";
  if (p.config.spin_ns > 0) return std::to_string(p.config.spin_ns / 1000) + " us (BERTH_SPIN)";
  return "auto: 10 us after work, 50 us where calls come closer than that";
}

std::string shortfall_in_words(const pool& p) {
  std::string words;
  for (const supply* s : {p.lender, p.own})
    if (s && !s->shortfall().empty()) words += (words.empty() ? "" : "; ") + s->shortfall();
  return words;
}

std::string supply_in_words(const pool& p) {
  if (!p.started()) return "not started";
  const std::string shortfall = shortfall_in_words(p);
  return std::string(p.lender ? p.lender->name() : p.own->name()) + (shortfall.empty() ? "" : "; " + shortfall);
}

pool_view view() {
  const pool& p = the_pool();
  pool_view v;
  v.width = static_cast<int>(p.started() ? p.config.width : static_cast<std::uint32_t>(budget().cpus));
  v.workers = static_cast<int>(p.crew.present());
  v.supply = supply_in_words(p);
  v.spin = spin_in_words(p);
  if (p.started()) v.shortfall = shortfall_in_words(p);
  return v;
}

std::string count(const char* what, const std::atomic<std::uint64_t>& n) {
  return std::to_string(n.load(std::memory_order_relaxed)) + " " + what;
}

section admission_section() {
  const pool_counters& n = the_pool().counters;
  return {"Admission",
          {count("calls queued", n.queued), count("of them run by a server", n.served),
           count("taken back by their callers, because nothing had moved", n.taken_back),
           count("times a call of over 5 ms let others pass", n.gave_way), count("workers woken", n.wakes),
           count("threads lent", n.lent)}};
}

std::string in_words(const site_record& site) {
  char cost[48];
  std::snprintf(cost, sizeof cost, "%.3g ns an item", static_cast<double>(site.item_ps()) / 1000.0);
  const auto went = [&](way w) { return std::to_string(site.went(w)); };
  return site.title() + ": " + cost + "; about " + went(way::plain) +
         " plain (expected below the threshold, or forced), " + went(way::alone) +
         " by the caller alone (nobody free, or not worth waking anybody), " + went(way::shared) + " shared";
}

std::vector<section> sections() {
  std::vector<section> all;
  if (the_pool().started()) all.push_back(admission_section());
  section sites{"Call sites", {}};
  for (const site_record* site : all_sites()) sites.lines.push_back(in_words(*site));
  if (!sites.lines.empty()) all.push_back(std::move(sites));
  return all;
}

// Providers are plain function pointers; setting them costs nothing and reads nothing.
const bool provided = [] {
  provide_pool_view(view);
  provide_sections(sections);
  return true;
}();

}  // namespace

void forget_switches() noexcept { known.store(nullptr, std::memory_order_seq_cst); }

const pool_config& switches() {
  // Acquire pairs with the store below: the config is complete.
  const pool_config* seen = known.load(std::memory_order_acquire);
  if (seen) return *seen;
  for (;;) {
    const void* const request = request_in_force();
    const pool_config& fresh = keep(from_settings(current_request().values));
    known.store(&fresh, std::memory_order_seq_cst);
    if (request == request_in_force()) return fresh;  // a configure() meanwhile would be forgotten for good
  }
}

pool_config read_pool_config() {
  try {
    const reading& machine = process_reading(nullptr);
    pool_config c = from_settings(machine.asked_for.values);
    c.width = static_cast<std::uint32_t>(machine.made.numbers.cpus);
    c.floor_width = whole_part(machine.made.numbers);
    c.above_floor_permille = fraction_permille(machine.made.numbers);
    // Of the level that limits, often above the own group, whose counters know nothing of it.
    if (machine.made.limited_by) c.throttle_file = *machine.made.limited_by + "/cpu.stat";
    return c;
  } catch (const std::exception&) {
    // Strictness has thrown on the caller's thread already (switches()); this one must not end the process.
    return {};
  }
}

}  // namespace berth::impl
