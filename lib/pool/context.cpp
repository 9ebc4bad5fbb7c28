#include "pool/context.hpp"

#include <atomic>
#include <berth/errors.hpp>

namespace berth::impl {
namespace {
std::atomic<const context_hook*> hook{nullptr};
constexpr context_hook no_hook{};
}  // namespace

const context_hook& installed_context_hook() {
  const context_hook* h = hook.load(std::memory_order_acquire);
  return h ? *h : no_hook;
}

bool install_context_hook(const context_hook& given) {
  const auto* copy = new context_hook(given);
  const context_hook* none = nullptr;
  if (hook.compare_exchange_strong(none, copy, std::memory_order_acq_rel)) return true;
  delete copy;
  return false;
}

on_behalf_of::on_behalf_of(const region& r) noexcept : call_(r), before_(floating_point_mode::current()) {
  if (before_ != r.mode) r.mode.apply();
  if (const auto enter = installed_context_hook().enter) context_before_ = enter(r.context);
}

on_behalf_of::~on_behalf_of() {
  if (const auto leave = installed_context_hook().leave) leave(call_.context, context_before_);
  if (floating_point_mode::current() != before_) before_.apply();  // the call's, or what a body made of it
}

}  // namespace berth::impl

namespace berth {

void set_context_hook(const context_hook& hook) {
  if (!impl::install_context_hook(hook))
    throw configuration_error("berth::set_context_hook: a hook is installed already, and there is one a process");
}

}  // namespace berth
