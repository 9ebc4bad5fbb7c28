#pragma once
// The items of a flow in a vector, in order: what stages that look at what came before need.
#include <berth/detail/open_vector.hpp>
#include <berth/detail/pipeline/flow.hpp>
#include <berth/detail/pipeline/pieces.hpp>
#include <vector>

namespace berth::detail {

// How an item is kept between two passes: a pointer to what lives on, else the object itself.
template <class Flow>
struct keeping {
  using kept = flow_value<Flow>;
  using given = kept&&;
  template <class X>
  static decltype(auto) keep(X&& x) {
    return static_cast<X&&>(x);
  }
  static given give(kept& k) { return static_cast<given>(k); }
  static const kept& look(const kept& k) { return k; }
};
template <class Flow>
  requires Flow::lasting
struct keeping<Flow> {
  using kept = std::add_pointer_t<typename Flow::item>;
  using given = typename Flow::item;
  static kept keep(given x) { return __builtin_addressof(x); }
  static given give(kept k) { return *k; }
  static std::add_lvalue_reference_t<const flow_value<Flow>> look(kept k) { return *k; }
};

// Not in the words that a std::vector<bool> shares between items.
struct kept_flag {
  bool is;
};
template <class Flow>
  requires(!Flow::lasting && std::is_same_v<flow_value<Flow>, bool>)
struct keeping<Flow> {
  using kept = kept_flag;
  using given = bool;
  static kept keep(bool x) { return {x}; }
  static given give(kept k) { return k.is; }
  static given look(kept k) { return k.is; }
};

template <class Flow>
using kept_of = typename keeping<Flow>::kept;

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

// Moves the rows that pieces have made into one, several rows at a time.
template <class T>
void join_rows(std::vector<T>& out, made_pieces<std::vector<T>>& pieces, const pipeline_call& call) {
  auto* const first = pieces.in_order();
  std::size_t total = out.size();
  std::size_t count = 0;
  for (auto* p = first; p; p = p->next, ++count) total += p->made.size();
  if (count == 1 && out.empty()) {
    out = std::move(first->made);
    return;
  }
  if (!std::is_nothrow_move_constructible_v<T> || !out.empty() || count == 0) {
    out.reserve(total > 2 * out.capacity() ? total : (total > out.capacity() ? 2 * out.capacity() : 0));
    for (auto* p = first; p; p = p->next)
      for (T& item : p->made) out.push_back(std::move(item));
    return;
  }
  struct source {
    T* from;
    std::size_t size;
    std::size_t to;
  };
  std::vector<source> rows;
  rows.reserve(count);
  total = 0;
  for (auto* p = first; p; p = p->next) {
    rows.push_back({p->made.data(), p->made.size(), total});
    total += p->made.size();
  }
  open_vector<T> whole(total);
  auto leaf = [room = whole.room(), &rows](std::size_t begin, std::size_t end) {
    for (; begin != end; ++begin)
      for (std::size_t i = 0; i != rows[begin].size; ++i)
        ::new (static_cast<void*>(room + rows[begin].to + i)) T(std::move(rows[begin].from[i]));
  };
  // Not stopped half way: what has been moved has to be destroyed by somebody.
  run<false>(rows.size(), leaf, no_hints, call.where);
  out = whole.close(total);
}

// Trivial objects, one a position, are made where they stay.
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
  made_pieces<row> pieces;
  auto leaf = [&](std::size_t begin, std::size_t end) {
    if (end - begin == flow.size()) {
      if (Flow::indexed) out.reserve(out.size() + flow.size());
      flow.push(begin, end, row_sink<Flow, row>{out});
      return;
    }
    row made;
    if (Flow::indexed) made.reserve(end - begin);
    flow.push(begin, end, row_sink<Flow, row>{made});
    pieces.add(begin, std::move(made));
  };
  run<Flow::erased>(flow.size(), leaf, call.with, call.where);
  join_rows(out, pieces, call);
}

template <class Flow>
std::vector<kept_of<Flow>> gather(Flow& flow, const pipeline_call& call) {
  if constexpr (Flow::indexed && !Flow::streamed && std::is_trivially_copyable_v<kept_of<Flow>> &&
                std::is_trivially_destructible_v<kept_of<Flow>> && !std::is_same_v<kept_of<Flow>, bool>) {
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

// Items that have been gathered, as a flow of their own.
template <class Flow>
class gathered_flow {
  using keep = keeping<Flow>;

 public:
  using item = typename keep::given;
  static constexpr bool indexed = true;
  static constexpr bool single = true;
  static constexpr bool lasting = Flow::lasting;
  static constexpr bool erased = false;
  static constexpr bool streamed = false;

  explicit gathered_flow(std::vector<kept_of<Flow>> items) : items_(std::move(items)) {}
  [[nodiscard]] std::size_t size() const { return items_.size(); }

  template <class Sink>
  bool push(std::size_t begin, std::size_t end, Sink&& sink) const {
    for (std::size_t i = begin; i != end; ++i)
      if (!sink(keep::give(items_[i]))) return false;
    return true;
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
