#include "environment/variables.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <numeric>

#include "environment/scan.hpp"

namespace berth::impl {
namespace {

constexpr int cpus_at_most = 65535;
constexpr std::string_view own_prefix = "BERTH_";

std::string lower(std::string_view text) {
  std::string result(trim(text));
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

template <class T, std::size_t N>
bool choose(std::string_view text, const std::array<std::pair<std::string_view, T>, N>& words, T& to) {
  const std::string word = lower(text);
  for (const auto& [name, value] : words)
    if (name == word) return to = value, true;
  return false;
}

bool choose_switch(std::string_view text, bool& to) {
  static constexpr std::array<std::pair<std::string_view, bool>, 8> words{{{"on", true},
                                                                           {"off", false},
                                                                           {"1", true},
                                                                           {"0", false},
                                                                           {"true", true},
                                                                           {"false", false},
                                                                           {"yes", true},
                                                                           {"no", false}}};
  return choose(text, words, to);
}

bool apply_cpus(std::string_view text, settings& to) {
  if (lower(text) == "auto") return to.cpus = 0, true;
  const auto number = cpu_count(text);
  if (number) to.cpus = *number;
  return number.has_value();
}

bool apply_rounding(std::string_view text, settings& to) {
  static constexpr std::array<std::pair<std::string_view, quota_rounding>, 3> words{
      {{"up", quota_rounding::up}, {"down", quota_rounding::down}, {"nearest", quota_rounding::nearest}}};
  return choose(text, words, to.rounding);
}

bool apply_share(std::string_view text, settings& to) {
  text = trim(text);
  const auto slash = text.find('/');
  const auto above = cpu_count(text.substr(0, slash));
  const auto below = slash == std::string_view::npos ? std::optional<int>(1) : cpu_count(text.substr(slash + 1));
  if (!above || !below || *above > *below) return false;
  to.share = {*above, *below};
  return true;
}

bool apply_duration(std::string_view text, std::string_view zero_word, std::optional<std::chrono::nanoseconds>& to) {
  const std::string word = lower(text);
  if (word == "auto") return to.reset(), true;
  if (!zero_word.empty() && word == zero_word) return to = std::chrono::nanoseconds(0), true;
  const auto parsed = duration(trim(text));
  if (parsed) to = parsed;
  return parsed.has_value();
}

bool apply_supply(std::string_view text, settings& to) {
  static constexpr std::array<std::pair<std::string_view, thread_supply>, 3> words{
      {{"auto", thread_supply::automatic}, {"tbb", thread_supply::tbb}, {"own", thread_supply::own}}};
  return choose(text, words, to.supply);
}

bool is_code_letter(char c) { return (c >= 'a' && c <= 'z') || c == '-'; }

bool apply_silence(std::string_view text, settings& to) {
  std::string codes;
  bool good = true;
  for_each_piece(text, ',', [&](std::string_view code) {
    code = trim(code);
    good = good && !code.empty() && std::all_of(code.begin(), code.end(), is_code_letter);
    if (!codes.empty()) codes += ',';
    codes += code;
  });
  if (good) to.silence = codes;
  return good;
}

bool apply_explain(std::string_view text, settings& to) {
  static constexpr std::array<std::pair<std::string_view, bool>, 2> words{{{"stderr", true}, {"off", false}}};
  return choose(text, words, to.explain);
}

using kind = variable_kind;

constexpr std::array<variable, 25> table{{
    {"BERTH_CPUS", "a whole number from 1 to 65535, or auto", "auto", "Use exactly this many CPUs, whatever was found.",
     kind::own_number, apply_cpus},
    {"BERTH_QUOTA_ROUNDING", "up|down|nearest", "up", "How a fractional quota becomes a number of threads.",
     kind::own_switch, apply_rounding},
    {"BERTH_SHARE", "a fraction such as 1/8", "1",
     "This process's part of the CPUs, where several share one container.", kind::own_switch, apply_share},
    {"BERTH_HINTS", "on|off", "on", "Let a launcher's variables lower the number.", kind::own_switch,
     [](std::string_view text, settings& to) { return choose_switch(text, to.hints); }},
    {"BERTH_CGROUP", "on|off", "on", "Read control groups; off reads none of their files.", kind::own_switch,
     [](std::string_view text, settings& to) { return choose_switch(text, to.cgroup); }},
    {"BERTH_SEQUENTIAL", "1|0", "0", "Run every call sequentially, for comparing.", kind::own_switch,
     [](std::string_view text, settings& to) { return choose_switch(text, to.sequential); }},
    {"BERTH_SEQUENTIAL_BELOW", "auto, or a duration such as 50us", "auto",
     "Stay sequential where a call has less work than this.", kind::own_switch,
     [](std::string_view text, settings& to) { return apply_duration(text, "", to.sequential_below); }},
    {"BERTH_NUMA", "on|off", "off", "Bind workers to NUMA nodes.", kind::own_switch,
     [](std::string_view text, settings& to) { return choose_switch(text, to.numa); }},
    {"BERTH_SPIN", "auto, off, or a duration such as 50us", "auto", "How long an idle worker spins before it sleeps.",
     kind::own_switch, [](std::string_view text, settings& to) { return apply_duration(text, "off", to.spin); }},
    {"BERTH_SUPPLY", "auto|tbb|own", "auto", "Where worker threads come from.", kind::own_switch, apply_supply},
    {"BERTH_STRICT", "1|0", "0", "Throw at the first use when one of these variables is malformed.", kind::own_switch,
     [](std::string_view text, settings& to) { return choose_switch(text, to.strict); }},
    {"BERTH_EXPLAIN", "stderr|off", "off", "Print the report on stderr when the budget is read.", kind::own_switch,
     apply_explain},
    {"BERTH_SILENCE", "codes of findings, separated by commas", "",
     "Findings not to print on stderr or to count in `berth check`.", kind::own_switch, apply_silence},
    {"SLURM_CPUS_PER_TASK", "a whole number from 1 to 65535", "", "Slurm's grant to a task; lowers the number.",
     kind::launcher_cap, nullptr},
    {"SLURM_CPUS_ON_NODE", "a whole number from 1 to 65535", "",
     "Slurm's grant on this node; lowers the number where the job has one node and no grant to a task.",
     kind::launcher_cap, nullptr},
    {"SLURM_JOB_NUM_NODES", "a whole number", "", "Tells whether SLURM_CPUS_ON_NODE is the whole grant.",
     kind::launcher_context, nullptr},
    {"NSLOTS", "a whole number from 1 to 65535", "", "Grid Engine's grant; lowers the number.", kind::launcher_cap,
     nullptr},
    {"LSB_DJOB_NUMPROC", "a whole number from 1 to 65535", "", "LSF's grant; lowers the number.", kind::launcher_cap,
     nullptr},
    {"NCPUS", "a whole number from 1 to 65535", "", "PBS Pro's grant; lowers the number.", kind::launcher_cap, nullptr},
    {"PBS_NUM_PPN", "a whole number from 1 to 65535", "", "Torque's grant; lowers the number.", kind::launcher_cap,
     nullptr},
    {"PJM_VNODE_CORE", "a whole number from 1 to 65535", "", "Fujitsu's job manager's grant; lowers the number.",
     kind::launcher_cap, nullptr},
    {"OMP_NUM_THREADS", "whole numbers, separated by commas", "", "OpenMP's own; reported, not obeyed.", kind::foreign,
     nullptr},
    {"OMP_THREAD_LIMIT", "a whole number", "", "OpenMP's own; reported, not obeyed.", kind::foreign, nullptr},
    {"OPENBLAS_NUM_THREADS", "a whole number", "", "OpenBLAS's own; reported, not obeyed.", kind::foreign, nullptr},
    {"MKL_NUM_THREADS", "a whole number", "", "MKL's own; reported, not obeyed.", kind::foreign, nullptr},
}};

bool has_own_prefix(std::string_view name) { return name.substr(0, own_prefix.size()) == own_prefix; }

bool is_set(const std::vector<set_variable>& variables, std::string_view name) {
  return std::any_of(variables.begin(), variables.end(), [&](const set_variable& v) { return v.name == name; });
}

void take(std::string_view key_value, std::vector<set_variable>& variables) {
  const auto equals = key_value.find('=');
  if (equals == std::string_view::npos || equals == 0) return;
  const auto name = key_value.substr(0, equals);
  const variable* known = find_variable(name);
  if ((known == nullptr && !has_own_prefix(name)) || is_set(variables, name)) return;
  variables.push_back({known, std::string(name), std::string(key_value.substr(equals + 1))});
}

// Set to nothing but blanks is as good as unset; of a name given twice the first counts even then.
std::vector<set_variable> in_order(std::vector<set_variable> variables) {
  std::erase_if(variables, [](const set_variable& v) { return trim(v.raw).empty(); });
  std::stable_sort(variables.begin(), variables.end(), [](const set_variable& a, const set_variable& b) {
    if (a.known == nullptr || b.known == nullptr) return a.known != nullptr && b.known == nullptr;
    return a.known < b.known;
  });
  return variables;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::span<const variable> variable_table() { return table; }

std::string variable::argument_name() const {
  std::string text = lower(std::string_view(name).substr(own_prefix.size()));
  std::replace(text.begin(), text.end(), '_', '-');
  return text;
}

const variable* find_variable(std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const variable& v) { return name == v.name; });
  return found == table.end() ? nullptr : &*found;
}

std::vector<set_variable> read_variables(std::span<const std::string> key_values) {
  std::vector<set_variable> variables;
  for (const std::string& key_value : key_values) take(key_value, variables);
  return in_order(std::move(variables));
}

std::vector<set_variable> read_own_environment() {
  std::vector<set_variable> variables;
  for (char** entry = ::environ; entry != nullptr && *entry != nullptr; ++entry) take(*entry, variables);
  return in_order(std::move(variables));
}

std::optional<int> cpu_count(std::string_view text) {
  const auto number = whole_number(trim(text));
  if (!number || *number < 1 || *number > cpus_at_most) return std::nullopt;
  return static_cast<int>(*number);
}

std::optional<int> first_cpu_count(std::string_view text) {
  std::optional<int> first;
  bool good = true;
  for_each_piece(text, ',', [&](std::string_view piece) {
    const auto number = cpu_count(piece);
    good = good && number.has_value();
    if (!first) first = number;
  });
  return good ? first : std::nullopt;
}

const variable* nearest_own_variable(std::string_view name) {
  constexpr std::size_t longest = 64;
  const variable* nearest = nullptr;
  std::size_t best = 3;  // further away it is a guess rather than a misspelling
  if (name.size() > longest) return nullptr;
  for (const variable& v : table) {
    const std::size_t distance = v.is_own() ? edit_distance(name, v.name) : best;
    if (distance < best) best = distance, nearest = &v;
  }
  return nearest;
}

}  // namespace berth::impl
