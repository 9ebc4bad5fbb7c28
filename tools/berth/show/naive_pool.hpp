#pragma once
// What berth is compared with: a pool as many programs have one, with as many threads as the machine was once thought
// to have CPUs, one queue, and no idea of a quota.
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace berth::tool {

class naive_pool {
 public:
  explicit naive_pool(unsigned threads);
  naive_pool(const naive_pool&) = delete;
  naive_pool& operator=(const naive_pool&) = delete;
  ~naive_pool();

  // Runs part(begin, end) over [0, count) in as many parts as there are threads; returns when all are done. Blocks the
  // thread. May be called by several threads at once. `part` must not throw.
  void run(std::size_t count, const std::function<void(std::size_t begin, std::size_t end)>& part);

 private:
  void serve();

  std::mutex guard_;
  std::condition_variable work_, done_;
  std::deque<std::function<void()>> queue_;
  bool stop_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace berth::tool
