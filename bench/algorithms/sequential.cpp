// Plain loops and the standard library's sequential algorithms.
#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

#include "algorithms/leaf.hpp"

namespace algorithms {
namespace {

void count_keys(work& w) {
  std::unordered_map<u64, u64> counts;
  for (const u64 x : w.a) ++counts[x];
  answer_with_groups(w, counts);
}

void find_wanted(work& w) { w.answer = static_cast<u64>(std::find(w.a.begin(), w.a.end(), w.wanted) - w.a.begin()); }

void collect(work& w) {
  std::vector<double> made(w.n);
  for (std::size_t i = 0; i != w.n; ++i) made[i] = affine{}(w.d[i]);
  answer_with(w, made);
}

void pipeline(work& w) {
  std::unordered_map<u64, double> totals;
  for (const row& r : w.rows)
    if (r.kind != 0) totals[r.group] += affine{}(r.amount);
  answer_with_groups(w, totals);
}

double sum_of(const std::vector<double>& values) {
  double total = 0;
  for (const double x : values) total += x;
  return total;
}

template <class Combine>
void two_sets(work& w, Combine combine) {
  std::vector<u64> made;
  combine(w.a.begin(), w.a.end(), w.b.begin(), w.b.end(), std::back_inserter(made));
  answer_with(w, made);
}

void flat_map(work& w) {
  std::vector<u64> made;
  for (const u64 x : w.a)
    for (u64 k = 0; k != x % 3; ++k) made.push_back(x + k);
  answer_with(w, made);
}

void distinct(work& w) {
  std::unordered_set<u64> seen;
  std::vector<u64> made;
  for (const u64 x : w.a)
    if (seen.insert(x).second) made.push_back(x);
  answer_with(w, made);
}

void top_k(work& w) {
  std::vector<u64> made(std::min<std::size_t>(10, w.n));
  std::partial_sort_copy(w.a.begin(), w.a.end(), made.begin(), made.end(), std::greater<>{});
  answer_with(w, made);
}

void group_by(work& w) {
  std::unordered_map<u64, std::vector<u64>> groups;
  for (const u64 x : w.a) groups[x % 1000].push_back(x);
  w.answer = groups.size();
}

void group_reduce(work& w) {
  std::unordered_map<u64, u64> sums;
  for (const u64 x : w.a) sums[x % 1000] += x;
  answer_with_groups(w, sums);
}

void to_map(work& w) {
  std::unordered_map<u64, u64> made;
  for (const u64 x : w.a) made.try_emplace(x % 100'000, x);
  w.answer = made.size();
}

void join_strings(work& w) {
  std::string made;
  for (const auto& text : w.texts) {
    if (!made.empty()) made += ',';
    made += text;
  }
  w.answer = made.size();
}

void transpose(work& w) {
  const std::size_t side = w.wanted;
  for (std::size_t row = 0; row != side; ++row)
    for (std::size_t column = 0; column != side; ++column) w.out_d[row * side + column] = w.d[column * side + row];
}

void turn(work& w) {
  const std::size_t side = w.wanted;
  for (std::size_t plane = 0; plane != side; ++plane)
    for (std::size_t row = 0; row != side; ++row)
      for (std::size_t column = 0; column != side; ++column)
        w.out_d[(plane * side + row) * side + column] = w.d[(row * side + plane) * side + column];
}

u64 sum_in_two(const u64* from, std::size_t count) {
  return count <= 32768 ? std::accumulate(from, from + count, u64{0})
                        : sum_in_two(from, count / 2) + sum_in_two(from + count / 2, count - count / 2);
}

const routines headline{
    {"sum_f64", [](work& w) { w.answer = bits_of(sum_of(w.d)); }},
    {"sort_u64", [](work& w) { std::sort(w.out.begin(), w.out.end()); }},
    {"sort_f64", [](work& w) { std::sort(w.out_d.begin(), w.out_d.end()); }},
    {"sort_string", [](work& w) { std::sort(w.out_texts.begin(), w.out_texts.end()); }},
    {"sort_record", [](work& w) { std::sort(w.out_records.begin(), w.out_records.end(), by_key{}); }},
    {"scan_u64", [](work& w) { std::partial_sum(w.a.begin(), w.a.end(), w.out.begin()); }},
    {"scan_f64", [](work& w) { std::partial_sum(w.d.begin(), w.d.end(), w.out_d.begin()); }},
    {"filter_half",
     [](work& w) {
       w.answer = static_cast<u64>(std::copy_if(w.a.begin(), w.a.end(), w.out.begin(), is_odd{}) - w.out.begin());
     }},
    {"collect_vector", collect},
    {"collect_buffer", collect},
    {"histogram_dense",
     [](work& w) {
       std::vector<u64> bins(256);
       for (const u64 x : w.a) ++bins[low_byte{}(x)];
       answer_with(w, bins);
     }},
    {"count_100k", count_keys},
    {"count_16", count_keys},
    {"count_10m", count_keys},
    {"count_zipf", count_keys},
    {"find_none", find_wanted},
    {"find_1k", find_wanted},
    {"find_5m", find_wanted},
    {"pipeline", pipeline},
};

const routines transforming{
    {"for_each", [](work& w) { std::for_each(w.out.begin(), w.out.end(), set_lowest{}); }},
    {"for_each_index",
     [](work& w) {
       for (std::size_t i = 0; i != w.n; ++i) w.out_d[i] = affine{}(w.d[i]);
     }},
    {"map", collect},
    {"map_into", [](work& w) { std::transform(w.d.begin(), w.d.end(), w.out_d.begin(), affine{}); }},
    {"flat_map", flat_map},
    {"tabulate",
     [](work& w) {
       std::vector<u64> made(w.n);
       for (std::size_t i = 0; i != w.n; ++i) made[i] = mixed{}(i);
       answer_with(w, made);
     }},
    {"generate",
     [](work& w) {
       for (std::size_t i = 0; i != w.n; ++i) w.out[i] = mixed{}(i);
     }},
    {"collect",
     [](work& w) {
       std::vector<u64> made(w.n);
       for (std::size_t i = 0; i != w.n; ++i) made[i] = mixed{}(w.a[i]);
       answer_with(w, made);
     }},
    {"buffer",
     [](work& w) {
       std::vector<u64> made(w.n);
       for (std::size_t i = 0; i != w.n; ++i) made[i] = w.a[i] + 1;
       answer_with(w, made);
     }},
    {"fill", [](work& w) { std::fill(w.out.begin(), w.out.end(), u64{7}); }},
    {"copy", [](work& w) { std::copy(w.a.begin(), w.a.end(), w.out.begin()); }},
    {"zip",
     [](work& w) {
       for (std::size_t i = 0; i != w.n; ++i) w.out[i] = w.a[i] * w.b[i];
     }},
    {"enumerate",
     [](work& w) {
       for (std::size_t i = 0; i != w.n; ++i) w.out[i] = w.a[i] + i;
     }},
    {"chunks",
     [](work& w) {
       for (std::size_t i = 0; i < w.n; i += 100)
         w.out[i / 100] = std::accumulate(w.a.begin() + static_cast<std::ptrdiff_t>(i),
                                          w.a.begin() + static_cast<std::ptrdiff_t>(std::min(w.n, i + 100)), u64{0});
     }},
    {"windows",
     [](work& w) {
       for (std::size_t i = 0; i + 3 <= w.n; ++i) w.out_d[i] = sum_of_three{}(&w.d[i]);
     }},
    {"concat",
     [](work& w) {
       u64 total = 0;
       for (const u64 x : w.a) total += mixed{}(x);
       for (const u64 x : w.b) total += mixed{}(x);
       w.answer = total;
     }},
    {"blocks_2d", transpose},
    {"blocks_3d", turn},
    {"divide_and_conquer", [](work& w) { w.answer = sum_in_two(w.a.data(), w.n); }},
    {"join", [](work& w) { w.answer = std::accumulate(w.a.begin(), w.a.end(), u64{0}); }},
};

const routines choosing{
    {"filter",
     [](work& w) {
       std::vector<u64> made;
       std::copy_if(w.a.begin(), w.a.end(), std::back_inserter(made), is_odd{});
       answer_with(w, made);
     }},
    {"filter_into",
     [](work& w) {
       w.answer = static_cast<u64>(std::copy_if(w.a.begin(), w.a.end(), w.out.begin(), is_odd{}) - w.out.begin());
     }},
    {"filter_map",
     [](work& w) {
       std::vector<u64> made;
       for (const u64 x : w.a)
         if (is_odd{}(x)) made.push_back(mixed{}(x));
       answer_with(w, made);
     }},
    {"partition",
     [](work& w) {
       std::vector<u64> yes, no;
       for (const u64 x : w.a) (is_odd{}(x) ? yes : no).push_back(x);
       answer_with(w, yes);
     }},
    {"partition_by",
     [](work& w) {
       std::vector<u64> yes, no;
       for (const u64 x : w.a) (is_odd{}(x) ? yes : no).push_back(x);
       answer_with(w, no);
     }},
    {"pipeline_reduce",
     [](work& w) {
       u64 total = 0;
       for (const u64 x : w.a)
         if (is_odd{}(x)) total += mixed{}(x);
       w.answer = total;
     }},
    {"unique",
     [](work& w) {
       w.out.erase(std::unique(w.out.begin(), w.out.end()), w.out.end());
       w.answer = w.n - w.out.size();
     }},
    {"unique_copy",
     [](work& w) {
       std::vector<u64> made;
       std::unique_copy(w.a.begin(), w.a.end(), std::back_inserter(made));
       answer_with(w, made);
     }},
    {"distinct", distinct},
    {"take_while",
     [](work& w) {
       const auto end = std::find_if_not(w.a.begin(), w.a.end(), below{w.wanted});
       answer_with(w, std::vector<u64>(w.a.begin(), end));
     }},
    {"drop_while",
     [](work& w) {
       const auto begin = std::find_if_not(w.a.begin(), w.a.end(), below{w.wanted});
       answer_with(w, std::vector<u64>(begin, w.a.end()));
     }},
    {"remove_if", [](work& w) { w.out.erase(std::remove_if(w.out.begin(), w.out.end(), is_odd{}), w.out.end()); }},
};

const routines folding{
    {"sum", [](work& w) { w.answer = bits_of(sum_of(w.d)); }},
    {"reduce", [](work& w) { w.answer = std::accumulate(w.a.begin(), w.a.end(), u64{0}); }},
    {"map_reduce",
     [](work& w) {
       u64 total = 0;
       for (const u64 x : w.a) total += mixed{}(x);
       w.answer = total;
     }},
    {"product", [](work& w) { w.answer = std::accumulate(w.a.begin(), w.a.end(), u64{1}, std::multiplies<>{}); }},
    {"count", [](work& w) { w.answer = static_cast<u64>(std::count(w.a.begin(), w.a.end(), w.wanted)); }},
    {"count_if", [](work& w) { w.answer = static_cast<u64>(std::count_if(w.a.begin(), w.a.end(), is_odd{})); }},
    {"min", [](work& w) { w.answer = w.n == 0 ? 0 : *std::min_element(w.a.begin(), w.a.end()); }},
    {"max", [](work& w) { w.answer = w.n == 0 ? 0 : *std::max_element(w.a.begin(), w.a.end()); }},
    {"minmax",
     [](work& w) {
       const auto [least, most] = std::minmax_element(w.a.begin(), w.a.end());
       w.answer = w.n == 0 ? 0 : *most - *least;
     }},
    {"average", [](work& w) { w.answer = w.n == 0 ? 0 : bits_of(sum_of(w.d) / static_cast<double>(w.n)); }},
    {"statistics",
     [](work& w) {
       double total = 0, squares = 0, least = 1e300, most = -1e300;
       for (const double x : w.d) {
         total += x;
         squares += x * x;
         least = x < least ? x : least;
         most = x > most ? x : most;
       }
       w.answer = w.n == 0 ? 0 : bits_of(total) + bits_of(least) + bits_of(most) + (squares >= 0);
     }},
};

// A scan into a new vector.
template <class Scan>
void new_totals(work& w, Scan scan) {
  std::vector<u64> made(w.n);
  scan(w.a.begin(), w.a.end(), made.begin());
  answer_with(w, made);
}

const routines scanning{
    {"inclusive_scan", [](work& w) { new_totals(w, [](auto... i) { std::partial_sum(i...); }); }},
    {"inclusive_scan_into", [](work& w) { std::partial_sum(w.a.begin(), w.a.end(), w.out.begin()); }},
    {"inclusive_scan_in_place", [](work& w) { std::partial_sum(w.out.begin(), w.out.end(), w.out.begin()); }},
    {"exclusive_scan", [](work& w) { new_totals(w, [](auto... i) { std::exclusive_scan(i..., u64{0}); }); }},
    {"exclusive_scan_into", [](work& w) { std::exclusive_scan(w.a.begin(), w.a.end(), w.out.begin(), u64{0}); }},
    {"transform_inclusive_scan",
     [](work& w) { new_totals(w, [](auto... i) { std::transform_inclusive_scan(i..., std::plus<>{}, mixed{}); }); }},
    {"transform_inclusive_scan_into",
     [](work& w) { std::transform_inclusive_scan(w.a.begin(), w.a.end(), w.out.begin(), std::plus<>{}, mixed{}); }},
    {"transform_exclusive_scan",
     [](work& w) {
       new_totals(w, [](auto... i) { std::transform_exclusive_scan(i..., u64{0}, std::plus<>{}, mixed{}); });
     }},
    {"transform_exclusive_scan_into",
     [](work& w) {
       std::transform_exclusive_scan(w.a.begin(), w.a.end(), w.out.begin(), u64{0}, std::plus<>{}, mixed{});
     }},
};

const routines ordering{
    {"sort", [](work& w) { std::sort(w.out.begin(), w.out.end()); }},
    {"sort_descending", [](work& w) { std::sort(w.out.begin(), w.out.end(), std::greater<>{}); }},
    {"stable_sort", [](work& w) { std::stable_sort(w.out.begin(), w.out.end()); }},
    {"sort_by", [](work& w) { std::stable_sort(w.out_records.begin(), w.out_records.end(), by_key{}); }},
    {"partial_sort",
     [](work& w) {
       std::partial_sort(w.out.begin(), w.out.begin() + static_cast<std::ptrdiff_t>(w.n / 10), w.out.end());
       w.out.resize(w.n / 10);
     }},
    {"nth_element",
     [](work& w) {
       if (w.n == 0) return;
       const auto middle = w.out.begin() + static_cast<std::ptrdiff_t>(w.n / 2);
       std::nth_element(w.out.begin(), middle, w.out.end());
       w.answer = *middle;
       w.out.clear();  // the order of the others is nobody's business
     }},
    {"top_k", top_k},
    {"merge", [](work& w) { std::merge(w.a.begin(), w.a.end(), w.b.begin(), w.b.end(), w.out.begin()); }},
    {"is_sorted", [](work& w) { w.answer = std::is_sorted(w.a.begin(), w.a.end()); }},
    {"reverse", [](work& w) { std::reverse(w.out.begin(), w.out.end()); }},
    {"set_union", [](work& w) { two_sets(w, [](auto... i) { return std::set_union(i...); }); }},
    {"set_intersection", [](work& w) { two_sets(w, [](auto... i) { return std::set_intersection(i...); }); }},
    {"set_difference", [](work& w) { two_sets(w, [](auto... i) { return std::set_difference(i...); }); }},
    {"set_symmetric_difference",
     [](work& w) { two_sets(w, [](auto... i) { return std::set_symmetric_difference(i...); }); }},
    {"includes", [](work& w) { w.answer = std::includes(w.a.begin(), w.a.end(), w.b.begin(), w.b.end()); }},
};

const routines searching{
    {"any", [](work& w) { w.answer = std::any_of(w.a.begin(), w.a.end(), below{w.wanted}); }},
    {"all", [](work& w) { w.answer = std::all_of(w.a.begin(), w.a.end(), is_odd{}); }},
    {"none", [](work& w) { w.answer = std::none_of(w.a.begin(), w.a.end(), below{w.wanted}); }},
    {"find", find_wanted},
    {"find_if",
     [](work& w) { w.answer = static_cast<u64>(std::find_if(w.a.begin(), w.a.end(), below{w.wanted}) - w.a.begin()); }},
    {"find_any", [](work& w) { w.answer = std::find_if(w.a.begin(), w.a.end(), below{w.wanted}) != w.a.end(); }},
    {"mismatch",
     [](work& w) {
       w.answer = static_cast<u64>(std::mismatch(w.a.begin(), w.a.end(), w.b.begin()).first - w.a.begin());
     }},
    {"equal", [](work& w) { w.answer = std::equal(w.a.begin(), w.a.end(), w.b.begin()); }},
    {"search",
     [](work& w) {
       const u64 row[] = {w.wanted, w.wanted, 1};
       w.answer = static_cast<u64>(std::search(w.a.begin(), w.a.end(), std::begin(row), std::end(row)) - w.a.begin());
     }},
    {"lexicographical_compare",
     [](work& w) { w.answer = std::lexicographical_compare(w.a.begin(), w.a.end(), w.b.begin(), w.b.end()); }},
};

const routines grouping{
    {"group_by", group_by},
    {"group_reduce", group_reduce},
    {"count_by", count_keys},
    {"to_map", to_map},
    {"join_strings", join_strings},
    {"histogram",
     [](work& w) {
       std::vector<u64> bins(256);
       for (const u64 x : w.a) ++bins[low_byte{}(x)];
       answer_with(w, bins);
     }},
};

routines all_of_them() {
  routines all;
  for (const auto& some : {headline, transforming, choosing, folding, scanning, ordering, searching, grouping})
    all.insert(some.begin(), some.end());
  return all;
}

}  // namespace

const contender sequential{"sequential", all_of_them()};

}  // namespace algorithms
