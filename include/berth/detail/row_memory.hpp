#pragma once
// Memory for a row that is needed for the length of a call.
#include <berth/detail/export.hpp>
#include <cstddef>

namespace berth::detail {

// Never null; std::bad_alloc. From some megabytes on in large pages where the system gives them: a fault for every 4
// KiB of a buffer costs as much as moving the items into it.
[[nodiscard]] BERTH_API void* allocate_row(std::size_t bytes, std::size_t alignment);
// `bytes` and `alignment` as they were asked for. Null is fine.
BERTH_API void release_row(void* row, std::size_t bytes, std::size_t alignment) noexcept;

}  // namespace berth::detail
