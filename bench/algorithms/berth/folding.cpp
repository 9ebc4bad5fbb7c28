// berth: what makes one value of all. Cases that make the same call make it at one place; no others share
// a callable's type and the verb's loop: they would share a call site.
#include <berth/average.hpp>
#include <berth/count.hpp>
#include <berth/count_if.hpp>
#include <berth/map_reduce.hpp>
#include <berth/max.hpp>
#include <berth/min.hpp>
#include <berth/minmax.hpp>
#include <berth/product.hpp>
#include <berth/reduce.hpp>
#include <berth/statistics.hpp>
#include <berth/sum.hpp>
#include <functional>

#include "algorithms/leaf.hpp"

namespace algorithms {
namespace {

void sum(work& w) { w.answer = bits_of(berth::sum(w.d)); }

const bool added =
    add({"berth",
         {
             {"sum_f64", sum},
             {"sum", sum},
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
         }});

}  // namespace
}  // namespace algorithms
