// berth: what goes by keys. No two cases share a callable's type where they share the verb's loop: they would share a
// call site.
#include <berth/count_by.hpp>
#include <berth/group_by.hpp>
#include <berth/group_reduce.hpp>
#include <berth/histogram.hpp>
#include <berth/join_strings.hpp>
#include <berth/to_map.hpp>
#include <functional>

#include "algorithms/leaf.hpp"

namespace algorithms {
namespace {

const bool added =
    add({"berth",
         {
             {"group_by", [](work& w) { w.answer = berth::group_by(w.a, [](u64 x) { return x % 1000; }).size(); }},
             {"group_reduce",
              [](work& w) {
                answer_with_groups(
                    w, berth::group_reduce(w.a, [](u64 x) { return x % 1000; }, itself{}, u64{0}, std::plus<>{}));
              }},
             {"count_by", [](work& w) { answer_with_groups(w, berth::count_by(w.a, [](u64 x) { return x; })); }},
             {"to_map",
              [](work& w) {
                w.answer = berth::to_map(w.a, [](u64 x) { return x % 100'000; }, itself{}, berth::keep_first{}).size();
              }},
             {"join_strings", [](work& w) { w.answer = berth::join_strings(w.texts, {.separator = ","}).size(); }},
             {"histogram",
              [](work& w) { answer_with(w, berth::histogram(w.a, 256, [](u64 x) { return low_byte{}(x); })); }},
         }});

}  // namespace
}  // namespace algorithms
