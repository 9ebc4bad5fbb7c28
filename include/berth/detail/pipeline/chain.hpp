#pragma once
// The pipeline itself: a source and stages, one inside the other, and what | does.
#include <berth/detail/pipeline/accumulate_groups.hpp>
#include <berth/detail/pipeline/given.hpp>
#include <berth/detail/pipeline/sources.hpp>
#include <berth/detail/pipeline/stages.hpp>
#include <berth/detail/pipeline/terminals.hpp>
#include <berth/detail/pipeline/views.hpp>
#include <source_location>
#include <utility>

namespace berth::detail {

struct no_settings {
  [[nodiscard]] static const hints& get() { return no_hints; }
};
struct given_settings {
  hints with;
  [[nodiscard]] const hints& get() const { return with; }
};

template <class Source>
struct source_link {
  static constexpr bool views_die_with_it = views_die_with<Source>;
  Source source;
  auto flow(const pipeline_call& call) {
    auto flow = source.make_flow();
    if constexpr (requires { flow.watch(call); }) flow.watch(call);
    return flow;
  }
};

template <class Before, class Stage>
struct stage_link {
  static constexpr bool views_die_with_it = Before::views_die_with_it;
  Before before;
  Stage stage;
  auto flow(const pipeline_call& call) { return stage.over(before.flow(call), call); }
};

}  // namespace berth::detail

namespace berth {

// A source and stages that wait for their end: see berth/pipeline.hpp. To be moved and piped on, nothing else; once.
template <class Link, class Settings>
class [[nodiscard]] pipeline {
 public:
  using flow_type = decltype(std::declval<Link&>().flow(std::declval<const detail::pipeline_call&>()));
  using item = typename flow_type::item;

  pipeline(Link link, Settings settings, const std::source_location& where)
      : link_(std::move(link)), settings_(std::move(settings)), where_(where) {}
  pipeline(pipeline&& other) : link_(other.take()), settings_(std::move(other.settings_)), where_(other.where_) {}
  pipeline& operator=(pipeline&&) = delete;
  ~pipeline() = default;

  template <class Stage>
  auto then(Stage&& next) {
    using stage = std::remove_cvref_t<Stage>;
    using longer = detail::stage_link<Link, stage>;
    return pipeline<longer, Settings>(longer{take(), static_cast<Stage&&>(next)}, std::move(settings_), where_);
  }

  // The result of an end: run(flow, call).
  template <class End, class Run>
  decltype(auto) finish(Run run) {
    using result = decltype(run(std::declval<flow_type>(), std::declval<const detail::pipeline_call&>()));
    (void)detail::given_by_a_temporary<detail::kept_behind<End, result>, Link::views_die_with_it>::fits;
    Link link = take();
    const detail::pipeline_call call{settings_.get(), where_};
    return run(link.flow(call), call);
  }

 private:
  Link&& take() {
    if (spent_) detail::throw_pipeline_spent();
    spent_ = true;
    return std::move(link_);
  }

  Link link_;
  [[no_unique_address]] Settings settings_;
  std::source_location where_;
  bool spent_ = false;
};

}  // namespace berth

namespace berth::detail {

template <class T>
inline constexpr bool is_pipeline = false;
template <class Link, class Settings>
inline constexpr bool is_pipeline<pipeline<Link, Settings>> = true;

struct a_stage_is_written_with_its_parentheses_as_in_sorted;

// Here, where it is found beside its operand.
template <class Next>
refused_pipeline operator|(refused_pipeline, Next&&) {
  return {};
}

template <class Item, class Stage>
inline constexpr bool fits_stage = Stage::template given<Item>::fits;

// The source that stands for what par was given.
template <class Source>
auto source_for(Source&& items) {
  using plain = std::remove_reference_t<Source>;
  constexpr bool refers = std::is_lvalue_reference_v<Source>;
  constexpr bool is_view = std::ranges::enable_view<std::remove_cv_t<plain>>;
  if constexpr (pipeline_source<plain>) {
    if constexpr (refers)
      return referred_source<plain>(items);
    else
      return plain(std::move(items));
  } else if constexpr (indexable<Source>) {
    if constexpr (refers && !is_view)
      return referred_range<plain>(items);
    else
      return held_range<std::remove_cv_t<plain>>(std::remove_cv_t<plain>(static_cast<Source&&>(items)));
  } else {
    return range_stream<Source>(static_cast<Source&&>(items));
  }
}

template <class Source, class Settings>
auto begin_pipeline(Source&& items, Settings settings, const std::source_location& where) {
  using plain = std::remove_cvref_t<Source>;
  constexpr bool refused = std::is_same_v<plain, refused_pipeline>;  // a source of which that was said already
  constexpr bool fits = pipeline_source<std::remove_reference_t<Source>> || std::ranges::input_range<Source>;
  static_assert(fits || refused,
                "berth::par: takes a range, or what iota, generated, stream, lines_of or records_of give");
  if constexpr (fits) {
    using source = decltype(source_for(static_cast<Source&&>(items)));
    using link = source_link<source>;
    return pipeline<link, Settings>(link{source_for(static_cast<Source&&>(items))}, std::move(settings), where);
  } else {
    return refused_pipeline{};
  }
}

}  // namespace berth::detail

namespace berth {

template <class Link, class Settings, class Next>
auto operator|(pipeline<Link, Settings>&& before, Next&& next) {
  using step = std::remove_cvref_t<Next>;
  using item = typename pipeline<Link, Settings>::item;
  if constexpr (!detail::given_a_function<step>::fits) {
    return detail::refused_pipeline{};
  } else if constexpr (detail::pipeline_stage<step>) {
    if constexpr (detail::fits_stage<item, step>)
      return before.then(std::forward<Next>(next));
    else
      return detail::refused_pipeline{};
  } else if constexpr (detail::pipeline_terminal<step>) {
    if constexpr (detail::fits_stage<item, step>)
      return before.template finish<step>([&](auto flow, const detail::pipeline_call& call) -> decltype(auto) {
        step end(std::forward<Next>(next));
        return end.over(std::move(flow), call);
      });
    else
      return detail::refused_pipeline{};
  } else {
    if constexpr (detail::fits_collector<item, step>())
      return before.template finish<step>([&](auto flow, const detail::pipeline_call& call) {
        return detail::collect_flow(flow, std::as_const(next), call);
      });
    else
      return detail::refused_pipeline{};
  }
}

// A name of several functions has no type that could be asked: what a compiler says of it ends in this one's name.
template <class Link, class Settings>
void operator|(pipeline<Link, Settings>&&, detail::a_stage_is_written_with_its_parentheses_as_in_sorted);

// One that has a name is used by moving it: what runs is then gone, and reads so.
template <class Link, class Settings, class Next>
auto operator|(pipeline<Link, Settings>&, Next&&) {
  static_assert(sizeof(Link) == 0, "berth::par: a pipeline is used once; write std::move(pipeline) | ...");
  return detail::refused_pipeline{};
}

}  // namespace berth
