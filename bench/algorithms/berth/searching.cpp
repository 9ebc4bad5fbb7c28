// berth: what ends at the first that is found. No two cases share a callable's type where they share the verb's loop:
// they would share a call site.
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

const bool added =
    add({"berth",
         {
             {"find", [](work& w) { w.answer = berth::find(w.a, w.wanted).value_or(w.n); }},
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
         }});

}  // namespace
}  // namespace algorithms
