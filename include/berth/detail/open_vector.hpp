#pragma once
// A vector whose elements are made in place, in any order and by several threads, without being zeroed first: half of
// what a cheap map into a new vector costs is writing it twice.
#include <berth/detail/large_memory.hpp>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace berth::detail {

// The containers that are filled in place, and by what: a class with the constructor and members of open_vector.
template <class Target>
struct opened {};

#if defined(__GLIBCXX__) && !defined(_GLIBCXX_DEBUG) && !defined(_GLIBCXX_SANITIZE_VECTOR)

// A vector of so many bytes lies, as a rule, in memory of its own that nobody has touched yet.
inline constexpr std::size_t huge_from = std::size_t{4} << 20;

// libstdc++ keeps the end of a vector in a member that a derived class may set. Until close() it is an empty vector
// with room for `count`.
template <class R>
class open_vector : private std::vector<R> {
 public:
  using element = R;
  explicit open_vector(std::size_t count) {
    this->reserve(count);
    if (count >= huge_from / sizeof(R)) want_huge_pages(this->data(), count * sizeof(R));
  }
  [[nodiscard]] R* room() { return this->data(); }
  // The first `count` elements exist now.
  [[nodiscard]] std::vector<R> close(std::size_t count) {
    this->_M_impl._M_finish = this->_M_impl._M_start + count;
    return std::move(static_cast<std::vector<R>&>(*this));
  }
};

#else

// Elsewhere the elements are made beside the vector, and moved into it at the end.
template <class R>
class open_vector {
 public:
  using element = R;
  explicit open_vector(std::size_t count)
      : count_(count), room_(count == 0 ? nullptr : std::allocator<R>().allocate(count)) {}
  open_vector(const open_vector&) = delete;
  open_vector& operator=(const open_vector&) = delete;
  ~open_vector() {
    if (room_) std::allocator<R>().deallocate(room_, count_);
  }
  [[nodiscard]] R* room() { return room_; }
  [[nodiscard]] std::vector<R> close(std::size_t count) {
    struct made {
      R* room;
      std::size_t count;
      ~made() {
        for (std::size_t i = 0; i != count; ++i) room[i].~R();
      }
    } elements{room_, count};
    std::vector<R> closed;
    closed.reserve(count);
    for (std::size_t i = 0; i != count; ++i) closed.push_back(std::move(room_[i]));
    return closed;
  }

 private:
  std::size_t count_;
  R* room_;
};

#endif

template <class R>
  requires(!std::is_same_v<R, bool>)
struct opened<std::vector<R>> {
  using type = open_vector<R>;
};

}  // namespace berth::detail
