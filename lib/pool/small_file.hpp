#pragma once
#include <cstddef>

namespace berth::impl {

// Reads what a small kernel file holds, up to room - 1 bytes, and ends it with a 0. False if there is nothing to be
// had. By plain system calls: libc's are points at which a caller's thread may be cancelled, in the middle of a call.
bool read_small_file(const char* path, char* text, std::size_t room);

}  // namespace berth::impl
