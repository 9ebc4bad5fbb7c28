#include <berth/detail/streams.hpp>

#include "kernels/stream_store.hpp"

namespace berth::impl {
namespace {

// Bytes up to the first multiple of stream_bytes.
std::size_t bytes_before(const unsigned char* to, std::size_t bytes) {
  const std::size_t over = reinterpret_cast<std::uintptr_t>(to) % stream_bytes;
  const std::size_t before = over == 0 ? 0 : stream_bytes - over;
  return before < bytes ? before : bytes;
}

}  // namespace
}  // namespace berth::impl

namespace berth::detail {

using namespace berth::impl;

void stream_copy(void* to, const void* from, std::size_t bytes) {
  auto* out = static_cast<unsigned char*>(to);
  const auto* in = static_cast<const unsigned char*>(from);
  const std::size_t before = bytes_before(out, bytes);
  std::memcpy(out, in, before);
  std::size_t i = before;
  for (; bytes - i >= 4 * stream_bytes; i += 4 * stream_bytes)
    for (std::size_t k = 0; k != 4 * stream_bytes; k += stream_bytes) stream_store(out + i + k, in + i + k);
  std::memcpy(out + i, in + i, bytes - i);
  end_stream();
}

void stream_fill(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t bytes) {
  auto* out = static_cast<unsigned char*>(to);
  const std::size_t before = bytes_before(out, bytes);
  // Twice the pattern's period, so that a row may begin anywhere in it.
  unsigned char repeated[2 * stream_bytes];
  for (std::size_t i = 0; i != sizeof repeated; ++i)
    repeated[i] = static_cast<const unsigned char*>(pattern)[i % pattern_bytes];
  std::memcpy(out, repeated, before);
  const unsigned char* const row = repeated + before % pattern_bytes;
  std::size_t i = before;
  for (; bytes - i >= stream_bytes; i += stream_bytes) stream_store(out + i, row);
  std::memcpy(out + i, row, bytes - i);
  end_stream();
}

}  // namespace berth::detail
