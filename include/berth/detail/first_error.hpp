#pragma once
// Of several errors the one of the lowest position, whichever comes first in time.
#include <cstddef>
#include <exception>
#include <utility>

namespace berth::detail {

class first_error {
  struct note {
    std::size_t at;
    std::exception_ptr what;
    note* next;
  };

 public:
  first_error() = default;
  first_error(const first_error&) = delete;
  first_error& operator=(const first_error&) = delete;
  ~first_error() {
    while (note* const n = newest_) {
      newest_ = n->next;
      delete n;
    }
  }

  // Calls step(), for position `at`. Any thread. What it throws is noted, and goes on its way.
  template <class Step>
  void guard(std::size_t at, Step step) {
    try {
      step();
    } catch (...) {
      add(new note{at, std::current_exception(), nullptr});
      throw;
    }
  }

  // After all threads have left.
  [[nodiscard]] bool present() const { return newest_ != nullptr; }
  [[noreturn]] void rethrow() const {
    const note* first = newest_;
    for (const note* n = newest_; n; n = n->next)
      if (n->at < first->at) first = n;
    std::rethrow_exception(first->what);
  }

 private:
  // Release, so that whoever walks the list after the call sees whole notes.
  void add(note* n) {
    n->next = __atomic_load_n(&newest_, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&newest_, &n->next, n, true, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
    }
  }

  note* newest_ = nullptr;
};

}  // namespace berth::detail
