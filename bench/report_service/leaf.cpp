#include "report_service/leaf.hpp"

namespace report_service {

unsigned passes = 80;

std::uint64_t turn(const field& in) {
  std::uint64_t digest = 14695981039346656037u;
  for (unsigned pass = 0; pass != passes; ++pass) {
    for (const char c : in.text) {
      const bool lower = c >= 'a' && c <= 'z';
      const auto turned = static_cast<unsigned char>(lower ? c - 32 : c == ';' || c == '\t' ? ',' : c);
      digest = (digest ^ turned) * 1099511628211u;
    }
  }
  return digest;
}

}  // namespace report_service
