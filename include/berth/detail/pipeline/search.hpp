#pragma once
// Passes that end early. They begin at the front and look at windows that grow, so that what lies far behind the place
// where the answer is found is never looked at, and all of a window's pieces may run at once.
#include <berth/detail/pipeline/gather.hpp>
#include <exception>

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

// Pushes `from` + [begin, end) step by step, until the sink says false or nothing here matters any more. `bound`: of a
// run_until call; lowered where the sink says false. Returns what the sink said last.
template <class Flow, class Sink>
bool push_while_wanted(const Flow& flow, std::size_t from, std::size_t begin, std::size_t end, std::size_t& bound,
                       Sink&& sink) {
  while (begin != end && begin <= __atomic_load_n(&bound, __ATOMIC_RELAXED)) {
    const std::size_t stop = end - begin > search_step ? begin + search_step : end;
    if (!flow.push(from + begin, from + stop, sink)) {
      lower(bound, begin);
      return false;
    }
    begin = stop;
  }
  return true;
}

// What a piece of a window has gathered before it ended, was told to, or failed.
template <class T>
struct window_part {
  std::vector<T> row;
  bool ended = false;
  std::exception_ptr error;
};

// The items of one window up to the first for which the sink said false, or up to `limit`, at the end of `out`.
// sink_for(row) makes a sink that fills a row. Returns whether to go on. What failed behind the last item that is
// wanted is as if it had not been looked at.
template <class Flow, class SinkFor>
bool gather_window(const Flow& flow, std::size_t from, std::size_t to, std::vector<kept_of<Flow>>& out,
                   std::size_t limit, SinkFor& sink_for, const pipeline_call& call) {
  using part = window_part<kept_of<Flow>>;
  ordered_parts<part> parts;
  std::size_t bound = to - from;
  auto leaf = [&](std::size_t begin, std::size_t end) {
    part& mine = parts.add(begin);
    try {
      mine.ended = !push_while_wanted(flow, from, begin, end, bound, sink_for(mine.row));
    } catch (...) {
      mine.error = std::current_exception();
      lower(bound, begin);
    }
  };
  run_until<Flow::erased>(to - from, 0, bound, leaf, call.with, call.where);
  for (part* p : parts.in_order()) {
    for (auto& item : p->row)
      if (out.size() != limit) out.push_back(std::move(item));
    if (out.size() == limit || p->ended) return false;
    if (p->error) std::rethrow_exception(p->error);
  }
  return true;
}

template <class Flow, class SinkFor>
std::vector<kept_of<Flow>> gather_until(Flow& flow, std::size_t limit, SinkFor sink_for, const pipeline_call& call) {
  std::vector<kept_of<Flow>> out;
  if (limit == 0) return out;
  in_windows(flow, ~std::size_t{0}, [&](std::size_t begin, std::size_t end) {
    return gather_window(flow, begin, end, out, limit, sink_for, call);
  });
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

// Whether p is true for some item, and where none before it fails. found(item) is called once, for one of those for
// which it is.
template <class Flow, class P, class Found>
bool search_any(Flow& flow, P& p, Found found, const pipeline_call& call) {
  bool taken = false;
  in_windows(flow, ~std::size_t{0}, [&](std::size_t from, std::size_t to) {
    std::size_t bound = to - from;
    auto leaf = [&](std::size_t begin, std::size_t end) {
      push_while_wanted(flow, from, begin, end, bound, [&](auto&& x) {
        if (!p(x)) return true;
        // Who comes first writes what the caller reads after the call.
        if (!__atomic_exchange_n(&taken, true, __ATOMIC_RELAXED)) found(static_cast<decltype(x)>(x));
        return false;
      });
    };
    run_until<Flow::erased || is_erased<P>>(to - from, 0, bound, leaf, call.with, call.where);
    return !taken;
  });
  return taken;
}

}  // namespace berth::detail
