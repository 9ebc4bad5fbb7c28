#include <berth/explain.hpp>

#include "expectation.hpp"

namespace {

void check_all(const std::string& kind) {
  for (const auto& directory : fixture::all(kind)) {
    CAPTURE(directory.filename().string());
    berth::report_source source;
    source.root = directory.string();
    const berth::report report = berth::explain(source);
    fixture::check(fixture::read_json(directory / "expect.json"), nlohmann::json::parse(berth::to_json(report)));
    CHECK(berth::to_text(report).find(report.budget.quota_state == berth::quota_state::unknown ? "unknown" : "quota") !=
          std::string::npos);
  }
}

}  // namespace

TEST_CASE("every described machine gets its budget, its tightest level and its overrides") { check_all("cpu_cases"); }

TEST_CASE("every recorded machine gets its budget again") { check_all("recorded"); }

TEST_CASE("unknown is never printed as unlimited") {
  berth::report_source source;
  source.root = std::string(BERTH_FIXTURES) + "/cpu_cases/35-v1-ecs-task-limit-invisible";
  const berth::report report = berth::explain(source);
  CHECK(report.budget.quota_state == berth::quota_state::unknown);
  const std::string text = berth::to_text(report);
  CHECK(text.find("quota       unknown") != std::string::npos);
  CHECK(text.find("unlimited") == std::string::npos);
  CHECK(text.find("are not visible") != std::string::npos);
}

TEST_CASE("a conflict names both sources") {
  berth::report_source source;
  source.root = std::string(BERTH_FIXTURES) + "/cpu_cases/78-own-override-above-quota";
  const berth::report report = berth::explain(source);
  REQUIRE(report.findings.size() == 1);
  const std::string& text = report.findings.front().text;
  CHECK(text.find("BERTH_CPUS") != std::string::npos);
  CHECK(text.find("/sys/fs/cgroup") != std::string::npos);
  CHECK(text.find("32") != std::string::npos);
  CHECK(text.find("4.00") != std::string::npos);
}
