#pragma once
// What a pipeline may end in beside collectors.
#include <berth/detail/collectors/containers.hpp>
#include <berth/detail/pipeline/accumulate_groups.hpp>
#include <berth/detail/pipeline/stages.hpp>

namespace berth::detail {

struct terminal {};

template <class Terminal>
concept pipeline_terminal = std::derived_from<Terminal, terminal>;

// A target of fixed size, such as a berth::buffer: items whose number is known are made where they stay, others are
// gathered first.
template <class Target, class Flow>
Target collect_open(Flow flow, const pipeline_call& call) {
  using open = typename opened<Target>::type;
  using element = typename open::element;
  if constexpr (Flow::indexed && !Flow::streamed) {
    open out(flow.size());
    built_pieces<element> built;
    auto leaf = [room = out.room(), &built, &flow](std::size_t begin, std::size_t end) {
      built.build_from(room + begin, end - begin == flow.size(), [&](auto&& sink) { flow.push(begin, end, sink); });
    };
    run<Flow::erased>(flow.size(), leaf, call.with, call.where);
    built.keep();
    return out.close(flow.size());
  } else {
    auto values = gather_values(std::move(flow), call);
    auto move = [](auto& x) -> element { return std::move(x); };
    return map_open<open>(values.size(), values.begin(), move, call.with, call.where);
  }
}

template <class Target>
struct collect_terminal : terminal {
  template <class Item>
  using given = given_to_collect<Item, Target>;
  template <class Flow>
  Target over(Flow flow, const pipeline_call& call) const {
    if constexpr (is_of_fixed_size<Target>)
      return collect_open<Target>(std::move(flow), call);
    else
      return collect_flow(flow, container_collector<Target>{}, call);
  }
};

// The container is named by its template: its elements are what the items are.
template <template <class...> class Target>
struct deduced_collect_terminal : terminal {
  template <class Item>
  using given = given_to_collect<Item, Target<result_value<Item>>>;
  template <class Flow>
  auto over(Flow flow, const pipeline_call& call) const {
    return collect_terminal<Target<result_value<typename Flow::item>>>{}.over(std::move(flow), call);
  }
};

struct count_terminal : terminal {
  template <class Item>
  using given = takes_everything;
  template <class Flow>
  std::size_t over(Flow flow, const pipeline_call& call) const {
    if constexpr (has_places<Flow>) {
      const stop_look look(call);
      if (flow.size() != 0) look(0);
      return flow.size();
    } else {
      return accumulate(flow, counting_collector{}, call);
    }
  }
};

template <class F>
struct for_each_terminal : terminal {
  F f;
  explicit for_each_terminal(F function) : f(std::move(function)) {}
  template <class Item>
  using given = given_to_for_each<Item, F>;
  template <class Flow>
  void over(Flow flow, const pipeline_call& call) {
    for_each_batch(flow, [&] {
      auto leaf = [&](std::size_t begin, std::size_t end) {
        in_loop<F, typename Flow::item> each = f;
        flow.push(begin, end, [&](auto&& x) {
          each(static_cast<decltype(x)>(x));
          return true;
        });
      };
      run<Flow::erased || is_erased<F>>(flow.size(), leaf, call.with, call.where);
      return true;
    });
  }
};

// f(item) for every item, one after the other and in order, while what comes before works ahead.
template <class Flow, class F>
void each_in_order(Flow& flow, F& f, const pipeline_call& call) {
  constexpr std::size_t longest = 65536;
  in_windows(flow, longest, [&](std::size_t from, std::size_t to) {
    using row = std::vector<kept_of<Flow>>;
    rows_of<kept_of<Flow>> pieces;
    auto leaf = [&](std::size_t begin, std::size_t end) {
      if (end - begin == to - from) {
        flow.push(from, to, [&](auto&& x) {
          f(static_cast<decltype(x)>(x));
          return true;
        });
        return;
      }
      row made;
      flow.push(begin + from, end + from, row_sink<Flow, row>{made});
      pieces.add(begin) = std::move(made);
    };
    run<Flow::erased || is_erased<F>>(to - from, leaf, call.with, call.where);
    const stop_look look(call);
    std::size_t done = from;
    for (auto* part : pieces.in_order()) {
      for (auto& item : *part) {
        look(done++);
        f(keeping<Flow>::give(item));
      }
    }
    return true;
  });
}

template <class F>
struct for_each_in_order_terminal : terminal {
  F f;
  explicit for_each_in_order_terminal(F function) : f(std::move(function)) {}
  template <class Item>
  using given = given_to_for_each<Item, F>;
  template <class Flow>
  void over(Flow flow, const pipeline_call& call) {
    each_in_order(flow, f, call);
  }
};

template <class Out>
struct into_terminal : terminal {
  using writes_to = std::remove_pointer_t<Out>;
  Out out;
  explicit into_terminal(Out to) : out(std::move(to)) {}
  template <class Item>
  using given = given_to_into<Item, Out>;
  template <class Flow>
  Out over(Flow flow, const pipeline_call& call) {
    auto write = [this](auto&& x) {
      *out = static_cast<decltype(x)>(x);
      ++out;
    };
    each_in_order(flow, write, call);
    return std::move(out);
  }
};

enum class answer { any, all, none };

template <answer Which, class P>
struct answer_terminal : terminal {
  P p;
  explicit answer_terminal(P predicate) : p(std::move(predicate)) {}
  template <class Item>
  using given = given_to_a_search<Item, P>;
  template <class Flow>
  bool over(Flow flow, const pipeline_call& call) {
    auto sought = [this](auto& x) { return bool(p(x)) == (Which != answer::all); };
    return search_any(flow, sought, [](auto&&) {}, call) == (Which == answer::any);
  }
};

struct always {
  template <class X>
  constexpr bool operator()(const X&) const {
    return true;
  }
};

template <class P>
struct find_first_terminal : terminal {
  P p;
  explicit find_first_terminal(P predicate) : p(std::move(predicate)) {}
  template <class Item>
  using given = given_to_a_search<Item, P>;
  template <class Flow>
  auto over(Flow flow, const pipeline_call& call) {
    using found_flow = filter_flow<Flow, P>;
    found_flow matching(std::move(flow), p);
    auto first = gather_first(matching, 1, call);
    std::optional<result_value<typename Flow::item>> found;
    if (!first.empty()) found.emplace(keeping<found_flow>::give(first[0]));
    return found;
  }
};

template <class P>
struct find_any_terminal : terminal {
  P p;
  explicit find_any_terminal(P predicate) : p(std::move(predicate)) {}
  template <class Item>
  using given = given_to_a_search<Item, P>;
  template <class Flow>
  auto over(Flow flow, const pipeline_call& call) {
    std::optional<result_value<typename Flow::item>> found;
    search_any(flow, p, [&](auto&& x) { found.emplace(static_cast<decltype(x)>(x)); }, call);
    return found;
  }
};

}  // namespace berth::detail
