#pragma once
// Items cut into blocks, the unit of an algorithm that may have to go over its items twice. Where the blocks begin
// depends on the number of items and their type only. Pieces of a call begin and end anywhere: a piece answers for the
// blocks that begin in it, the last of which may end beyond the piece.
#include <bit>
#include <cstddef>

namespace berth::detail {

class block_grid {
 public:
  // Items of the largest block: small enough to be still in the second-level cache when it is gone over again, and far
  // dearer than the bookkeeping for it.
  static constexpr std::size_t most_items(std::size_t item_bytes) {
    constexpr std::size_t bytes = 131072;
    return std::bit_floor(bytes / (item_bytes < bytes ? item_bytes : bytes));
  }

  // At least 64 blocks, or so many, where `least` allows it, so that few and dear items are shared out too.
  constexpr block_grid(std::size_t items, std::size_t least, std::size_t most, std::size_t blocks = 64)
      : items_(items), shift_(shift_for(items / blocks, least, most)) {}

  [[nodiscard]] constexpr std::size_t items() const { return items_; }
  [[nodiscard]] constexpr std::size_t size() const { return std::size_t{1} << shift_; }
  [[nodiscard]] constexpr std::size_t blocks() const { return first_from(items_); }
  [[nodiscard]] constexpr std::size_t begin(std::size_t block) const { return block << shift_; }
  [[nodiscard]] constexpr std::size_t end(std::size_t block) const {
    return items_ - begin(block) < size() ? items_ : begin(block) + size();
  }
  // The first block that begins at `item` or behind it.
  [[nodiscard]] constexpr std::size_t first_from(std::size_t item) const {
    return (item >> shift_) + ((item & (size() - 1)) != 0 ? 1 : 0);
  }

 private:
  static constexpr unsigned shift_for(std::size_t wanted, std::size_t least, std::size_t most) {
    return static_cast<unsigned>(std::bit_width(wanted < least ? least : wanted > most ? most : wanted)) - 1;
  }

  std::size_t items_;
  unsigned shift_;
};

}  // namespace berth::detail
