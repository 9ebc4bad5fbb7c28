#pragma once
#include <berth/context.hpp>

#include "pool/region.hpp"

namespace berth::impl {

// The user's hook; null members where there is none.
const context_hook& installed_context_hook();
bool install_context_hook(const context_hook&);

// Makes this thread look like the caller of r: floating-point control and the user's context. Puts back what was.
class on_behalf_of {
 public:
  explicit on_behalf_of(const region& r) noexcept;
  ~on_behalf_of();
  on_behalf_of(const on_behalf_of&) = delete;
  on_behalf_of& operator=(const on_behalf_of&) = delete;

 private:
  const region& call_;
  floating_point_mode before_;
  void* context_before_ = nullptr;
};

}  // namespace berth::impl
