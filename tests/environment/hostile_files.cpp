// Whitebox: files that are not what they should be. Nothing may crash, hang, or leave the tree.

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <algorithm>

#include "berth/errors.hpp"
#include "berth/explain.hpp"
#include "environment/file_tree.hpp"
#include "temporary_tree.hpp"

namespace fs = std::filesystem;
using berth::quota_state;
using berth::impl::file_status;
using berth::impl::file_tree;

namespace {

const std::string group_mount = "24 1 0:1 / / rw - ext4 d rw\n31 24 0:27 / /cg rw - cgroup2 c rw\n";

berth::report look_at(temporary_tree& tree) {
  tree.file("/affinity", "0-7");
  berth::report_source source;
  source.root = tree.root();
  const berth::report seen = berth::explain(source);
  CHECK(seen.budget.cpus >= 1);
  (void)berth::to_text(seen);
  (void)berth::to_json(seen);
  return seen;
}

}  // namespace

TEST_CASE("a pipe, a directory, a ring of links and a missing file each have their status") {
  temporary_tree tree;
  tree.directory("/dir");
  REQUIRE(::mkfifo(tree.at("/pipe").c_str(), 0600) == 0);
  fs::create_symlink("ring", tree.at("/ring"));
  const file_tree files(tree.root());
  std::string text;
  CHECK(files.read("/pipe", text) == file_status::not_a_file);
  CHECK(files.read("/dir", text) == file_status::not_a_file);
  CHECK(files.read("/ring", text) == file_status::failed);
  CHECK(files.read("/nothing", text) == file_status::missing);
  CHECK(text.empty());
}

TEST_CASE("a file larger than the limit is cut and says so") {
  temporary_tree tree;
  tree.file("/big", std::string(100'000, 'x')).file("/full", std::string(1000, 'y'));
  const file_tree files(tree.root());
  std::string text;
  CHECK(files.read("/big", text, 1000) == file_status::too_large);
  CHECK(text.size() == 1000);
  CHECK(files.read("/full", text, 1000) == file_status::ok);
  CHECK(text.size() == 1000);
}

TEST_CASE("a recording cannot point outside of itself") {
  temporary_tree outside, tree;
  outside.file("/secret", "secret");
  tree.file("/inside", "inside").directory("/dir");
  fs::create_symlink(outside.at("/secret"), tree.at("/absolute"));
  fs::create_symlink("../../../../../../" + outside.at("/secret").string(), tree.at("/climbing"));
  fs::create_symlink("/inside", tree.at("/dir/link"));
  const file_tree files(tree.root());
  std::string text;
  CHECK(files.read("/absolute", text) != file_status::ok);
  CHECK(files.read("/climbing", text) != file_status::ok);
  CHECK(files.read("/../../../../../.." + outside.at("/secret").string(), text) != file_status::ok);
  CHECK(files.read("/dir/link", text) == file_status::ok);
  CHECK(text == "inside");
}

TEST_CASE("a root that is not a directory is an error of its own") {
  berth::report_source source;
  source.root = "/dev/null";
  CHECK_THROWS_AS(static_cast<void>(berth::explain(source)), berth::configuration_error);
  source.root = "/";
  source.affinity = "3-1";
  CHECK_THROWS_AS(static_cast<void>(berth::explain(source)), berth::configuration_error);
}

TEST_CASE("pipes and directories where kernel files should be leave the quota unknown") {
  temporary_tree tree;
  tree.directory("/proc/self/cgroup").directory("/proc/self");
  CHECK(look_at(tree).budget.quota_state == quota_state::unknown);
  temporary_tree other;
  other.file("/proc/self/cgroup", "0::/\n").file("/proc/self/mountinfo", group_mount).directory("/cg");
  REQUIRE(::mkfifo(other.at("/cg/cpu.max").c_str(), 0600) == 0);
  const berth::report seen = look_at(other);
  CHECK(seen.budget.quota_state == quota_state::unknown);
  CHECK(seen.findings.front().code == "level-unreadable");
}

TEST_CASE("a broken level hides neither the good one above it nor the broken state") {
  temporary_tree tree;
  tree.file("/proc/self/cgroup", "0::/a\n").file("/proc/self/mountinfo", group_mount);
  tree.file("/cg/a/cpu.max", std::string(1 << 20, '9')).file("/cg/cpu.max", "300000 100000\n");
  CHECK(look_at(tree).budget.cpus == 3);
  tree.file("/cg/cpu.max", "max 100000\n");
  CHECK(look_at(tree).budget.quota_state == quota_state::unknown);
}

TEST_CASE("names that are not text come out as valid JSON and printable text") {
  temporary_tree tree;
  const std::string name = "b\xff\x1b[2J\xc3";
  tree.file("/proc/self/cgroup", "0::/" + name + "\n").file("/proc/self/mountinfo", group_mount);
  tree.file("/cg/" + name + "/cpu.max", "300000 100000\n").file("/cg/cpu.max", "max 100000\n");
  const berth::report seen = look_at(tree);
  CHECK(seen.budget.limited_by == "/cg/" + name);
  CHECK(berth::to_json(seen).find('\xff') == std::string::npos);
  CHECK(berth::to_text(seen).find('\x1b') == std::string::npos);
}

TEST_CASE("paths and tables without end stay bounded") {
  temporary_tree tree;
  std::string deep = "0::", mounts = group_mount;
  for (int i = 0; i < 100'000; ++i) deep += "/a";
  for (int i = 0; i < 20'000; ++i) mounts += std::to_string(100 + i) + " 24 0:27 /x" + std::to_string(i) + " /cg" + std::to_string(i) + " rw - cgroup2 c rw\n";
  tree.file("/proc/self/cgroup", deep + "\n").file("/proc/self/mountinfo", mounts).file("/cg/cpu.max", "100000 100000\n");
  CHECK(look_at(tree).budget.quota_state == quota_state::unknown);
  tree.file("/proc/self/cgroup", "0::/" + std::string(100'000, 'n') + "\n");
  CHECK(look_at(tree).budget.cpus == 1);
}

TEST_CASE("every file may be empty, binary, or missing its end") {
  for (const std::string& text : {std::string(), std::string("\0\0\0", 3), std::string("\n\n\n"), std::string(5000, ' '), std::string(":::"),
                                  std::string("1 1 - - -"), std::string("\xff\xfe")}) {
    temporary_tree tree;
    for (const char* path : {"/proc/self/cgroup", "/proc/thread-self/cgroup", "/proc/self/mountinfo", "/proc/self/stat", "/sys/fs/cgroup/cpu.max",
                             "/sys/devices/system/cpu/online", "/env"})
      tree.file(path, text);
    (void)look_at(tree);
  }
}
