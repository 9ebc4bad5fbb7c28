#pragma once
// The cases: what each one's inputs are, and what it must at least move through memory.
#include <cstddef>
#include <string>
#include <vector>

#include "algorithms/leaf.hpp"

namespace algorithms {

// Bytes for each item that nobody can do without: to read, and to write.
struct traffic {
  std::size_t read = 0;
  std::size_t written = 0;
};

struct entry {
  std::string name;
  void (*make)(work&);    // the inputs, for w.n items
  traffic moves = {};     // nothing: memory is not what it waits for
  bool restored = false;  // a call destroys its input: restored before each, untimed where calls are long
  std::size_t items = 10'000'000;
  std::size_t items_quick = 10'000'000;
};

// Before a call: outputs as if nobody had written to them, and copies of the inputs of what works in place.
void restore(work& w);

// Everything a routine may have left.
u64 all_answers(const work& w);

std::vector<entry> headline_cases();
std::vector<entry> verbs();  // on ten million items big_NAME, on few small_NAME

}  // namespace algorithms
