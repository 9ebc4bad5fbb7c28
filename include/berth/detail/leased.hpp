#pragma once
// Working memory that pieces of a call take and give back: as many as pieces run at a time, whatever their number.
#include <cstddef>
#include <utility>

namespace berth::detail {

// A piece takes what no other has, and what has seen only items before its own; where there is none, one is made.
// Everything that was made is there, newest first, when the call is over.
template <class T>
class leases {
 public:
  struct lease {
    T held;
    std::size_t seen = 0;  // only items before this one have been put in
    bool taken = true;
    lease* older = nullptr;
  };

  leases() = default;
  leases(const leases&) = delete;
  leases& operator=(const leases&) = delete;
  ~leases() {
    while (newest_) delete std::exchange(newest_, newest_->older);
  }

  // For items from `begin` on. Where the piece throws, what it has taken is not given back: it holds a broken count.
  template <class Make>
  [[nodiscard]] lease& take(std::size_t begin, Make&& make) {
    // Acquire: what the piece before has written into a lease is seen by the next one.
    for (lease* l = __atomic_load_n(&newest_, __ATOMIC_ACQUIRE); l; l = l->older) {
      if (__atomic_exchange_n(&l->taken, true, __ATOMIC_ACQUIRE)) continue;
      if (l->seen <= begin) return *l;
      __atomic_store_n(&l->taken, false, __ATOMIC_RELEASE);
    }
    lease* const fresh = new lease{make()};
    fresh->older = __atomic_load_n(&newest_, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&newest_, &fresh->older, fresh, true, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
    }
    return *fresh;
  }

  static void give_back(lease& l, std::size_t end) {
    l.seen = end;
    __atomic_store_n(&l.taken, false, __ATOMIC_RELEASE);
  }

  [[nodiscard]] std::size_t size() const {
    std::size_t count = 0;
    for (const lease* l = newest_; l; l = l->older) ++count;
    return count;
  }

  // For after the call.
  template <class Use>
  void for_each(Use&& use) {
    for (lease* l = newest_; l; l = l->older) use(l->held);
  }

 private:
  lease* newest_ = nullptr;
};

}  // namespace berth::detail
