#pragma once
// This program again, or another one, in a process of its own.
#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

namespace bench {

class child {
 public:
  // `before` runs in the new process before it becomes this program anew; false from it ends the process.
  explicit child(const std::vector<std::string>& arguments, const std::function<bool()>& before = {});
  // Another program, named by its path. If it cannot be run, it ends at once with a status that is not 0.
  child(const std::string& program, const std::vector<std::string>& arguments);
  child(const child&) = delete;
  child& operator=(const child&) = delete;
  ~child();  // kills it if finish() was not called

  [[nodiscard]] pid_t pid() const { return pid_; }
  // Writes a line to its standard input; the end of line is added here. Lost if it has ended.
  void say(const std::string& line);
  // Its next line of standard output, without the end of line; empty if there is none within `patience_ms`.
  std::string line(int patience_ms);
  // What else it wrote to standard output, once it has ended. Blocks until then, at most `patience_ms`; then it is
  // killed. Empty if it failed, was killed or wrote nothing.
  std::string finish(int patience_ms);

 private:
  void start(const std::string& program, const std::vector<std::string>& arguments,
             const std::function<bool()>& before);
  void end();

  pid_t pid_ = -1;
  int line_ = -1;     // to its standard input, and from its standard output
  std::string text_;  // read and not yet handed out
};

}  // namespace bench
