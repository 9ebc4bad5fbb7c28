#include <algorithm>
#include <berth/plan.hpp>
#include <berth/sequential_scope.hpp>
#include <cstdio>

#include "algorithms/forced.hpp"
#include "pool/clock.hpp"
#include "pool/pieces.hpp"
#include "pool/pool.hpp"

namespace berth {
namespace {

using namespace impl;

std::string in_words(double ns) {
  char text[32];
  if (ns < 1e3)
    std::snprintf(text, sizeof text, "%.0f ns", ns);
  else if (ns < 1e6)
    std::snprintf(text, sizeof text, "%.1f us", ns / 1e3);
  else if (ns < 1e9)
    std::snprintf(text, sizeof text, "%.1f ms", ns / 1e6);
  else
    std::snprintf(text, sizeof text, "%.1f s", ns / 1e9);
  return text;
}

std::string why_alone(std::size_t items, const hints& with, unsigned cpus) {
  if (items == 0) return "there is nothing to do";
  if (items == 1) return "one item cannot be shared";
  if (with.sequential) return "the hint `sequential` asks for it";
  if (detail::forced_sequential()) return "a berth::sequential_scope asks for it";
  if (always_sequential()) return "BERTH_SEQUENTIAL=1, or its setting, asks for it";
  if (cpus == 1) return "the budget is 1 CPU";
  if (with.grain >= items) return "the hint `grain` allows one piece only";
  return {};
}

}  // namespace

plan plan_for(std::size_t items, const hints& with) {
  const unsigned cpus = budget_width();
  plan p;
  p.sequential_ns = p.expected_ns =
      static_cast<double>(with.item_cost.picoseconds()) / 1e3 * static_cast<double>(items);
  p.because = why_alone(items, with, cpus);
  if (!p.because.empty()) return p;
  const auto wake = static_cast<double>(the_pool().crew.worth_waking_ns());
  const auto below = static_cast<double>(share_above_ns());
  if (p.sequential_ns == 0) {
    p.parallel = true;
    p.cpus = static_cast<unsigned>(std::min<std::size_t>(cpus, items));
    p.pieces = 0;
    p.because =
        "the cost of an item is unknown: a helper is called (before the first item, if the items are few or the pool "
        "is up), the first pieces are measured, and the call site remembers";
    return p;
  }
  if (p.sequential_ns < below) {
    p.because = in_words(p.sequential_ns) + " of work is less than a hand-over is worth (" + in_words(below) + ")";
    return p;
  }
  if (p.sequential_ns < wake) {
    p.because = in_words(p.sequential_ns) + " of work does not pay for waking a sleeping helper (" + in_words(wake) +
                "); a helper that is awake would join";
    return p;
  }
  const double by_time = p.sequential_ns / static_cast<double>(slice_ns);
  const std::size_t by_grain = std::max<std::size_t>(items / std::max<std::size_t>(with.grain, 1), 1);
  p.parallel = true;
  p.pieces = by_time < static_cast<double>(by_grain) ? static_cast<std::size_t>(by_time) + 1 : by_grain;
  p.cpus = static_cast<unsigned>(std::min<std::size_t>(cpus, by_grain));
  p.expected_ns = (p.sequential_ns + wake / 2) / p.cpus;
  p.because = in_words(p.sequential_ns) + " of work is worth waking helpers (from " + in_words(wake) + " on)";
  return p;
}

std::string to_text(const plan& p) {
  std::string text = p.parallel ? "parallel on " + std::to_string(p.cpus) + " CPUs" : std::string("sequential");
  if (p.parallel && p.pieces) text += ", in about " + std::to_string(p.pieces) + " pieces";
  text += ": " + p.because + "\n";
  if (p.sequential_ns > 0) {
    text += "expected: " + in_words(p.sequential_ns) + " as a plain loop";
    if (p.parallel) text += ", " + in_words(p.expected_ns) + " as planned";
    text += "\n";
  }
  return text;
}

}  // namespace berth
