// The same program under different budgets: the child processes print what they compute, bit by bit.
#include <doctest/doctest.h>
#include <unistd.h>

#include <array>
#include <berth/extremum.hpp>
#include <berth/map_reduce.hpp>
#include <berth/reduce.hpp>
#include <berth/sequential_scope.hpp>
#include <bit>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <functional>
#include <string>
#include <vector>

namespace {

const char* const asked_for_digest = "BERTH_TEST_PRINT_DIGEST";

std::vector<double> waves(std::size_t count) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i != count; ++i)
    values[i] = std::sin(static_cast<double>(i) * 0.7) * std::pow(10.0, static_cast<double>(i % 13) - 6);
  return values;
}

std::uint64_t bits(double v) { return std::bit_cast<std::uint64_t>(v); }

std::string line_for(std::size_t count, const berth::hints& with) {
  const auto values = waves(count);
  const std::deque<double> apart(values.begin(), values.end());
  const auto add = [](double a, double b) { return a + b; };
  const auto slowly = [](double v) {
    for (volatile int i = 0; i < 200; i = i + 1) continue;
    return v * v + 0.3;
  };
  using complex = std::complex<double>;
  const complex turned = berth::map_reduce(
      values, complex(1, 0), [](complex a, complex b) { return a * b; }, [](double v) { return std::polar(1.0, v); },
      with);
  std::array<char, 256> line;
  std::snprintf(line.data(), line.size(), "%zu %lx %lx %lx %lx %lx %lx %lx", count,
                bits(berth::reduce(values, 0.5, std::plus<>{}, with)), bits(berth::reduce(values, 0.5, add, with)),
                bits(berth::reduce(apart, 0.5, std::plus<>{}, with)),
                bits(berth::map_reduce(values, 0.5, std::plus<>{}, slowly, with)),
                bits(berth::map_reduce(values, 0.5, add, slowly, with)), bits(turned.real()), bits(turned.imag()));
  return line.data();
}

std::string digest(const berth::hints& with) {
  std::string lines;
  for (const std::size_t count : {1, 2, 31, 127, 128, 1000, 4097, 20'000, 300'000})
    lines += line_for(count, with) + "\n";
  return lines;
}

std::string output_of(const std::string& command) {
  std::string text;
  FILE* const pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 512> line;
  while (std::fgets(line.data(), line.size(), pipe))
    if (std::string(line.data()).starts_with("digest ")) text += line.data() + 7;
  CHECK(pclose(pipe) == 0);
  return text;
}

std::string own_path() {
  std::array<char, 4096> path{};
  REQUIRE(readlink("/proc/self/exe", path.data(), path.size() - 1) > 0);
  return path.data();
}

}  // namespace

TEST_CASE("prints its digest when asked to") {
  if (!std::getenv(asked_for_digest)) return;
  const std::string lines = digest({});
  for (std::size_t from = 0, to; (to = lines.find('\n', from)) != std::string::npos; from = to + 1)
    std::printf("digest %s\n", lines.substr(from, to - from).c_str());
}

TEST_CASE("reductions give the same bits with every number of CPUs") {
  const std::string here = digest({});
  for (const char* cpus : {"1", "2", "7"}) {
    const std::string command = std::string(asked_for_digest) + "=1 BERTH_CPUS=" + cpus + " BERTH_SILENCE=all '" +
                                own_path() + "' '--test-case=prints its digest when asked to' 2>/dev/null";
    CHECK(output_of(command) == here);
  }
}

TEST_CASE("reductions give the same bits whatever the hints say") {
  using namespace std::chrono_literals;
  const std::string here = digest({});
  CHECK(digest({.sequential = true}) == here);
  CHECK(digest({.item_cost = 10us}) == here);
  CHECK(digest({.name = "named", .grain = 37}) == here);
  CHECK(digest({.until = std::chrono::steady_clock::now() + 1h}) == here);
  const berth::sequential_scope plain;
  CHECK(digest({}) == here);
}

TEST_CASE("reductions give the same bits time after time") {
  const auto values = waves(200'000);
  const auto first = bits(berth::reduce(values, 0.0, std::plus<>{}));
  for (int i = 0; i != 200; ++i) REQUIRE(bits(berth::reduce(values, 0.0, std::plus<>{})) == first);
}
