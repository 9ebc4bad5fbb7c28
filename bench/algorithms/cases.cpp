#include "algorithms/cases.hpp"

#include <algorithm>
#include <cmath>

namespace algorithms {
namespace {

template <class T, class Make>
void fill(std::vector<T>& to, std::size_t n, Make make) {
  to.resize(n);
  for (std::size_t i = 0; i != n; ++i) to[i] = static_cast<T>(make(i));
}

// Numbers without a pattern, others for every set; 0 <= i < 2^32. Every bit is as good as thrown: the lowest of a
// product depends on two bits of its factor only, and a processor learns to foresee it, which would make a filter by it
// a filter of something regular.
u64 scrambled(u64 i, u64 set) {
  const u64 x = mixed{}(mixed{}(i + 12345 + (set << 32)));
  return x ^ (x >> 32);
}
u64 scrambled(const work& w, u64 i) { return scrambled(i, w.set); }

// A row of numbers, or of doubles, and no outputs.
void row_of_numbers(work& w) {
  fill(w.a, w.n, [&w](std::size_t i) { return scrambled(w, i); });
  w.wanted = 1;
}
void row_of_doubles(work& w) {
  fill(w.d, w.n, [&w](std::size_t i) { return (i + w.set) * 7919 % 1000; });
}

// Two rows of numbers, one of doubles, and outputs of their size.
void numbers(work& w) {
  row_of_numbers(w);
  row_of_doubles(w);
  fill(w.b, w.n, [&w](std::size_t i) { return scrambled(w, i + 77); });
  w.out_items = w.n;
  w.out = w.a;
  w.out_d.assign(w.n, 0.0);
}

void doubles(work& w) {
  fill(w.d, w.n, [&w](std::size_t i) { return scrambled(w, i) >> 12; });
  w.out_d = w.d;
}

void sums(work& w) {
  row_of_doubles(w);
  w.out_d.assign(w.n, 0.0);
}

void texts(work& w) {
  w.texts.resize(w.n);
  for (std::size_t i = 0; i != w.n; ++i) w.texts[i] = "item " + std::to_string(scrambled(w, i) % 100'000'000);
  w.out_texts = w.texts;
}

void records(work& w) {
  w.records.resize(w.n);
  for (std::size_t i = 0; i != w.n; ++i) w.records[i] = {scrambled(w, i), {i, i, i, i, i, i, i}};
  w.out_records = w.records;
}

template <u64 Keys>
void keys(work& w) {
  fill(w.a, w.n, [&w](std::size_t i) { return scrambled(w, i) % Keys; });
}

// Every key once.
void distinct_keys(work& w) {
  fill(w.a, w.n, [&w](std::size_t i) { return scrambled(w, i); });
}

// Key k about 1/k times as often as key 1, of a million keys.
void zipf_keys(work& w) {
  fill(w.a, w.n,
       [&w](std::size_t i) { return std::exp(static_cast<double>(scrambled(w, i) >> 11) * 0x1p-53 * std::log(1e6)); });
}

// A value that stands at one place only.
template <std::size_t Place>
void sought(work& w) {
  fill(w.a, w.n, [&w](std::size_t i) { return scrambled(w, i) | 1; });
  w.wanted = 2;
  if (Place < w.n) w.a[Place] = w.wanted;
}

void rows(work& w) {
  w.rows.resize(w.n);
  for (std::size_t i = 0; i != w.n; ++i) {
    const u64 x = scrambled(w, i);
    w.rows[i] = {static_cast<std::uint32_t>(x % 1000), static_cast<std::uint32_t>(x >> 20) % 3,
                 static_cast<double>(x >> 54)};
  }
}

// Numbers in order, with steps of a size; where sets rotate, of 1 to twice that size less one, without a pattern.
void steps(const work& w, std::vector<u64>& to, u64 step, u64 salt) {
  u64 at = 0;
  fill(to, w.n, [&](std::size_t i) {
    const u64 now = at;
    at += w.set == 0 ? step : 1 + scrambled(w, i + salt) % (2 * step - 1);
    return now;
  });
}

// Two rows, each in order.
void sorted(work& w) {
  steps(w, w.a, 2, 0);
  steps(w, w.b, 3, 77);
  w.out_items = 2 * w.n;
  w.out.assign(w.out_items, 0);
}

// Each number several times.
void runs(work& w) {
  u64 at = 0;
  fill(w.a, w.n, [&](std::size_t i) { return at += w.set == 0 ? i % 3 == 0 : scrambled(w, i) % 3 == 0; });
}
void runs_in_place(work& w) {
  runs(w);
  w.out_items = w.n;
}

// Numbers in order, and every second of them.
void ladder(work& w) {
  fill(w.a, w.n, [](std::size_t i) { return i; });
  fill(w.b, w.n / 2, [&w](std::size_t i) { return 2 * i + (w.set == 0 ? 0 : scrambled(w, i) % 2); });
}

// Everything up to the middle, or some other place, is below `wanted`.
void stairs(work& w) {
  fill(w.a, w.n, [](std::size_t i) { return i; });
  w.wanted = w.set == 0 ? w.n / 2 : scrambled(w, 0) % (w.n + 1);
}

// Odd numbers, in two rows that are the same: nothing ends a search early.
void odd_twins(work& w) {
  fill(w.a, w.n, [&w](std::size_t i) { return scrambled(w, i) | 1; });
  w.b = w.a;
  w.wanted = 1;
}

void square(work& w) {
  numbers(w);
  w.wanted = static_cast<u64>(std::sqrt(static_cast<double>(w.n)));
}
void cube(work& w) {
  numbers(w);
  w.wanted = static_cast<u64>(std::cbrt(static_cast<double>(w.n)));
}

constexpr std::size_t million = 1'000'000;

}  // namespace

void restore(work& w) {
  if (w.out_items != 0) {
    w.out = w.a;
    w.out.resize(w.out_items);
  }
  if (!w.out_d.empty()) w.out_d = w.d;
  w.out_texts = w.texts;
  w.out_records = w.records;
  w.answer = 0;
}

u64 all_answers(const work& w) {
  u64 words = w.answer;
  const auto take = [&words](const auto& row) {
    words = words * 31 + row.size();
    for (const auto& item : row) words = words * 31 + bits_of(item);
  };
  take(w.out);
  take(w.out_d);
  take(w.out_texts);
  take(w.out_records);
  return words;
}

std::vector<entry> headline_cases() {
  return {
      {"sum_f64", row_of_doubles, {8, 0}},
      {"sort_u64", numbers, {}, true, 10 * million, million},
      {"sort_f64", doubles, {}, true, 10 * million, million},
      {"sort_string", texts, {}, true, million, million / 5},
      {"sort_record", records, {}, true, million, million / 5},
      {"scan_u64", numbers, {8, 8}},
      {"scan_f64", sums, {8, 8}},
      {"filter_half", numbers, {8, 4}},
      {"collect_vector", row_of_doubles, {8, 8}},
      {"collect_buffer", row_of_doubles, {8, 8}},
      {"histogram_dense", row_of_numbers, {8, 0}},
      {"count_100k", keys<100'000>, {}, false, 10 * million, 4 * million},
      {"count_16", keys<16>, {8, 0}, false, 10 * million, 4 * million},
      {"count_10m", distinct_keys, {}, false, 10 * million, million},
      {"count_zipf", zipf_keys, {}, false, 10 * million, 4 * million},
      {"find_none", sought<~std::size_t{0}>, {8, 0}},
      {"find_1k", sought<1000>},
      {"find_5m", sought<5 * million>, {4, 0}},
      {"pipeline", rows, {16, 0}, false, 10 * million, 4 * million},
  };
}

std::vector<entry> verbs() {
  const auto verb = [](const char* name, void (*make)(work&), traffic moves = {}, bool restored = false) {
    return entry{name, make, moves, restored, 10 * million, restored ? million : 4 * million};
  };
  return {
      verb("for_each", numbers, {8, 8}),
      verb("for_each_index", numbers, {8, 8}),
      verb("map", row_of_doubles, {8, 8}),
      verb("map_into", numbers, {8, 8}),
      verb("flat_map", row_of_numbers, {8, 8}),
      verb("tabulate", row_of_numbers, {0, 8}),
      verb("generate", numbers, {0, 8}),
      verb("collect", row_of_numbers, {8, 8}),
      verb("buffer", row_of_numbers, {8, 8}),
      verb("fill", numbers, {0, 8}),
      verb("copy", numbers, {8, 8}),
      verb("filter", row_of_numbers, {8, 4}),
      verb("filter_into", numbers, {8, 4}),
      verb("filter_map", row_of_numbers, {8, 4}),
      verb("partition", row_of_numbers, {8, 8}),
      verb("partition_by", row_of_numbers, {8, 8}),
      verb("unique", runs_in_place, {8, 3}, true),
      verb("unique_copy", runs, {8, 3}),
      verb("distinct", keys<1000>, {8, 0}),
      verb("take_while", stairs, {8, 4}),
      verb("drop_while", stairs, {8, 4}),
      verb("remove_if", numbers, {8, 4}, true),
      verb("sum", row_of_doubles, {8, 0}),
      verb("reduce", row_of_numbers, {8, 0}),
      verb("map_reduce", row_of_numbers, {8, 0}),
      verb("product", odd_twins, {8, 0}),
      verb("count", keys<16>, {8, 0}),
      verb("count_if", row_of_numbers, {8, 0}),
      verb("min", row_of_numbers, {8, 0}),
      verb("max", row_of_numbers, {8, 0}),
      verb("minmax", row_of_numbers, {8, 0}),
      verb("average", row_of_doubles, {8, 0}),
      verb("statistics", row_of_doubles, {8, 0}),
      verb("inclusive_scan", row_of_numbers, {8, 8}),
      verb("inclusive_scan_into", numbers, {8, 8}),
      verb("inclusive_scan_in_place", numbers, {8, 8}),
      verb("exclusive_scan", row_of_numbers, {8, 8}),
      verb("exclusive_scan_into", numbers, {8, 8}),
      verb("transform_inclusive_scan", row_of_numbers, {8, 8}),
      verb("transform_inclusive_scan_into", numbers, {8, 8}),
      verb("transform_exclusive_scan", row_of_numbers, {8, 8}),
      verb("transform_exclusive_scan_into", numbers, {8, 8}),
      verb("sort", numbers, {}, true),
      verb("sort_descending", numbers, {}, true),
      verb("stable_sort", numbers, {}, true),
      {"sort_by", records, {}, true, million, million / 5},
      verb("partial_sort", numbers, {}, true),
      verb("nth_element", numbers, {}, true),
      verb("top_k", row_of_numbers, {8, 0}),
      verb("merge", sorted, {16, 16}),
      verb("is_sorted", stairs, {8, 0}),
      verb("reverse", numbers, {8, 8}),
      verb("set_union", sorted, {16, 13}),
      verb("set_intersection", sorted, {16, 3}),
      verb("set_difference", sorted, {16, 5}),
      verb("set_symmetric_difference", sorted, {16, 11}),
      verb("includes", ladder, {12, 0}),
      verb("any", odd_twins, {8, 0}),
      verb("all", odd_twins, {8, 0}),
      verb("none", odd_twins, {8, 0}),
      verb("find", odd_twins, {8, 0}),
      verb("find_if", odd_twins, {8, 0}),
      verb("find_any", odd_twins, {8, 0}),
      verb("mismatch", odd_twins, {16, 0}),
      verb("equal", odd_twins, {16, 0}),
      verb("search", odd_twins, {8, 0}),
      verb("lexicographical_compare", odd_twins, {16, 0}),
      verb("group_by", row_of_numbers, {8, 8}),
      verb("group_reduce", row_of_numbers, {8, 0}),
      verb("count_by", keys<1000>, {8, 0}),
      verb("to_map", row_of_numbers, {}),
      {"join_strings", texts, {}, false, million, million / 4},
      verb("histogram", row_of_numbers, {8, 0}),
      verb("zip", numbers, {16, 8}),
      verb("enumerate", numbers, {8, 8}),
      verb("chunks", numbers, {8, 0}),
      verb("windows", numbers, {8, 8}),
      verb("concat", numbers, {16, 0}),
      verb("blocks_2d", square, {8, 8}),
      verb("blocks_3d", cube, {8, 8}),
      verb("divide_and_conquer", row_of_numbers, {8, 0}),
      verb("join", row_of_numbers, {8, 0}),
      verb("pipeline_reduce", row_of_numbers, {8, 0}),
  };
}

}  // namespace algorithms
