#pragma once
// Stages that depend on what came before, as functions from the items of one batch to what goes on: a step is called
// with one batch after the other (the whole of a flow that is no stream is one), by one thread.
//
//   step(batch, out, look)  appends what goes on to `out`; where it calls the user's functions, looks before each
//   step.over()             nothing that comes later matters (optional)
//   step.rest(out)          appends what is left when there are no more batches (optional)
#include <berth/detail/collectors/nested.hpp>
#include <berth/detail/pipeline/gather.hpp>
#include <berth/detail/pipeline/indexed.hpp>

namespace berth::detail {

template <class Keeper>
using kept_row = std::vector<typename Keeper::kept>;

template <class Keeper>
struct skip_step {
  using keeper = Keeper;
  std::size_t left;
  void operator()(kept_row<Keeper>& batch, kept_row<Keeper>& out, const stop_look&) {
    const std::size_t skipped = left < batch.size() ? left : batch.size();
    left -= skipped;
    for (std::size_t i = skipped; i != batch.size(); ++i) out.push_back(std::move(batch[i]));
  }
};

template <class Keeper, class P>
struct drop_while_step {
  using keeper = Keeper;
  P& p;
  bool dropping = true;
  void operator()(kept_row<Keeper>& batch, kept_row<Keeper>& out, const stop_look& look) {
    for (auto& item : batch) {
      if (dropping) look(out.size());
      dropping = dropping && p(Keeper::look(item));
      if (!dropping) out.push_back(std::move(item));
    }
  }
};

template <class Keeper>
struct enumerate_step {
  using keeper = kept_in_pair<place_keeper, Keeper>;
  std::size_t next = 0;
  void operator()(kept_row<Keeper>& batch, kept_row<keeper>& out, const stop_look&) {
    for (auto& item : batch) out.emplace_back(next++, std::move(item));
  }
};

template <class Keeper, class Partner>
struct zip_step {
  using keeper = kept_in_pair<Keeper, typename Partner::keeper>;
  Partner other;
  std::size_t next = 0;
  void operator()(kept_row<Keeper>& batch, kept_row<keeper>& out, const stop_look&) {
    for (std::size_t i = 0; i != batch.size() && !over(); ++i)
      out.emplace_back(std::move(batch[i]), Partner::keeper::keep(other[next++]));
  }
  [[nodiscard]] bool over() const { return next == other.size; }
};

template <class Keeper, class Chunk>
struct chunk_step {
  using keeper = keeper_for<Chunk>;
  std::size_t length;
  Chunk begun{};
  void operator()(kept_row<Keeper>& batch, kept_row<keeper>& out, const stop_look&) {
    for (auto& item : batch) {
      begun.push_back(Keeper::give(item));
      if (begun.size() == length) out.push_back(std::exchange(begun, Chunk()));
    }
  }
  void rest(kept_row<keeper>& out) {
    if (!begun.empty()) out.push_back(std::move(begun));
  }
};

template <class Keeper, class T, class Op>
struct scan_step {
  using keeper = keeper_for<T>;
  T total;
  Op& op;
  void operator()(kept_row<Keeper>& batch, kept_row<keeper>& out, const stop_look& look) {
    out.reserve(out.size() + batch.size());
    for (auto& item : batch) {
      look(out.size());
      total = op(std::move(total), Keeper::give(item));
      out.push_back(keeper::keep(T(total)));
    }
  }
};

template <class Keeper, class By>
struct distinct_step {
  using keeper = Keeper;
  using given = std::remove_reference_t<typename Keeper::given>&;
  using key_type = given_by<By, given>;
  struct present {};
  By& by;
  group_table<key_type, present> seen{};
  void operator()(kept_row<Keeper>& batch, kept_row<Keeper>& out, const stop_look& look) {
    for (auto& item : batch) {
      look(out.size());
      bool is_new = false;
      auto&& x = Keeper::look(item);
      (void)seen.at(key_type(by(x)), 0, [&is_new] { return is_new = true, present(); });
      if (is_new) out.push_back(std::move(item));
    }
  }
};

// A stream behind a step: each batch is gathered, by several threads, and stepped over by the caller.
template <class Before, class Step>
class stepped_flow {
 public:
  using keeper = typename Step::keeper;
  using item = typename keeper::given;
  static constexpr bool indexed = true;
  static constexpr bool single = true;
  static constexpr bool erased = false;
  static constexpr bool streamed = true;

  stepped_flow(Before before, Step step, const pipeline_call& call)
      : before_(std::move(before)), step_(std::move(step)), call_(&call) {}
  [[nodiscard]] std::size_t size() const { return items_.size(); }

  bool refill() {
    items_.clear();
    while (items_.empty() && !ended_) {
      kept_row<typename Before::keeper> batch;
      ended_ = is_over() || !before_.refill();
      if (!ended_) {
        gather_batch(before_, batch, *call_);
        step_(batch, items_, stop_look(*call_));
      } else if constexpr (requires { step_.rest(items_); }) {
        step_.rest(items_);
      }
    }
    return !items_.empty();
  }

  template <class Sink>
  bool push(std::size_t begin, std::size_t end, Sink&& sink) const {
    return push_kept<keeper>(items_, begin, end, sink);
  }

 private:
  [[nodiscard]] bool is_over() const {
    if constexpr (requires { step_.over(); })
      return step_.over();
    else
      return false;
  }

  Before before_;
  Step step_;
  const pipeline_call* call_;
  bool ended_ = false;
  mutable kept_row<keeper> items_;  // each item is handed over once, by one thread
};

// What a step makes of a flow: of a stream batch by batch, of any other at once.
template <class Step, class Flow>
auto stepped(Flow flow, Step step, const pipeline_call& call) {
  if constexpr (Flow::streamed) {
    return stepped_flow<Flow, Step>(std::move(flow), std::move(step), call);
  } else {
    auto batch = gather(flow, call);
    kept_row<typename Step::keeper> out;
    step(batch, out, stop_look(call));
    return gathered_flow<Step>(std::move(out));
  }
}

}  // namespace berth::detail
