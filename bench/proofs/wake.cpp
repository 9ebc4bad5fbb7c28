// Proof 2: publish, claim, wake, with every helper parked. After a gap in which every helper goes to sleep: 1 ms of
// work in 100 items; the same behind one heavy first element (half of all the work); small work that is not worth a
// wake-up. Time and CPU against the plain loop, interleaved.
//
//   proof_wake [--stay]     --stay: a woken helper is not kept off its waker's CPU, to see what that is worth
#include <berth/for_each.hpp>
#include <cstdio>
#include <cstring>
#include <thread>

#include "pool/pool.hpp"
#include "proof.hpp"

// The linker puts this in the place of cpu_mask::apply_to (CMakeLists.txt), by which a sleeper is kept off a CPU.
bool stays = false;
void real_apply_to(const berth::impl::cpu_mask*, std::int32_t) asm("__real__ZNK5berth4impl8cpu_mask8apply_toEi");
void apply_to(const berth::impl::cpu_mask*, std::int32_t) asm("__wrap__ZNK5berth4impl8cpu_mask8apply_toEi");
void apply_to(const berth::impl::cpu_mask* mask, std::int32_t thread) {
  if (!stays) real_apply_to(mask, thread);
}

namespace {

int us = 1;  // steps in a microsecond

struct shape {
  const char* name;
  std::size_t items;
  int item_us, first_us;
};

template <class F>
void sample(F&& f, int gap_ms, std::vector<double>& time, std::vector<double>& cpu) {
  std::this_thread::sleep_for(std::chrono::milliseconds(gap_ms));
  const auto c = proof::cpu_ns();
  const auto t = proof::now_ns();
  f();
  time.push_back(static_cast<double>(proof::now_ns() - t) / 1e3);
  std::this_thread::sleep_for(std::chrono::microseconds(300));  // what the helper burns before it sleeps counts too
  cpu.push_back(static_cast<double>(proof::cpu_ns() - c) / 1e3);
}

// Each shape has a site of its own, as in a program.
template <int Site>
void measure(const shape& s, int gap_ms) {
  const auto item = [&](std::size_t i) { proof::use(proof::compute((i == 0 ? s.first_us : s.item_us) * us)); };
  const auto shared = [&] { berth::for_each_index(s.items, item); };
  const auto plain = [&] {
    for (std::size_t i = 0; i != s.items; ++i) item(i);
  };
  std::vector<double> t[2], c[2];
  for (int k = 0; k != 30; ++k) shared();
  for (int k = 0; k != 60; ++k) {
    sample(plain, gap_ms, t[0], c[0]);
    sample(shared, gap_ms, t[1], c[1]);
  }
  std::printf("  gap %d ms  %-34s plain %7.0f us  berth %7.0f us  time %.2f (p90 %.2f)  CPU %.2f\n", gap_ms, s.name,
              proof::median(t[0]), proof::median(t[1]), proof::median(t[1]) / proof::median(t[0]),
              proof::quantile(t[1], 0.9) / proof::quantile(t[0], 0.9), proof::median(c[1]) / proof::median(c[0]));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  us = proof::steps_a_us();
  const bool stay = argc > 1 && !std::strcmp(argv[1], "--stay");
  stays = stay;
  berth::for_each_index(200, [](std::size_t) { proof::use(proof::compute(20 * us)); });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));  // the pool has started by now
  std::printf("a woken helper %s\n", stay ? "runs where the kernel puts it" : "is kept off its waker's CPU");
  for (const int gap : {1, 5}) {
    measure<1>({"1 ms in 100 items", 100, 10, 10}, gap);
    measure<2>({"first element 1 ms, then 100 of 10 us", 101, 10, 1000}, gap);
    measure<3>({"107 us in 107 items", 107, 1, 1}, gap);
    measure<4>({"14 us in 14 items", 14, 1, 1}, gap);
  }
}
