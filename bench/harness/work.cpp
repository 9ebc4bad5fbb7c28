#include "harness/work.hpp"

#include <algorithm>
#include <cstdio>

#include "harness/clock.hpp"
#include "harness/options.hpp"

namespace bench {

unsigned ticks_10ns = 8;
unsigned ticks_100ns = 80;
unsigned ticks_1us = 800;
unsigned ticks_10us = 8000;

double churn(double x, unsigned ticks) {
  for (; ticks != 0; --ticks) x = x * 0.999999 + 1e-6;
  return x;
}

namespace {

constexpr int elements = 64;

// Nanoseconds an element, the best of a few loops: what disturbs a loop only ever makes it longer.
double measured(unsigned ticks) {
  double best = 1e18;
  double values[elements];
  for (int i = 0; i != elements; ++i) values[i] = 0.25 + i / 128.0;
  for (int turn = 0; turn != 12; ++turn) {
    const auto start = now_ns();
    for (double& value : values) value = churn(value, ticks);
    clobber();
    best = std::min(best, static_cast<double>(now_ns() - start) / elements);
  }
  return best;
}

unsigned ticks_for(double ns) {
  double ticks = ns;
  for (int step = 0; step != 3; ++step)
    ticks = std::max(1.0, ticks * ns / measured(static_cast<unsigned>(ticks + 0.5)));
  return static_cast<unsigned>(ticks + 0.5);
}

}  // namespace

void calibrate() {
  ticks_10ns = ticks_for(10);
  ticks_100ns = ticks_for(107);  // 128 of them are 14 us, 1000 are 107 us
  ticks_1us = ticks_for(1'000);
  ticks_10us = ticks_for(10'000);
}

std::string calibration() {
  char text[64];
  std::snprintf(text, sizeof text, "%u,%u,%u,%u", ticks_10ns, ticks_100ns, ticks_1us, ticks_10us);
  return text;
}

void use_calibration(const std::string& text) {
  if (std::sscanf(text.c_str(), "%u,%u,%u,%u", &ticks_10ns, &ticks_100ns, &ticks_1us, &ticks_10us) != 4)
    fail("not a calibration: " + text);
}

}  // namespace bench
