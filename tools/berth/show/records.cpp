#include "show/records.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <unordered_map>

namespace berth::tool {
namespace {

constexpr std::size_t largest = std::size_t{512} << 20;
constexpr std::size_t fewest_records = 16;

std::string read_all(const std::string& path) {
  struct stat about{};
  if (stat(path.c_str(), &about) != 0) throw unusable_file(path + ": " + std::strerror(errno));
  if (!S_ISREG(about.st_mode)) throw unusable_file(path + ": not a regular file");
  const auto size = static_cast<std::size_t>(about.st_size);
  if (size == 0) throw unusable_file(path + ": the file is empty");
  if (size > largest)
    throw unusable_file(path + ": " + std::to_string(size >> 20) + " MiB; the demo takes files of up to 512 MiB");
  std::ifstream file(path, std::ios::binary);
  std::string text(size, '\0');
  file.read(text.data(), static_cast<std::streamsize>(size));
  if (!file) throw unusable_file(path + ": cannot be read: " + std::strerror(errno));
  if (const auto zero = text.find('\0'); zero != std::string::npos)
    throw unusable_file(path + ": not text (a zero byte at offset " + std::to_string(zero) + ")");
  return text;
}

std::vector<std::string_view> split(std::string_view text, std::string_view by) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const auto end = std::min(text.find(by), text.size());
    if (end != 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + by.size(), text.size()));
  }
  return parts;
}

bool starts_with_key(std::string_view part) {
  const auto colon = part.find(": ");
  return colon != std::string_view::npos && colon < part.find_first_of(" \n");
}

std::string_view group_of(std::string_view record) {
  constexpr std::string_view key = "\nSection: ";
  if (const auto at = record.find(key); at != std::string_view::npos) {
    const auto rest = record.substr(at + key.size());
    return rest.substr(0, rest.find('\n'));
  }
  return record.substr(0, record.find_first_of(",;\t \n"));
}

// FNV-1a over what would be written, without writing it.
struct sink {
  std::uint64_t digest = 14695981039346656037u;
  std::uint64_t bytes = 0;
  void put(char c) {
    digest = (digest ^ static_cast<unsigned char>(c)) * 1099511628211u;
    ++bytes;
  }
  void put(std::string_view text) {
    for (const char c : text) put(c);
  }
};

void put_escaped(sink& to, char c) {
  switch (c) {
    case '<': return to.put("&lt;");
    case '>': return to.put("&gt;");
    case '&': return to.put("&amp;");
    case '"': return to.put("&quot;");
    case '\n': return to.put("</td><td>");
    default: return to.put(c);
  }
}

}  // namespace

record_file::record_file(const std::string& path) : text_(read_all(path)) {
  records_ = split(text_, "\n\n");
  const auto keyed = std::count_if(records_.begin(), records_.end(), starts_with_key);
  paragraphs_ = records_.size() >= fewest_records && 2 * static_cast<std::size_t>(keyed) > records_.size();
  if (!paragraphs_) records_ = split(text_, "\n");
  if (records_.size() < fewest_records)
    throw unusable_file(path + ": " + std::to_string(records_.size()) + " records; the demo needs at least " +
                        std::to_string(fewest_records));
}

row turn(std::string_view record) {
  sink to;
  to.put("<tr><td>");
  for (const char c : record) put_escaped(to, c);
  to.put("</td></tr>");
  return {.group = group_of(record), .html_bytes = to.bytes, .digest = to.digest};
}

grouped group(const std::vector<row>& rows) {
  std::unordered_map<std::string_view, std::uint64_t> groups;
  grouped all;
  for (const row& each : rows) {
    groups[each.group] += each.digest;
    all.html_bytes += each.html_bytes;
  }
  all.groups = groups.size();
  for (const auto& [name, digest] : groups) all.digest += digest * (name.size() + 1);
  return all;
}

}  // namespace berth::tool
