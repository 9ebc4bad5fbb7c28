#pragma once
// The items of a flow in a vector, in order: what stages that look at what came before need.
#include <berth/detail/open_vector.hpp>
#include <berth/detail/ordered_parts.hpp>
#include <berth/detail/pipeline/stateless.hpp>
#include <vector>

namespace berth::detail {

template <class Flow>
using keeping = typename Flow::keeper;
template <class Flow>
using kept_of = typename Flow::keeper::kept;

// Puts what is pushed at the end of a vector.
template <class Flow, class Row>
struct row_sink {
  Row& row;
  template <class X>
  bool operator()(X&& x) const {
    row.push_back(keeping<Flow>::keep(static_cast<X&&>(x)));
    return true;
  }
};

template <class T>
using rows_of = ordered_parts<std::vector<T>>;

// Moves the rows that pieces have made to the end of one, into an empty one several at a time.
template <class T>
void join_rows(std::vector<T>& out, const rows_of<T>& pieces, const pipeline_call& call) {
  const auto rows = pieces.in_order();
  if (rows.empty()) return;
  if (out.empty()) {
    // Moving takes next to no time: nobody waits for a stop or a deadline.
    out = rows.size() == 1 ? std::move(*rows[0]) : joined_parts(rows, no_hints, call.where);
    return;
  }
  std::size_t total = out.size();
  for (const auto* row : rows) total += row->size();
  if (total > out.capacity()) out.reserve(total > 2 * out.capacity() ? total : 2 * out.capacity());
  for (auto* row : rows)
    for (T& item : *row) out.push_back(std::move(item));
}

// Objects that need no destruction, one a position, are made where they stay.
template <class Flow>
std::vector<kept_of<Flow>> gather_in_place(const Flow& flow, const pipeline_call& call) {
  using kept = kept_of<Flow>;
  open_vector<kept> out(flow.size());
  auto leaf = [room = out.room(), &flow](std::size_t begin, std::size_t end) {
    kept* to = room + begin;
    flow.push(begin, end, [&](auto&& x) {
      ::new (static_cast<void*>(to++)) kept(keeping<Flow>::keep(static_cast<decltype(x)>(x)));
      return true;
    });
  };
  run<Flow::erased>(flow.size(), leaf, call.with, call.where);
  return out.close(flow.size());
}

template <class Flow>
void gather_batch(const Flow& flow, std::vector<kept_of<Flow>>& out, const pipeline_call& call) {
  using row = std::vector<kept_of<Flow>>;
  rows_of<kept_of<Flow>> pieces;
  auto leaf = [&](std::size_t begin, std::size_t end) {
    if (end - begin == flow.size()) {
      if (Flow::indexed) out.reserve(out.size() + flow.size());
      flow.push(begin, end, row_sink<Flow, row>{out});
      return;
    }
    row made;
    if (Flow::single) made.reserve(end - begin);
    flow.push(begin, end, row_sink<Flow, row>{made});
    pieces.add(begin) = std::move(made);
  };
  run<Flow::erased>(flow.size(), leaf, call.with, call.where);
  join_rows(out, pieces, call);
}

template <class Flow>
std::vector<kept_of<Flow>> gather(Flow& flow, const pipeline_call& call) {
  if constexpr (Flow::indexed && !Flow::streamed && std::is_trivially_destructible_v<kept_of<Flow>>) {
    return gather_in_place(flow, call);
  } else {
    std::vector<kept_of<Flow>> out;
    for_each_batch(flow, [&] {
      gather_batch(flow, out, call);
      return true;
    });
    return out;
  }
}

// The items' values, which nothing else refers to.
template <class Flow>
std::vector<result_value<typename Flow::item>> gather_values(Flow flow, const pipeline_call& call) {
  if constexpr (std::is_same_v<kept_of<Flow>, result_value<typename Flow::item>>) {
    return gather(flow, call);
  } else {
    its_value value;
    map_flow<Flow, its_value> values(std::move(flow), value);
    return gather(values, call);
  }
}

// Items that have been gathered, as a flow of their own.
template <class Flow>
class gathered_flow {
 public:
  using keeper = typename Flow::keeper;
  using item = typename keeper::given;
  static constexpr bool indexed = true;
  static constexpr bool single = true;
  static constexpr bool erased = false;
  static constexpr bool streamed = false;

  explicit gathered_flow(std::vector<kept_of<Flow>> items) : items_(std::move(items)) {}
  [[nodiscard]] std::size_t size() const { return items_.size(); }

  template <class Sink>
  bool push(std::size_t begin, std::size_t end, Sink&& sink) const {
    return push_kept<keeper>(items_, begin, end, sink);
  }

 private:
  // Each item is handed over once, by one thread: pushing moves from it, and is const for all the flow knows.
  mutable std::vector<kept_of<Flow>> items_;
};

template <class Flow>
auto to_indexed(Flow&& flow, const pipeline_call& call) {
  using flow_type = std::remove_cvref_t<Flow>;
  if constexpr (flow_type::indexed && !flow_type::streamed)
    return flow_type(static_cast<Flow&&>(flow));
  else
    return gathered_flow<flow_type>(gather(flow, call));
}

}  // namespace berth::detail
