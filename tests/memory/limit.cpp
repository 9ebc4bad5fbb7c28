// Whitebox: the memory limits that bound what is kept.
#include <doctest/doctest.h>

#include "environment/memory_limit.hpp"
#include "environment/temporary_tree.hpp"

using berth::impl::file_tree;
using berth::impl::read_memory_limit;

namespace {

const std::string mounts = "24 1 0:1 / / rw - ext4 d rw\n27 24 0:23 / /sys rw - sysfs s rw\n";
const std::string v2 = mounts + "31 27 0:27 / /sys/fs/cgroup rw - cgroup2 c rw\n";
const std::string v1 = mounts + "31 27 0:27 / /sys/fs/cgroup/memory rw - cgroup c rw,memory\n";

}  // namespace

TEST_CASE("the least limit of the group and those above it counts") {
  temporary_tree tree;
  tree.file("/proc/self/cgroup", "0::/a/b\n")
      .file("/proc/self/mountinfo", v2)
      .file("/sys/fs/cgroup/a/b/memory.max", "max\n")
      .file("/sys/fs/cgroup/a/memory.max", "67108864\n")
      .file("/sys/fs/cgroup/memory.max", "134217728\n");
  CHECK(read_memory_limit(file_tree(tree.root())) == 67108864u);
  tree.file("/sys/fs/cgroup/a/b/memory.high", "1048576\n");
  CHECK(read_memory_limit(file_tree(tree.root())) == 1048576u);
}

TEST_CASE("a v1 group's limit counts") {
  temporary_tree tree;
  tree.file("/proc/self/cgroup", "5:memory:/pod\n4:cpu,cpuacct:/pod\n")
      .file("/proc/self/mountinfo", v1)
      .file("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n")
      .file("/sys/fs/cgroup/memory/pod/memory.limit_in_bytes", "33554432\n");
  CHECK(read_memory_limit(file_tree(tree.root())) == 33554432u);
}

TEST_CASE("where nothing limits, or nothing can be read, there is no limit") {
  temporary_tree tree;
  CHECK_FALSE(read_memory_limit(file_tree(tree.root())));
  tree.file("/proc/self/cgroup", "0::/\n").file("/proc/self/mountinfo", v2).file("/sys/fs/cgroup/memory.max", "max\n");
  CHECK_FALSE(read_memory_limit(file_tree(tree.root())));
  tree.file("/sys/fs/cgroup/memory.max", "lots");
  CHECK_FALSE(read_memory_limit(file_tree(tree.root())));
}
