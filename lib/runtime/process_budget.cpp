#include <dlfcn.h>

#include <atomic>
#include <berth/budget.hpp>
#include <berth/configure.hpp>
#include <berth/errors.hpp>
#include <berth/explain.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "budget/findings.hpp"
#include "observe/say.hpp"
#include "runtime/arguments.hpp"
#include "runtime/pool_wiring.hpp"
#include "runtime/reading.hpp"
#include "runtime/report.hpp"

// The process's one budget. No lock: a thread that forks while another reads leaves nothing locked behind, and a call
// from a static initialiser or at exit finds everything in place. Nothing here is ever destroyed.
namespace berth::impl {
namespace {

// What configure() left. Superseded requests stay reachable through `previous`: a concurrent configure() may still be
// copying one.
struct kept_request {
  requested asked;
  const kept_request* previous = nullptr;
};

// The pointer to the request, with the lowest bit set once the first use has taken it: from then on configure() throws.
// One word, so that a configure() that races with the first use either counts or throws, never neither.
constexpr std::uintptr_t sealed = 1;
constinit std::atomic<std::uintptr_t> request{0};

constinit std::atomic<const reading*> current{nullptr};
constinit std::atomic<const void*> first_caller{nullptr};

const kept_request* request_in(std::uintptr_t word) { return reinterpret_cast<const kept_request*>(word & ~sealed); }

requested asked_in(std::uintptr_t word) {
  const kept_request* kept = request_in(word);
  return kept != nullptr ? kept->asked : requested{};
}

void require_well_formed(const effective& asked_for, const std::vector<set_variable>& variables) {
  if (!asked_for.values.strict) return;
  for (const set_variable& v : variables)
    if (is_malformed(v)) throw configuration_error(describe_malformed(v) + " (and BERTH_STRICT is set)");
}

void announce(const reading& made) {
  for (const finding& one : made.made.findings)
    if (is_aloud(one)) say(to_word(one.level), one.code, one.text);
  if (made.asked_for.values.explain) say_plainly(to_text(basic_report(made)));
}

const reading& make_reading(const void* caller) {
  const std::uintptr_t taken = request.fetch_or(sealed, std::memory_order_acq_rel);
  const void* nobody = nullptr;
  first_caller.compare_exchange_strong(nobody, caller, std::memory_order_relaxed);
  const requested asked = asked_in(taken);
  auto variables = read_own_environment();
  require_well_formed(resolve(asked, variables), variables);
  auto mine = std::make_unique<reading>(read_and_decide(file_tree(), asked, std::move(variables)));
  const reading* winner = nullptr;
  if (!current.compare_exchange_strong(winner, mine.get(), std::memory_order_acq_rel)) return *winner;
  winner = mine.release();
  announce(*winner);
  return *winner;
}

std::string where(const void* address) {
  Dl_info info{};
  if (address == nullptr || ::dladdr(address, &info) == 0 || info.dli_fname == nullptr) return "";
  std::string text = std::string(", in ") + info.dli_fname;
  if (info.dli_sname != nullptr) text += std::string(" (") + info.dli_sname + ")";
  return text;
}

[[noreturn]] void throw_late() {
  throw configuration_error("berth::configure() came after the budget had been used" +
                            where(first_caller.load(std::memory_order_relaxed)) + "; configure first");
}

template <class Edit>
void change_request(Edit edit) {
  std::uintptr_t seen = request.load(std::memory_order_acquire);
  for (;;) {
    if ((seen & sealed) != 0) throw_late();
    auto next = std::make_unique<kept_request>(kept_request{asked_in(seen), request_in(seen)});
    edit(next->asked);
    const auto variables = read_own_environment();
    require_well_formed(resolve(next->asked, variables), variables);
    // Release: the reader that takes the word sees the whole request. seq_cst: "change the request, then forget the
    // switches" against "keep the switches, then see whether the request has changed" in switches().
    if (request.compare_exchange_weak(seen, reinterpret_cast<std::uintptr_t>(next.get()), std::memory_order_seq_cst)) {
      [[maybe_unused]] const auto* kept = next.release();  // the process's now
      forget_switches();
      return;
    }
  }
}

}  // namespace

reading read_and_decide(const file_tree& tree, const requested& asked, std::vector<set_variable> variables,
                        const affinity_fact* affinity) {
  const auto start = std::chrono::steady_clock::now();
  reading result;
  result.variables = std::move(variables);
  result.asked_for = resolve(asked, result.variables);
  result.facts = read_machine(tree, result.asked_for.values.cgroup);
  if (affinity != nullptr) result.facts.affinity = *affinity;
  result.made = decide(result.facts, result.asked_for, asked, result.variables);
  const auto spent = std::chrono::steady_clock::now() - start;
  result.read_us = std::chrono::duration_cast<std::chrono::microseconds>(spent).count();
  return result;
}

const reading& process_reading(const void* caller) {
  const reading* made = current.load(std::memory_order_acquire);
  return made != nullptr ? *made : make_reading(caller);
}

effective current_request() {
  auto variables = read_own_environment();
  effective asked_for = resolve(asked_in(request.load(std::memory_order_acquire)), variables);
  require_well_formed(asked_for, variables);
  return asked_for;
}

requested process_request() { return asked_in(request.load(std::memory_order_acquire)); }

const void* request_in_force() noexcept { return request_in(request.load(std::memory_order_seq_cst)); }

}  // namespace berth::impl

namespace berth {

const cpu_budget& budget() { return impl::process_reading(__builtin_return_address(0)).made.numbers; }

void configure(const settings& values) {
  if (const auto problem = impl::find_invalid(values)) throw configuration_error(*problem);
  impl::change_request([&](impl::requested& asked) { asked.developer = values; });
}

void configure(int& argc, char** argv) {
  const impl::taken_arguments taken = impl::take_arguments(argc, argv);
  impl::change_request([&](impl::requested& asked) {
    asked.arguments.insert(asked.arguments.end(), taken.given.begin(), taken.given.end());
  });
  for (std::size_t i = 0; i < taken.rest.size(); ++i) argv[i] = taken.rest[i];
  if (!taken.given.empty()) argv[taken.rest.size()] = nullptr;
  argc = static_cast<int>(taken.rest.size());
}

}  // namespace berth
