// Makes the input of the ten jobs, and prints what one
// library makes of it.
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <utility>

#include "jobs.hpp"

namespace {

using jobs::folder;
using jobs::order;

constexpr int many = 10'000;
constexpr int wrong_order = 500;

struct seen {
  std::atomic<int> calls = 0;
  std::atomic<int> at_work = 0;
  std::atomic<int> most_at_work = 0;
} audits;

// Every price is there twice or more: equal keys have an
// order to keep.
std::vector<order> make_orders() {
  std::vector<order> orders;
  for (int i = 0; i != many; ++i)
    orders.push_back(
        {i, "customer " + std::to_string(i * 7919 % 97),
         (i * 7919 % 5003) / 100.0});
  return orders;
}

std::vector<long> make_numbers(int factor, int modulus) {
  std::vector<long> numbers;
  for (int i = 0; i != many; ++i)
    numbers.push_back(i * factor % modulus);
  return numbers;
}

std::unique_ptr<folder> make_folder(int levels, long bytes) {
  auto made = std::make_unique<folder>(
      folder{bytes, nullptr, nullptr});
  if (levels == 0) return made;
  made->left = make_folder(levels - 1, bytes * 3 % 1009);
  made->right = make_folder(levels - 1, bytes * 5 % 1013);
  return made;
}

std::string to_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4f", value);
  return text;
}
std::string to_text(long value) {
  return std::to_string(value);
}
std::string to_text(const std::string& value) {
  return value;
}
std::string to_text(const order& o) {
  return std::to_string(o.id);
}
std::string to_text(
    const std::pair<const std::string, std::size_t>& p) {
  return p.first + "=" + std::to_string(p.second);
}

// As java.lang.String.hashCode().
unsigned hash(const std::string& text) {
  std::uint32_t h = 0;
  for (const char c : text)
    h = h * 31 + static_cast<unsigned char>(c);
  return h;
}

template <class Items>
void show(const char* job, const Items& items) {
  std::string all;
  for (const auto& item : items) all += to_text(item) + ";";
  std::printf("%s: %zu items, %s... hash %u\n", job,
              items.size(), all.substr(0, 40).c_str(),
              hash(all));
}

void show_audit() {
  std::stop_source stop;
  jobs::audit_all(make_orders(), stop);
  std::printf(
      "limit and stop: %s, %s\n",
      audits.calls < many ? "gave up early" : "went on",
      audits.most_at_work <= 2 ? "at most 2 at a time"
                               : "more than 2 at a time");
}

void show_the_others() {
  std::vector<order> orders = make_orders();
  show("map", jobs::with_tax(orders));
  std::vector<long> stock = make_numbers(11, 1000);
  jobs::take_out(stock, make_numbers(7, 100));
  show("index loop", stock);
  std::printf("sum: %.4f\n", jobs::revenue(orders));
  show("filter and collect", jobs::dear_ones(orders));
  show("group and count", jobs::by_customer(orders));
  const auto first = jobs::first_at(orders, 50.02);
  std::printf("find first: %ld\n",
              first ? static_cast<long>(*first) : -1L);
  std::printf("find none: %s\n", jobs::first_at(orders, 50.03)
                                     ? "some"
                                     : "none");
  show("prefix sum", jobs::ends_of(make_numbers(13, 101)));
  std::printf("fork and join: %ld\n",
              jobs::all_bytes(*make_folder(12, 1000)));
  jobs::dearest_first(orders);
  show("sort", orders);
}

}  // namespace

void jobs::audit(const order& o, std::stop_source& stop) {
  ++audits.calls;
  const int now = ++audits.at_work;
  int most = audits.most_at_work;
  while (
      most < now &&
      !audits.most_at_work.compare_exchange_weak(most, now)) {
  }
  unsigned work = static_cast<unsigned>(o.id);
  for (int i = 0; i != 1000; ++i)
    work = work * 1'664'525 + 1'013'904'223;
  --audits.at_work;
  // `work` is never looked at otherwise, and is to be done
  // all the same.
  if (o.id == wrong_order || (work == 0 && o.id < 0))
    stop.request_stop();
}

int main() {
  // First: a program that sets berth up does so at its start.
  show_audit();
  show_the_others();
  jobs::say_what_is_wrong_on_the_page();
}
