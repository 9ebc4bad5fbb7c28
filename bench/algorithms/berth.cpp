// berth's verbs. No two cases share a callable's type where they share the verb's loop: they would share a call site.
#include <berth/all.hpp>
#include <berth/any.hpp>
#include <berth/average.hpp>
#include <berth/blocks.hpp>
#include <berth/buffer.hpp>
#include <berth/chunks.hpp>
#include <berth/collect.hpp>
#include <berth/concat.hpp>
#include <berth/copy.hpp>
#include <berth/count.hpp>
#include <berth/count_by.hpp>
#include <berth/count_if.hpp>
#include <berth/distinct.hpp>
#include <berth/divide_and_conquer.hpp>
#include <berth/drop_while.hpp>
#include <berth/enumerate.hpp>
#include <berth/equal.hpp>
#include <berth/exclusive_scan_into.hpp>
#include <berth/fill.hpp>
#include <berth/filter.hpp>
#include <berth/filter_into.hpp>
#include <berth/filter_map.hpp>
#include <berth/find.hpp>
#include <berth/find_any.hpp>
#include <berth/find_if.hpp>
#include <berth/flat_map.hpp>
#include <berth/for_each.hpp>
#include <berth/group_by.hpp>
#include <berth/group_reduce.hpp>
#include <berth/histogram.hpp>
#include <berth/inclusive_scan_into.hpp>
#include <berth/is_sorted.hpp>
#include <berth/join_strings.hpp>
#include <berth/lexicographical_compare.hpp>
#include <berth/map.hpp>
#include <berth/map_into.hpp>
#include <berth/map_reduce.hpp>
#include <berth/max.hpp>
#include <berth/merge.hpp>
#include <berth/min.hpp>
#include <berth/minmax.hpp>
#include <berth/mismatch.hpp>
#include <berth/none.hpp>
#include <berth/nth_element.hpp>
#include <berth/partial_sort.hpp>
#include <berth/partition.hpp>
#include <berth/pipeline.hpp>
#include <berth/product.hpp>
#include <berth/reduce.hpp>
#include <berth/remove_if.hpp>
#include <berth/reverse.hpp>
#include <berth/search.hpp>
#include <berth/set_difference.hpp>
#include <berth/set_intersection.hpp>
#include <berth/set_union.hpp>
#include <berth/sort.hpp>
#include <berth/sort_by.hpp>
#include <berth/stable_sort.hpp>
#include <berth/statistics.hpp>
#include <berth/sum.hpp>
#include <berth/tabulate.hpp>
#include <berth/take_while.hpp>
#include <berth/to_map.hpp>
#include <berth/top_k.hpp>
#include <berth/unique_copy.hpp>
#include <berth/windows.hpp>
#include <berth/zip.hpp>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "algorithms/leaf.hpp"

