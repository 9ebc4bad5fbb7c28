// berth: what ends at the first that is found. Cases that make the same call make it at one place; no others share
// a callable's type and the verb's loop: they would share a call site.
#include <berth/all.hpp>
#include <berth/any.hpp>
#include <berth/equal.hpp>
#include <berth/find.hpp>
#include <berth/find_any.hpp>
#include <berth/find_if.hpp>
#include <berth/lexicographical_compare.hpp>
#include <berth/mismatch.hpp>
#include <berth/none.hpp>
#include <berth/search.hpp>

#include "algorithms/leaf.hpp"

namespace algorithms {
namespace {

void find(work& w) { w.answer = berth::find(w.a, w.wanted).value_or(w.n); }

// What only one case asks.
template <int Case>
struct asked : below {};

const bool added =
    add({"berth",
         {
             {"find_none", find},
             {"find_1k", find},
             {"find_5m", find},
             {"find", find},
             {"any", [](work& w) { w.answer = berth::any(w.a, asked<0>{w.wanted}); }},
             {"all", [](work& w) { w.answer = berth::all(w.a, is_odd{}); }},
             {"none", [](work& w) { w.answer = berth::none(w.a, asked<1>{w.wanted}); }},
             {"find_if", [](work& w) { w.answer = berth::find_if(w.a, asked<2>{w.wanted}).value_or(w.n); }},
             {"find_any", [](work& w) { w.answer = berth::find_any(w.a, asked<3>{w.wanted}).has_value(); }},
             {"mismatch", [](work& w) { w.answer = berth::mismatch(w.a, w.b).value_or(w.n); }},
             {"equal", [](work& w) { w.answer = berth::equal(w.a, w.b); }},
             {"search",
              [](work& w) {
                const u64 row[] = {w.wanted, w.wanted, 1};
                w.answer = berth::search(w.a, row).value_or(w.n);
              }},
             {"lexicographical_compare", [](work& w) { w.answer = berth::lexicographical_compare(w.a, w.b); }},
         }});

}  // namespace
}  // namespace algorithms
