// Every verb with hints alone behind what it cannot do without. Compiled, not run: a user's build may have warnings
// that berth's own has not, and nothing that a verb brings may set them off.
#include <berth/berth.hpp>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace user {

struct order {
  int customer = 0;
  double price = 0;
  std::string name{};
};

using numbers = std::vector<int>;
using orders = std::vector<order>;

int twice(int x) { return 2 * x; }
bool is_even(int x) { return x % 2 == 0; }

template <class... Results>
void use(const Results&...) {}

}  // namespace user

using namespace user;

void rows(numbers& a, const numbers& b, numbers& out, const berth::hints& with) {
  use(berth::map(a, twice, with), berth::filter(a, is_even, with), berth::partition(a, is_even, with),
      berth::partition_by(a, is_even, with),
      berth::flat_map(
          b, [](int x) { return numbers{x}; }, with),
      berth::tabulate(
          4, [](std::size_t i) { return i; }, with),
      berth::distinct(a, with), berth::take_while(a, is_even, with), berth::drop_while(a, is_even, with),
      berth::unique_copy(a, with), berth::remove_if(a, is_even, with), berth::collect<std::set<int>>(a, with),
      berth::collect<berth::buffer<int>>(a, with));
  berth::for_each(a, [](int& x) { ++x; }, with);
  berth::for_each_index(4, [](std::size_t) {}, with);
  berth::map_into(a, out, twice, with);
  use(berth::filter_into(a, out, is_even, with), berth::unique(a, with));
  berth::fill(a, 1, with);
  berth::generate(a, [](std::size_t i) { return static_cast<int>(i); }, with);
  berth::copy(b, out, with);
  berth::reverse(a, with);
}

void folds(const numbers& a, const berth::hints& with) {
  use(berth::reduce(a, 0, std::plus<>{}, with), berth::map_reduce(a, 0, std::plus<>{}, twice, with),
      berth::sum(a, with), berth::product(a, with), berth::count(a, 1, with), berth::count_if(a, is_even, with),
      berth::min(a, with), berth::max(a, with), berth::minmax(a, with), berth::average(a, with),
      berth::statistics(a, with), berth::any(a, is_even, with), berth::all(a, is_even, with),
      berth::none(a, is_even, with), berth::find(a, 1, with), berth::find_if(a, is_even, with),
      berth::find_any(a, is_even, with), berth::mismatch(a, a, with), berth::equal(a, a, with),
      berth::search(a, a, with), berth::lexicographical_compare(a, a, with));
}

void scans(const numbers& a, numbers& out, const berth::hints& with) {
  use(berth::inclusive_scan(a, with), berth::exclusive_scan(a, 0, with),
      berth::inclusive_scan(a, 0, std::plus<>{}, with), berth::transform_inclusive_scan(a, std::plus<>{}, twice, with),
      berth::transform_exclusive_scan(a, 0, std::plus<>{}, twice, with));
  berth::inclusive_scan_into(a, out, with);
  berth::exclusive_scan_into(a, out, 0, with);
  berth::inclusive_scan_into(a, out, {.grain = 8});
  use(berth::exclusive_scan(a, 0, {.grain = 8}));
}

void orders_of(numbers& a, orders& all, numbers& out, const berth::hints& with) {
  berth::sort(a, with);
  berth::stable_sort(a, with);
  berth::sort_by(all, &order::name, with);
  berth::partial_sort(a, 3, with);
  berth::partial_sort(a, 3, std::greater<>{}, with);
  berth::nth_element(a, 3, with);
  berth::nth_element(a, 3, std::greater<>{}, with);
  berth::merge(a, a, out, with);
  use(berth::top_k(a, 3, with), berth::top_k(a, 3, std::greater<>{}, with), berth::top_k(a, 3, {.grain = 8}),
      berth::top_k(all, 3, {}, &order::price), berth::top_k(a, 3, {}), berth::is_sorted(a, with),
      berth::set_union(a, a, with), berth::set_intersection(a, a, with), berth::set_difference(a, a, with),
      berth::set_symmetric_difference(a, a, with), berth::includes(a, a, with), berth::includes(a, a, {.grain = 8}));
}

void groups_of(const orders& all, const std::vector<std::string>& texts, const berth::hints& with) {
  const auto customer = [](const order& o) { return o.customer; };
  const auto price = [](const order& o) { return o.price; };
  use(berth::group_by(all, customer, with), berth::group_by(all, customer, price, with),
      berth::count_by(all, customer, with), berth::group_reduce(all, customer, price, 0.0, std::plus<>{}, with),
      berth::to_map(all, customer, price, with),
      berth::to_map<std::unordered_map<int, double>>(all, customer, price, with),
      berth::to_map(all, customer, price, std::plus<>{}, with), berth::to_map(all, customer, price, {.grain = 8}),
      berth::join_strings(texts, with), berth::join_strings(all, &order::name, with),
      berth::join_strings(texts, {.separator = ", "}), berth::join_strings(texts, {.grain = 8}),
      berth::join_strings(all, &order::name, {.separator = ", "}, with),
      berth::histogram(all, 8, [](const order& o) { return static_cast<std::size_t>(o.customer); }, with));
}

void pipelines(const orders& all, const std::string& text, const berth::hints& with) {
  use(berth::par(all, with) | berth::filter([](const order& o) { return o.price > 1; }) | berth::map(&order::name) |
          berth::sorted() | berth::distinct() | berth::take(8) | berth::skip(1) | berth::to_vector(),
      berth::par(all, with) | berth::group_by(&order::customer, berth::summing(&order::price)),
      berth::par(all, with) |
          berth::group_by(&order::name,
                          berth::teeing(berth::counting(), berth::averaging(&order::price),
                                        [](std::size_t n, double x) { return x + static_cast<double>(n); })),
      berth::par(all, with) | berth::to_map(&order::name, &order::price, std::plus<>{}),
      berth::par(berth::lines_in(text), with) | berth::enumerate() | berth::chunked(2) | berth::count(),
      berth::par(berth::iota(9), with) | berth::zip(numbers{1, 2}) |
          berth::scan(0, [](int n, const auto&) { return n + 1; }) | berth::take_while(is_even) |
          berth::drop_while(is_even) | berth::find_first(is_even),
      berth::par(all, with) | berth::map(&order::price) | berth::statistics(),
      berth::par(all, with) | berth::map(&order::name) | berth::joining(", "),
      berth::par(all, with) | berth::largest(&order::price), berth::par(all, with) | berth::top_k(2, &order::price));
}
