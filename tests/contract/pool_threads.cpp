// The pool as a guest in the process: its threads go, its signals and memory stay the user's, floating-point modes
// travel.
#include <doctest/doctest.h>
#include <malloc.h>
#include <pthread.h>

#include <berth/async.hpp>
#include <berth/for_each.hpp>
#include <berth/map_into.hpp>
#include <cfenv>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "pool_support.hpp"
#include "support/skip.hpp"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

using namespace berth_tests;
using namespace std::chrono_literals;

namespace {

std::string line_of(const std::filesystem::path& file, const std::string& key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(key)) return line.substr(key.size());
  return {};
}

std::vector<std::filesystem::path> tasks() {
  std::vector<std::filesystem::path> all;
  std::error_code gone;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task", gone)) all.push_back(entry.path());
  return all;
}

// How often the threads other than this one have gone to sleep so far; a thread that does nothing adds nothing.
long switches_of_others() {
  long sum = 0;
  for (const auto& task : tasks()) {
    if (task.filename() == std::to_string(thread_id())) continue;
    const std::string count = line_of(task / "status", "voluntary_ctxt_switches:");
    if (!count.empty()) sum += std::stol(count);
  }
  return sum;
}

bool tbb_lends() {
  const char* supply = std::getenv("BERTH_SUPPLY");
  return !supply || std::string(supply) != "own";
}

}  // namespace

TEST_CASE("some time after the last call, berth's threads are gone, or back with oneTBB") {
  const watchdog guard("berth's threads to go");
  warm_up();
  const std::size_t left = (tbb_lends() ? budget_cpus() : 1) + (under_thread_sanitizer ? 1 : 0);
  CHECK(eventually([=] { return tasks().size() <= left; }));
  if (budget_cpus() > 1) CHECK(can_meet(2));
}

