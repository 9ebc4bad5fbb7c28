#pragma once
// The machine's own limit: threads that do the same work at the same time and have nothing to do with each other.
#include <atomic>
#include <functional>
#include <thread>
#include <vector>

namespace bench {

// Keeps `count` - 1 threads beside the caller. Between runs they sleep.
class together {
 public:
  explicit together(unsigned count);
  together(const together&) = delete;
  together& operator=(const together&) = delete;
  ~together();

  [[nodiscard]] unsigned count() const { return static_cast<unsigned>(threads_.size()) + 1; }

  // Runs work(0), ..., work(count-1) at the same time, work(0) here; all start when all are awake. Returns the
  // nanoseconds until the last was done.
  double run(const std::function<void(unsigned)>& work);

 private:
  void serve(unsigned self);

  std::vector<std::thread> threads_;
  const std::function<void(unsigned)>* work_ = nullptr;  // written before generation_, read after it
  std::atomic<unsigned> generation_{0};
  std::atomic<unsigned> awake_{0};
  std::atomic<unsigned> go_{0};
  std::atomic<unsigned> done_{0};
  std::atomic<bool> stop_{false};
};

}  // namespace bench
