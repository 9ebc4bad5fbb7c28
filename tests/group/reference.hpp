#pragma once
// What the group verbs are held against: a plain loop over a standard map that remembers where each key came first.
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace berth_tests {

template <class Key, class Items, class KeyOf>
std::vector<std::pair<Key, std::vector<std::size_t>>> indices_by_key(const Items& items, KeyOf key_of) {
  std::map<Key, std::size_t> number;
  std::vector<std::pair<Key, std::vector<std::size_t>>> groups;
  for (std::size_t i = 0; i != items.size(); ++i) {
    const auto [at, is_new] = number.try_emplace(Key(key_of(items[i])), groups.size());
    if (is_new) groups.emplace_back(at->first, std::vector<std::size_t>{});
    groups[at->second].second.push_back(i);
  }
  return groups;
}

// A cheap generator: the same numbers everywhere.
inline std::size_t scrambled(std::size_t x) {
  x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15u;
  return x ^ (x >> 29);
}

}  // namespace berth_tests
