#pragma once
// report_service: a service whose every request turns 128 fields, 1 ms of work in all, called by many at once in a
// process that has a CPU quota. One contender a file; each is given the same leaf.
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace report_service {

constexpr std::size_t fields = 128;

struct field {
  std::array<char, 64> text;
};

// How often turn() goes over a field, so that one takes 7.8 us here. Written before any request.
extern unsigned passes;

// Upper case, separators unified, and a digest of it all; depends on the field and `passes` only.
[[gnu::noinline]] std::uint64_t turn(const field& in);

using request = std::array<field, fields>;
using reply = std::array<std::uint64_t, fields>;

struct contender {
  const char* name;
  void (*serve)(const request&, reply&);  // called from many threads at once
  void (*start)() = nullptr;              // once, before the first request
};

// The contenders of this build. A file adds its own before main() runs.
inline std::vector<contender>& contenders() {
  static std::vector<contender> all;
  return all;
}
inline bool add(const contender& c) { return contenders().push_back(c), true; }

extern const contender sequential;

// "A pool as on a 32-CPU host": what libraries start that do not see the quota.
constexpr unsigned naive_threads = 32;

}  // namespace report_service
