#pragma once
// The life of a shared call on its caller's side.
#include "pool/region.hpp"

namespace berth::impl {

// Hangs the region out while it is being run. After it, no new helper comes in; those inside may still be at work.
class shared_while {
 public:
  explicit shared_while(region& r);
  ~shared_while();
  shared_while(const shared_while&) = delete;
  shared_while& operator=(const shared_while&) = delete;

 private:
  region& call_;
  bool hung_out_;
};

// How a call is to be run; decided by lib/algorithms, once, before the first item.
struct terms {
  bool shared = true;        // others may join; false: a plain loop that looks at stop and until
  bool call_help = false;    // wake somebody before the first item
  bool may_queue = false;    // wait for a place rather than run beside the budget
  bool may_give_way = true;  // let queued calls pass after a while; another thread may then run the rest
};

// Sets what a call consists of, and forgets the last one. The region is in hand, closed and empty.
void reset_for_call(region& r, std::size_t items, region::leaf_function* leaf, void* body);

// open(): from now on others may come in, if the call is shared. close(): nobody new comes in; waits until nobody is
// inside.
void open(region& r);
void close(region& r);

// Runs an open, unshared region that is in hand, beside the queue, as the thread that opened it would.
void run_in_hand(region& r);

// Runs a region whose call fields are set to its end: every item done, or claims ended by an error or a limit, and
// nobody inside any more. Blocks the thread.
void run_to_end(region& r, const terms& how);

}  // namespace berth::impl
