// The ten jobs as one does them with OpenMP 5.0.
#include <omp.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <parallel/algorithm>
#include <unordered_map>

#include "jobs.hpp"

using jobs::folder;
using jobs::order;

std::vector<double> jobs::with_tax(
    const std::vector<order>& orders) {
  // snippet: map
  std::vector<double> totals(orders.size());
#pragma omp parallel for
  for (std::size_t i = 0; i < orders.size(); ++i)
    totals[i] = orders[i].price * 1.19;
  // end
  return totals;
}

void jobs::take_out(std::vector<long>& stock,
                    const std::vector<long>& sold) {
  // snippet: index loop
#pragma omp parallel for
  for (std::size_t i = 0; i < stock.size(); ++i)
    stock[i] -= sold[i];
  // end
}

double jobs::revenue(const std::vector<order>& orders) {
  // snippet: sum
  double revenue = 0;
#pragma omp parallel for reduction(+ : revenue)
  for (std::size_t i = 0; i < orders.size(); ++i)
    revenue += orders[i].price;
  // end
  return revenue;
}

std::vector<std::string> jobs::dear_ones(
    const std::vector<order>& orders) {
  // snippet: filter and collect
  std::vector<std::vector<std::string>> parts(
      static_cast<std::size_t>(omp_get_max_threads()));
#pragma omp parallel
  {
    auto& part =
        parts[static_cast<std::size_t>(omp_get_thread_num())];
#pragma omp for schedule(static)
    for (std::size_t i = 0; i < orders.size(); ++i)
      if (orders[i].price >= 40)
        part.push_back(orders[i].customer);
  }
  std::vector<std::string> names;
  for (const auto& part : parts)
    names.insert(names.end(), part.begin(), part.end());
  // end
  return names;
}

jobs::counts jobs::by_customer(
    const std::vector<order>& orders) {
  // snippet: group and count
  std::unordered_map<std::string, std::size_t> counts;
#pragma omp parallel
  {
    std::unordered_map<std::string, std::size_t> own;
#pragma omp for nowait
    for (std::size_t i = 0; i < orders.size(); ++i)
      ++own[orders[i].customer];
#pragma omp critical
    for (const auto& [customer, count] : own)
      counts[customer] += count;
  }
  // end
  return {counts.begin(), counts.end()};
}

void jobs::dearest_first(std::vector<order>& orders) {
  // snippet: sort
  // Not OpenMP's: <parallel/algorithm> of libstdc++.
  __gnu_parallel::stable_sort(
      orders.begin(), orders.end(),
      [](const order& a, const order& b) {
        return a.price > b.price;
      });
  // end
}

std::optional<std::size_t> jobs::first_at(
    const std::vector<order>& orders, double price) {
  // snippet: find first
  std::size_t first = orders.size();
#pragma omp parallel for reduction(min : first)
  for (std::size_t i = 0; i < orders.size(); ++i)
    if (i < first && orders[i].price >= price) first = i;
  // end
  return first < orders.size() ? std::optional(first)
                               : std::nullopt;
}

std::vector<long> jobs::ends_of(
    const std::vector<long>& lengths) {
  // snippet: prefix sum
  std::vector<long> ends(lengths.size());
  long sum = 0;
#pragma omp parallel for reduction(inscan, + : sum)
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    sum += lengths[i];
#pragma omp scan inclusive(sum)
    ends[i] = sum;
  }
  // end
  return ends;
}

namespace {
// snippet: fork and join
long bytes_in(const folder& f, int levels_to_share) {
  if (!f.left) return f.bytes;
  long left = 0;
  long right = 0;
#pragma omp task shared(f, left) final(levels_to_share == 0)
  left = bytes_in(*f.left, levels_to_share - 1);
  right = bytes_in(*f.right, levels_to_share - 1);
#pragma omp taskwait
  return f.bytes + left + right;
}

long bytes_of_all(const folder& root) {
  long bytes = 0;
#pragma omp parallel
#pragma omp single
  bytes = bytes_in(root, 8);
  return bytes;
}
// end
}  // namespace

long jobs::all_bytes(const folder& root) {
  return bytes_of_all(root);
}

void jobs::audit_all(const std::vector<order>& orders,
                     std::stop_source& stop) {
  // snippet: limit and stop
#pragma omp parallel for num_threads(2)
  for (std::size_t i = 0; i < orders.size(); ++i) {
    if (stop.stop_requested()) continue;
    audit(orders[i], stop);
  }
  // end
}

void jobs::say_what_is_wrong_on_the_page() {
  int threads = 0;
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
#pragma omp atomic
  ++threads;
  if (omp_get_max_active_levels() == 1 && threads > 2)
    std::puts("a nested region has threads of its own");
  if (omp_get_cancellation() != 0 &&
      !std::getenv("OMP_CANCELLATION"))
    std::puts("cancel works unless it is switched off");
}
