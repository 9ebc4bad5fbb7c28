#pragma once
// An array for large results, of a size that is known when it is made.
//
//   auto prices = berth::collect<berth::buffer<double>>(trades, price);
//   berth::buffer<float> grid(rows * columns);                    // numbers: not even zeroed
//   std::vector<double> kept(std::move(prices).to_vector());      // or any range constructor
//   std::span<double> seen = prices;
//
// Why not std::vector: a new vector's memory comes from the kernel page by page, each zeroed, and goes back to it with
// the vector: for a cheap function that costs several times what the results cost. A buffer's memory is huge pages
// where the kernel has them, is first touched by the threads that write it, and comes round again (berth/memory.hpp).
#include <berth/detail/large_memory.hpp>
#include <berth/detail/raw_array.hpp>
#include <berth/map.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace berth::detail {

template <class R>
class open_buffer;

}  // namespace berth::detail

namespace berth {

// Shapes: T is any object type but bool's packed kind (a buffer<bool> holds bools). Contiguous, of fixed size; movable,
//   not copyable (berth::collect<berth::buffer<T>>(b) copies, in parallel). It is a range that every verb takes, and
//   converts to a std::span like any other.
// Waits: never, but for to_vector, which is a berth::map.
// Throws: std::bad_alloc; what a constructor of T throws.
// Thread-safety: as std::vector: elements may be written by different threads.
// Complexity: making one costs no time in proportion to its size where T's default constructor does nothing; destroying
//   one none where T's destructor does nothing.
template <class T>
class buffer {
 public:
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = T&;
  using const_reference = const T&;
  using iterator = T*;
  using const_iterator = const T*;

  buffer() = default;
  // `count` objects that are default-initialised: numbers hold anything. By way of a whole buffer, so that where a
  // constructor of T throws, those that had been made are destroyed.
  explicit buffer(std::size_t count)
    requires std::default_initializable<T>
      : buffer(detail::raw_array<T>(count), 0) {
    if constexpr (std::is_trivially_default_constructible_v<T>)
      size_ = count;
    else
      for (; size_ != count; ++size_) ::new (static_cast<void*>(data() + size_)) T;
  }
  buffer(buffer&& other) noexcept : memory_(std::move(other.memory_)), size_(std::exchange(other.size_, 0)) {}
  buffer& operator=(buffer&& other) noexcept {
    buffer taken(std::move(other));
    swap(taken);
    return *this;
  }
  ~buffer() { destroy(); }

  [[nodiscard]] T* data() noexcept { return memory_.data(); }
  [[nodiscard]] const T* data() const noexcept { return memory_.data(); }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] T* begin() noexcept { return data(); }
  [[nodiscard]] T* end() noexcept { return data() + size_; }
  [[nodiscard]] const T* begin() const noexcept { return data(); }
  [[nodiscard]] const T* end() const noexcept { return data() + size_; }
  [[nodiscard]] T& operator[](std::size_t i) noexcept { return data()[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return data()[i]; }
  [[nodiscard]] T& front() noexcept { return data()[0]; }
  [[nodiscard]] const T& front() const noexcept { return data()[0]; }
  [[nodiscard]] T& back() noexcept { return data()[size_ - 1]; }
  [[nodiscard]] const T& back() const noexcept { return data()[size_ - 1]; }

  // Destroys the elements behind the first `count`, which is at most size(). Keeps the memory.
  void shrink(std::size_t count) noexcept {
    while (size_ > count) (data() + --size_)->~T();
  }

  void swap(buffer& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(size_, other.size_);
  }

  // The elements copied, or moved, into a vector, in parallel where that pays.
  [[nodiscard]] std::vector<T> to_vector() const&
    requires std::copy_constructible<T>
  {
    return map(*this, [](const T& item) -> T { return item; });
  }
  [[nodiscard]] std::vector<T> to_vector() && {
    return map(*this, [](T& item) -> T { return std::move(item); });
  }

  friend bool operator==(const buffer& a, const buffer& b)
    requires std::equality_comparable<T>
  {
    if (a.size_ != b.size_) return false;
    for (std::size_t i = 0; i != a.size_; ++i)
      if (!(a[i] == b[i])) return false;
    return true;
  }

 private:
  friend class detail::open_buffer<T>;
  buffer(detail::raw_array<T>&& filled, std::size_t count) noexcept : memory_(std::move(filled)), size_(count) {}

  void destroy() noexcept {
    if constexpr (!std::is_trivially_destructible_v<T>) shrink(0);
  }

  detail::raw_array<T> memory_;
  std::size_t size_ = 0;
};

}  // namespace berth

namespace berth::detail {

// A buffer whose elements are made in place, in any order and by several threads.
template <class R>
class open_buffer {
 public:
  using element = R;
  explicit open_buffer(std::size_t count) : memory_(count) {}
  [[nodiscard]] R* room() { return memory_.data(); }
  // The first `count` elements exist now.
  [[nodiscard]] buffer<R> close(std::size_t count) { return buffer<R>(std::move(memory_), count); }

 private:
  raw_array<R> memory_;
};

template <class R>
struct opened<buffer<R>> {
  using type = open_buffer<R>;
};

}  // namespace berth::detail
