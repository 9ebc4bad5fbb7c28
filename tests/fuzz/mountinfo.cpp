#include "environment/mountinfo.hpp"

#include "entry.hpp"
#include "environment/cgroup_path.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace berth::impl;
  const mount_table table(as_text(data, size));
  for (std::size_t i = 0; i < table.lines().size(); ++i) {
    const mount_line& line = table.lines()[i];
    (void)table.is_covered(i);
    (void)table.parent_of(i);
    (void)carries_controller(line, "cpu");
    const std::string root = unescape_mount_field(line.root);
    must(root.size() <= line.root.size());
    const path_relation relation = relate(root, unescape_mount_field(line.point));
    must(relation.view != mount_view::shows || relation.below.size() <= line.point.size());
  }
  return 0;
}
