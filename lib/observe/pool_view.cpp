#include "observe/pool_view.hpp"

#include <atomic>

namespace berth::impl {
namespace {

// Release and acquire: whatever the provider stands on was made before it was registered.
constinit std::atomic<pool_view (*)()> pool_provider{nullptr};
constinit std::atomic<std::vector<section> (*)()> section_provider{nullptr};

}  // namespace

void provide_pool_view(pool_view (*provider)()) noexcept { pool_provider.store(provider, std::memory_order_release); }

void provide_sections(std::vector<section> (*provider)()) noexcept {
  section_provider.store(provider, std::memory_order_release);
}

pool_view (*pool_view_provider() noexcept)() { return pool_provider.load(std::memory_order_acquire); }

std::vector<section> (*sections_provider() noexcept)() { return section_provider.load(std::memory_order_acquire); }

}  // namespace berth::impl
