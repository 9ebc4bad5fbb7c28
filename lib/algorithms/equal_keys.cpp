#include <berth/to_map.hpp>
#include <stdexcept>
#include <string>

namespace berth::detail {
namespace {

std::string named(const key_text& key) {
  switch (key.what) {
    case key_text::kind::text: return " \"" + std::string(key.text) + '"';
    case key_text::kind::number: return ' ' + std::to_string(key.number);
    case key_text::kind::negative: return " -" + std::to_string(key.number);
    case key_text::kind::unknown: break;
  }
  return {};
}

}  // namespace

void throw_equal_keys(std::size_t first, std::size_t second, const key_text& key) {
  throw std::invalid_argument("berth::to_map: items " + std::to_string(first) + " and " + std::to_string(second) +
                              " have the same key" + named(key) +
                              "; say keep_first, keep_last or how to combine their values");
}

}  // namespace berth::detail
