#pragma once
// What berth throws. Typed by what the caller can do about it; each message quotes the offending input and its place.

#include <cstddef>
#include <stdexcept>
#include <string>

#include "berth/detail/export.hpp"

namespace berth {

/// Every exception of berth's own. Exceptions of the user's callables travel through unchanged.
class BERTH_API error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  ~error() override;
};

/// A setting that cannot be followed: malformed (with strictness asked for), unknown, or given too late.
class BERTH_API configuration_error : public error {
 public:
  using error::error;
  ~configuration_error() override;
};

/// The call was stopped by its caller before it was complete.
class BERTH_API cancelled : public error {
 public:
  cancelled(const std::string& what, std::size_t items_done) : error(what), items_done_(items_done) {}
  ~cancelled() override;
  /// How many items were complete when the call ended.
  [[nodiscard]] std::size_t items_done() const noexcept { return items_done_; }

 private:
  std::size_t items_done_;
};

/// The call's deadline passed before it was complete.
class BERTH_API deadline_exceeded : public error {
 public:
  deadline_exceeded(const std::string& what, std::size_t items_done) : error(what), items_done_(items_done) {}
  ~deadline_exceeded() override;
  /// How many items were complete when the call ended.
  [[nodiscard]] std::size_t items_done() const noexcept { return items_done_; }

 private:
  std::size_t items_done_;
};

}  // namespace berth
