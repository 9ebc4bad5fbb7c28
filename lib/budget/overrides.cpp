#include "budget/overrides.hpp"

#include <string_view>

namespace berth::impl {
namespace {

std::string with_cpus(int cpus) { return std::to_string(cpus) + (cpus == 1 ? " CPU" : " CPUs"); }

class override_list {
 public:
  override_list(const detected& found, const effective& asked_for, std::span<const set_variable> variables)
      : found_(found), asked_for_(asked_for), variables_(variables) {
    result_.cpus = asked_for.cpus_by != nullptr ? asked_for.values.cpus : found.cpus;
    result_.decided_by = asked_for.cpus_by;
  }

  void add_configured(const requested& asked) {
    if (asked.developer.cpus > 0) add_exact("configure", std::to_string(asked.developer.cpus), "configure");
    for (const given_argument& argument : asked.arguments) {
      const std::string name = "--berth-" + argument.known->argument_name();
      if (argument.known->kind == variable_kind::own_number)
        add_exact(name, argument.raw, "argument");
      else
        add(name, argument.raw).note = "applied, unless the variable is set";
    }
  }

  void add_variables() {
    for (const set_variable& v : variables_)
      if (v.known != nullptr) add_variable(v);
  }

  override_decision finish() {
    if (hint_ != nullptr) {
      override_entry& entry = result_.entries[hint_entry_];
      entry.used = true;
      entry.note = "lowers the number from " + std::to_string(found_.cpus);
      result_.cpus = *entry.value;
      result_.decided_by = hint_->name;
    }
    return std::move(result_);
  }

 private:
  override_entry& add(std::string name, std::string raw) {
    override_entry entry;
    entry.var = std::move(name);
    entry.raw = std::move(raw);
    entry.valid = true;
    result_.entries.push_back(std::move(entry));
    return result_.entries.back();
  }

  void set_value(override_entry& entry, std::optional<int> value) {
    entry.value = value;
    entry.exceeds = value && *value > found_.allowed;
  }

  void add_exact(std::string name, std::string raw, std::string_view by) {
    const std::optional<int> number = cpu_count(raw);
    override_entry& entry = add(std::move(name), std::move(raw));
    set_value(entry, number);
    if (!number) {
      entry.note = "detection";
      return;
    }
    entry.used = asked_for_.cpus_by != nullptr && asked_for_.cpus_by == by && asked_for_.values.cpus == *number;
    if (!entry.used)
      entry.note = "overruled";
    else
      entry.note = entry.exceeds ? "obeyed, though only " + with_cpus(found_.allowed) + " may be used" : "obeyed";
  }

  void add_variable(const set_variable& v) {
    switch (v.known->kind) {
      case variable_kind::own_number: return is_malformed(v) ? add_malformed(v) : add_exact(v.name, v.raw, v.name);
      case variable_kind::own_switch: return is_malformed(v) ? add_malformed(v) : add_switch(v);
      case variable_kind::launcher_cap: return add_hint(v);
      case variable_kind::launcher_context: return;
      case variable_kind::foreign: return add_foreign(v);
    }
  }

  void add_malformed(const set_variable& v) {
    override_entry& entry = add(v.name, v.raw);
    entry.valid = false;
    entry.note = std::string("ignored: not ") + v.known->form;
  }

  void add_switch(const set_variable& v) {
    override_entry& entry = add(v.name, v.raw);
    // An exact number is taken as it is; what would divide what was found has nothing to divide.
    const bool divides = std::string_view(v.known->name) == "BERTH_SHARE";
    entry.used = !(divides && asked_for_.cpus_by != nullptr);
    entry.note = entry.used ? "applied" : "no effect beside an exact number";
  }

  void add_foreign(const set_variable& v) {
    const auto number = first_cpu_count(v.raw);
    if (!number) return add_malformed(v);
    override_entry& entry = add(v.name, v.raw);
    set_value(entry, number);
    entry.note = "reported, not obeyed";
  }

  void add_hint(const set_variable& v) {
    const auto number = cpu_count(v.raw);
    if (!number) return add_malformed(v);
    override_entry& entry = add(v.name, v.raw);
    set_value(entry, number);
    entry.note = reason_against(v, *number);
    if (!entry.note.empty()) return;
    if (hint_ != nullptr) {
      override_entry& other = result_.entries[hint_entry_];
      override_entry& larger = *other.value <= *number ? entry : other;
      larger.note = "another launcher variable is as small or smaller";
      if (&larger == &entry) return;
    }
    hint_ = v.known;
    hint_entry_ = result_.entries.size() - 1;
  }

  std::string reason_against(const set_variable& v, int number) const {
    if (asked_for_.cpus_by != nullptr) return std::string("not used: ") + asked_for_.cpus_by + " is an exact number";
    if (!asked_for_.values.hints) return "not used: hints are switched off";
    if (std::string_view(v.name) == "SLURM_CPUS_ON_NODE") {
      if (raw_of("SLURM_CPUS_PER_TASK") && cpu_count(*raw_of("SLURM_CPUS_PER_TASK")))
        return "not used: SLURM_CPUS_PER_TASK is the grant";
      const auto nodes = raw_of("SLURM_JOB_NUM_NODES");
      if (!nodes || cpu_count(*nodes) != 1) return "not used: not known to be a job of one node";
    }
    return number < found_.cpus ? ""
                                : "no effect: " + with_cpus(found_.cpus) + " found, and a launcher can only lower that";
  }

  std::optional<std::string_view> raw_of(std::string_view name) const {
    for (const set_variable& v : variables_)
      if (v.name == name) return v.raw;
    return std::nullopt;
  }

  const detected& found_;
  const effective& asked_for_;
  std::span<const set_variable> variables_;
  override_decision result_;
  const variable* hint_ = nullptr;
  std::size_t hint_entry_ = 0;
};

}  // namespace

override_decision decide_overrides(const detected& found, const effective& asked_for, const requested& asked,
                                   std::span<const set_variable> variables) {
  override_list list(found, asked_for, variables);
  list.add_configured(asked);
  list.add_variables();
  return list.finish();
}

}  // namespace berth::impl
