// The ten jobs as one does them with oneTBB.
#include <tbb/blocked_range.h>
#include <tbb/concurrent_hash_map.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
#include <tbb/parallel_reduce.h>
#include <tbb/parallel_scan.h>
#include <tbb/parallel_sort.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <functional>
#include <tuple>

#include "jobs.hpp"

using jobs::folder;
using jobs::order;

std::vector<double> jobs::with_tax(
    const std::vector<order>& orders) {
  // snippet: map
  std::vector<double> totals(orders.size());
  tbb::parallel_for(std::size_t{0}, orders.size(),
                    [&](std::size_t i) {
                      totals[i] = orders[i].price * 1.19;
                    });
  // end
  return totals;
}

void jobs::take_out(std::vector<long>& stock,
                    const std::vector<long>& sold) {
  // snippet: index loop
  tbb::parallel_for(
      std::size_t{0}, stock.size(),
      [&](std::size_t i) { stock[i] -= sold[i]; });
  // end
}

double jobs::revenue(const std::vector<order>& orders) {
  // snippet: sum
  using range = tbb::blocked_range<std::size_t>;
  const std::size_t grain = 1000;  // to be tuned, and kept
  const double revenue = tbb::parallel_deterministic_reduce(
      range(0, orders.size(), grain), 0.0,
      [&](const range& r, double sum) {
        for (std::size_t i = r.begin(); i != r.end(); ++i)
          sum += orders[i].price;
        return sum;
      },
      std::plus<>{});
  // end
  return revenue;
}

std::vector<std::string> jobs::dear_ones(
    const std::vector<order>& orders) {
  // snippet: filter and collect
  using range = tbb::blocked_range<std::size_t>;
  using strings = std::vector<std::string>;
  const strings names = tbb::parallel_reduce(
      range(0, orders.size()), strings(),
      [&](const range& r, strings part) {
        for (std::size_t i = r.begin(); i != r.end(); ++i)
          if (orders[i].price >= 40)
            part.push_back(orders[i].customer);
        return part;
      },
      [](strings left, const strings& right) {
        left.insert(left.end(), right.begin(), right.end());
        return left;
      });
  // end
  return names;
}

jobs::counts jobs::by_customer(
    const std::vector<order>& orders) {
  // snippet: group and count
  using table =
      tbb::concurrent_hash_map<std::string, std::size_t>;
  table counts;
  tbb::parallel_for(
      std::size_t{0}, orders.size(), [&](std::size_t i) {
        table::accessor entry;  // a lock on the entry
        counts.insert(entry, orders[i].customer);
        ++entry->second;
      });
  // end
  return {counts.begin(), counts.end()};
}

void jobs::dearest_first(std::vector<order>& orders) {
  // snippet: sort
  tbb::parallel_sort(orders.begin(), orders.end(),
                     [](const order& a, const order& b) {
                       return std::tie(b.price, a.id) <
                              std::tie(a.price, b.id);
                     });
  // end
}

std::optional<std::size_t> jobs::first_at(
    const std::vector<order>& orders, double price) {
  // snippet: find first
  using range = tbb::blocked_range<std::size_t>;
  std::atomic<std::size_t> first = orders.size();
  tbb::parallel_for(
      range(0, orders.size()), [&](const range& r) {
        for (std::size_t i = r.begin(); i != r.end(); ++i) {
          std::size_t known = first;
          if (i >= known) return;
          if (orders[i].price < price) continue;
          while (i < known &&
                 !first.compare_exchange_weak(known, i)) {
          }
          return;
        }
      });
  // end
  return first < orders.size() ? std::optional(first.load())
                               : std::nullopt;
}

std::vector<long> jobs::ends_of(
    const std::vector<long>& lengths) {
  // snippet: prefix sum
  using range = tbb::blocked_range<std::size_t>;
  std::vector<long> ends(lengths.size());
  tbb::parallel_scan(
      range(0, lengths.size()), 0L,
      [&](const range& r, long sum, bool is_final) {
        for (std::size_t i = r.begin(); i != r.end(); ++i) {
          sum += lengths[i];
          if (is_final) ends[i] = sum;
        }
        return sum;
      },
      std::plus<>{});
  // end
  return ends;
}

namespace {
// snippet: fork and join
long bytes_in(const folder& f, int levels_to_share) {
  if (!f.left) return f.bytes;
  const int next = levels_to_share - 1;
  long left = 0;
  long right = 0;
  if (next < 0) {
    left = bytes_in(*f.left, next);
    right = bytes_in(*f.right, next);
  } else {
    tbb::parallel_invoke(
        [&] { left = bytes_in(*f.left, next); },
        [&] { right = bytes_in(*f.right, next); });
  }
  return f.bytes + left + right;
}
// end
}  // namespace

long jobs::all_bytes(const folder& root) {
  return bytes_in(root, 8);
}

void jobs::audit_all(const std::vector<order>& orders,
                     std::stop_source& stop) {
  // snippet: limit and stop
  tbb::task_arena two(2);
  tbb::task_group_context context;
  two.execute([&] {
    tbb::parallel_for(
        std::size_t{0}, orders.size(),
        [&](std::size_t i) {
          audit(orders[i], stop);
          if (stop.stop_requested())
            context.cancel_group_execution();
        },
        context);
  });
  // context.is_group_execution_cancelled() tells.

  // end
}

void jobs::say_what_is_wrong_on_the_page() {
  if (tbb::blocked_range<int>(0, 10).grainsize() != 1)
    std::puts("a range's default grain is not one item");
}
