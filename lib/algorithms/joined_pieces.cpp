#include <algorithm>
#include <berth/join_strings.hpp>
#include <vector>

namespace berth::detail {

void joined_pieces::append_to(std::string& whole, std::size_t more) const {
  std::vector<const joined_piece*> in_order;
  std::size_t length = whole.size() + more;
  for (const joined_piece* p = newest_; p; p = p->older) {
    in_order.push_back(p);
    length += p->text.size();
  }
  std::sort(in_order.begin(), in_order.end(), [](const auto* a, const auto* b) { return a->begin < b->begin; });
  whole.reserve(length);
  for (const joined_piece* p : in_order) whole += p->text;
}

}  // namespace berth::detail
