#include <pthread.h>
#include <sched.h>

#include <atomic>
#include <new>

#include "pool/cpu_mask.hpp"
#include "pool/signals_blocked.hpp"
#include "pool/supply.hpp"

namespace berth::impl {
namespace {

class own_supply final : public supply {
 public:
  explicit own_supply(std::uint32_t threads) : limit_(threads) {}

  bool lend(resident* fn, void* argument) noexcept override {
    if (lent_.fetch_add(1, std::memory_order_relaxed) >= limit_ || !start(fn, argument)) {
      lent_.fetch_sub(1, std::memory_order_relaxed);
      return false;
    }
    return true;
  }
  [[nodiscard]] std::uint32_t capacity() const noexcept override { return refused_.load() ? 0 : limit_; }
  [[nodiscard]] const char* name() const noexcept override { return "own threads"; }
  [[nodiscard]] std::string shortfall() const override {
    return refused_.load() ? "the system refused a thread (pids limit, RLIMIT_NPROC or memory)" : std::string();
  }

 private:
  struct order {
    own_supply* from;
    resident* fn;
    void* argument;
    cpu_mask home;  // where the thread may run once it runs
  };

  // The kernel likes to start a thread on the CPU of whoever makes it, which that one will not leave for milliseconds:
  // it is begun elsewhere, and let go from there. A kernel that refuses such masks refuses the whole thread; so false
  // here says nothing about a thread that may run anywhere.
  static bool create_elsewhere(order* what) {
    const cpu_mask elsewhere = what->home.without(sched_getcpu());
    return elsewhere.count() != 0 && create(what, &elsewhere);
  }

  static bool create(order* what, const cpu_mask* begin_on) {
    pthread_attr_t detached;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    if (begin_on)
      pthread_attr_setaffinity_np(&detached, sizeof begin_on->bits,
                                  reinterpret_cast<const cpu_set_t*>(begin_on->bits.data()));
    pthread_t thread;
    const int refused = pthread_create(&thread, &detached, run, what);
    pthread_attr_destroy(&detached);
    return refused == 0;
  }

  bool start(resident* fn, void* argument) noexcept {
    auto* what = new (std::nothrow) order{this, fn, argument, cpu_mask::of(0)};
    if (!what) return false;
    const signals_blocked during;
    const bool created = create_elsewhere(what) || create(what, nullptr);
    refused_.store(!created);
    if (!created) delete what;
    return created;
  }

  static void* run(void* raw) {
    const order what = *static_cast<order*>(raw);
    delete static_cast<order*>(raw);
    if (what.home.count() != 0) what.home.apply_to(0);
    pthread_setname_np(pthread_self(), "berth");
    what.fn(what.argument);
    what.from->lent_.fetch_sub(1, std::memory_order_relaxed);
    return nullptr;
  }

  const std::uint32_t limit_;
  std::atomic<std::uint32_t> lent_{0};
  std::atomic<bool> refused_{false};
};

}  // namespace

std::unique_ptr<supply> make_own_supply(std::uint32_t threads) noexcept {
  return std::unique_ptr<supply>(new (std::nothrow) own_supply(threads));
}

}  // namespace berth::impl
