// berth: sorting, and what sorted rows allow. Cases that make the same call make it at one place; no others share
// a callable's type and the verb's loop: they would share a call site.
#include <berth/includes.hpp>
#include <berth/is_sorted.hpp>
#include <berth/merge.hpp>
#include <berth/nth_element.hpp>
#include <berth/partial_sort.hpp>
#include <berth/reverse.hpp>
#include <berth/set_difference.hpp>
#include <berth/set_intersection.hpp>
#include <berth/set_symmetric_difference.hpp>
#include <berth/set_union.hpp>
#include <berth/sort.hpp>
#include <berth/sort_by.hpp>
#include <berth/stable_sort.hpp>
#include <berth/top_k.hpp>
#include <functional>

#include "algorithms/leaf.hpp"

namespace algorithms {
namespace {

void sort(work& w) { berth::sort(w.out); }

const bool added =
    add({"berth",
         {
             {"sort_u64", sort},
             {"sort_f64", [](work& w) { berth::sort(w.out_d); }},
             {"sort_string", [](work& w) { berth::sort(w.out_texts); }},
             {"sort_record", [](work& w) { berth::sort(w.out_records, by_key{}); }},
             {"sort", sort},
             {"sort_descending", [](work& w) { berth::sort(w.out, std::greater<>{}); }},
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
             {"set_symmetric_difference", [](work& w) { answer_with(w, berth::set_symmetric_difference(w.a, w.b)); }},
             {"includes", [](work& w) { w.answer = berth::includes(w.a, w.b); }},
         }});

}  // namespace
}  // namespace algorithms
