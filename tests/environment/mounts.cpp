// Whitebox: mountinfo and the relation of mount roots to cgroup paths.

#include <doctest/doctest.h>

#include "environment/cgroup_path.hpp"
#include "environment/mountinfo.hpp"

using namespace berth::impl;

namespace {

std::string joined(std::initializer_list<const char*> lines) {
  std::string text;
  for (const char* line : lines) text += std::string(line) + "\n";
  return text;
}

bool covered(const std::string& text, std::size_t index) { return mount_table(text).is_covered(index); }

}  // namespace

TEST_CASE("a line has any number of optional fields, and a dash may be a part of a name") {
  const auto plain = parse_mount_line("30 23 0:26 /a-b /c - cgroup cgroup rw,cpu");
  CHECK_FALSE(plain);  // the dash came where the mount's own options should be, so nothing is left to be the separator
  const auto three = parse_mount_line("30 23 0:26 /- /c rw shared:1 master:2 propagate_from:3 - cgroup2 any thing rw x,cpu");
  REQUIRE(three);
  CHECK(three->root == "/-");
  CHECK(three->type == "cgroup2");
  CHECK(three->super_options == "thing rw x,cpu");
}

TEST_CASE("lines that are none are skipped") {
  const std::string text = joined({"", "x", "1 2", "30 23 0:26 / relative rw - cgroup2 c rw", "31 23 0:27 / /ok rw - cgroup2 c rw"});
  CHECK(mount_table(text).lines().size() == 1);
}

TEST_CASE("octal escapes are decoded once") {
  CHECK(unescape_mount_field("/my\\040cg\\011dir") == "/my cg\tdir");
  CHECK(unescape_mount_field("/a\\134040") == "/a\\040");
  CHECK(unescape_mount_field("/end\\04") == "/end\\04");
  CHECK(unescape_mount_field("\\") == "\\");
}

TEST_CASE("a later mount at the same point covers") {
  const char* root = "24 1 0:1 / / rw - ext4 d rw";
  const char* group = "31 24 0:27 / /sys/fs/cgroup rw - cgroup2 c rw";
  CHECK_FALSE(covered(joined({root, group}), 1));
  CHECK(covered(joined({root, group, "50 31 0:40 / /sys/fs/cgroup rw - tmpfs t rw"}), 1));
  CHECK(covered(joined({root, group, "50 24 0:40 / /sys/fs/cgroup rw - tmpfs t rw"}), 1));
  CHECK_FALSE(covered(joined({root, group, "50 31 0:40 / /sys/fs/cgroup/sub rw - tmpfs t rw"}), 1));
}

TEST_CASE("a mount over a directory above covers what was mounted there before") {
  const char* root = "24 1 0:1 / / rw - ext4 d rw";
  const char* sys = "27 24 0:23 / /sys rw - sysfs s rw";
  const char* group = "31 27 0:27 / /sys/fs/cgroup rw - cgroup2 c rw";
  const char* over = "60 27 0:50 / /sys rw - tmpfs t rw";
  CHECK(covered(joined({root, sys, group, over}), 2));
  CHECK_FALSE(covered(joined({root, sys, group, over, "61 60 0:27 / /sys/fs/cgroup rw - cgroup2 c rw"}), 4));
  CHECK_FALSE(covered(joined({root, sys, group, "62 24 0:51 / /sy rw - tmpfs t rw"}), 2));
}

TEST_CASE("mounts whose parents form a ring are looked at once") {
  const std::string text = joined({"1 2 0:1 / /a rw - cgroup2 c rw", "2 1 0:1 / /b rw - cgroup2 c rw", "3 3 0:1 / /c rw - cgroup2 c rw"});
  const mount_table table(text);
  for (std::size_t i = 0; i < table.lines().size(); ++i) (void)table.is_covered(i);
}

TEST_CASE("a controller is a whole word of the super options") {
  const auto mount = parse_mount_line("1 2 0:1 / /a rw - cgroup c rw,seclabel,cpuacct,cpuset");
  CHECK_FALSE(carries_controller(*mount, "cpu"));
  CHECK(carries_controller(*mount, "cpuset"));
}

TEST_CASE("roots and paths are compared from the namespace's root, name by name") {
  CHECK(relate("/", "/a/b").below == "a/b");
  CHECK(relate("/docker/x", "/docker/x").below.empty());
  CHECK(relate("/docker/x", "/docker/x").hidden_above);
  CHECK(relate("/docker/x", "/docker/x/batch").below == "batch");
  CHECK(relate("/docker/x", "/docker/xy").view == mount_view::unrelated);
  CHECK(relate("/", "/../sib").view == mount_view::unrelated);
  CHECK(relate("/..", "/../sib").below == "sib");
  CHECK(relate("/../sib", "/../sib/a").below == "a");
  CHECK(relate("/../../x", "/").view == mount_view::unrelated);
  const path_relation above = relate("/../..", "/a");
  CHECK(above.view == mount_view::ancestor);
  CHECK(above.levels_between == 3);
  CHECK(relate("/a/../b", "/a").view == mount_view::unrelated);
  CHECK(relate("", "/").view == mount_view::unrelated);
}
