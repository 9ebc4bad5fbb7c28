#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <berth/detail/pipeline/mapped_file.hpp>
#include <cerrno>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include "environment/open_file.hpp"

namespace berth::detail {
namespace {

// Memory of malloc's, which grows in place where it can.
class growing_bytes {
 public:
  growing_bytes() = default;
  ~growing_bytes() { std::free(bytes_); }
  growing_bytes(const growing_bytes&) = delete;
  growing_bytes& operator=(const growing_bytes&) = delete;

  // Reads what there is, up to the room that there is. False at the end; errno tells of an error.
  bool read_from(int fd) {
    if (size_ == room_) widen();
    const ssize_t got = ::read(fd, bytes_ + size_, room_ - size_);
    if (got > 0) size_ += static_cast<std::size_t>(got);
    return got > 0 || (got < 0 && errno == EINTR);
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] char* release() { return std::exchange(bytes_, nullptr); }

 private:
  void widen() {
    const std::size_t room = room_ == 0 ? 65536 : 2 * room_;
    void* const wider = std::realloc(bytes_, room);
    if (!wider) throw std::bad_alloc();
    bytes_ = static_cast<char*>(wider);
    room_ = room;
  }

  char* bytes_ = nullptr;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
};

[[noreturn]] void fail(const char* verb, const char* path) {
  throw std::system_error(errno, std::generic_category(), std::string("berth::") + verb + ": " + path);
}

}  // namespace

mapped_file::mapped_file(const char* verb, const char* path) {
  const impl::open_file file(::open(path, O_RDONLY | O_CLOEXEC));
  struct stat about{};
  if (file.fd() < 0 || ::fstat(file.fd(), &about) != 0) fail(verb, path);
  if (S_ISREG(about.st_mode) && about.st_size > 0) {
    void* const there = ::mmap(nullptr, static_cast<std::size_t>(about.st_size), PROT_READ, MAP_PRIVATE, file.fd(), 0);
    if (there != MAP_FAILED) {
      bytes_ = static_cast<const char*>(there);
      size_ = static_cast<std::size_t>(about.st_size);
      mapped_ = true;
      return;
    }
  }
  growing_bytes bytes;
  errno = 0;
  while (bytes.read_from(file.fd())) errno = 0;
  if (errno != 0) fail(verb, path);
  size_ = bytes.size();
  bytes_ = bytes.release();
}

mapped_file::mapped_file(mapped_file&& other) noexcept
    : bytes_(std::exchange(other.bytes_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      mapped_(std::exchange(other.mapped_, false)) {}

mapped_file::~mapped_file() {
  void* const bytes = const_cast<char*>(bytes_);
  if (mapped_)
    ::munmap(bytes, size_);
  else
    std::free(bytes);
}

void throw_torn_records(const char* path, std::size_t bytes, std::size_t record) {
  throw std::invalid_argument(std::string("berth::records_of: ") + path + ": " + std::to_string(bytes) +
                              " bytes are not a whole number of records of " + std::to_string(record) + " bytes");
}

}  // namespace berth::detail
