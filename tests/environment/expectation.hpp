#pragma once
// What a fixture's expect.json says, held against a report in JSON.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace fixture {

using nlohmann::json;

inline json read_json(const std::filesystem::path& file) {
  std::ifstream in(file);
  return json::parse(in);
}

inline std::vector<std::filesystem::path> all(const std::string& kind) {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(BERTH_FIXTURES) / kind))
    if (entry.is_directory()) found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

inline void check_overrides(const json& expected, const json& report) {
  REQUIRE(report["overrides"].size() == expected.size());
  for (const json& wanted : expected) {
    const auto& all = report["overrides"];
    const auto found = std::find_if(all.begin(), all.end(), [&](const json& o) { return o["var"] == wanted["var"]; });
    REQUIRE(found != all.end());
    for (const char* field : {"raw", "valid", "value", "used"}) CHECK((*found)[field] == wanted[field]);
    CHECK((*found)["exceeds"] == wanted["exceeds_effective"]);
  }
}

inline bool has_conflict(const json& report) {
  const auto& all = report["findings"];
  return std::any_of(all.begin(), all.end(), [](const json& f) { return f["severity"] == "conflict"; });
}

inline void check(const json& expected, const json& report) {
  const json& budget = report["budget"];
  CHECK(report["schema"] == 1);
  CHECK(budget["cpus"] == expected.value("effective_after_env", expected["effective_ceil"]));
  CHECK(budget["quota"] == expected["quota_cpus"]);
  CHECK(budget["affinity"] == expected["affinity_cpus"]);
  CHECK(budget["limited_by"] == expected["limited_by"]);
  CHECK(report["cgroup"]["version"] == expected["cgroup_version"]);
  CHECK((budget["quota_state"] == "limited") == !expected["quota_cpus"].is_null());
  if (expected.contains("quota_state")) CHECK(budget["quota_state"] == expected["quota_state"]);
  if (expected.contains("decided_by")) CHECK(budget["decided_by"] == expected["decided_by"]);
  if (expected.contains("env")) check_overrides(expected["env"], report);
  CHECK(has_conflict(report) == expected.value("conflict", false));
}

}  // namespace fixture
