// The ten jobs as one does them with the standard's parallel
// algorithms.
#include <tbb/global_control.h>

#include <algorithm>
#include <cstdio>
#include <execution>
#include <functional>
#include <future>
#include <iterator>
#include <numeric>
#include <ranges>

#include "jobs.hpp"

using jobs::folder;
using jobs::order;

std::vector<double> jobs::with_tax(
    const std::vector<order>& orders) {
  // snippet: map
  std::vector<double> totals(orders.size());
  std::transform(
      std::execution::par, orders.begin(), orders.end(),
      totals.begin(),
      [](const order& o) { return o.price * 1.19; });
  // end
  return totals;
}

void jobs::take_out(std::vector<long>& stock,
                    const std::vector<long>& sold) {
  // snippet: index loop
  std::for_each(std::execution::par, stock.begin(),
                stock.end(), [&](long& here) {
                  const auto i = &here - stock.data();
                  here -= sold[static_cast<std::size_t>(i)];
                });
  // end
}

double jobs::revenue(const std::vector<order>& orders) {
  // snippet: sum
  const double revenue = std::transform_reduce(
      std::execution::par, orders.begin(), orders.end(), 0.0,
      std::plus<>{}, [](const order& o) { return o.price; });
  // end
  return revenue;
}

std::vector<std::string> jobs::dear_ones(
    const std::vector<order>& orders) {
  // snippet: filter and collect
  std::vector<order> dear(orders.size());
  const auto end = std::copy_if(
      std::execution::par, orders.begin(), orders.end(),
      dear.begin(),
      [](const order& o) { return o.price >= 40; });
  dear.erase(end, dear.end());
  std::vector<std::string> names(dear.size());
  std::transform(std::execution::par, dear.begin(),
                 dear.end(), names.begin(),
                 [](const order& o) { return o.customer; });
  // end
  return names;
}

jobs::counts jobs::by_customer(
    const std::vector<order>& orders) {
  // snippet: group and count
  std::vector<std::string> keys(orders.size());
  std::transform(std::execution::par, orders.begin(),
                 orders.end(), keys.begin(),
                 [](const order& o) { return o.customer; });
  std::sort(std::execution::par, keys.begin(), keys.end());
  std::map<std::string, std::size_t> counts;
  for (auto run = keys.begin(); run != keys.end();) {
    const auto next = std::upper_bound(run, keys.end(), *run);
    counts[*run] = static_cast<std::size_t>(next - run);
    run = next;
  }
  // end
  return counts;
}

void jobs::dearest_first(std::vector<order>& orders) {
  // snippet: sort
  std::stable_sort(std::execution::par, orders.begin(),
                   orders.end(),
                   [](const order& a, const order& b) {
                     return a.price > b.price;
                   });
  // end
}

std::optional<std::size_t> jobs::first_at(
    const std::vector<order>& orders, double price) {
  // snippet: find first
  const auto first = std::find_if(
      std::execution::par, orders.begin(), orders.end(),
      [&](const order& o) { return o.price >= price; });
  // end
  if (first == orders.end()) return std::nullopt;
  return static_cast<std::size_t>(first - orders.begin());
}

std::vector<long> jobs::ends_of(
    const std::vector<long>& lengths) {
  // snippet: prefix sum
  std::vector<long> ends(lengths.size());
  std::inclusive_scan(std::execution::par, lengths.begin(),
                      lengths.end(), ends.begin());
  // end
  return ends;
}

namespace {
// snippet: fork and join
long bytes_in(const folder& f, int levels_to_share) {
  if (!f.left) return f.bytes;
  const int next = levels_to_share - 1;
  // The algorithms have no fork.
  auto left = std::async(
      next < 0 ? std::launch::deferred : std::launch::async,
      [&] { return bytes_in(*f.left, next); });
  const long right = bytes_in(*f.right, next);
  return f.bytes + left.get() + right;
}
// end
}  // namespace

long jobs::all_bytes(const folder& root) {
  return bytes_in(root, 3);
}

void jobs::audit_all(const std::vector<order>& orders,
                     std::stop_source& stop) {
  // snippet: limit and stop
  // Not the standard's: libstdc++ runs on oneTBB.
  const tbb::global_control two(
      tbb::global_control::max_allowed_parallelism, 2);
  std::for_each(std::execution::par, orders.begin(),
                orders.end(), [&](const order& o) {
                  if (!stop.stop_requested()) audit(o, stop);
                });
  // end
}

// What makes libstdc++ run a loop over std::views::iota on
// one thread.
void jobs::say_what_is_wrong_on_the_page() {
  using numbers =
      decltype(std::views::iota(std::size_t{0}).begin());
  using kind =
      std::iterator_traits<numbers>::iterator_category;
  if (std::is_base_of_v<std::random_access_iterator_tag,
                        kind>)
    std::puts("iota has C++17's random-access iterators");
}
