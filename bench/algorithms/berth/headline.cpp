// berth: the cases that have names of their own. No two cases share a callable's type where they share the verb's loop:
// they would share a call site.
#include <berth/buffer.hpp>
#include <berth/collect.hpp>
#include <berth/count_by.hpp>
#include <berth/filter_into.hpp>
#include <berth/find.hpp>
#include <berth/histogram.hpp>
#include <berth/inclusive_scan_into.hpp>
#include <berth/pipeline.hpp>
#include <berth/sort.hpp>
#include <berth/sum.hpp>
#include <utility>

#include "algorithms/leaf.hpp"

namespace algorithms {
namespace {

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

const bool added =
    add({"berth",
         {
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
         }});

}  // namespace
}  // namespace algorithms
