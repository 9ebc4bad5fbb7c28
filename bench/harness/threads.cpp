#include "harness/threads.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace bench {
namespace {

// The letter behind the name in parentheses, which may itself hold parentheses; 0 if the thread is gone.
char state_of(int tasks, const std::string& id) {
  const int file = openat(tasks, (id + "/stat").c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[256];
  const auto got = read(file, text, sizeof text);
  close(file);
  const std::string_view line(text, got > 0 ? static_cast<std::size_t>(got) : 0);
  const auto name_end = line.rfind(')');
  return name_end != line.npos && name_end + 2 < line.size() ? line[name_end + 2] : '\0';
}

}  // namespace

thread_count count_threads(pid_t process, pid_t except) {
  thread_count count;
  DIR* tasks = opendir(("/proc/" + std::to_string(process) + "/task").c_str());
  if (!tasks) return count;
  while (const dirent* entry = readdir(tasks)) {
    const std::string id = entry->d_name;
    if (id.starts_with(".") || std::atoi(id.c_str()) == except) continue;
    const char state = state_of(dirfd(tasks), id);
    count.all += state != 0;
    count.runnable += state == 'R';
  }
  closedir(tasks);
  return count;
}

}  // namespace bench
