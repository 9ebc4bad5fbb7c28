#pragma once
// The user's own oneTBB code, behind plain functions: compiled without thread sanitizer, since a packaged oneTBB is not
// instrumented. What crosses from one thread to another is handed over by an atomic of the test's own
// (pool_foreign.cpp).
#include <cstddef>
#include <memory>

namespace berth_tests {

// tbb::parallel_for over [0, count), one item a task.
void tbb_for(std::size_t count, void (*item)(void* data, std::size_t i), void* data);

// tbb::global_control of max_allowed_parallelism, for the life of the object.
std::shared_ptr<void> tbb_limit(std::size_t threads);

// std::for_each(std::execution::par, ...) over count items.
void std_par_for(std::size_t count, void (*item)(void* data, std::size_t i), void* data);

}  // namespace berth_tests
