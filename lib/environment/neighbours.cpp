#include "environment/neighbours.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "environment/scan.hpp"

namespace berth::impl {
namespace {

constexpr int processes_at_most = 256;
constexpr std::string_view library_name = "/libberth.so";

std::string own_file() {
  Dl_info info{};
  if (::dladdr(reinterpret_cast<const void*>(&berth_libraries_in), &info) == 0 || info.dli_fname == nullptr) return {};
  return info.dli_fname;
}

std::string program_of(const std::string& process) {
  std::array<char, 4096> path{};
  const ssize_t length = ::readlink(("/proc/" + process + "/exe").c_str(), path.data(), path.size());
  return length > 0 ? std::string(path.data(), static_cast<std::size_t>(length)) : std::string();
}

// A process that runs the same program uses berth as this one does, linked statically or not.
bool uses_berth(const file_tree& tree, const std::string& process, const std::string& own_program) {
  if (!own_program.empty() && program_of(process) == own_program) return true;
  std::string maps;
  tree.read("/proc/" + process + "/maps", maps, file_tree::large / 4);
  return maps.find(library_name) != std::string::npos;
}

int count_processes(const file_tree& tree, const std::string& group) {
  std::string text;
  tree.read(group + "/cgroup.procs", text, file_tree::large / 4);
  const std::string self = std::to_string(::getpid());
  const std::string own_program = program_of("self");
  int seen = 0, found = 0;
  for_each_line(text, [&](std::string_view line) {
    if (!whole_number(line) || line == "0" || line == self || ++seen > processes_at_most) return;
    if (uses_berth(tree, std::string(line), own_program)) ++found;
  });
  return found;
}

}  // namespace

std::vector<std::string> berth_libraries_in(std::string_view maps) {
  std::vector<std::string> files;
  for_each_line(maps, [&](std::string_view line) {
    const auto path = line.find('/');
    if (path == std::string_view::npos || line.find(library_name) == std::string_view::npos) return;
    std::string file(line.substr(path));
    if (std::find(files.begin(), files.end(), file) == files.end()) files.push_back(std::move(file));
  });
  return files;
}

neighbours_fact read_neighbours(const file_tree& tree, const std::string& group) {
  neighbours_fact fact;
  if (!tree.is_running_machine()) return fact;
  std::string maps;
  tree.read("/proc/self/maps", maps, file_tree::large);
  fact.copies = berth_libraries_in(maps);
  const std::string own = own_file();
  const bool linked_statically = own.find(library_name) == std::string::npos;
  if (linked_statically && !fact.copies.empty()) fact.copies.insert(fact.copies.begin(), own);
  if (!group.empty()) fact.processes = count_processes(tree, group);
  return fact;
}

}  // namespace berth::impl
