// berth: what goes by keys. Cases that make the same call make it at one place; no others share
// a callable's type and the verb's loop: they would share a call site.
#include <berth/count_by.hpp>
#include <berth/group_by.hpp>
#include <berth/group_reduce.hpp>
#include <berth/histogram.hpp>
#include <berth/join_strings.hpp>
#include <berth/pipeline.hpp>
#include <berth/to_map.hpp>
#include <functional>
#include <utility>

#include "algorithms/leaf.hpp"

namespace algorithms {
namespace {

void count_keys(work& w) { answer_with_groups(w, berth::count_by(w.a, itself{})); }

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
             {"group_by", [](work& w) { w.answer = berth::group_by(w.a, [](u64 x) { return x % 1000; }).size(); }},
             {"group_reduce",
              [](work& w) {
                answer_with_groups(
                    w, berth::group_reduce(w.a, [](u64 x) { return x % 1000; }, itself{}, u64{0}, std::plus<>{}));
              }},
             {"count_100k", count_keys},
             {"count_16", count_keys},
             {"count_10m", count_keys},
             {"count_zipf", count_keys},
             {"count_by", count_keys},
             {"to_map",
              [](work& w) {
                w.answer = berth::to_map(w.a, [](u64 x) { return x % 100'000; }, itself{}, berth::keep_first{}).size();
              }},
             {"join_strings", [](work& w) { w.answer = berth::join_strings(w.texts, {.separator = ","}).size(); }},
             {"pipeline", pipeline},
             {"histogram_dense", bins},
             {"histogram", bins},
         }});

}  // namespace
}  // namespace algorithms
