// The ten jobs as berth does them.
#include <berth/collect.hpp>
#include <berth/configure.hpp>
#include <berth/errors.hpp>
#include <berth/find_if.hpp>
#include <berth/for_each.hpp>
#include <berth/inclusive_scan.hpp>
#include <berth/join.hpp>
#include <berth/map.hpp>
#include <berth/pipeline.hpp>
#include <berth/sequential_scope.hpp>
#include <berth/sort.hpp>
#include <berth/sum.hpp>
#include <chrono>
#include <cstdio>
#include <functional>

#include "jobs.hpp"

using jobs::folder;
using jobs::order;

std::vector<double> jobs::with_tax(
    const std::vector<order>& orders) {
  // snippet: map
  const std::vector<double> totals = berth::map(
      orders, [](const order& o) { return o.price * 1.19; });
  // end
  return totals;
}

void jobs::take_out(std::vector<long>& stock,
                    const std::vector<long>& sold) {
  // snippet: index loop
  berth::for_each_index(stock.size(), [&](std::size_t i) {
    stock[i] -= sold[i];
  });
  // end
}

double jobs::revenue(const std::vector<order>& orders) {
  // snippet: sum
  const double revenue = berth::sum(orders, &order::price);
  // end
  const berth::sequential_scope plain;
  if (berth::sum(orders, &order::price) != revenue)
    std::puts("sum: other bits on one thread");
  return revenue;
}

std::vector<std::string> jobs::dear_ones(
    const std::vector<order>& orders) {
  // snippet: filter and collect
  const auto dear = [](const order& o) {
    return o.price >= 40;
  };
  const std::vector<std::string> names =
      berth::par(orders) | berth::filter(dear) |
      berth::map(&order::customer) |
      berth::collect<std::vector<std::string>>();
  // end
  return names;
}

jobs::counts jobs::by_customer(
    const std::vector<order>& orders) {
  // snippet: group and count
  const auto counts =
      berth::par(orders) |
      berth::group_by(&order::customer, berth::counting());
  // end
  if (counts.front().first != orders.front().customer)
    std::puts("groups are not in order of occurrence");
  return berth::collect<jobs::counts>(counts);
}

void jobs::dearest_first(std::vector<order>& orders) {
  // snippet: sort
  berth::sort(orders, std::greater<>{}, &order::price);
  // end
}

std::optional<std::size_t> jobs::first_at(
    const std::vector<order>& orders, double price) {
  // snippet: find first
  const std::optional<std::size_t> first = berth::find_if(
      orders,
      [&](const order& o) { return o.price >= price; });
  // end
  return first;
}

std::vector<long> jobs::ends_of(
    const std::vector<long>& lengths) {
  // snippet: prefix sum
  const std::vector<long> ends =
      berth::inclusive_scan(lengths);
  // end
  return ends;
}

namespace {
// snippet: fork and join
long bytes_in(const folder& f) {
  if (!f.left) return f.bytes;
  const auto [left, right] =
      berth::join([&] { return bytes_in(*f.left); },
                  [&] { return bytes_in(*f.right); });
  return f.bytes + left + right;
}
// end
}  // namespace

long jobs::all_bytes(const folder& root) {
  return bytes_in(root);
}

void jobs::audit_all(const std::vector<order>& orders,
                     std::stop_source& stop) {
  using namespace std::chrono_literals;
  // snippet: limit and stop
  // Once, at the start. BERTH_CPUS goes before it.
  berth::configure({.cpus = 2});
  // ...
  const auto deadline = std::chrono::steady_clock::now() + 1h;
  try {
    berth::for_each(
        orders, [&](const order& o) { audit(o, stop); },
        {.stop = stop.get_token(), .until = deadline});
  } catch (const berth::cancelled& early) {
    std::fprintf(stderr, "%s\n", early.what());
  }
  // end
}

void jobs::say_what_is_wrong_on_the_page() {
  const std::vector<int> numbers = {3, 1, 2, 1};
  try {
    berth::for_each(numbers, [](const int& n) {
      if (n < 3) throw n;
    });
    std::puts("what an item throws does not come out");
  } catch (int lowest) {
    if (lowest != 1)
      std::puts("what comes out is not the first item's");
  }
  const auto self = [](int n) { return n; };
  const auto squares =
      berth::par(numbers) | berth::to_map(self, self);
  if (squares.size() != 3)
    std::puts("equal keys are not one entry");
  const auto none =
      berth::par(std::vector<int>()) | berth::averaging();
  if (none == none)
    std::puts("the average of no numbers is a number");
  int next = 0;
  const auto five = berth::par(berth::stream([&] {
                      return std::optional(next++);
                    })) |
                    berth::take(5) | berth::to_vector();
  if (five.size() != 5) std::puts("an endless stream ends");
  auto source = berth::par(numbers) | berth::map(self);
  const auto all = std::move(source) | berth::to_vector();
  if (all != numbers)
    std::puts("a pipeline does not keep the order");
}
