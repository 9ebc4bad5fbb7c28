#pragma once
// What libberth exports. Everything else in it is hidden.
#define BERTH_API __attribute__((visibility("default")))

// A function of which there is one compiled body for all callers: results that depend on instruction selection then do
// not depend on who calls. (clang makes no clones, and does not know the word.)
#if defined(__clang__)
#define BERTH_ONE_BODY [[gnu::noinline]]
#else
#define BERTH_ONE_BODY [[gnu::noinline, gnu::noclone]]
#endif
