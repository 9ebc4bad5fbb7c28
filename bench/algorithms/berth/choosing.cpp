// berth: what keeps some of the items. Cases that make the same call make it at one place; no others share
// a callable's type and the verb's loop: they would share a call site.
#include <berth/distinct.hpp>
#include <berth/drop_while.hpp>
#include <berth/filter.hpp>
#include <berth/filter_into.hpp>
#include <berth/filter_map.hpp>
#include <berth/partition.hpp>
#include <berth/partition_by.hpp>
#include <berth/pipeline.hpp>
#include <berth/remove_if.hpp>
#include <berth/take_while.hpp>
#include <berth/unique.hpp>
#include <berth/unique_copy.hpp>
#include <functional>
#include <optional>

#include "algorithms/leaf.hpp"

namespace algorithms {
namespace {

void filter_into(work& w) { w.answer = berth::filter_into(w.a, w.out, is_odd{}); }

void pipeline_reduce(work& w) {
  w.answer = berth::par(w.a) | berth::filter([](u64 x) { return is_odd{}(x); }) |
             berth::map([](u64 x) { return mixed{}(x); }) | berth::reduce(u64{0}, std::plus<>{});
}

const bool added =
    add({"berth",
         {
             {"filter", [](work& w) { answer_with(w, berth::filter(w.a, is_odd{})); }},
             {"filter_half", filter_into},
             {"filter_into", filter_into},
             {"filter_map",
              [](work& w) {
                answer_with(w, berth::filter_map(w.a, [](u64 x) {
                              return is_odd{}(x) ? std::optional<u64>(mixed{}(x)) : std::nullopt;
                            }));
              }},
             {"partition", [](work& w) { answer_with(w, berth::partition(w.a, is_odd{}).first); }},
             {"partition_by",
              [](work& w) { answer_with(w, berth::partition_by(w.a, [](u64 x) { return is_odd{}(x); }).no); }},
             {"unique", [](work& w) { w.answer = berth::unique(w.out); }},
             {"unique_copy", [](work& w) { answer_with(w, berth::unique_copy(w.a)); }},
             {"distinct", [](work& w) { answer_with(w, berth::distinct(w.a)); }},
             {"take_while", [](work& w) { answer_with(w, berth::take_while(w.a, below{w.wanted})); }},
             {"drop_while", [](work& w) { answer_with(w, berth::drop_while(w.a, below{w.wanted})); }},
             {"remove_if", [](work& w) { berth::remove_if(w.out, is_odd{}); }},
             {"pipeline_reduce", pipeline_reduce},
         }});

}  // namespace
}  // namespace algorithms
