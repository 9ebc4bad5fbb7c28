#pragma once
// What libberth exports. Everything else in it is hidden.
#define BERTH_API __attribute__((visibility("default")))
