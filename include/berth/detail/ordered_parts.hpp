#pragma once
// Results of which nobody knows beforehand how many there are: each piece of a call keeps its own, and they are joined
// in order at the end.
#include <berth/detail/building.hpp>
#include <berth/detail/call.hpp>
#include <berth/detail/open_vector.hpp>
#include <cstddef>
#include <new>
#include <source_location>
#include <type_traits>
#include <utility>
#include <vector>

namespace berth::detail {

// Held is what a piece fills, begun empty. Any thread adds; the rest is for after the call.
template <class Held>
class ordered_parts {
 public:
  struct part {
    explicit part(std::size_t b) : begin(b) {}
    std::size_t begin;  // the piece's first item: orders the parts
    Held held{};
    part* next = nullptr;
  };

  ordered_parts() = default;
  ordered_parts(const ordered_parts&) = delete;
  ordered_parts& operator=(const ordered_parts&) = delete;
  ~ordered_parts() {
    while (part* const p = newest_) {
      newest_ = p->next;
      delete p;
    }
  }

  // A part for the piece that begins at item `begin`. Release, so that whoever walks the list after the call sees whole
  // parts; what is filled in later is ordered by the call's end.
  Held& add(std::size_t begin) {
    part* const p = new part(begin);
    p->next = __atomic_load_n(&newest_, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&newest_, &p->next, p, true, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
    }
    return p->held;
  }

  // In order. Pieces are begun nearly in order, so that the insertion finds its place at once.
  [[nodiscard]] std::vector<Held*> in_order() const {
    std::vector<part*> sorted;
    for (part* p = newest_; p; p = p->next) sorted.push_back(p);
    for (std::size_t i = 1; i < sorted.size(); ++i)
      for (std::size_t k = i; k != 0 && sorted[k - 1]->begin < sorted[k]->begin; --k)
        std::swap(sorted[k - 1], sorted[k]);
    std::vector<Held*> parts;
    parts.reserve(sorted.size());
    for (std::size_t i = sorted.size(); i != 0; --i) parts.push_back(&sorted[i - 1]->held);
    return parts;
  }

 private:
  part* newest_ = nullptr;
};

template <class R>
struct moved_from {
  R* values;
  std::size_t begin;
  void operator()(R* to, std::size_t i) { ::new (static_cast<void*>(to)) R(std::move(values[i - begin])); }
};

// One vector of all parts' values, which are moved.
template <class R>
std::vector<R> joined_parts(const std::vector<std::vector<R>*>& parts, const hints& with,
                            const std::source_location& where) {
  std::vector<std::size_t> begins{0};
  for (const auto* p : parts) begins.push_back(begins.back() + p->size());
  if constexpr (std::is_same_v<R, bool>) {
    std::vector<bool> all;
    all.reserve(begins.back());
    for (const auto* p : parts) all.insert(all.end(), p->begin(), p->end());
    return all;
  } else {
    open_vector<R> all(begins.back());
    built_pieces<R> built;
    auto leaf = [&, room = all.room()](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k != end; ++k)
        built.build(room, begins[k], begins[k + 1], false, moved_from<R>{parts[k]->data(), begins[k]});
    };
    run<false>(parts.size(), leaf, with, where);
    built.keep();
    return all.close(begins.back());
  }
}

}  // namespace berth::detail
