#pragma once
// A real file as records, and the work of a report: turning a record into a row of it.
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace berth::tool {

// What is wrong with the file, in a sentence that names it.
struct unusable_file : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class record_file {
 public:
  // Text: paragraphs between empty lines where most lines are "Key: value", else its lines. Throws unusable_file for
  // one that is missing, not a regular file, empty, above 512 MiB, binary, or of fewer than 16 records.
  explicit record_file(const std::string& path);

  [[nodiscard]] const std::vector<std::string_view>& records() const { return records_; }
  [[nodiscard]] bool paragraphs() const { return paragraphs_; }
  [[nodiscard]] std::size_t bytes() const { return text_.size(); }

 private:
  std::string text_;
  bool paragraphs_ = false;
  std::vector<std::string_view> records_;
};

// A row of the report: which group the record belongs to (its Section, or its first column) and its text turned into
// HTML, of which the length and a digest are kept.
struct row {
  std::string_view group;
  std::uint64_t html_bytes = 0;
  std::uint64_t digest = 0;
};

row turn(std::string_view record);

// All rows grouped: the answer of a request, the same for the same rows in any order.
struct grouped {
  std::size_t groups = 0;
  std::uint64_t html_bytes = 0;
  std::uint64_t digest = 0;
  bool operator==(const grouped&) const = default;
};

grouped group(const std::vector<row>& rows);

}  // namespace berth::tool
