#include <algorithm>
#include <execution>
#include <functional>
#include <numeric>

#include "algorithms/leaf.hpp"

namespace algorithms {
namespace {

constexpr auto& par = std::execution::par;

void find_wanted(work& w) {
  w.answer = static_cast<u64>(std::find(par, w.a.begin(), w.a.end(), w.wanted) - w.a.begin());
}

void collect(work& w) {
  std::vector<double> made(w.n);
  std::transform(par, w.d.begin(), w.d.end(), made.begin(), affine{});
  answer_with(w, made);
}

void filter_into(work& w) {
  w.answer = static_cast<u64>(std::copy_if(par, w.a.begin(), w.a.end(), w.out.begin(), is_odd{}) - w.out.begin());
}

template <class Combine>
void two_sets(work& w, Combine combine) {
  std::vector<u64> made(2 * w.n);
  made.resize(static_cast<std::size_t>(combine(par, w.a.begin(), w.a.end(), w.b.begin(), w.b.end(), made.begin()) -
                                       made.begin()));
  answer_with(w, made);
}

// A scan into a new vector.
template <class Scan>
void new_totals(work& w, Scan scan) {
  std::vector<u64> made(w.n);
  scan(par, w.a.begin(), w.a.end(), made.begin());
  answer_with(w, made);
}

const bool added = add(
    {"std_par",
     {
         {"sum_f64", [](work& w) { w.answer = bits_of(std::reduce(par, w.d.begin(), w.d.end(), 0.0)); }},
         {"sort_u64", [](work& w) { std::sort(par, w.out.begin(), w.out.end()); }},
         {"sort_f64", [](work& w) { std::sort(par, w.out_d.begin(), w.out_d.end()); }},
         {"sort_string", [](work& w) { std::sort(par, w.out_texts.begin(), w.out_texts.end()); }},
         {"sort_record", [](work& w) { std::sort(par, w.out_records.begin(), w.out_records.end(), by_key{}); }},
         {"scan_u64", [](work& w) { std::inclusive_scan(par, w.a.begin(), w.a.end(), w.out.begin()); }},
         {"scan_f64", [](work& w) { std::inclusive_scan(par, w.d.begin(), w.d.end(), w.out_d.begin()); }},
         {"filter_half", filter_into},
         {"filter_into", filter_into},
         {"collect_vector", collect},
         {"collect_buffer", collect},
         {"find_none", find_wanted},
         {"find_1k", find_wanted},
         {"find_5m", find_wanted},
         {"for_each", [](work& w) { std::for_each(par, w.out.begin(), w.out.end(), set_lowest{}); }},
         {"map", collect},
         {"map_into", [](work& w) { std::transform(par, w.d.begin(), w.d.end(), w.out_d.begin(), affine{}); }},
         {"sum", [](work& w) { w.answer = bits_of(std::reduce(par, w.d.begin(), w.d.end(), 0.0)); }},
         {"unique",
          [](work& w) {
            w.out.erase(std::unique(par, w.out.begin(), w.out.end()), w.out.end());
            w.answer = w.n - w.out.size();
          }},
         {"fill", [](work& w) { std::fill(par, w.out.begin(), w.out.end(), u64{7}); }},
         {"copy", [](work& w) { std::copy(par, w.a.begin(), w.a.end(), w.out.begin()); }},
         {"remove_if",
          [](work& w) { w.out.erase(std::remove_if(par, w.out.begin(), w.out.end(), is_odd{}), w.out.end()); }},
         {"reduce", [](work& w) { w.answer = std::reduce(par, w.a.begin(), w.a.end(), u64{0}); }},
         {"map_reduce",
          [](work& w) {
            w.answer = std::transform_reduce(par, w.a.begin(), w.a.end(), u64{0}, std::plus<>{}, mixed{});
          }},
         {"product", [](work& w) { w.answer = std::reduce(par, w.a.begin(), w.a.end(), u64{1}, std::multiplies<>{}); }},
         {"count", [](work& w) { w.answer = static_cast<u64>(std::count(par, w.a.begin(), w.a.end(), w.wanted)); }},
         {"count_if",
          [](work& w) { w.answer = static_cast<u64>(std::count_if(par, w.a.begin(), w.a.end(), is_odd{})); }},
         {"min", [](work& w) { w.answer = w.n == 0 ? 0 : *std::min_element(par, w.a.begin(), w.a.end()); }},
         {"max", [](work& w) { w.answer = w.n == 0 ? 0 : *std::max_element(par, w.a.begin(), w.a.end()); }},
         {"inclusive_scan", [](work& w) { new_totals(w, [](const auto&... i) { std::inclusive_scan(i...); }); }},
         {"inclusive_scan_into", [](work& w) { std::inclusive_scan(par, w.a.begin(), w.a.end(), w.out.begin()); }},
         {"exclusive_scan",
          [](work& w) { new_totals(w, [](const auto&... i) { std::exclusive_scan(i..., u64{0}); }); }},
         {"exclusive_scan_into",
          [](work& w) { std::exclusive_scan(par, w.a.begin(), w.a.end(), w.out.begin(), u64{0}); }},
         {"transform_inclusive_scan_into",
          [](work& w) {
            std::transform_inclusive_scan(par, w.a.begin(), w.a.end(), w.out.begin(), std::plus<>{}, mixed{});
          }},
         {"transform_exclusive_scan_into",
          [](work& w) {
            std::transform_exclusive_scan(par, w.a.begin(), w.a.end(), w.out.begin(), u64{0}, std::plus<>{}, mixed{});
          }},
         {"sort", [](work& w) { std::sort(par, w.out.begin(), w.out.end()); }},
         {"sort_descending", [](work& w) { std::sort(par, w.out.begin(), w.out.end(), std::greater<>{}); }},
         {"stable_sort", [](work& w) { std::stable_sort(par, w.out.begin(), w.out.end()); }},
         {"sort_by", [](work& w) { std::stable_sort(par, w.out_records.begin(), w.out_records.end(), by_key{}); }},
         {"merge", [](work& w) { std::merge(par, w.a.begin(), w.a.end(), w.b.begin(), w.b.end(), w.out.begin()); }},
         {"is_sorted", [](work& w) { w.answer = std::is_sorted(par, w.a.begin(), w.a.end()); }},
         {"reverse", [](work& w) { std::reverse(par, w.out.begin(), w.out.end()); }},
         {"set_union", [](work& w) { two_sets(w, [](const auto&... i) { return std::set_union(i...); }); }},
         {"set_intersection",
          [](work& w) { two_sets(w, [](const auto&... i) { return std::set_intersection(i...); }); }},
         {"set_difference", [](work& w) { two_sets(w, [](const auto&... i) { return std::set_difference(i...); }); }},
         {"set_symmetric_difference",
          [](work& w) { two_sets(w, [](const auto&... i) { return std::set_symmetric_difference(i...); }); }},
         {"includes", [](work& w) { w.answer = std::includes(par, w.a.begin(), w.a.end(), w.b.begin(), w.b.end()); }},
         {"any", [](work& w) { w.answer = std::any_of(par, w.a.begin(), w.a.end(), below{w.wanted}); }},
         {"all", [](work& w) { w.answer = std::all_of(par, w.a.begin(), w.a.end(), is_odd{}); }},
         {"none", [](work& w) { w.answer = std::none_of(par, w.a.begin(), w.a.end(), below{w.wanted}); }},
         {"find", find_wanted},
         {"find_if",
          [](work& w) {
            w.answer = static_cast<u64>(std::find_if(par, w.a.begin(), w.a.end(), below{w.wanted}) - w.a.begin());
          }},
         {"mismatch",
          [](work& w) {
            w.answer = static_cast<u64>(std::mismatch(par, w.a.begin(), w.a.end(), w.b.begin()).first - w.a.begin());
          }},
         {"equal", [](work& w) { w.answer = std::equal(par, w.a.begin(), w.a.end(), w.b.begin()); }},
         {"lexicographical_compare",
          [](work& w) {
            w.answer = std::lexicographical_compare(par, w.a.begin(), w.a.end(), w.b.begin(), w.b.end());
          }},
     }});

}  // namespace
}  // namespace algorithms
