#include "pool/small_file.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace berth::impl {

bool read_small_file(const char* path, char* text, std::size_t room) {
  const long fd = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return false;
  const long n = syscall(SYS_read, fd, text, room - 1);
  syscall(SYS_close, fd);
  if (n <= 0) return false;
  text[n] = 0;
  return true;
}

}  // namespace berth::impl
