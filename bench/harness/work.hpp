#pragma once
// Work of a known length, compiled once and called by every contender. It is a chain of dependent multiplications and
// additions: it uses no memory, and two CPUs that do it do not disturb each other.

#include <string>

namespace bench {

// The result depends on x and ticks only.
[[gnu::noinline]] double churn(double x, unsigned ticks);

// How many ticks take that long here. Written once by calibrate(), before any contender runs.
extern unsigned ticks_10ns;
extern unsigned ticks_100ns;
extern unsigned ticks_1us;
extern unsigned ticks_10us;

// Sets the four by measuring loops over many elements, as the contenders run them: a CPU overlaps the end of one
// element with the start of the next, which a lone long chain would not show. Takes some 20 ms.
void calibrate();

// The four as text, and back: a process started by the bench works with the numbers of the one that started it.
std::string calibration();
void use_calibration(const std::string& text);

}  // namespace bench
