#include "show/naive_pool.hpp"

#include <algorithm>
#include <utility>

namespace berth::tool {

naive_pool::naive_pool(unsigned threads) {
  for (unsigned i = 0; i != threads; ++i) threads_.emplace_back([this] { serve(); });
}

naive_pool::~naive_pool() {
  {
    const std::lock_guard lock(guard_);
    stop_ = true;
  }
  work_.notify_all();
  for (auto& each : threads_) each.join();
}

void naive_pool::run(std::size_t count, const std::function<void(std::size_t, std::size_t)>& part) {
  const std::size_t size = std::max<std::size_t>(1, (count + threads_.size() - 1) / threads_.size());
  std::size_t left = (count + size - 1) / size;
  std::unique_lock lock(guard_);
  for (std::size_t begin = 0; begin < count; begin += size)
    queue_.emplace_back([&, begin] {
      part(begin, std::min(begin + size, count));
      const std::lock_guard finished(guard_);
      if (--left == 0) done_.notify_all();
    });
  work_.notify_all();
  done_.wait(lock, [&] { return left == 0; });
}

void naive_pool::serve() {
  for (std::unique_lock lock(guard_);;) {
    work_.wait(lock, [this] { return stop_ || !queue_.empty(); });
    if (queue_.empty()) return;
    const auto job = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    job();
    lock.lock();
  }
}

}  // namespace berth::tool
