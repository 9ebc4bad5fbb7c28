#pragma once
// algorithms: every verb, on ten million items and on a few. One contender a file; all are given the same inputs and
// the same callables, and leave their answers where main.cpp compares them.
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

namespace algorithms {

using u64 = std::uint64_t;

struct record {
  u64 key;
  std::array<u64, 7> rest;
  friend bool operator==(const record&, const record&) = default;
};

struct row {
  std::uint32_t group;
  std::uint32_t kind;
  double amount;
};

// What a routine reads, and where it leaves what it made. Doubles are whole numbers so small that any order of adding
// them is exact.
struct work {
  std::size_t n = 0;
  u64 set = 0;            // of the data sets between which a case rotates: which this is
  std::vector<u64> a, b;  // of n items; what is in them depends on the case
  std::vector<double> d;
  std::vector<std::string> texts;
  std::vector<record> records;
  std::vector<row> rows;
  u64 wanted = 0;  // what a search is for

  std::size_t out_items = 0;  // how large `out` is before a call; 0: nobody asks for it
  std::vector<u64> out;       // written to by verbs that work in place, or write into what the caller owns
  std::vector<double> out_d;
  std::vector<std::string> out_texts;
  std::vector<record> out_records;
  u64 answer = 0;
  bool checking = false;  // a routine that makes a container says all about it in `answer` then, else only a little
};

using routine = void (*)(work&);
using routines = std::map<std::string, routine>;  // by the case's name, for big_ and small_ cases by the verb's

struct contender {
  std::string name;
  routines of;
};

// The contenders of this build. A file adds its own before main() runs; one that needs several files is added to by
// each.
inline std::vector<contender>& contenders() {
  static std::vector<contender> all;
  return all;
}
inline bool add(const contender& c) {
  for (auto& present : contenders())
    if (present.name == c.name) return present.of.insert(c.of.begin(), c.of.end()), true;
  return contenders().push_back(c), true;
}

extern const contender sequential;

// The callables.
struct affine {
  double operator()(double x) const { return x * 3 + 1; }
};
struct is_odd {
  bool operator()(u64 x) const { return (x & 1) != 0; }
};
struct mixed {
  u64 operator()(u64 x) const { return (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9u; }
};
struct set_lowest {
  void operator()(u64& x) const { x |= 1; }
};
struct itself {
  u64 operator()(u64 x) const { return x; }
};
struct below {
  u64 limit;
  bool operator()(u64 x) const { return x < limit; }
};
struct by_key {
  bool operator()(const record& x, const record& y) const { return x.key < y.key; }
};
struct key_of {
  u64 operator()(const record& x) const { return x.key; }
};
struct low_byte {
  std::size_t operator()(u64 x) const { return x & 255; }
};
struct sum_of_three {
  template <class Window>
  double operator()(const Window& w) const {
    return w[0] + w[1] + w[2];
  }
};

inline u64 bits_of(u64 x) { return x; }
inline u64 bits_of(double x) { return static_cast<u64>(static_cast<std::int64_t>(x)); }
inline u64 bits_of(const std::string& x) { return x.size() + (x.empty() ? 0 : static_cast<unsigned char>(x[0])); }
inline u64 bits_of(const record& x) { return x.key; }

// A few words about a sequence; every item of it while checking.
template <class Sequence>
void answer_with(work& w, const Sequence& made) {
  u64 words = made.size();
  if (made.size() != 0) words = words * 31 + bits_of(made[0]) * 7 + bits_of(made[made.size() - 1]);
  if (w.checking)
    for (const auto& item : made) words = words * 31 + bits_of(item);
  w.answer = words;
}

// The same for counts, or sums, by key, whose order is nobody's business: pairs, or a map.
template <class Pairs>
void answer_with_groups(work& w, const Pairs& groups) {
  u64 words = groups.size();
  if (w.checking)
    for (const auto& [key, value] : groups) words += mixed{}(bits_of(key)) * (bits_of(value) + 1);
  w.answer = words;
}

}  // namespace algorithms
