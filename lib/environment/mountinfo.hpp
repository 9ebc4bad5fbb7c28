#pragma once
// /proc/self/mountinfo: its lines, and which mounts are hidden below others.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace berth::impl {

/// One line, as views into the text. Root and point are still escaped.
struct mount_line {
  std::int64_t id = 0;
  std::int64_t parent = 0;
  std::string_view device;
  std::string_view root;
  std::string_view point;
  std::string_view type;
  std::string_view super_options;  ///< the rest of the line: may hold blanks
  std::string_view line;
};

/// None for a line that does not have the form. The optional fields end at a lone "-", which names may also contain.
[[nodiscard]] std::optional<mount_line> parse_mount_line(std::string_view line);

/// Blank, tab, line end and backslash are written as a backslash and three octal digits.
[[nodiscard]] std::string unescape_mount_field(std::string_view field);

/// Whether the super options of a v1 mount name this controller, as a whole word.
[[nodiscard]] bool carries_controller(const mount_line& mount, std::string_view controller);

class mount_table {
 public:
  /// Skips what it cannot parse. `text` must outlive the table.
  explicit mount_table(std::string_view text);

  [[nodiscard]] const std::vector<mount_line>& lines() const { return lines_; }

  /// Whether another mount lies over this one, or over one that it is mounted on, so that its files cannot be reached.
  [[nodiscard]] bool is_covered(std::size_t index) const;

  /// The mount that this one is mounted on; none for the process's root.
  [[nodiscard]] std::optional<std::size_t> parent_of(std::size_t index) const;

 private:
  [[nodiscard]] bool hidden_by_sibling(std::size_t index) const;
  template <class F>
  [[nodiscard]] bool any_child_of(std::int64_t id, F f) const;
  std::vector<mount_line> lines_;
  std::vector<std::size_t> by_parent_;
  std::vector<std::size_t> by_id_;
};

}  // namespace berth::impl