namespace algorithms {
namespace {

void zip(work& w) {
  berth::for_each(berth::zip(w.out, w.a, w.b), [](auto&& all) {
    auto& [out, x, y] = all;
    out = x * y;
  });
}

void enumerate(work& w) {
  berth::map_into(berth::enumerate(w.a), w.out, [](auto&& numbered) {
    auto& [i, x] = numbered;
    return x + i;
  });
}

void transpose(work& w) {
  const std::size_t side = w.wanted;
  berth::for_each(berth::blocks_2d(side, side), [&w, side](const berth::block_2d& tile) {
    const double* const in = w.d.data();
    double* const out = w.out_d.data();
    tile.for_each([=](std::size_t row, std::size_t column) { out[row * side + column] = in[column * side + row]; });
  });
}

void sum_in_two(work& w) {
  w.answer = berth::divide_and_conquer(
      std::span<const u64>(w.a), [](auto s) { return s.size() <= 32768; },
      [](auto s) { return std::pair(s.first(s.size() / 2), s.subspan(s.size() / 2)); },
      [](auto s) { return std::accumulate(s.begin(), s.end(), u64{0}); }, std::plus<>{});
}

void count_keys(work& w) { answer_with_groups(w, berth::count_by(w.a, itself{})); }

void find_wanted(work& w) { w.answer = berth::find(w.a, w.wanted).value_or(w.n); }

void bins(work& w) { answer_with(w, berth::histogram(w.a, 256, low_byte{})); }

void pipeline(work& w) {
  answer_with_groups(w,
                     berth::par(w.rows) | berth::filter([](const row& r) { return r.kind != 0; }) |
                         berth::map([](const row& r) { return std::pair<u64, double>(r.group, affine{}(r.amount)); }) |
                         berth::group_by([](const auto& pair) { return pair.first; },
                                         berth::summing([](const auto& pair) { return pair.second; })));
}

// None, one or two items.
struct few {
  u64 items[2];
  std::size_t count;
  [[nodiscard]] const u64* begin() const { return items; }
  [[nodiscard]] const u64* end() const { return items + count; }
};

const routines headline{
    {"sum_f64", [](work& w) { w.answer = bits_of(berth::sum(w.d)); }},
    {"sort_u64", [](work& w) { berth::sort(w.out); }},
    {"sort_f64", [](work& w) { berth::sort(w.out_d); }},
    {"sort_string", [](work& w) { berth::sort(w.out_texts); }},
    {"sort_record", [](work& w) { berth::sort(w.out_records, by_key{}); }},
    {"scan_u64", [](work& w) { berth::inclusive_scan_into(w.a, w.out); }},
    {"scan_f64", [](work& w) { berth::inclusive_scan_into(w.d, w.out_d); }},
    {"filter_half", [](work& w) { w.answer = berth::filter_into(w.a, w.out, is_odd{}); }},
    {"collect_vector", [](work& w) { answer_with(w, berth::collect<std::vector<double>>(w.d, affine{})); }},
    {"collect_buffer", [](work& w) { answer_with(w, berth::collect<berth::buffer<double>>(w.d, affine{})); }},
    {"histogram_dense", bins},
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
    {"for_each", [](work& w) { berth::for_each(w.out, set_lowest{}); }},
    {"for_each_index",
     [](work& w) {
       const double* const in = w.d.data();
       double* const out = w.out_d.data();
       berth::for_each_index(w.n, [in, out](std::size_t i) { out[i] = affine{}(in[i]); });
     }},
    {"map", [](work& w) { answer_with(w, berth::map(w.d, [](double x) { return affine{}(x); })); }},
    {"map_into", [](work& w) { berth::map_into(w.d, w.out_d, affine{}); }},
    {"flat_map", [](work& w) { answer_with(w, berth::flat_map(w.a, [](u64 x) { return few{{x, x + 1}, x % 3}; })); }},
    {"tabulate", [](work& w) { answer_with(w, berth::tabulate(w.n, mixed{})); }},
    {"fill", [](work& w) { berth::fill(w.out, u64{7}); }},
    {"copy", [](work& w) { berth::copy(w.a, w.out); }},
    {"zip", zip},
    {"enumerate", enumerate},
    {"chunks",
     [](work& w) {
       berth::map_into(berth::chunks(w.a, 100), w.out,
                       [](std::span<const u64> s) { return std::accumulate(s.begin(), s.end(), u64{0}); });
     }},
    {"windows", [](work& w) { berth::map_into(berth::windows(w.d, 3), w.out_d, sum_of_three{}); }},
    {"concat", [](work& w) { w.answer = berth::map_reduce(berth::concat(w.a, w.b), u64{0}, std::plus<>{}, mixed{}); }},
    {"blocks_2d", transpose},
    {"divide_and_conquer", sum_in_two},
};

const routines choosing{
    {"filter", [](work& w) { answer_with(w, berth::filter(w.a, is_odd{})); }},
    {"filter_map",
     [](work& w) {
       answer_with(w, berth::filter_map(
                          w.a, [](u64 x) { return is_odd{}(x) ? std::optional<u64>(mixed{}(x)) : std::nullopt; }));
     }},
    {"partition", [](work& w) { answer_with(w, berth::partition(w.a, is_odd{}).first); }},
    {"unique", [](work& w) { answer_with(w, berth::unique_copy(w.a)); }},
    {"distinct", [](work& w) { answer_with(w, berth::distinct(w.a)); }},
    {"take_while", [](work& w) { answer_with(w, berth::take_while(w.a, below{w.wanted})); }},
    {"drop_while", [](work& w) { answer_with(w, berth::drop_while(w.a, below{w.wanted})); }},
    {"remove_if", [](work& w) { berth::remove_if(w.out, is_odd{}); }},
};

const routines folding{
    {"reduce", [](work& w) { w.answer = berth::reduce(w.a, u64{0}, std::plus<>{}); }},
    {"map_reduce", [](work& w) { w.answer = berth::map_reduce(w.a, u64{0}, std::plus<>{}, mixed{}); }},
    {"product", [](work& w) { w.answer = berth::product(w.a); }},
    {"count", [](work& w) { w.answer = berth::count(w.a, w.wanted); }},
    {"count_if", [](work& w) { w.answer = berth::count_if(w.a, is_odd{}); }},
    {"min", [](work& w) { w.answer = berth::min(w.a).value_or(0); }},
    {"max", [](work& w) { w.answer = berth::max(w.a).value_or(0); }},
    {"minmax",
     [](work& w) {
       const auto ends = berth::minmax(w.a);
       w.answer = ends ? ends->max - ends->min : 0;
     }},
    {"average", [](work& w) { w.answer = bits_of(berth::average(w.d).value_or(0)); }},
    {"statistics",
     [](work& w) {
       const auto all = berth::statistics(w.d);
       w.answer = all ? bits_of(all->sum) + bits_of(all->min) + bits_of(all->max) + (all->variance >= 0) : 0;
     }},
};

const routines ordering{
    {"inclusive_scan", [](work& w) { berth::inclusive_scan_into(w.out, w.out); }},
    {"exclusive_scan", [](work& w) { berth::exclusive_scan_into(w.a, w.out, u64{0}); }},
    {"sort", [](work& w) { berth::sort(w.out); }},
    {"stable_sort", [](work& w) { berth::stable_sort(w.out); }},
    {"sort_by", [](work& w) { berth::sort_by(w.out_records, key_of{}); }},
    {"partial_sort",
     [](work& w) {
       berth::partial_sort(w.out, w.n / 10);
       w.out.resize(w.n / 10);
     }},
    {"nth_element",
     [](work& w) {
       if (w.n == 0) return;
       berth::nth_element(w.out, w.n / 2);
       w.answer = w.out[w.n / 2];
       w.out.clear();
     }},
    {"top_k", [](work& w) { answer_with(w, berth::top_k(w.a, 10)); }},
    {"merge", [](work& w) { berth::merge(w.a, w.b, w.out); }},
    {"is_sorted", [](work& w) { w.answer = berth::is_sorted(w.a); }},
    {"reverse", [](work& w) { berth::reverse(w.out); }},
    {"set_union", [](work& w) { answer_with(w, berth::set_union(w.a, w.b)); }},
    {"set_intersection", [](work& w) { answer_with(w, berth::set_intersection(w.a, w.b)); }},
    {"set_difference", [](work& w) { answer_with(w, berth::set_difference(w.a, w.b)); }},
};

const routines searching{
    {"any", [](work& w) { w.answer = berth::any(w.a, below{w.wanted}); }},
    {"all", [](work& w) { w.answer = berth::all(w.a, is_odd{}); }},
    {"none", [](work& w) { w.answer = berth::none(w.a, below{w.wanted}); }},
    {"find_if", [](work& w) { w.answer = berth::find_if(w.a, below{w.wanted}).value_or(w.n); }},
    {"find_any", [](work& w) { w.answer = berth::find_any(w.a, below{w.wanted}).has_value(); }},
    {"mismatch", [](work& w) { w.answer = berth::mismatch(w.a, w.b).value_or(w.n); }},
    {"equal", [](work& w) { w.answer = berth::equal(w.a, w.b); }},
    {"search",
     [](work& w) {
       const u64 row[] = {w.wanted, w.wanted, 1};
       w.answer = berth::search(w.a, row).value_or(w.n);
     }},
    {"lexicographical_compare", [](work& w) { w.answer = berth::lexicographical_compare(w.a, w.b); }},
};

const routines grouping{
    {"group_by", [](work& w) { w.answer = berth::group_by(w.a, [](u64 x) { return x % 1000; }).size(); }},
    {"group_reduce",
     [](work& w) {
       answer_with_groups(w, berth::group_reduce(w.a, [](u64 x) { return x % 1000; }, itself{}, u64{0}, std::plus<>{}));
     }},
    {"count_by", [](work& w) { answer_with_groups(w, berth::count_by(w.a, [](u64 x) { return x; })); }},
    {"to_map",
     [](work& w) {
       w.answer = berth::to_map(w.a, [](u64 x) { return x % 100'000; }, itself{}, berth::keep_first{}).size();
     }},
    {"join_strings", [](work& w) { w.answer = berth::join_strings(w.texts, {.separator = ","}).size(); }},
    {"histogram", bins},
};

routines all_of_them() {
  routines all;
  for (const auto& some : {headline, transforming, choosing, folding, ordering, searching, grouping})
    all.insert(some.begin(), some.end());
  return all;
}

const bool added = add({"berth", all_of_them()});

}  // namespace
}  // namespace algorithms
