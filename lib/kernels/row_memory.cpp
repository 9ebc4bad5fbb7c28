#include <berth/detail/row_memory.hpp>
#include <new>

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

namespace berth::detail {
namespace {

constexpr std::size_t large_page = std::size_t{2} << 20;

std::align_val_t aligned_for(std::size_t bytes, std::size_t alignment) {
  return std::align_val_t(bytes >= 2 * large_page && alignment < large_page ? large_page : alignment);
}

void prefer_large_pages([[maybe_unused]] void* row, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  (void)::madvise(row, bytes / large_page * large_page, MADV_HUGEPAGE);  // a wish
#endif
}

}  // namespace

void* allocate_row(std::size_t bytes, std::size_t alignment) {
  void* const row = ::operator new(bytes, aligned_for(bytes, alignment));
  if (bytes >= 2 * large_page) prefer_large_pages(row, bytes);
  return row;
}

void release_row(void* row, std::size_t bytes, std::size_t alignment) noexcept {
  ::operator delete(row, aligned_for(bytes, alignment));
}

}  // namespace berth::detail
