#pragma once
// A file's bytes as memory: mapped where it is a regular file, read where it is not (a pipe, or a file of /proc, whose
// size nobody knows). A mapped file that another process cuts short while it is read ends the process by SIGBUS: that
// is what mapping costs.
#include <berth/detail/export.hpp>
#include <cstddef>

namespace berth::detail {

class BERTH_API mapped_file {
 public:
  mapped_file() = default;
  // Throws std::system_error: "berth::lines_of: /var/log/x: No such file or directory".
  mapped_file(const char* verb, const char* path);
  mapped_file(mapped_file&& other) noexcept;
  mapped_file& operator=(mapped_file&&) = delete;
  ~mapped_file();
  [[nodiscard]] const char* data() const { return bytes_; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  const char* bytes_ = nullptr;
  std::size_t size_ = 0;
  bool mapped_ = false;
};

// std::invalid_argument: "berth::records_of: /data/x: 1003 bytes are not a whole number of records of 16 bytes".
[[noreturn]] BERTH_API void throw_torn_records(const char* path, std::size_t bytes, std::size_t record);

template <class Path>
const char* path_text(const Path& path) {
  if constexpr (requires { path.c_str(); })
    return path.c_str();
  else
    return path;
}

}  // namespace berth::detail
