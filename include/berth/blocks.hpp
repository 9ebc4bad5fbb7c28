#pragma once
#include <berth/detail/indexed.hpp>
#include <berth/detail/range.hpp>
#include <cstddef>

namespace berth {

// Numbers from begin to end - 1.
struct extent {
  std::size_t begin = 0;
  std::size_t end = 0;
  [[nodiscard]] constexpr std::size_t size() const { return end - begin; }
  friend constexpr bool operator==(const extent&, const extent&) = default;
};

// A tile of a plane.
struct block_2d {
  extent rows, columns;
  [[nodiscard]] constexpr std::size_t size() const { return rows.size() * columns.size(); }
  friend constexpr bool operator==(const block_2d&, const block_2d&) = default;

  // f(row, column) for every cell: row by row, each from left to right.
  template <class F>
  constexpr void for_each(F&& f) const {
    for (std::size_t row = rows.begin; row != rows.end; ++row)
      for (std::size_t column = columns.begin; column != columns.end; ++column) f(row, column);
  }
};

// A tile of a space.
struct block_3d {
  extent planes, rows, columns;
  [[nodiscard]] constexpr std::size_t size() const { return planes.size() * rows.size() * columns.size(); }
  friend constexpr bool operator==(const block_3d&, const block_3d&) = default;

  // f(plane, row, column) for every cell: plane by plane, each row by row.
  template <class F>
  constexpr void for_each(F&& f) const {
    for (std::size_t plane = planes.begin; plane != planes.end; ++plane)
      block_2d{rows, columns}.for_each([&f, plane](std::size_t row, std::size_t column) { f(plane, row, column); });
  }
};

// How large a tile is at most. The defaults hold 16384 cells: with doubles, two arrays of that size stay in a
// second-level cache of 256 KiB, and a row is long enough for the CPU to fetch ahead.
struct tile_2d {
  std::size_t rows = 64;
  std::size_t columns = 256;
};
struct tile_3d {
  std::size_t planes = 8;
  std::size_t rows = 16;
  std::size_t columns = 128;
};

}  // namespace berth

namespace berth::detail {

// A side of a plane or a space, cut up.
struct cut_side {
  constexpr cut_side() = default;
  constexpr cut_side(std::size_t all, std::size_t each)
      : size(all), length(each), count(all / each + (all % each != 0 ? 1 : 0)) {}
  [[nodiscard]] constexpr std::size_t parts() const { return count; }
  [[nodiscard]] constexpr extent part(std::size_t i) const {
    const std::size_t begin = i * length;
    return {begin, size - begin < length ? size : begin + length};
  }

  std::size_t size = 0;
  std::size_t length = 1;
  std::size_t count = 0;
};

struct plane_element {
  using value_type = block_2d;
  cut_side rows, columns;
  constexpr block_2d operator()(std::size_t i) const {
    return {rows.part(i / columns.parts()), columns.part(i % columns.parts())};
  }
};

struct space_element {
  using value_type = block_3d;
  cut_side planes;
  plane_element plane;
  constexpr block_3d operator()(std::size_t i) const {
    const std::size_t a_plane = plane.rows.parts() * plane.columns.parts();
    const block_2d at = plane(i % a_plane);
    return {planes.part(i / a_plane), at.rows, at.columns};
  }
};

struct plane_cut {
  plane_element cut;
  [[nodiscard]] constexpr std::size_t size() const { return cut.rows.parts() * cut.columns.parts(); }
  [[nodiscard]] constexpr plane_element element() const { return cut; }
};

struct space_cut {
  space_element cut;
  [[nodiscard]] constexpr std::size_t size() const {
    return cut.planes.parts() * cut.plane.rows.parts() * cut.plane.columns.parts();
  }
  [[nodiscard]] constexpr space_element element() const { return cut; }
};

}  // namespace berth::detail

namespace berth {

// The tiles of a plane of rows x columns cells: a range that every verb takes.
//
//   berth::for_each(berth::blocks_2d(height, width), [&](const berth::block_2d& tile) {
//     tile.for_each([&](std::size_t y, std::size_t x) { out[y * width + x] = turned(in[x * height + y]); });
//   });
//
// Shapes: disjoint tiles of at most the given size that cover the plane; smaller ones at the right and the lower edge.
//   No cells give no tiles.
// Order: tile 0 is at row 0 and column 0; tiles are numbered along the columns first, then down the rows. A verb's
//   pieces are neighbours in that order. Inside a tile, block_2d::for_each goes row by row.
// Waits: never. Throws: std::invalid_argument for a tile with a side of 0.
// Complexity: a few divisions a tile. The number of tiles must fit std::size_t.
[[nodiscard]] constexpr auto blocks_2d(std::size_t rows, std::size_t columns, tile_2d most = {}) {
  if (most.rows == 0 || most.columns == 0) detail::throw_no_length("blocks_2d");
  return detail::looking(detail::plane_cut{{{rows, most.rows}, {columns, most.columns}}});
}

// The tiles of a space of planes x rows x columns cells. As blocks_2d; tiles are numbered along the columns first, then
// the rows, then the planes.
[[nodiscard]] constexpr auto blocks_3d(std::size_t planes, std::size_t rows, std::size_t columns, tile_3d most = {}) {
  if (most.planes == 0 || most.rows == 0 || most.columns == 0) detail::throw_no_length("blocks_3d");
  return detail::looking(detail::space_cut{{{planes, most.planes}, {{rows, most.rows}, {columns, most.columns}}}});
}

}  // namespace berth
