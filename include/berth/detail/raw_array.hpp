#pragma once
#include <berth/detail/large_memory.hpp>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace berth::detail {

// Raw memory for `count` objects of type R, which others make and destroy: a large block, or from the allocator.
template <class R>
class raw_array {
  static_assert(alignof(R) <= large_alignment, "berth: the elements' alignment is above that of large blocks");

 public:
  raw_array() = default;
  explicit raw_array(std::size_t count) {
    if (count > static_cast<std::size_t>(PTRDIFF_MAX) / sizeof(R)) throw std::bad_array_new_length();
    const std::size_t bytes = count * sizeof(R);
    if (bytes >= large_from)
      held_ = take_large(bytes);
    else if (count != 0)
      held_.at = small(bytes);
  }
  raw_array(raw_array&& other) noexcept : held_(std::exchange(other.held_, {})) {}
  raw_array& operator=(raw_array&& other) noexcept {
    std::swap(held_, other.held_);
    return *this;
  }
  ~raw_array() {
    if (held_.bytes != 0)
      give_large(held_);
    else if (held_.at)
      release_small();
  }
  [[nodiscard]] R* data() const { return static_cast<R*>(held_.at); }
  R& operator[](std::size_t i) const { return data()[i]; }

 private:
  static constexpr bool over_aligned = alignof(R) > __STDCPP_DEFAULT_NEW_ALIGNMENT__;
  static void* small(std::size_t bytes) {
    if constexpr (over_aligned)
      return ::operator new(bytes, std::align_val_t(alignof(R)));
    else
      return ::operator new(bytes);
  }
  void release_small() {
    if constexpr (over_aligned)
      ::operator delete(held_.at, std::align_val_t(alignof(R)));
    else
      ::operator delete(held_.at);
  }

  memory_block held_;  // bytes: 0 for memory of the allocator's
};

}  // namespace berth::detail
