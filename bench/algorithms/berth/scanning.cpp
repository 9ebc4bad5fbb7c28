// berth: running totals. Cases that make the same call make it at one place; no others share
// a callable's type and the verb's loop: they would share a call site.
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

void scan(const std::vector<u64>& in, std::vector<u64>& out) { berth::inclusive_scan_into(in, out); }

const bool added =
    add({"berth",
         {
             {"inclusive_scan", [](work& w) { answer_with(w, berth::inclusive_scan(w.a)); }},
             {"scan_u64", [](work& w) { scan(w.a, w.out); }},
             {"scan_f64", [](work& w) { berth::inclusive_scan_into(w.d, w.out_d); }},
             {"inclusive_scan_into", [](work& w) { scan(w.a, w.out); }},
             {"inclusive_scan_in_place", [](work& w) { scan(w.out, w.out); }},
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
