#include "harness/together.hpp"

#include <algorithm>

#include "harness/clock.hpp"

namespace bench {

together::together(unsigned count) {
  for (unsigned self = 1; self < std::max(1u, count); ++self) threads_.emplace_back([this, self] { serve(self); });
}

together::~together() {
  stop_ = true;
  ++generation_;
  generation_.notify_all();
  for (auto& t : threads_) t.join();
}

double together::run(const std::function<void(unsigned)>& work) {
  work_ = &work;
  awake_ = 0;
  done_ = 0;
  const unsigned turn = ++generation_;
  generation_.notify_all();
  while (awake_ != threads_.size()) std::this_thread::yield();
  const auto start = now_ns();
  go_ = turn;
  work(0);
  while (done_ != threads_.size()) clobber();
  return static_cast<double>(now_ns() - start);
}

void together::serve(unsigned self) {
  for (unsigned seen = 0;;) {
    generation_.wait(seen);
    seen = generation_;
    if (stop_) return;
    ++awake_;
    while (go_ != seen) clobber();
    (*work_)(self);
    ++done_;
  }
}

}  // namespace bench
