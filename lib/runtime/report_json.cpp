#include "berth/explain.hpp"
#include "budget/findings.hpp"
#include "budget/quota.hpp"
#include "runtime/json_writer.hpp"

namespace berth {
namespace impl {
namespace {

void write(json_writer& json, const report::budget_part& part) {
  json.open_object("budget");
  json.value("cpus", part.cpus);
  json.value("quota", part.quota);
  json.value("quota_us", part.quota_us);
  json.value("period_us", part.period_us);
  json.value("quota_state", to_word(part.quota_state));
  json.value("affinity", part.affinity);
  json.value("affinity_list", part.affinity_list);
  json.value("online", part.online);
  json.value("limited_by", part.limited_by);
  json.value("rounding", to_word(part.rounding));
  json.value("decided_by", part.decided_by);
  json.close_object();
}

void write(json_writer& json, const report::cgroup_part& part) {
  json.open_object("cgroup");
  json.value("version", part.version);
  json.value("path", part.path);
  json.value("line", part.line);
  json.open_array("mounts");
  for (const considered_mount& mount : part.mounts) {
    json.open_object();
    json.value("point", mount.point);
    json.value("root", mount.root);
    json.value("used", mount.used);
    json.value("why", mount.why);
    json.close_object();
  }
  json.close_array();
  json.open_array("levels");
  for (const considered_level& level : part.levels) {
    json.open_object();
    json.value("dir", level.dir);
    json.value("raw", level.raw);
    json.value("cpus", level.cpus);
    json.value("note", level.note);
    json.close_object();
  }
  json.close_array();
  json.close_object();
}

void write(json_writer& json, const std::vector<override_entry>& overrides) {
  json.open_array("overrides");
  for (const override_entry& entry : overrides) {
    json.open_object();
    json.value("var", entry.var);
    json.value("raw", entry.raw);
    json.value("valid", entry.valid);
    json.value("value", entry.value);
    json.value("exceeds", entry.exceeds);
    json.value("used", entry.used);
    json.value("note", entry.note);
    json.close_object();
  }
  json.close_array();
}

void write(json_writer& json, const std::vector<finding>& findings) {
  json.open_array("findings");
  for (const finding& one : findings) {
    json.open_object();
    json.value("code", one.code);
    json.value("severity", to_word(one.level));
    json.value("text", one.text);
    json.close_object();
  }
  json.close_array();
}

void write(json_writer& json, const report::topology_part& part) {
  json.open_object("topology");
  json.value("packages", part.packages);
  json.value("numa_nodes", part.numa_nodes);
  json.value("cores", part.cores);
  json.value("threads", part.threads);
  json.close_object();
}

void write(json_writer& json, const report::pool_part& part) {
  json.open_object("pool");
  json.value("width", part.width);
  json.value("workers", part.workers);
  json.value("supply", part.supply);
  json.value("spin", part.spin);
  json.close_object();
}

void write(json_writer& json, const std::optional<report::throttling_part>& part) {
  if (!part) return json.null("throttling");
  json.open_object("throttling");
  json.value("periods", part->periods);
  json.value("throttled", part->throttled);
  json.value("seconds", part->seconds);
  json.close_object();
}

void write(json_writer& json, const std::vector<report_section>& sections) {
  json.open_array("sections");
  for (const report_section& section : sections) {
    json.open_object();
    json.value("title", section.title);
    json.open_array("lines");
    for (const std::string& line : section.lines) json.value({}, line);
    json.close_array();
    json.close_object();
  }
  json.close_array();
}

}  // namespace
}  // namespace impl

std::string to_json(const report& what) {
  impl::json_writer json;
  json.open_object();
  json.value("schema", what.schema);
  impl::write(json, what.budget);
  impl::write(json, what.cgroup);
  json.value("cpuset", what.cpuset);
  impl::write(json, what.overrides);
  impl::write(json, what.findings);
  impl::write(json, what.topology);
  impl::write(json, what.pool);
  impl::write(json, what.throttling);
  impl::write(json, what.sections);
  json.value("read_us", what.read_us);
  json.close_object();
  return json.finish();
}

}  // namespace berth
