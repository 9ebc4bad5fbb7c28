#pragma once
// Running other callers' queued calls. Any lent thread becomes a server while there is a queue and a free place.
#include "pool/region.hpp"

namespace berth::impl {

// Runs queued calls, first come first served, until none is left. False if there was none or no place to run it in.
bool serve_queue();

// Sees to it that a queue that is not empty is being served, if there is room for a server.
void summon_server();

// Waits in the queue. True: a server has run the call to its end. False: it is its caller's again, unserved or partly
// run, because nothing had moved for 10 to 200 ms (servers.cpp); the caller then holds a place, above the budget if
// need be.
bool wait_in_queue(region& r);

}  // namespace berth::impl
