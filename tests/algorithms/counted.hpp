#pragma once
// A value that knows how many of its kind live, can only be moved, and has no default.
#include <atomic>
#include <utility>

namespace berth_tests {

class counted {
 public:
  explicit counted(long value) : value_(value) { ++living; }
  counted(counted&& other) noexcept : value_(std::exchange(other.value_, -1)) { ++living; }
  counted& operator=(counted&& other) noexcept {
    value_ = std::exchange(other.value_, -1);
    return *this;
  }
  counted(const counted&) = delete;
  counted& operator=(const counted&) = delete;
  ~counted() { --living; }
  [[nodiscard]] long value() const { return value_; }

  static inline std::atomic<long> living = 0;

 private:
  long value_;
};

}  // namespace berth_tests
