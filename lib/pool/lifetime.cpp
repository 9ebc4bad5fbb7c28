// When threads may be started: not before main, not in a dlopen initialiser, not during exit. A thread started there
// could need the loader's lock that its starter holds, or outlive what it uses.
#include <dlfcn.h>
#include <link.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <unwind.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "pool/pool.hpp"

namespace berth::impl {
namespace {

std::atomic<bool> leaving{false};

struct extent {
  std::uintptr_t begin = 0, end = 0;
  [[nodiscard]] bool has(std::uintptr_t a) const { return a >= begin && a < end; }
};

// The function that calls static initialisers and then main, and the loader, which calls those of a dlopened library.
extent extent_of(void* symbol) {
  Dl_info info;
  ElfW(Sym)* entry = nullptr;
  if (!symbol || !dladdr1(symbol, &info, reinterpret_cast<void**>(&entry), RTLD_DL_SYMENT) || !entry) return {};
  const auto at = reinterpret_cast<std::uintptr_t>(info.dli_saddr);
  return {at, at + entry->st_size};
}

// Read from the loader's own image: dl_iterate_phdr takes a lock that stays locked in a child forked while another
// thread held it (dlsym's and dladdr's is made anew there).
extent loader_text() {
  void* const inside = dlsym(RTLD_DEFAULT, "_dl_mcount");
  Dl_info info;
  if (!inside || !dladdr(inside, &info) || !info.dli_fbase) return {};
  const auto base = reinterpret_cast<std::uintptr_t>(info.dli_fbase);
  const auto* const header = static_cast<const ElfW(Ehdr)*>(info.dli_fbase);
  const auto* const parts = reinterpret_cast<const ElfW(Phdr)*>(base + header->e_phoff);
  for (std::size_t i = 0; i != header->e_phnum; ++i) {
    const extent e{base + parts[i].p_vaddr, base + parts[i].p_vaddr + parts[i].p_memsz};
    if (parts[i].p_type == PT_LOAD && e.has(reinterpret_cast<std::uintptr_t>(inside))) return e;
  }
  return {};
}

struct stack_walk {
  extent start_main, loader, finalize, exit, quick_exit;
  bool in_loader = false;
  bool before_main = false;
  bool in_exit = false;
  const void* callee_object = nullptr;
  int frames = 0;
};

const void* object_of(std::uintptr_t address) {
  Dl_info info;
  return dladdr(reinterpret_cast<void*>(address), &info) ? info.dli_fbase : nullptr;
}

_Unwind_Reason_Code visit(_Unwind_Context* frame, void* raw) {
  auto& walk = *static_cast<stack_walk*>(raw);
  const auto at = static_cast<std::uintptr_t>(_Unwind_GetIP(frame)) - 1;
  // The destructors of a library that is being closed: what lies between them and the loader cannot be unwound.
  if (walk.loader.has(at) || walk.finalize.has(at)) walk.in_loader = true;
  if (walk.exit.has(at) || walk.quick_exit.has(at)) walk.in_exit = true;
  // main is called by a helper in libc, a static initialiser by __libc_start_main directly.
  if (walk.start_main.has(at)) walk.before_main = walk.callee_object != object_of(at);
  walk.callee_object = object_of(at);
  return ++walk.frames < 256 ? _URC_NO_REASON : _URC_END_OF_STACK;
}

// Nothing is kept from one time to the next: what guards a static would stay locked in a child forked meanwhile.
bool in_an_initialiser() {
  stack_walk walk{.start_main = extent_of(dlsym(RTLD_DEFAULT, "__libc_start_main")),
                  .loader = loader_text(),
                  .finalize = extent_of(dlsym(RTLD_DEFAULT, "__cxa_finalize")),
                  .exit = extent_of(dlsym(RTLD_DEFAULT, "exit")),
                  .quick_exit = extent_of(dlsym(RTLD_DEFAULT, "quick_exit"))};
  _Unwind_Backtrace(visit, &walk);
  // A handler or a static destructor, and the first call of the process: nothing has been registered that would tell.
  if (walk.in_exit) leaving.store(true, std::memory_order_relaxed);
  const bool main_thread = syscall(SYS_gettid) == getpid();
  return walk.in_loader || (main_thread && walk.before_main);
}

// Also lets a start that is under way end, for at most a second: oneTBB must not be taken down while it is being set
// up.
void leave() {
  leaving.store(true, std::memory_order_relaxed);
  futex_word never{0};
  for (int naps = 0; naps != 1000 && the_pool().at.load(std::memory_order_acquire) == pool::stage::starting; ++naps)
    futex_wait(never, 0, 1'000'000);
}

}  // namespace

bool exiting() { return leaving.load(std::memory_order_relaxed); }

// Asked when the pool is about to start, so at most a few times in a process.
bool may_start_threads() {
  if (exiting() || in_an_initialiser() || exiting()) return false;
  // Registered as late as this so that it runs early: before the destructors of statics that were there before.
  static constinit std::atomic<bool> registered{false};
  if (!registered.exchange(true)) std::atexit(leave);
  return true;
}

}  // namespace berth::impl
