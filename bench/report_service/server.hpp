#pragma once
// The process that serves: what runs inside the quota.
#include <cstdint>
#include <string>

#include "report_service/leaf.hpp"

namespace report_service {

struct job {
  std::string contender;
  unsigned callers = 1;       // threads, each of which sends its next request when the last one is answered
  std::uint64_t warm_ns = 0;  // what ends in the window after that counts
  std::uint64_t window_ns = 0;

  [[nodiscard]] std::string as_text() const;
  static job from_text(const std::string&);
};

// Nanoseconds of the steady clock, the same for every process.
struct window {
  std::uint64_t from = 0;
  std::uint64_t until = 0;
};

struct served {
  double qps = 0;
  double p50_us = 0;
  double p99_us = 0;
  double switches = 0;  // context switches of the process a second

  [[nodiscard]] std::string as_text() const;
  static bool from_text(const std::string&, served& to);
};

// Writes the window to standard output, as two numbers in a line, when all callers are there; serves until it ends and
// checks every answer; ends the process with 1 on a wrong one.
served serve(const job&);

// The request that all callers send, and its right answer.
const request& sample_request();
const reply& right_reply();

// Sets `passes` for 128 fields a millisecond.
void calibrate();

}  // namespace report_service
