// The real library on real threads, in bounded counts: what the orders in lib/pool must hold up against. Run natively
// and under the thread sanitizer, with both supplies (CMakeLists.txt). Every result is a plain variable, so that a
// missing order is a race. Ends with 1 and a sentence at the first wrong answer.
#include <unistd.h>

#include <atomic>
#include <berth/async.hpp>
#include <berth/budget.hpp>
#include <berth/for_each.hpp>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "stress: %s\n", what);
  std::exit(1);
}

void spin_us(int us) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::microseconds(us);
  while (std::chrono::steady_clock::now() < until) {
  }
}

void together(int threads, const std::function<void(int)>& f) {
  std::vector<std::thread> all;
  for (int t = 0; t != threads; ++t) all.emplace_back([&f, t] { f(t); });
  for (auto& t : all) t.join();
}

// A call whose input dies with it: a helper that is late reads freed memory.
void call(std::size_t items, int item_us, bool queues) {
  std::vector<int> in(items, 3), out(items, 0);
  const berth::hints with{.item_cost = queues ? std::chrono::nanoseconds(200'000) : std::chrono::nanoseconds(0)};
  berth::for_each_index(
      items,
      [&](std::size_t i) {
        spin_us(item_us);
        out[i] += in[i] + static_cast<int>(i);
      },
      with);
  for (std::size_t i = 0; i != items; ++i)
    expect(out[i] == 3 + static_cast<int>(i), "an item was not run exactly once");
}

void publish_and_retire(int n) {
  for (int k = 0; k != n; ++k) call(2 + static_cast<std::size_t>(k) % 30, k % 3 ? 20 : 2, false);
}

// Calls far enough apart for every worker to sleep, and a first item that cannot end before another thread has come:
// where a wake-up is lost it takes the 200 ms of its patience.
void park_and_wake(int n) {
  int lost = 0;
  for (int k = 0; k != n; ++k) {
    usleep(static_cast<unsigned>(k % 7) * 20);
    std::atomic<int> begun{0};
    const auto from = std::chrono::steady_clock::now();
    berth::for_each_index(
        2,
        [&](std::size_t) {
          ++begun;
          while (begun != 2 && std::chrono::steady_clock::now() - from < std::chrono::milliseconds(200)) {
          }
        },
        {.item_cost = std::chrono::milliseconds(1)});
    lost += std::chrono::steady_clock::now() - from > std::chrono::milliseconds(190);
  }
  std::printf("  park_and_wake: %d of %d calls saw nobody in 200 ms\n", lost, n);
  // A busy machine may keep one from a CPU for that long; not half of them.
  expect(n == 0 || lost < (n + 1) / 2, "sleeping workers are not woken");
}

void queue_and_serve(int n) {
  together(12, [n](int t) {
    for (int k = 0; k != n; ++k) call(2, 50, (t + k) % 4 != 0);
  });
}

void nested(int n) {
  for (int k = 0; k != n; ++k) {
    std::vector<std::vector<int>> sums(4, std::vector<int>(8, 0));
    berth::for_each_index(4, [&](std::size_t i) {
      berth::for_each_index(8, [&](std::size_t j) {
        spin_us(10);
        ++sums[i][j];
      });
    });
    for (const auto& row : sums)
      for (const int s : row) expect(s == 1, "a nested item was not run exactly once");
  }
}

void errors(int n) {
  for (int k = 0; k != n; ++k) {
    std::size_t thrown = 999;
    try {
      berth::for_each_index(64, [&](std::size_t i) {
        spin_us(3);
        if (i >= 17) throw i;
      });
    } catch (std::size_t i) {
      thrown = i;
    }
    expect(thrown == 17, "not the lowest error");
  }
}

// Deferred work in memory that a late helper knows as a call's; then work that nobody awaits.
void deferred(int n) {
  for (int k = 0; k != n; ++k) {
    call(8, 5, false);
    auto f = berth::async([k] {
      spin_us(30);
      return std::vector<int>(3, k);
    });
    expect(f.get().at(2) == k, "deferred work was awaited before it had run");
  }
  for (int k = 0; k != 3; ++k) {
    auto f = berth::async([] { return 1; });
    for (int ms = 0; ms != 5'000 && !f.ready(); ++ms) usleep(1'000);
    expect(f.ready(), "deferred work that nobody awaits is never run");
    usleep(99'000 + static_cast<unsigned>(k) * 700);  // about when workers go home
  }
}

// Every running call waits for one that is queued, while small calls go on.
void waits_for_the_queue() {
  std::mutex m;
  std::condition_variable came;
  int here = 0;
  std::atomic<bool> over{false};
  std::thread small([&] {
    while (!over) berth::for_each_index(4, [](std::size_t) { spin_us(5); });
  });
  together(6, [&](int) {
    berth::for_each_index(2,
                          [&](std::size_t i) {
                            std::unique_lock hold(m);
                            if (i == 0) ++here, came.notify_all();
                            expect(came.wait_for(hold, std::chrono::seconds(20), [&] { return here == 6; }),
                                   "running calls wait for a queued one for ever");
                          },
                          {.item_cost = std::chrono::milliseconds(1)});
  });
  over = true;
  small.join();
}

}  // namespace

int main(int argc, char** argv) {
  const int scale = argc > 1 ? std::atoi(argv[1]) : 1;
  const std::pair<const char*, std::function<void()>> parts[] = {
      {"publish_and_retire", [=] { publish_and_retire(300 * scale); }},
      {"queue_and_serve", [=] { queue_and_serve(15 * scale); }},
      {"nested", [=] { nested(60 * scale); }},
      {"errors", [=] { errors(60 * scale); }},
      {"deferred", [=] { deferred(60 * scale); }},
      {"waits_for_the_queue", [] { waits_for_the_queue(); }},
      // A budget of 1 has nobody to wake.
      {"park_and_wake", [=] { park_and_wake(berth::budget().cpus > 1 ? 100 * scale : 0); }},
  };
  for (const auto& [name, part] : parts) {
    std::printf("%s\n", name);
    std::fflush(stdout);
    part();
  }
}
