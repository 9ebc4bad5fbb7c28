#include "environment/affinity.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "environment/scan.hpp"

namespace berth::impl {
namespace {

constexpr std::size_t bits_at_first = 1024;
constexpr std::size_t bits_at_most = std::size_t{cpu_list::highest} + 1;

// EINVAL says that the mask is shorter than the number of *possible* CPUs, so a fixed cpu_set_t fails on large
// machines.
std::optional<cpu_list> mask_of(pid_t pid, int& error) {
  for (std::size_t bits = bits_at_first; bits <= bits_at_most; bits *= 2) {
    std::vector<unsigned long> words(bits / (8 * sizeof(unsigned long)));
    const long bytes = ::syscall(SYS_sched_getaffinity, pid, bits / 8, words.data());
    if (bytes > 0) return cpu_list::from_mask(words);
    error = errno;
    if (error != EINVAL) break;
  }
  return std::nullopt;
}

std::optional<cpu_list> list_in_status(const file_tree& tree) {
  std::string text;
  if (tree.read("/proc/self/status", text) != file_status::ok) return std::nullopt;
  constexpr std::string_view key = "Cpus_allowed_list:";
  std::optional<cpu_list> found;
  for_each_line(text, [&](std::string_view line) {
    if (!found && line.substr(0, key.size()) == key) found = cpu_list::parse(line.substr(key.size()));
  });
  return found && !found->empty() ? found : std::nullopt;
}

affinity_fact from_status(const file_tree& tree, std::string problem) {
  if (auto list = list_in_status(tree)) return {std::move(list), "/proc/self/status"};
  return {std::nullopt, std::move(problem)};
}

affinity_fact from_recording(const file_tree& tree) {
  std::string text;
  const file_status status = tree.read("/affinity", text);
  if (status == file_status::missing) return from_status(tree, "the recording has no affinity");
  if (status == file_status::ok) return given_affinity(text);
  return {std::nullopt, std::string("the recording's affinity: ") + describe(status)};
}

}  // namespace

affinity_fact given_affinity(const std::string& list) {
  auto parsed = cpu_list::parse(list);
  if (parsed && !parsed->empty()) return {std::move(parsed), "given"};
  return {std::nullopt, "not a CPU list: " + std::string(trim(list).substr(0, 80))};
}

affinity_fact read_affinity(const file_tree& tree) {
  if (!tree.is_running_machine()) return from_recording(tree);
  int error = 0;
  if (auto mask = mask_of(::getpid(), error); mask && !mask->empty()) return {std::move(mask), "sched_getaffinity"};
  return from_status(tree, std::string("sched_getaffinity: ") + std::strerror(error));
}

}  // namespace berth::impl
