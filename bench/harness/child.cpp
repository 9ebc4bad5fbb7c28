#include "harness/child.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/clock.hpp"
#include "harness/options.hpp"

namespace bench {

child::child(const std::vector<std::string>& arguments, const std::function<bool()>& before) {
  start("/proc/self/exe", arguments, before);
}

child::child(const std::string& program, const std::vector<std::string>& arguments) { start(program, arguments, {}); }

void child::start(const std::string& program, const std::vector<std::string>& arguments,
                  const std::function<bool()>& before) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) fail("no line to a child process");
  std::vector<std::string> words{"bench"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (auto& w : words) argv.push_back(w.data());
  argv.push_back(nullptr);
  pid_ = fork();
  if (pid_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (before && !before()) _exit(70);
    dup2(ends[1], STDIN_FILENO);
    dup2(ends[1], STDOUT_FILENO);
    execv(program.c_str(), argv.data());
    _exit(71);
  }
  close(ends[1]);
  line_ = ends[0];
  if (pid_ < 0) fail("cannot start a child process");
}

child::~child() { end(); }

void child::end() {
  if (pid_ < 0) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
  close(line_);
  pid_ = -1;
}

void child::say(const std::string& line) {
  const std::string text = line + '\n';
  send(line_, text.data(), text.size(), MSG_NOSIGNAL);
}

namespace {

enum class heard { something, end, nothing };

heard listen(int from, std::uint64_t give_up, std::string& text) {
  const auto now = now_ns();
  pollfd waiting{.fd = from, .events = POLLIN, .revents = 0};
  if (now >= give_up || poll(&waiting, 1, static_cast<int>((give_up - now) / 1'000'000) + 1) <= 0)
    return heard::nothing;
  char block[4096];
  const auto got = read(from, block, sizeof block);
  if (got <= 0) return heard::end;
  text.append(block, static_cast<std::size_t>(got));
  return heard::something;
}

std::uint64_t after_ms(int ms) { return now_ns() + static_cast<std::uint64_t>(ms) * 1'000'000; }

}  // namespace

std::string child::line(int patience_ms) {
  const auto give_up = after_ms(patience_ms);
  while (text_.find('\n') == std::string::npos)
    if (listen(line_, give_up, text_) != heard::something) return "";
  const auto length = text_.find('\n');
  std::string first = text_.substr(0, length);
  text_.erase(0, length + 1);
  return first;
}

std::string child::finish(int patience_ms) {
  const auto give_up = after_ms(patience_ms);
  for (heard last = heard::something; last != heard::end;) {
    last = listen(line_, give_up, text_);
    if (last == heard::nothing) return end(), "";
  }
  int status = 0;
  waitpid(pid_, &status, 0);
  close(line_);
  pid_ = -1;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? text_ : "";
}

}  // namespace bench
