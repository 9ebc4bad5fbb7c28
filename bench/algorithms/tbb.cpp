#include <tbb/blocked_range2d.h>
#include <tbb/combinable.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_for_each.h>
#include <tbb/parallel_invoke.h>
#include <tbb/parallel_reduce.h>
#include <tbb/parallel_scan.h>
#include <tbb/parallel_sort.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <numeric>
#include <unordered_map>

#include "algorithms/leaf.hpp"

namespace algorithms {
namespace {

using range = tbb::blocked_range<std::size_t>;

template <class T, class F, class Combine = std::plus<>>
T folded(std::size_t n, T start, F f, Combine combine = {}) {
  return tbb::parallel_reduce(
      range(0, n), start,
      [&](const range& r, T total) {
        for (std::size_t i = r.begin(); i != r.end(); ++i) total = combine(total, f(i));
        return total;
      },
      combine);
}

template <class T, class F = itself>
void scan(const std::vector<T>& in, std::vector<T>& out, F f = {}) {
  tbb::parallel_scan(
      range(0, in.size()), T{},
      [&](const range& r, T total, bool is_final) {
        for (std::size_t i = r.begin(); i != r.end(); ++i) {
          total += f(in[i]);
          if (is_final) out[i] = total;
        }
        return total;
      },
      std::plus<>{});
}

// Out of order, as it has no filter of its own: a place for each that is kept would need a scan, which costs more.
void filter_half(work& w) {
  constexpr std::size_t block = 1 << 16;
  std::vector<std::size_t> at((w.n + block - 1) / block + 1);
  const auto each_block = [&](auto f) {
    tbb::parallel_for(std::size_t{0}, at.size() - 1,
                      [&](std::size_t k) { f(k, k * block, std::min(w.n, (k + 1) * block)); });
  };
  each_block([&](std::size_t k, std::size_t from, std::size_t to) {
    std::size_t kept = 0;
    for (; from != to; ++from) kept += is_odd{}(w.a[from]);
    at[k + 1] = kept;
  });
  std::partial_sum(at.begin(), at.end(), at.begin());
  each_block([&](std::size_t k, std::size_t from, std::size_t to) {
    std::size_t place = at[k];
    for (; from != to; ++from)
      if (is_odd{}(w.a[from])) w.out[place++] = w.a[from];
  });
  w.answer = at.back();
}

void collect(work& w) {
  std::vector<double> made(w.n);
  tbb::parallel_for(range(0, w.n), [&](const range& r) {
    for (std::size_t i = r.begin(); i != r.end(); ++i) made[i] = affine{}(w.d[i]);
  });
  answer_with(w, made);
}

void new_totals(work& w) {
  std::vector<u64> made(w.n);
  scan(w.a, made);
  answer_with(w, made);
}

void sum_both_halves(work& w) {
  const auto middle = w.a.begin() + static_cast<std::ptrdiff_t>(w.n / 2);
  u64 low = 0, high = 0;
  tbb::parallel_invoke([&] { low = std::accumulate(w.a.begin(), middle, u64{0}); },
                       [&] { high = std::accumulate(middle, w.a.end(), u64{0}); });
  w.answer = low + high;
}

void pipeline_reduce(work& w) {
  w.answer = folded(w.n, u64{0}, [&](std::size_t i) { return is_odd{}(w.a[i]) ? mixed{}(w.a[i]) : 0; });
}

void histogram(work& w) {
  tbb::enumerable_thread_specific<std::vector<u64>> parts(std::size_t{256}, u64{0});
  tbb::parallel_for(range(0, w.n), [&](const range& r) {
    auto& bins = parts.local();
    for (std::size_t i = r.begin(); i != r.end(); ++i) ++bins[low_byte{}(w.a[i])];
  });
  std::vector<u64> bins(256);
  for (const auto& part : parts) std::transform(part.begin(), part.end(), bins.begin(), bins.begin(), std::plus<>{});
  answer_with(w, bins);
}

using sums = std::unordered_map<u64, u64>;

template <class Key, class Value>
sums summed(std::size_t n, Key key, Value value) {
  tbb::enumerable_thread_specific<sums> parts;
  tbb::parallel_for(range(0, n), [&](const range& r) {
    auto& own = parts.local();
    for (std::size_t i = r.begin(); i != r.end(); ++i) own[key(i)] += value(i);
  });
  sums all;
  for (auto& part : parts) {
    if (all.empty()) {
      all.swap(part);
      continue;
    }
    for (const auto& [k, v] : part) all[k] += v;
  }
  return all;
}

void count_keys(work& w) {
  answer_with_groups(w, summed(w.n, [&](std::size_t i) { return w.a[i]; }, [](std::size_t) { return u64{1}; }));
}

// The first place; everything behind it is cancelled.
template <class Holds>
std::size_t first_place(std::size_t n, Holds holds) {
  std::atomic<std::size_t> best{n};
  tbb::parallel_for(range(0, n), [&](const range& r) {
    if (r.begin() >= best.load(std::memory_order_relaxed)) return;
    for (std::size_t i = r.begin(); i != r.end(); ++i) {
      if (!holds(i)) continue;
      for (std::size_t before = best; i < before && !best.compare_exchange_weak(before, i);) {
      }
      return;
    }
  });
  return best;
}

void find_wanted(work& w) {
  w.answer = first_place(w.n, [&](std::size_t i) { return w.a[i] == w.wanted; });
}

void pipeline(work& w) {
  tbb::enumerable_thread_specific<std::unordered_map<u64, double>> parts;
  tbb::parallel_for(range(0, w.n), [&](const range& r) {
    auto& own = parts.local();
    for (std::size_t i = r.begin(); i != r.end(); ++i)
      if (w.rows[i].kind != 0) own[w.rows[i].group] += affine{}(w.rows[i].amount);
  });
  std::unordered_map<u64, double> all;
  for (const auto& part : parts)
    for (const auto& [key, total] : part) all[key] += total;
  answer_with_groups(w, all);
}

const bool added = add(
    {"tbb",
     {
         {"sum_f64", [](work& w) { w.answer = bits_of(folded(w.n, 0.0, [&](std::size_t i) { return w.d[i]; })); }},
         {"sort_u64", [](work& w) { tbb::parallel_sort(w.out.begin(), w.out.end()); }},
         {"sort_f64", [](work& w) { tbb::parallel_sort(w.out_d.begin(), w.out_d.end()); }},
         {"sort_string", [](work& w) { tbb::parallel_sort(w.out_texts.begin(), w.out_texts.end()); }},
         {"sort_record", [](work& w) { tbb::parallel_sort(w.out_records.begin(), w.out_records.end(), by_key{}); }},
         {"sort", [](work& w) { tbb::parallel_sort(w.out.begin(), w.out.end()); }},
         {"sort_descending", [](work& w) { tbb::parallel_sort(w.out.begin(), w.out.end(), std::greater<>{}); }},
         {"inclusive_scan", new_totals},
         {"inclusive_scan_into", [](work& w) { scan(w.a, w.out); }},
         {"transform_inclusive_scan_into", [](work& w) { scan(w.a, w.out, mixed{}); }},
         {"scan_u64", [](work& w) { scan(w.a, w.out); }},
         {"scan_f64", [](work& w) { scan(w.d, w.out_d, [](double x) { return x; }); }},
         {"filter_half", filter_half},
         {"filter_into", filter_half},
         {"collect_vector", collect},
         {"collect_buffer", collect},
         {"map", collect},
         {"histogram_dense", histogram},
         {"histogram", histogram},
         {"count_100k", count_keys},
         {"count_16", count_keys},
         {"count_10m", count_keys},
         {"count_zipf", count_keys},
         {"count_by", count_keys},
         {"group_reduce",
          [](work& w) {
            answer_with_groups(
                w, summed(w.n, [&](std::size_t i) { return w.a[i] % 1000; }, [&](std::size_t i) { return w.a[i]; }));
          }},
         {"find_none", find_wanted},
         {"find_1k", find_wanted},
         {"find_5m", find_wanted},
         {"find", find_wanted},
         {"find_if",
          [](work& w) { w.answer = first_place(w.n, [&](std::size_t i) { return below{w.wanted}(w.a[i]); }); }},
         {"pipeline", pipeline},
         {"for_each", [](work& w) { tbb::parallel_for_each(w.out.begin(), w.out.end(), set_lowest{}); }},
         {"map_into",
          [](work& w) {
            tbb::parallel_for(std::size_t{0}, w.n, [&](std::size_t i) { w.out_d[i] = affine{}(w.d[i]); });
          }},
         {"generate",
          [](work& w) { tbb::parallel_for(std::size_t{0}, w.n, [&](std::size_t i) { w.out[i] = mixed{}(i); }); }},
         {"sum", [](work& w) { w.answer = bits_of(folded(w.n, 0.0, [&](std::size_t i) { return w.d[i]; })); }},
         {"join", sum_both_halves},
         {"pipeline_reduce", pipeline_reduce},
         {"reduce", [](work& w) { w.answer = folded(w.n, u64{0}, [&](std::size_t i) { return w.a[i]; }); }},
         {"map_reduce",
          [](work& w) { w.answer = folded(w.n, u64{0}, [&](std::size_t i) { return mixed{}(w.a[i]); }); }},
         {"count_if",
          [](work& w) { w.answer = folded(w.n, u64{0}, [&](std::size_t i) { return u64{is_odd{}(w.a[i])}; }); }},
         {"max",
          [](work& w) {
            w.answer =
                folded(w.n, u64{0}, [&](std::size_t i) { return w.a[i]; }, [](u64 x, u64 y) { return x < y ? y : x; });
          }},
         {"zip",
          [](work& w) { tbb::parallel_for(std::size_t{0}, w.n, [&](std::size_t i) { w.out[i] = w.a[i] * w.b[i]; }); }},
         {"blocks_2d",
          [](work& w) {
            const std::size_t side = w.wanted;
            tbb::parallel_for(tbb::blocked_range2d<std::size_t>(0, side, 0, side), [&](const auto& r) {
              for (std::size_t row = r.rows().begin(); row != r.rows().end(); ++row)
                for (std::size_t column = r.cols().begin(); column != r.cols().end(); ++column)
                  w.out_d[row * side + column] = w.d[column * side + row];
            });
          }},
     }});

}  // namespace
}  // namespace algorithms
