#pragma once
#include <pthread.h>

namespace berth::impl {

// While it lives, pthread_cancel() of this thread has to wait: a thread that ended in the middle of a call would keep
// its place in the budget for ever, and leave others at work in a frame that is gone.
class cancellation_held {
 public:
  cancellation_held() { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
  ~cancellation_held() { pthread_setcancelstate(before_, nullptr); }
  cancellation_held(const cancellation_held&) = delete;
  cancellation_held& operator=(const cancellation_held&) = delete;

 private:
  int before_ = PTHREAD_CANCEL_ENABLE;
};

}  // namespace berth::impl
