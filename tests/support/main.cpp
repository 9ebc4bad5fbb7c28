#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>

#include "support/skip.hpp"

namespace {

constexpr int exit_skipped = 77;

unsigned selected_cases = 0;

// Counts the cases that the filters let through: doctest tells only its reporters.
struct case_counter : doctest::IReporter {
  explicit case_counter(const doctest::ContextOptions&) {}
  void report_query(const doctest::QueryData&) override {}
  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats& stats) override { selected_cases = stats.numTestCasesPassingFilters; }
  void test_case_start(const doctest::TestCaseData&) override {}
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_end(const doctest::CurrentTestCaseStats&) override {}
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData&) override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}
};

}  // namespace

REGISTER_LISTENER("case_counter", 1, case_counter);

int main(int argc, char** argv) {
  doctest::Context context(argc, argv);
  const int result = context.run();
  if (result != 0 || context.shouldExit()) return result;
  if (selected_cases == 0) {  // a name that matches nothing must not pass
    std::fputs("no test case was selected\n", stderr);
    return 1;
  }
  const bool all_skipped = selected_cases > 0 && berth_tests::skipped_cases() == static_cast<int>(selected_cases);
  return all_skipped ? exit_skipped : 0;
}
