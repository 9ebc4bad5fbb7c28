#include "environment/file_tree.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "environment/open_file.hpp"
#include "environment/scan.hpp"

namespace berth::impl {
namespace {

file_status status_of(int error) {
  switch (error) {
    case ENOENT:
    case ENOTDIR: return file_status::missing;
    case EACCES:
    case EPERM: return file_status::denied;
    case EISDIR:
    case ENXIO: return file_status::not_a_file;
    default: return file_status::failed;
  }
}

bool climbs(std::string_view path) {
  bool found = false;
  for_each_piece(path, '/', [&](std::string_view name) { found = found || name == ".."; });
  return found;
}

// Kernels before 5.6, and containers that filter the call, have no openat2: there, no last link is followed and no ".."
// allowed, which is enough for the recordings that `berth record` writes.
int open_without_openat2(int root, const char* relative, int flags) {
  if (climbs(relative)) return errno = ENOENT, -1;
  return ::openat(root, relative, flags | O_NOFOLLOW);
}

int open_inside(int root, const std::string& path, int flags) {
  const auto start = path.find_first_not_of('/');
  const char* relative = start == std::string::npos ? "." : path.c_str() + start;
  open_how how{};
  how.flags = static_cast<unsigned>(flags);
  how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;
  const long fd = ::syscall(SYS_openat2, root, relative, &how, sizeof how);
  if (fd < 0 && (errno == ENOSYS || errno == EPERM)) return open_without_openat2(root, relative, flags);
  return static_cast<int>(fd);
}

file_status read_all(int fd, std::string& text, std::size_t limit) {
  std::size_t used = 0;
  for (;;) {
    // One byte more than the limit tells "exactly full" from "too large".
    text.resize(std::min(limit + 1, std::max<std::size_t>(used * 2, 4096)));
    const ssize_t got = ::read(fd, text.data() + used, text.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return text.clear(), file_status::failed;
    used += static_cast<std::size_t>(got);
    if (used > limit) return text.resize(limit), file_status::too_large;
    if (got == 0) return text.resize(used), file_status::ok;
  }
}

}  // namespace

const char* describe(file_status status) {
  switch (status) {
    case file_status::ok: return "read";
    case file_status::missing: return "not there";
    case file_status::denied: return "permission denied";
    case file_status::not_a_file: return "not a regular file";
    case file_status::too_large: return "too large";
    case file_status::failed: break;
  }
  return "read error";
}

file_tree::file_tree(const std::string& root) : root_fd_(running) {
  if (root == "/") return;
  root_fd_ = ::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (root_fd_ < 0) root_fd_ = unopened;
}

file_tree::~file_tree() {
  if (root_fd_ >= 0) ::close(root_fd_);
}

int file_tree::open(const std::string& path, int flags) const {
  if (root_fd_ == unopened) return errno = ENOENT, -1;
  flags |= O_CLOEXEC;
  return is_running_machine() ? ::open(path.c_str(), flags) : open_inside(root_fd_, path, flags);
}

file_status file_tree::read(const std::string& path, std::string& text, std::size_t limit) const {
  text.clear();
  const open_file file(open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY));
  if (file.fd() < 0) return status_of(errno);
  struct stat info{};
  if (::fstat(file.fd(), &info) != 0) return file_status::failed;
  if (!S_ISREG(info.st_mode)) return file_status::not_a_file;
  return read_all(file.fd(), text, limit);
}

bool file_tree::is_directory(const std::string& path) const {
  return open_file(open(path, O_PATH | O_DIRECTORY)).fd() >= 0;
}

bool file_tree::exists(const std::string& path) const { return open_file(open(path, O_PATH)).fd() >= 0; }

}  // namespace berth::impl
