#pragma once
// A vector whose elements are made in place, in any order and by several threads, without being zeroed first: half of
// what a cheap map into a new vector costs is writing it twice.
#include <berth/detail/large_memory.hpp>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace berth::detail {

// So few results are made on the stack, and put into a vector that is as large as they are: none, where there are none.
template <class T>
inline constexpr std::size_t few_results = sizeof(T) <= 32 ? 512 / sizeof(T) : 16;

// The containers that are filled in place, and by what: a class with the constructor and members of open_vector.
template <class Target>
struct opened {};

#if defined(__GLIBCXX__) && !defined(_GLIBCXX_DEBUG) && !defined(_GLIBCXX_SANITIZE_VECTOR)

// A vector of so many bytes lies, as a rule, in memory of its own that nobody has touched yet.
inline constexpr std::size_t huge_from = std::size_t{4} << 20;

// libstdc++ keeps the end of a vector in a member that a derived class may set: it has done so in every version, and
// one that did not would not compile. Until close() it is an empty vector with room for `count`.
template <class R, class Vector>
class filled_vector : private Vector {
 public:
  using element = R;
  explicit filled_vector(std::size_t count) {
    this->reserve(count);
    if (count >= huge_from / sizeof(R)) want_huge_pages(this->data(), count * sizeof(R));
  }
  [[nodiscard]] R* room() { return this->data(); }
  // The first `count` elements exist now.
  [[nodiscard]] Vector close(std::size_t count) {
    this->_M_impl._M_finish = this->_M_impl._M_start + count;
    return std::move(static_cast<Vector&>(*this));
  }
};

// Vector is a parameter so that files compiled with _GLIBCXX_DEBUG, where it is another type, may be linked with others
// that are not: a class of one name must not be two.
template <class R>
using open_vector = filled_vector<R, std::vector<R>>;

#else

// Elsewhere (libc++, or a vector that keeps books on what is in it, as _GLIBCXX_DEBUG and the address sanitizer's
// _GLIBCXX_SANITIZE_VECTOR make it) the elements are made beside the vector, and moved into it at the end.
template <class R, class Vector>
class moved_vector {
 public:
  using element = R;
  explicit moved_vector(std::size_t count)
      : count_(count), room_(count == 0 ? nullptr : std::allocator<R>().allocate(count)) {}
  moved_vector(const moved_vector&) = delete;
  moved_vector& operator=(const moved_vector&) = delete;
  ~moved_vector() {
    if (room_) std::allocator<R>().deallocate(room_, count_);
  }
  [[nodiscard]] R* room() { return room_; }
  // The first `count` elements exist now; where there is no memory for them, not any more.
  [[nodiscard]] Vector close(std::size_t count) {
    struct made {
      R* room;
      std::size_t count;
      ~made() {
        for (std::size_t i = 0; i != count; ++i) room[i].~R();
      }
    } elements{room_, count};
    Vector closed;
    closed.reserve(count);
    for (std::size_t i = 0; i != count; ++i) closed.push_back(std::move(room_[i]));
    return closed;
  }

 private:
  std::size_t count_;
  R* room_;
};

template <class R>
using open_vector = moved_vector<R, std::vector<R>>;

#endif

template <class R>
  requires(!std::is_same_v<R, bool>)
struct opened<std::vector<R>> {
  using type = open_vector<R>;
};

}  // namespace berth::detail
