#pragma once
// The contender `java`: parallel streams (Streams.java), on Java 17 or later.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "harness/child.hpp"

namespace algorithms {

// One case in a Java process of its own, which makes the inputs itself. A process for each case, because what it has
// run before decides how Java compiles what streams have in common. Between calls it sleeps.
class java {
 public:
  // Whether it has such a case. The first call starts a Java that names them; where that fails there are none, and
  // standard error says why.
  static bool has(const std::string& name);

  java(const std::string& name, std::size_t n);

  // The answer of one call, as all_answers() makes it; nothing if Java has given up, having said why on standard error.
  std::optional<std::uint64_t> answer();
  // Makes calls until so much time has gone by, so that they are compiled by the time they are measured.
  void warm_up(std::uint64_t ns);
  // What so many calls take, by Java's clock: at most 100 are made, and stand for all. Returns when the process sleeps
  // again.
  // again.
  double ns_of(std::size_t calls);

 private:
  bench::child process_;
};

}  // namespace algorithms
