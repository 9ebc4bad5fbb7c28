#include <berth/detail/indexed.hpp>
#include <stdexcept>
#include <string>

namespace berth::detail {

void throw_no_length(const char* verb) {
  throw std::invalid_argument(std::string("berth::") + verb + ": a length of 0");
}

}  // namespace berth::detail
