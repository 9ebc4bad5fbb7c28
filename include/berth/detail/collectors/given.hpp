#pragma once
// The sentences of what collectors refuse. Each check is a class whose name, with its arguments, is what a compiler
// prints beside the sentence: the collector, the type of an item and that of its function. A collector names its check
// as given<Item>; one that has none is asked for its four functions.
#include <berth/collect.hpp>
#include <berth/collector.hpp>
#include <berth/detail/key_hash.hpp>
#include <berth/detail/operation.hpp>
#include <berth/detail/pipeline/kept.hpp>
#include <berth/detail/widened.hpp>
#include <concepts>
#include <string_view>
#include <type_traits>

namespace berth::detail {

// What a collector's function gives, as a value; no_result where it cannot be called.
struct no_result {};
template <class F, class Item>
consteval auto result_kind() {
  if constexpr (!std::is_invocable_v<const F&, Item>)
    return std::type_identity<no_result>{};
  else if constexpr (std::is_void_v<std::invoke_result_t<const F&, Item>>)
    return std::type_identity<no_result>{};
  else
    return std::type_identity<result_value<std::decay_t<std::invoke_result_t<const F&, Item>>>>{};
}
template <class F, class Item>
using result_or_none = typename decltype(result_kind<F, Item>())::type;
template <class F, class Item>
inline constexpr bool gives_something = !std::is_same_v<result_or_none<F, Item>, no_result>;

template <class T>
concept has_an_order = requires(const T& a, const T& b) { static_cast<bool>(a < b); };

// Berth's own functions without their parentheses are functions, and so are users' that belong into a map.
template <class Next>
struct given_a_function {
  static constexpr bool fits = !std::is_function_v<std::remove_pointer_t<Next>>;
  static_assert(fits,
                "berth: behind | stands a function; berth's own are written with their parentheses, as in "
                "berth::counting(), and others go into a stage, as in berth::map(f)");
};

template <class Item, class C>
struct given_to_a_collector {
  static constexpr bool makes = requires(const C& c) { make_accumulator<Item>(c); };
  static_assert(makes,
                "berth: what stands behind the last | is neither a stage nor a collector: it has no make() for what "
                "the stage before it gives (berth/collector.hpp)");
  static constexpr bool fits = collector_of<C, Item>;
  static_assert(fits || !makes,
                "berth: the collector behind the last | has a make() but not add(accumulator&, item), "
                "merge(accumulator&, accumulator&&) and finish(accumulator&&) for what the stage before it gives "
                "(berth/collector.hpp)");
};

template <class Item, class C>
consteval bool fits_collector() {
  if constexpr (requires { typename C::template given<Item>; }) {
    if constexpr (C::template given<Item>::fits)
      return given_to_a_collector<Item, C>::fits;
    else
      return false;
  } else {
    return given_to_a_collector<Item, C>::fits;
  }
}

// A container that cannot grow, and is filled in place.
template <class Target>
concept is_of_fixed_size =
    opens<Target> && !requires(Target& t, typename opened<Target>::type::element& x) { t.push_back(x); };

template <class Target, class Item>
concept makes_explicitly =
    requires { typename Target::value_type; } && std::constructible_from<typename Target::value_type, Item>;

template <class Item, class Target>
struct given_to_collect {
  static constexpr bool takes_it = [] {
    if constexpr (is_of_fixed_size<Target>)
      return std::convertible_to<Item, typename opened<Target>::type::element>;
    else
      return takes<Target, Item>;
  }();
  static constexpr bool explicitly = !takes_it && makes_explicitly<Target, Item>;
  static constexpr bool begins = std::default_initializable<Target>;
  static_assert(begins, "berth::collect: the target must be constructible empty");
  static_assert(!explicitly,
                "berth::collect: what the stage before it gives becomes an element of the target by an explicit "
                "conversion only; put a berth::map in front that makes it");
  static_assert(takes_it || explicitly,
                "berth::collect: the target must have a push_back, append or insert for what the stage before it "
                "gives");
  static constexpr bool fits = takes_it && begins;
};

template <class Item, class Target>
struct given_to_a_container {
  static constexpr bool grows = !is_of_fixed_size<Target>;
  static_assert(grows,
                "berth::to: a container of fixed size is the end of a whole pipeline only, by berth::collect; collect "
                "groups in a std::vector");
  static constexpr bool ordered = [] {
    if constexpr (requires { typename Target::key_compare; })
      return !std::is_same_v<typename Target::key_compare, std::less<typename Target::key_type>> ||
             has_an_order<typename Target::key_type>;
    else
      return true;
  }();
  static_assert(ordered, "berth::to, to_set: what the stage before it gives must have a <");
  static constexpr bool fits = [] {
    if constexpr (grows && ordered)
      return given_to_collect<Item, Target>::fits;
    else
      return false;
  }();
};

template <class Item, class F>
struct given_to_summing {
  static constexpr bool callable = gives_something<F, Item>;
  static_assert(callable, "berth::summing: the function must be callable with what the stage before it gives");
  using sum = typename wide<result_or_none<F, Item>>::type;
  static constexpr bool adds = requires(sum a, sum b) {
    sum{};
    static_cast<sum>(a + b);
  };
  static_assert(adds || !callable, "berth::summing: what is added up must have a + and a zero (T{})");
  static constexpr bool fits = callable && adds;
};

template <class Item, class F>
struct given_to_averaging {
  static constexpr bool fits = std::is_arithmetic_v<result_or_none<F, Item>>;
  static_assert(fits,
                "berth::averaging, berth::statistics: the function must be callable with what the stage before it "
                "gives, and give a number");
};

template <class Item, class F>
struct given_to_an_extreme {
  using looked_at = const std::remove_cvref_t<Item>&;
  static constexpr bool callable = gives_something<F, looked_at>;
  static_assert(callable,
                "berth::smallest, largest, top_k: the function must be callable with what the stage before it gives, "
                "as const");
  static constexpr bool ordered = has_an_order<result_or_none<F, looked_at>>;
  static_assert(ordered || !callable,
                "berth::smallest, largest, top_k: what the stage before it gives (or what the function makes of it) "
                "must have a <");
  static constexpr bool fits = callable && ordered;
};

template <class Item, class T, class Op>
struct given_to_reduce {
  static constexpr bool converts = std::constructible_from<T, Item>;
  static_assert(converts, "berth::reduce: what the stage before it gives must convert to the initial value's type");
  static constexpr bool combines = std::is_invocable_r_v<T, const Op&, T, T>;
  static_assert(combines,
                "berth::reduce: the operation must take two values of the initial value's type and give one, called "
                "as const");
  static constexpr bool fits = converts && combines;
};

template <class Item>
struct given_to_joining {
  static constexpr bool fits = std::convertible_to<Item, std::string_view>;
  static_assert(fits, "berth::joining: what the stage before it gives must be a text; put a berth::map in front");
};

template <class Item, class KeyOf, class ValueOf, class Rule>
struct given_to_map_collector {
  static constexpr bool keyed = gives_something<KeyOf, std::remove_reference_t<Item>&>;
  static_assert(keyed, "berth::to_map: the key function must be callable with what the stage before it gives");
  static constexpr bool valued = gives_something<ValueOf, Item>;
  static_assert(valued, "berth::to_map: the value function must be callable with what the stage before it gives");
  static constexpr bool ordered = !keyed || has_an_order<result_or_none<KeyOf, std::remove_reference_t<Item>&>>;
  static_assert(ordered, "berth::to_map: the key must have a <, for the result is a std::map");
  using value = result_or_none<ValueOf, Item>;
  static constexpr bool ruled = !valued || std::is_invocable_r_v<value, const Rule&, value, value>;
  static_assert(ruled, "berth::to_map: the rule for equal keys must take two values and give one");
  static constexpr bool fits = keyed && valued && ordered && ruled;
};

template <class Item, class F, class Down>
struct given_to_mapping {
  static constexpr bool callable = gives_something<F, Item>;
  static_assert(callable,
                "berth::mapping: the function must be callable with what the stage before it gives, and give "
                "something");
  static constexpr bool fits = [] {
    if constexpr (callable)
      return fits_collector<std::invoke_result_t<const F&, Item>, Down>();
    else
      return false;
  }();
};

template <class Item, class P, class Down>
struct given_to_filtering {
  static constexpr bool asks = std::predicate<const P&, std::remove_reference_t<Item>&>;
  static_assert(asks,
                "berth::filtering: the function must be callable with what the stage before it gives, and say yes or "
                "no");
  static constexpr bool fits = asks && fits_collector<Item, Down>();
};

template <class Item, class First, class Second, class Combine>
struct given_to_teeing {
  using looked_at = const std::remove_reference_t<Item>&;
  static constexpr bool collects = fits_collector<looked_at, First>() && fits_collector<Item, Second>();
  static constexpr bool combines = [] {
    if constexpr (collects)
      return std::invocable<const Combine&, collected<First, looked_at>, collected<Second, Item>>;
    else
      return true;
  }();
  static_assert(combines, "berth::teeing: the last function must take what the two collectors give");
  static constexpr bool fits = collects && combines;
};

template <class Item, class KeyOf, class Down>
struct given_to_group_by {
  using element = std::remove_reference_t<Item>&;
  static constexpr bool keyed = gives_something<KeyOf, element>;
  static_assert(keyed, "berth::group_by: the key function must be callable with what the stage before it gives");
  static constexpr bool hashed = !keyed || is_hashable<result_or_none<KeyOf, element>>();
  static_assert(hashed, "berth::group_by: the key must have a std::hash");
  static constexpr bool equal = !keyed || std::equality_comparable<result_or_none<KeyOf, element>>;
  static_assert(equal, "berth::group_by: the key must have an ==");
  static constexpr bool fits = keyed && hashed && equal && fits_collector<Item, Down>();
};

}  // namespace berth::detail
