#pragma once
// The files of this machine, or of a recorded one. Kernel files may be missing, denied, replaced by anything at all, or
// never end: every read is bounded, opens nothing that can block, and answers with a status instead of throwing.

#include <cstddef>
#include <string>
#include <string_view>

namespace berth::impl {

enum class file_status : unsigned char { ok, missing, denied, not_a_file, too_large, failed };

/// For a sentence: "cannot be read (permission denied)".
[[nodiscard]] const char* describe(file_status status);

class file_tree {
 public:
  /// "/" is the running machine. Any other root confines every path to it, symbolic links and ".." included, so that a
  /// recording from elsewhere cannot point outside of itself.
  explicit file_tree(const std::string& root = "/");
  ~file_tree();
  file_tree(const file_tree&) = delete;
  file_tree& operator=(const file_tree&) = delete;

  [[nodiscard]] bool is_running_machine() const { return root_fd_ == running; }
  [[nodiscard]] bool is_open() const { return root_fd_ != unopened; }

  /// Reads a regular file of at most `limit` bytes into `text` (which is replaced). On too_large, text holds the first
  /// `limit` bytes; on everything but ok and too_large it is empty.
  file_status read(const std::string& path, std::string& text, std::size_t limit = small) const;
  [[nodiscard]] bool is_directory(const std::string& path) const;
  [[nodiscard]] bool exists(const std::string& path) const;

  static constexpr std::size_t small = 64 << 10;
  static constexpr std::size_t large = 16 << 20;

 private:
  static constexpr int running = -1;
  static constexpr int unopened = -2;
  int open(const std::string& path, int flags) const;
  int root_fd_;
};

}  // namespace berth::impl