TEST_CASE("some time after the last call, no thread so much as wakes up") {
  if (under_thread_sanitizer) return skip("the thread sanitizer has a thread of its own that wakes up");
  const watchdog guard("the process to be idle");
  warm_up();
  CHECK(eventually([] {
    const long before = switches_of_others();
    usleep(300'000);
    return switches_of_others() == before;
  }));
}

namespace {
std::atomic<long> handled{0}, handled_elsewhere{0};
std::atomic<std::int64_t> own_thread{0};
void on_signal(int) {
  ++handled;
  if (thread_id() != own_thread) ++handled_elsewhere;
}
}  // namespace

TEST_CASE("signals are the user's: mask, handlers, and whose thread they interrupt") {
  const watchdog guard("signals");
  own_thread = thread_id();
  struct sigaction act{}, before{}, after{};
  act.sa_handler = on_signal;
  sigaction(SIGUSR1, &act, &before);
  sigset_t mask_before, mask_after;
  pthread_sigmask(SIG_SETMASK, nullptr, &mask_before);
  std::this_thread::sleep_for(200ms);  // so that threads have to be had anew
  warm_up();
  pthread_sigmask(SIG_SETMASK, nullptr, &mask_after);
  for (int s = 1; s != SIGRTMAX; ++s) CHECK(sigismember(&mask_before, s) == sigismember(&mask_after, s));
  // While this thread blocks it, a signal to the process has nowhere to go but a helper that does not.
  sigset_t usr1;
  sigemptyset(&usr1);
  sigaddset(&usr1, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &usr1, nullptr);
  for (int round = 0; round != 50; ++round) {
    kill(getpid(), SIGUSR1);
    berth::for_each_index(8, [](std::size_t) { busy(100us); }, {.item_cost = 100us});
  }
  CHECK(handled == 0);
  pthread_sigmask(SIG_SETMASK, &mask_before, nullptr);
  CHECK(eventually([] { return handled != 0; }));
  CHECK(handled_elsewhere == 0);
  sigaction(SIGUSR1, &before, &after);
  CHECK((after.sa_handler == on_signal));
}

TEST_CASE("signals that interrupt a caller do not disturb its calls") {
  const watchdog guard("calls interrupted by signals");
  warm_up();
  struct sigaction act{}, before{};
  act.sa_handler = [](int) {};
  sigaction(SIGUSR2, &act, &before);
  std::atomic<bool> stop{false};
  const pthread_t caller = pthread_self();
  std::thread pest([&] {
    while (!stop) {
      pthread_kill(caller, SIGUSR2);
      usleep(200);
    }
  });
  {
    const full_budget others(50us);
    for (unsigned round = 0; round != rounds(100); ++round) {
      std::atomic<int> ran{0};
      berth::for_each_index(8, [&](std::size_t) { ++ran; }, {.item_cost = 1ms});
      REQUIRE(ran == 8);
    }
  }
  stop = true;
  pest.join();
  sigaction(SIGUSR2, &before, nullptr);
}

namespace {
// Not in pause(): the thread sanitizer believes a thread that is cancelled in one of its wrappers to be in it for ever.
[[noreturn]] void await_cancellation() {
  for (;;) {
    std::this_thread::yield();
    pthread_testcancel();
  }
}
}  // namespace

TEST_CASE("threads that have called may exit, be cancelled afterwards, or leave by pthread_exit") {
  const watchdog guard("threads that end in many ways");
  for (unsigned round = 0; round != rounds(40); ++round) {
    pthread_t left, cancelled;
    const auto call = [] { berth::for_each_index(16, [](std::size_t) { busy(10us); }, {.item_cost = 100us}); };
    static const auto work = call;
    pthread_create(
        &left, nullptr,
        [](void*) -> void* {
          work();
          pthread_exit(nullptr);
        },
        nullptr);
    pthread_create(
        &cancelled, nullptr,
        [](void*) -> void* {
          work();
          await_cancellation();
        },
        nullptr);
    pthread_join(left, nullptr);
    pthread_cancel(cancelled);
    void* result = nullptr;
    pthread_join(cancelled, &result);
    CHECK(result == PTHREAD_CANCELED);
  }
  if (budget_cpus() > 1) CHECK(can_meet(2));
}

TEST_CASE("a thread that is to be cancelled is not cancelled in the middle of a call") {
  const watchdog guard("calls of threads that are to be cancelled");
  for (unsigned round = 0; round != rounds(20); ++round) {
    static std::atomic<bool> asked, done;
    static std::atomic<int> ran;
    asked = done = false;
    ran = 0;
    pthread_t thread;
    pthread_create(
        &thread, nullptr,
        [](void*) -> void* {
          while (!asked) {
          }
          berth::for_each_index(64,
                                [](std::size_t) {
                                  busy(10us);
                                  ++ran;
                                },
                                {.item_cost = 100us});
          done = true;
          await_cancellation();
        },
        nullptr);
    pthread_cancel(thread);
    asked = true;
    pthread_join(thread, nullptr);
    CHECK(done);
    CHECK(ran == 64);
  }
}

namespace {
std::atomic<int> ran_late{0};
struct calls_at_thread_end {
  ~calls_at_thread_end() {
    berth::for_each_index(8, [](std::size_t) { ++ran_late; }, {.item_cost = 100us});
    ran_late += berth::async([] { return 1; }).get();
  }
  void touch() {}
};
thread_local calls_at_thread_end before_berth, after_berth;
}  // namespace

TEST_CASE("destructors of thread-locals may call, before and after berth's own are gone") {
  const watchdog guard("calls at the end of threads");
  constexpr int threads = 40;
  run_threads(threads, [](unsigned) {
    before_berth.touch();
    berth::for_each_index(8, [](std::size_t) {}, {.item_cost = 100us});
    after_berth.touch();
  });
  CHECK(ran_late == threads * 2 * 9);
}

namespace {

std::size_t bytes_in_use() { return mallinfo2().uordblks + mallinfo2().hblkhd; }

void many_kinds_of_calls(unsigned times) {
  for (unsigned k = 0; k != times; ++k) {
    std::atomic<unsigned> sum{0};
    berth::for_each_index(20, [&](std::size_t i) { sum += static_cast<unsigned>(i); });
    if (k % 50 == 0) berth::for_each_index(10, [&](std::size_t) { ++sum; }, {.item_cost = 2us, .name = "named"});
    if (k % 200 == 0) berth::async([&] { ++sum; }).get();
    if (k % 200 == 1) {
      try {
        berth::for_each_index(10, [&](std::size_t) { throw 3; }, {.item_cost = 2us});
      } catch (int) {
      }
    }
  }
}

}  // namespace

TEST_CASE("a million calls leave memory as it was") {
  if (under_sanitizer) return skip("a sanitizer keeps memory of its own");
  const watchdog guard("a million calls");
  many_kinds_of_calls(10'000);
  const std::size_t before = bytes_in_use();
  many_kinds_of_calls(1'000'000);
  CHECK(bytes_in_use() < before + 100'000);
}

TEST_CASE("threads that come, call and go leave memory as it was") {
  if (under_sanitizer) return skip("a sanitizer keeps memory of its own");
  const watchdog guard("threads that come and go");
  const auto generation = [] {
    run_threads(20, [](unsigned) {
      before_berth.touch();
      berth::for_each_index(8, [](std::size_t) {}, {.item_cost = 50us});
    });
  };
  for (int k = 0; k != 20; ++k) generation();
  const std::size_t before = bytes_in_use();
  for (int k = 0; k != 100; ++k) generation();
  CHECK(bytes_in_use() < before + 100'000);
}

#if defined(__x86_64__)
namespace {

unsigned control() { return _mm_getcsr() & ~0x3fu; }  // without the sticky flags

// Puts this thread's floating-point control back, whatever a test does to it.
struct control_kept {
  unsigned before = _mm_getcsr();
  int rounding = std::fegetround();
  ~control_kept() {
    std::fesetround(rounding);
    _mm_setcsr(before);
  }
};

}  // namespace

TEST_CASE("whoever runs an item computes in its caller's floating-point mode") {
  const watchdog guard("calls in other floating-point modes");
  warm_up();
  std::atomic<int> wrong{0};
  run_threads(4, [&](unsigned k) {
    const control_kept keep;
    constexpr int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    std::fesetround(modes[k]);
    if (k % 2) _mm_setcsr(_mm_getcsr() | 0x8040);  // flush to zero, denormals are zero
    const unsigned mine = control();
    for (unsigned round = 0; round != rounds(50); ++round) {
      const berth::hints with{.item_cost = round % 2 ? 10us : 100us};
      berth::for_each_index(
          32,
          [&](std::size_t) {
            if (control() != mine || std::fegetround() != modes[k]) ++wrong;
            busy(10us);
          },
          with);
      if (control() != mine || std::fegetround() != modes[k]) ++wrong;
      if (berth::async([] { return control(); }).get() != mine) ++wrong;
    }
  });
  CHECK(wrong == 0);
}

TEST_CASE("a future's work computes in its maker's floating-point mode, whoever runs it") {
  const watchdog guard("futures awaited in another floating-point mode");
  warm_up();
  const full_budget others;  // so that the awaiting thread often runs the work itself
  const control_kept keep;
  const unsigned mine = control() | 0x8040;
  for (unsigned round = 0; round != rounds(50); ++round) {
    _mm_setcsr(mine);
    auto f = berth::async([] { return control(); });
    _mm_setcsr(keep.before);
    REQUIRE(f.get() == mine);
    REQUIRE(control() == (keep.before & ~0x3fu));
  }
}

TEST_CASE("a helper has its own floating-point mode back after a call") {
  const watchdog guard("helpers between calls");
  warm_up();
  const unsigned usual = control();
  thread_set helped;
  std::atomic<int> wrong{0};
  const auto call = [&](unsigned expected) {
    for (unsigned round = 0; round != rounds(50); ++round)
      berth::for_each_index(32,
                            [&](std::size_t) {
                              helped.add();
                              if (control() != expected) ++wrong;
                              busy(10us);
                            },
                            {.item_cost = 10us});
  };
  for (int turn = 0; turn != 4; ++turn) {
    {
      const control_kept keep;
      _mm_setcsr(_mm_getcsr() | 0x8040);
      call(usual | 0x8040);
    }
    call(usual);
  }
  CHECK(wrong == 0);
  CHECK(control() == usual);
}

TEST_CASE("a body that changes the floating-point mode does not change it for the next call") {
  const watchdog guard("bodies that change the floating-point mode");
  warm_up();
  const unsigned usual = control();
  const control_kept keep;
  std::atomic<int> wrong{0};
  berth::for_each_index(64,
                        [mine = thread_id()](std::size_t) {
                          busy(20us);
                          if (thread_id() != mine) _mm_setcsr(_mm_getcsr() | 0x8040);
                        },
                        {.item_cost = 20us});
  berth::for_each_index(64,
                        [&](std::size_t) {
                          busy(20us);
                          if (control() != usual) ++wrong;
                        },
                        {.item_cost = 20us});
  CHECK(wrong == 0);
}
#endif
