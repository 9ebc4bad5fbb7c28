// model [NAME]            runs every check (whose name contains NAME); 1 if a rule is broken.
// model --weaken [FILE]   weakens every order in lib/pool/FILE one by one, and says which check notices.
#include <cstdio>

#include "pool_checks.hpp"

namespace {

using namespace explore;

int run_checks(const std::string& part) {
  int broken = 0;
  for (const check& c : berth::impl::all_checks()) {
    if (c.name.find(part) == std::string::npos) continue;
    const outcome o = run(c);
    std::printf("%-75s %7llu executions %9llu steps%s  %s\n", c.name.c_str(),
                static_cast<unsigned long long>(o.executions), static_cast<unsigned long long>(o.steps),
                o.complete ? " (all)" : "", o.violation.empty() ? "holds" : o.violation.c_str());
    std::fflush(stdout);
    broken += !o.violation.empty();
  }
  return broken != 0;
}

}  // namespace

int main(int argc, char** argv) { return run_checks(argc > 1 ? argv[1] : ""); }
