// Whitebox: the table of variables.

#include "environment/variables.hpp"

#include <doctest/doctest.h>

#include "budget/requested.hpp"

using namespace berth;
using namespace berth::impl;

namespace {

bool accepts(const char* name, const char* text) {
  settings scratch;
  return find_variable(name)->apply(text, scratch);
}

}  // namespace

TEST_CASE("a number of CPUs is decimal, whole and in range") {
  for (const char* text : {"4", " 4 ", "4\n", "004"}) CHECK(cpu_count(text) == 4);
  for (const char* text :
       {"4,2", "abc", "-1", "+4", "0", "2.5", "1e9", "0x10", "4 cores", "4,", "65536", "999999999999"})
    CHECK_FALSE(cpu_count(text));
  CHECK(first_cpu_count(" 3 , 2") == 3);
  CHECK_FALSE(first_cpu_count("4,"));
  CHECK_FALSE(first_cpu_count("4,x"));
}

TEST_CASE("switches, fractions, durations and words") {
  CHECK(accepts("BERTH_HINTS", "OFF"));
  CHECK_FALSE(accepts("BERTH_HINTS", "of"));
  CHECK(accepts("BERTH_SHARE", "1/8"));
  CHECK(accepts("BERTH_SHARE", "1"));
  for (const char* text : {"0/8", "9/8", "1/", "/8", "1/8/2", "0.5", "2"}) CHECK_FALSE(accepts("BERTH_SHARE", text));
  CHECK(accepts("BERTH_SPIN", "off"));
  CHECK(accepts("BERTH_SPIN", "50us"));
  CHECK_FALSE(accepts("BERTH_SPIN", "50"));
  CHECK_FALSE(accepts("BERTH_SEQUENTIAL_BELOW", "off"));
  CHECK(accepts("BERTH_SUPPLY", "tbb"));
  CHECK_FALSE(accepts("BERTH_SUPPLY", "omp"));
  CHECK(accepts("BERTH_SILENCE", "a-b, c"));
  CHECK_FALSE(accepts("BERTH_SILENCE", "a,,b"));
  CHECK(accepts("BERTH_CPUS", "auto"));
}

TEST_CASE("a malformed value leaves the setting as it was") {
  settings values;
  values.cpus = 3;
  CHECK_FALSE(find_variable("BERTH_CPUS")->apply("3x", values));
  CHECK(values.cpus == 3);
}

TEST_CASE("variables come in the table's order, blank ones not at all, the first of two counts") {
  const std::vector<std::string> lines{"OMP_NUM_THREADS=8", "NSLOTS=2", "BERTH_CPUS=4", "BERTH_CPUS=5",
                                       "BERTH_NUMA= ",      "HOME=/",   "=x",           "BERTH_X=1"};
  const auto found = read_variables(lines);
  REQUIRE(found.size() == 4);
  CHECK(found[0].raw == "4");
  CHECK(found[1].name == "NSLOTS");
  CHECK(found[2].name == "OMP_NUM_THREADS");
  CHECK(found[3].known == nullptr);
}

TEST_CASE("auto from the operator overrules the developer's number") {
  requested asked;
  asked.developer.cpus = 8;
  const std::vector<std::string> lines{"BERTH_CPUS=auto"};
  const effective result = resolve(asked, read_variables(lines));
  CHECK(result.values.cpus == 0);
  CHECK(result.cpus_by == nullptr);
}

TEST_CASE("the nearest variable is offered for a misspelt one, none for a stranger") {
  CHECK(std::string(nearest_own_variable("BERTH_CPU")->name) == "BERTH_CPUS");
  CHECK(std::string(nearest_own_variable("BERTH_SHRAE")->name) == "BERTH_SHARE");
  CHECK(nearest_own_variable("BERTH_DATABASE_HOST") == nullptr);
  CHECK(nearest_own_variable("BERTH_HOME") == nullptr);
  CHECK(nearest_own_variable(std::string(100000, 'x')) == nullptr);
}

TEST_CASE("every own variable has a form, a meaning, and accepts its default") {
  for (const variable& v : variable_table()) {
    CAPTURE(v.name);
    CHECK(std::string(v.form) != "");
    CHECK(std::string(v.meaning) != "");
    settings scratch;
    if (v.is_own() && *v.default_value != '\0') CHECK(v.apply(v.default_value, scratch));
  }
}
