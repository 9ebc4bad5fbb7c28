#include <dlfcn.h>
#include <hwloc.h>

#include "environment/topology.hpp"

namespace berth::impl {
namespace {

// The functions of libhwloc, by the types of its own header.
struct hwloc_calls {
  decltype(&hwloc_topology_init) init = nullptr;
  decltype(&hwloc_topology_set_flags) set_flags = nullptr;
  decltype(&hwloc_topology_load) load = nullptr;
  decltype(&hwloc_topology_destroy) destroy = nullptr;
  decltype(&hwloc_get_type_depth) type_depth = nullptr;
  decltype(&hwloc_get_nbobjs_by_depth) count_at = nullptr;

  [[nodiscard]] bool complete() const {
    return init != nullptr && set_flags != nullptr && load != nullptr && destroy != nullptr && type_depth != nullptr &&
           count_at != nullptr;
  }
};

template <class F>
void look_up(void* library, const char* name, F& function) {
  function = reinterpret_cast<F>(::dlsym(library, name));
}

// Loaded once and never unloaded: other libraries of the process may have taken it up meanwhile.
hwloc_calls load_calls() {
  hwloc_calls calls;
  void* library = ::dlopen("libhwloc.so.15", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return calls;
  look_up(library, "hwloc_topology_init", calls.init);
  look_up(library, "hwloc_topology_set_flags", calls.set_flags);
  look_up(library, "hwloc_topology_load", calls.load);
  look_up(library, "hwloc_topology_destroy", calls.destroy);
  look_up(library, "hwloc_get_type_depth", calls.type_depth);
  look_up(library, "hwloc_get_nbobjs_by_depth", calls.count_at);
  return calls;
}

std::optional<int> count(const hwloc_calls& calls, hwloc_topology_t topology, hwloc_obj_type_t type) {
  const int depth = calls.type_depth(topology, type);
  if (depth == HWLOC_TYPE_DEPTH_UNKNOWN || depth == HWLOC_TYPE_DEPTH_MULTIPLE) return std::nullopt;
  const int found = static_cast<int>(calls.count_at(topology, depth));
  return found > 0 ? std::optional<int>(found) : std::nullopt;
}

}  // namespace

std::optional<topology_fact> read_topology_by_hwloc() {
  static const hwloc_calls calls = load_calls();
  hwloc_topology_t topology = nullptr;
  if (!calls.complete() || calls.init(&topology) != 0) return std::nullopt;
  std::optional<topology_fact> fact;
  calls.set_flags(topology, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
  if (calls.load(topology) == 0)
    fact = topology_fact{count(calls, topology, HWLOC_OBJ_PACKAGE), count(calls, topology, HWLOC_OBJ_NUMANODE),
                         count(calls, topology, HWLOC_OBJ_CORE), count(calls, topology, HWLOC_OBJ_PU)};
  calls.destroy(topology);
  return fact;
}

}  // namespace berth::impl
