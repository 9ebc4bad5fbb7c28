#include <pthread.h>

#include <atomic>
#include <new>

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
  };

  bool start(resident* fn, void* argument) noexcept {
    auto* what = new (std::nothrow) order{this, fn, argument};
    if (!what) return false;
    const signals_blocked during;
    pthread_attr_t detached;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    pthread_t thread;
    const int refused = pthread_create(&thread, &detached, run, what);
    pthread_attr_destroy(&detached);
    if (refused) {
      refused_.store(true);
      delete what;
      return false;
    }
    refused_.store(false);
    return true;
  }

  static void* run(void* raw) {
    const order what = *static_cast<order*>(raw);
    delete static_cast<order*>(raw);
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
