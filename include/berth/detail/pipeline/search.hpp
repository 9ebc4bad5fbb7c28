#pragma once
// Passes that end early. They begin at the front and look at windows that grow, so that what lies far behind the place
// where the answer is found is never looked at, and all of a window's pieces may run at once.
#include <berth/detail/pipeline/gather.hpp>

namespace berth::detail {

inline constexpr std::size_t first_window = 256;
inline constexpr std::size_t window_growth = 4;
// A piece looks so often whether another one has made it superfluous.
inline constexpr std::size_t search_step = 256;

// visit(begin, end) -> bool: whether to go on. No window is longer than `longest`.
template <class Flow, class Visit>
void in_windows(Flow& flow, std::size_t longest, Visit visit) {
  for_each_batch(flow, [&] {
    if (Flow::streamed) return visit(std::size_t{0}, flow.size());
    std::size_t length = first_window;
    for (std::size_t begin = 0; begin != flow.size();) {
      const std::size_t end = flow.size() - begin > length ? begin + length : flow.size();
      if (!visit(begin, end)) return false;
      begin = end;
      length = length < longest / window_growth ? length * window_growth : longest;
    }
    return true;
  });
}

// The leftmost piece that has found that nothing behind it matters.
class leftmost {
 public:
  [[nodiscard]] bool is_left_of(std::size_t begin) const { return __atomic_load_n(&begin_, __ATOMIC_RELAXED) < begin; }
  [[nodiscard]] bool found() const { return __atomic_load_n(&begin_, __ATOMIC_RELAXED) != ~std::size_t{0}; }
  // Relaxed: it is advice to others while the call runs, and is read for good after it.
  void note(std::size_t begin) {
    std::size_t before = __atomic_load_n(&begin_, __ATOMIC_RELAXED);
    while (begin < before &&
           !__atomic_compare_exchange_n(&begin_, &before, begin, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
  }

 private:
  std::size_t begin_ = ~std::size_t{0};
};

// Pushes [begin, end) step by step, until the sink says false (the piece is then noted) or a piece to the left has been
// noted. Returns false in the latter case: nobody wants what the piece has.
template <class Flow, class Sink>
bool push_while_wanted(const Flow& flow, std::size_t begin, std::size_t end, leftmost& last, Sink&& sink) {
  for (std::size_t from = begin; from != end;) {
    if (last.is_left_of(begin)) return false;
    const std::size_t to = end - from > search_step ? from + search_step : end;
    if (!flow.push(from, to, sink)) {
      last.note(begin);
      return true;
    }
    from = to;
  }
  return true;
}

// The items of one window up to the first for which the sink said false, at the end of `out`. sink_for(row) makes a
// sink that fills a row. Returns whether one said false.
template <class Flow, class SinkFor>
bool gather_window(const Flow& flow, std::size_t from, std::size_t to, std::vector<kept_of<Flow>>& out,
                   SinkFor& sink_for, const pipeline_call& call) {
  using row = std::vector<kept_of<Flow>>;
  made_pieces<row> pieces;
  leftmost last;
  auto leaf = [&](std::size_t begin, std::size_t end) {
    begin += from;
    end += from;
    row made;
    if (push_while_wanted(flow, begin, end, last, sink_for(made))) pieces.add(begin, std::move(made));
  };
  run<Flow::erased>(to - from, leaf, call.with, call.where);
  for (auto* p = pieces.in_order(); p && !last.is_left_of(p->begin); p = p->next)
    for (auto& item : p->made) out.push_back(std::move(item));
  return last.found();
}

template <class Flow, class SinkFor>
std::vector<kept_of<Flow>> gather_until(Flow& flow, std::size_t limit, SinkFor sink_for, const pipeline_call& call) {
  std::vector<kept_of<Flow>> out;
  if (limit == 0) return out;
  in_windows(flow, ~std::size_t{0}, [&](std::size_t begin, std::size_t end) {
    return !gather_window(flow, begin, end, out, sink_for, call) && out.size() < limit;
  });
  while (out.size() > limit) out.pop_back();
  return out;
}

// The first `limit` items.
template <class Flow>
std::vector<kept_of<Flow>> gather_first(Flow& flow, std::size_t limit, const pipeline_call& call) {
  auto sink_for = [limit](auto& row) {
    return [&row, limit](auto&& x) {
      row.push_back(keeping<Flow>::keep(static_cast<decltype(x)>(x)));
      return row.size() < limit;
    };
  };
  return gather_until(flow, limit, sink_for, call);
}

// The items before the first for which p is false.
template <class Flow, class P>
std::vector<kept_of<Flow>> gather_while(Flow& flow, P& p, const pipeline_call& call) {
  auto sink_for = [&p](auto& row) {
    return [&row, &p](auto&& x) {
      if (!p(x)) return false;
      row.push_back(keeping<Flow>::keep(static_cast<decltype(x)>(x)));
      return true;
    };
  };
  return gather_until(flow, ~std::size_t{0}, sink_for, call);
}

// Whether p is true for some item. found(item) is called once, for one of those for which it is.
template <class Flow, class P, class Found>
bool search_any(Flow& flow, P& p, Found found, const pipeline_call& call) {
  bool taken = false;
  in_windows(flow, ~std::size_t{0}, [&](std::size_t from, std::size_t to) {
    leftmost last;
    auto leaf = [&](std::size_t begin, std::size_t end) {
      if (last.found()) return;
      push_while_wanted(flow, begin + from, end + from, last, [&](auto&& x) {
        if (!p(x)) return true;
        // Who comes first writes what the caller reads after the call.
        if (!__atomic_exchange_n(&taken, true, __ATOMIC_RELAXED)) found(static_cast<decltype(x)>(x));
        return false;
      });
    };
    run<Flow::erased || is_erased<P>>(to - from, leaf, call.with, call.where);
    return !taken;
  });
  return taken;
}

}  // namespace berth::detail
