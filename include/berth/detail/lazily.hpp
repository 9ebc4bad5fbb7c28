#pragma once
#include <cstddef>
#include <cstdint>
#include <new>

namespace berth::detail {

// Raw memory for `count` objects that is there from the first time a thread asks for it: a call that runs as one piece
// never does.
template <class R>
class room_on_demand {
 public:
  explicit room_on_demand(std::size_t count) : count_(count) {}
  room_on_demand(const room_on_demand&) = delete;
  room_on_demand& operator=(const room_on_demand&) = delete;
  ~room_on_demand() { release(room_); }

  // Any thread. Acquire and release order the first write into the memory behind its allocation.
  [[nodiscard]] R* room() {
    R* there = __atomic_load_n(&room_, __ATOMIC_ACQUIRE);
    if (there) return there;
    if (count_ > static_cast<std::size_t>(PTRDIFF_MAX) / sizeof(R)) throw std::bad_array_new_length();
    R* fresh = static_cast<R*>(::operator new(count_ * sizeof(R), std::align_val_t(alignof(R))));
    if (__atomic_compare_exchange_n(&room_, &there, fresh, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return fresh;
    release(fresh);
    return there;
  }

  // Null where nobody asked. For after the call.
  [[nodiscard]] R* made() const { return room_; }

 private:
  static void release(R* room) {
    if (room) ::operator delete(room, std::align_val_t(alignof(R)));
  }

  std::size_t count_;
  R* room_ = nullptr;
};

}  // namespace berth::detail
