#pragma once
#include <utility>

namespace berth {

// What to_map does with items of equal keys; any function of two values combines them.
struct keep_first {
  template <class V>
  V operator()(V&& first, V&&) const {
    return std::forward<V>(first);
  }
};
struct keep_last {
  template <class V>
  V operator()(V&&, V&& last) const {
    return std::forward<V>(last);
  }
};
struct refuse_equal_keys {};

}  // namespace berth
