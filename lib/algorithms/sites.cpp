#include "algorithms/sites.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

namespace berth::impl {
namespace {

// So many calls are measured before any is believed.
constexpr std::uint32_t first_samples = 8;
// A cost this many times the known one is taken for an outlier until it comes again.
constexpr std::uint64_t outlier = 4;
constexpr std::uint32_t strike = 4, believed = 7;

std::atomic<site_record*> first_of_all{nullptr};

}  // namespace

std::string in_words(const std::source_location& where) {
  const char* slash = std::strrchr(where.file_name(), '/');
  return std::string(slash ? slash + 1 : where.file_name()) + ":" + std::to_string(where.line());
}

site_record::site_record(const std::source_location& where, const char* name)
    : name_(name ? name : ""), title_(name_.empty() ? in_words(where) : name_), place_(detail::place_of(where)) {}

void site_record::learn(std::uint64_t items, std::uint64_t busy_ns) {
  if (items == 0) return;
  const auto seen = std::max<std::uint64_t>(
      static_cast<std::uint64_t>(static_cast<double>(busy_ns) * 1000.0 / static_cast<double>(items)), 1);
  samples_.fetch_add(1, std::memory_order_relaxed);
  const std::uint64_t known = item_ps();
  const std::uint32_t strikes = strikes_.load(std::memory_order_relaxed);
  if (known == 0) {
    item_ps_.store(seen, std::memory_order_relaxed);
  } else if (seen > outlier * known) {
    // The second time within a few calls it is the site, not an accident.
    strikes_.store(strikes + strike, std::memory_order_relaxed);
    if (strikes + strike > believed) item_ps_.store(seen, std::memory_order_relaxed);
  } else {
    if (strikes) strikes_.store(strikes - 1, std::memory_order_relaxed);
    item_ps_.store(seen > known ? seen : known - (known - seen) / 8, std::memory_order_relaxed);
  }
}

std::size_t site_record::plain_items(std::uint64_t below_ns) const {
  const std::uint64_t ps = item_ps();
  if (ps == 0 || samples_.load(std::memory_order_relaxed) < first_samples) return 0;
  if (strikes_.load(std::memory_order_relaxed) != 0) return 0;
  return static_cast<std::size_t>(std::min(below_ns, std::numeric_limits<std::uint64_t>::max() / 1000) * 1000 / ps);
}

bool site_record::is(const char* name, std::uintptr_t place) const {
  return name ? name_ == name : name_.empty() && place_ == place;
}

site_record& record_for(detail::site& site, const char* name, const std::source_location& where) {
  const std::uintptr_t place = detail::place_of(where);
  // Acquire: a record is complete when it is linked. Records are never removed, so the chain only grows at its head.
  void* head = __atomic_load_n(&site.record, __ATOMIC_ACQUIRE);
  site_record* fresh = nullptr;
  do {
    for (auto* r = static_cast<site_record*>(head); r; r = r->next_at_site_)
      if (r->is(name, place)) return delete fresh, *r;  // somebody else's, added meanwhile perhaps
    if (!fresh) fresh = new site_record(where, name);
    fresh->next_at_site_ = static_cast<site_record*>(head);
  } while (!__atomic_compare_exchange_n(&site.record, &head, static_cast<void*>(fresh), true, __ATOMIC_RELEASE,
                                        __ATOMIC_ACQUIRE));
  fresh->next_of_all_ = first_of_all.load(std::memory_order_relaxed);
  while (!first_of_all.compare_exchange_weak(fresh->next_of_all_, fresh, std::memory_order_release)) {
  }
  return *fresh;
}

std::vector<const site_record*> all_sites() {
  std::vector<const site_record*> all;
  for (auto* r = first_of_all.load(std::memory_order_acquire); r; r = r->next_of_all_) all.push_back(r);
  std::reverse(all.begin(), all.end());
  return all;
}

}  // namespace berth::impl
