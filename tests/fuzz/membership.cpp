#include "entry.hpp"
#include "environment/cgroup_membership.hpp"
#include "environment/cgroup_path.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace berth::impl;
  const auto own = parse_membership(as_text(data, size), "cpu");
  if (!own) return 0;
  must(own->path.front() == '/');
  must(own->version == 1 || own->version == 2);
  must(own->path.find('\n') == std::string::npos);
  (void)relate("/", own->path);
  (void)relate(own->path, own->path);
  return 0;
}
