#pragma once
// A file descriptor that is closed by whoever has it.
#include <unistd.h>

namespace berth::impl {

class open_file {
 public:
  explicit open_file(int fd) : fd_(fd) {}
  ~open_file() {
    if (fd_ >= 0) ::close(fd_);
  }
  open_file(const open_file&) = delete;
  open_file& operator=(const open_file&) = delete;
  // Below 0 where there was nothing to open; errno then still says why.
  [[nodiscard]] int fd() const { return fd_; }

 private:
  int fd_;
};

}  // namespace berth::impl
