#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

#include "expectation.hpp"
#include "temporary_tree.hpp"

namespace {

struct outcome {
  int status = -1;
  std::string output;
};

std::string in_shell(const std::string& word) { return "'" + word + "'"; }

outcome run(const std::string& arguments, const std::string& environment = "") {
  outcome result;
  FILE* pipe = ::popen(("env " + environment + " " + in_shell(BERTH_COMMAND) + " " + arguments).c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> part{};
  while (const std::size_t got = ::fread(part.data(), 1, part.size(), pipe)) result.output.append(part.data(), got);
  const int status = ::pclose(pipe);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

std::string case_named(const std::string& name) { return in_shell(std::string(BERTH_FIXTURES) + "/cpu_cases/" + name); }

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("the command explains every described and recorded machine as the library does") {
  for (const char* kind : {"cpu_cases", "recorded"})
    for (const auto& directory : fixture::all(kind)) {
      CAPTURE(directory.filename().string());
      const outcome explained = run("explain --json --root " + in_shell(directory.string()));
      CHECK(explained.status == 0);
      fixture::check(fixture::read_json(directory / "expect.json"), nlohmann::json::parse(explained.output));
    }
}

TEST_CASE("the affinity and the variables given as options win over the recorded ones") {
  const outcome fewer = run("explain --json --affinity 0-1 --root " + case_named("02-v2-docker-cpus-2"));
  CHECK(nlohmann::json::parse(fewer.output)["budget"]["affinity"] == 2);
  const std::string env = in_shell(std::string(BERTH_FIXTURES) + "/cpu_cases/73-env-slurm-allocation/env");
  const outcome other =
      run("explain --json --env-file " + env + " --root " + case_named("78-own-override-above-quota"));
  CHECK(nlohmann::json::parse(other.output)["budget"]["cpus"] == 4);
}

TEST_CASE("a file of variables that is none is refused, with the line that is wrong") {
  temporary_tree files;
  files.file("good", "FUNCTION=() {\n of several lines\n}\nBERTH_CPUS=2\n");
  files.file("blank", "BERTH_HINTS=off\nBERTH_CPUS = 2\n");
  files.file("nonsense", "no assignment at all\n");
  const auto check = [&](const char* name) {
    return run("check --env-file " + in_shell(files.at(name).string()) + " 2>&1");
  };
  CHECK(check("good").status != 64);
  CHECK(check("blank").status == 64);
  CHECK(has(check("blank").output, "blank:2: not NAME=value"));
  CHECK(has(check("nonsense").output, "nonsense has no line NAME=value"));
  CHECK(run("check --env-file / 2>&1").status == 64);
}

TEST_CASE(
    "check exits 0 for information, 1 for a conflict or a warning, 2 for a malformed variable, 64 for wrong usage") {
  CHECK(run("check --root " + case_named("02-v2-docker-cpus-2")).status == 0);
  CHECK(run("check --root " + case_named("79-own-override-below-quota")).status == 0);
  CHECK(run("check --root " + case_named("78-own-override-above-quota")).status == 1);
  CHECK(run("check --root " + case_named("67-env-not-a-number")).status == 1);
  CHECK(run("check --root " + case_named("81-own-override-garbage")).status == 2);
  CHECK(run("check --no-such-option 2>&1").status == 64);
  CHECK(run("check --root /no/such/directory 2>&1").status == 64);
  CHECK(run("2>&1").status == 64);
  CHECK(run("nonsense 2>&1").status == 64);
  CHECK(run("explain --affinity 3-1 2>&1").status == 64);
  CHECK(run("--help").status == 0);
}

TEST_CASE("check prints one line for each finding, and a silenced one does not count") {
  const outcome loud = run("check --affinity 0-1", "BERTH_CPUS=64");
  CHECK(loud.status == 1);
  CHECK(std::count(loud.output.begin(), loud.output.end(), '\n') >= 1);
  CHECK(has(loud.output, "conflict: BERTH_CPUS asks for 64 CPUs"));
  const outcome odd = run("check --affinity 0-1", "BERTH_CPUS=x");
  CHECK(odd.status == 2);
  CHECK(run("check --affinity 0-1", "BERTH_CPUS=x BERTH_SILENCE=malformed-variable").status == 0);
  const outcome quiet = run("check --affinity 0-1", "BERTH_CPUS=64 BERTH_SILENCE=override-above-limit");
  CHECK(has(quiet.output, "silenced"));
}

TEST_CASE("a malformed variable is said once on stderr and kept in the report") {
  const outcome both = run("explain 2>&1 >/dev/null", "BERTH_CPUS='4 cores'");
  CHECK(both.status == 0);
  CHECK(std::count(both.output.begin(), both.output.end(), '\n') == 1);
  CHECK(has(both.output, "BERTH_CPUS=\"4 cores\" is not a whole number from 1 to 65535, or auto; used instead: "));
  CHECK(has(run("explain 2>/dev/null", "BERTH_CPUS='4 cores'").output, "malformed-variable"));
  CHECK(run("explain 2>&1", "BERTH_CPUS=x BERTH_STRICT=1").status == 2);
}

TEST_CASE("a recording of this machine explains the same") {
  const std::string directory =
      (std::filesystem::temp_directory_path() / ("berth-record-" + std::to_string(::getpid()))).string();
  REQUIRE(run("record " + directory + " >/dev/null", "BERTH_CPUS=3 SECRET=1").status == 0);
  const auto live = nlohmann::json::parse(run("explain --json 2>/dev/null", "BERTH_CPUS=3").output);
  const auto recorded = nlohmann::json::parse(run("explain --json --root " + directory).output);
  CHECK(recorded["budget"] == live["budget"]);
  CHECK(recorded["cgroup"] == live["cgroup"]);
  CHECK(recorded["overrides"] == live["overrides"]);
  std::ifstream env(directory + "/env");
  std::string line;
  while (std::getline(env, line)) CHECK_FALSE(has(line, "SECRET"));
  CHECK(run("record " + directory + " 2>&1").status == 1);
  std::filesystem::remove_all(directory);
}

TEST_CASE("the variables are printed as a table and as a part of a man page") {
  const outcome table = run("variables --markdown");
  CHECK(has(table.output, "| `BERTH_CPUS` |"));
  CHECK(has(table.output, "up\\|down\\|nearest"));
  CHECK(has(run("variables --man").output, ".TP\n.B BERTH_CPUS\n"));
  CHECK(run("variables --man --markdown 2>&1").status == 64);
}
