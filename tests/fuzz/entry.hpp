#pragma once
// What libFuzzer calls, and what the bounded run calls where there is no libFuzzer.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

inline std::string_view as_text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// What must hold for every input: a violation ends the run with the input kept.
inline void must(bool holds) {
  if (!holds) std::abort();
}
