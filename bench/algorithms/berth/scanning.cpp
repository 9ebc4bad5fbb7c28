// berth: running totals. No two cases share a callable's type where they share the verb's loop: they would share a
// call site.
#include <berth/exclusive_scan.hpp>
#include <berth/exclusive_scan_into.hpp>
#include <berth/inclusive_scan.hpp>
#include <berth/inclusive_scan_into.hpp>
#include <berth/transform_exclusive_scan.hpp>
#include <berth/transform_exclusive_scan_into.hpp>
#include <berth/transform_inclusive_scan.hpp>
#include <berth/transform_inclusive_scan_into.hpp>
#include <functional>

#include "algorithms/leaf.hpp"

namespace algorithms {
namespace {

const bool added =
    add({"berth",
         {
             {"inclusive_scan", [](work& w) { answer_with(w, berth::inclusive_scan(w.a)); }},
             {"inclusive_scan_into", [](work& w) { berth::inclusive_scan_into(w.a, w.out); }},
             {"inclusive_scan_in_place", [](work& w) { berth::inclusive_scan_into(w.out, w.out); }},
             {"exclusive_scan", [](work& w) { answer_with(w, berth::exclusive_scan(w.a, u64{0})); }},
             {"exclusive_scan_into", [](work& w) { berth::exclusive_scan_into(w.a, w.out, u64{0}); }},
             {"transform_inclusive_scan",
              [](work& w) { answer_with(w, berth::transform_inclusive_scan(w.a, std::plus<>{}, mixed{})); }},
             {"transform_inclusive_scan_into",
              [](work& w) { berth::transform_inclusive_scan_into(w.a, w.out, std::plus<>{}, mixed{}); }},
             {"transform_exclusive_scan",
              [](work& w) { answer_with(w, berth::transform_exclusive_scan(w.a, u64{0}, std::plus<>{}, mixed{})); }},
             {"transform_exclusive_scan_into",
              [](work& w) { berth::transform_exclusive_scan_into(w.a, w.out, u64{0}, std::plus<>{}, mixed{}); }},
         }});

}  // namespace
}  // namespace algorithms
