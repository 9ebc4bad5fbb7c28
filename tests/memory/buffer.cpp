#include <doctest/doctest.h>

#include <atomic>
#include <berth/buffer.hpp>
#include <berth/collect.hpp>
#include <berth/errors.hpp>
#include <berth/for_each.hpp>
#include <berth/map_into.hpp>
#include <berth/memory.hpp>
#include <berth/reduce.hpp>
#include <functional>
#include <memory>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr std::size_t megabyte = std::size_t{1} << 20;

static_assert(std::ranges::contiguous_range<berth::buffer<std::string>>);
static_assert(std::ranges::contiguous_range<const berth::buffer<bool>>);
static_assert(!std::is_copy_constructible_v<berth::buffer<int>>);
static_assert(std::is_nothrow_move_constructible_v<berth::buffer<std::string>>);

std::vector<int> numbers(std::size_t count) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

double half(int v) { return v * 0.5; }

struct stopped {
  [[nodiscard]] bool stop_requested() const { return true; }
};

// Counts those that live.
struct living {
  static inline std::atomic<int> count{0};
  explicit living(int v) : value(v) { ++count; }
  living(living&& other) noexcept : value(other.value) { ++count; }
  living(const living&) = delete;
  living& operator=(const living&) = delete;
  living& operator=(living&&) = delete;
  ~living() { --count; }
  int value;
};

}  // namespace

TEST_CASE("collect into a buffer gives result i for item i, small and large") {
  for (const std::size_t count : {0u, 1u, 7u, 1000u, 131'071u, 131'072u, 300'000u}) {
    const auto in = numbers(count);
    const auto out = berth::collect<berth::buffer<double>>(in, half);
    REQUIRE(out.size() == count);
    REQUIRE(out.empty() == (count == 0));
    for (std::size_t i = 0; i != count; ++i) REQUIRE(out[i] == half(in[i]));
  }
}

TEST_CASE("collect into a large vector gives what map gives") {
  const auto in = numbers(400'000);
  const auto out = berth::collect<std::vector<double>>(in, half);
  REQUIRE(out == berth::map(in, half));
  for (std::size_t i = 0; i != in.size(); ++i) REQUIRE(out[i] == half(in[i]));
}

TEST_CASE("collect converts to the element type of the target") {
  const auto in = numbers(1000);
  const auto longs = berth::collect<berth::buffer<long>>(in);
  const auto texts = berth::collect<berth::buffer<std::string>>(in, [](int v) { return v % 2 == 0 ? "even" : "odd"; });
  REQUIRE(longs[999] == 999);
  REQUIRE(texts[999] == "odd");
}

TEST_CASE("a buffer is a range that every verb takes, and a span") {
  auto values = berth::collect<berth::buffer<int>>(numbers(200'000));
  berth::for_each(values, [](int& v) { v *= 2; });
  CHECK(berth::reduce(values, 0L, std::plus<>{}) == 200'000L * 199'999);
  berth::buffer<int> out(values.size());
  berth::map_into(values, out, [](int v) { return v + 1; });
  const std::span<const int> seen = out;
  CHECK(seen.back() == out.back());
  CHECK(out.back() == 2 * 199'999 + 1);
  CHECK(out.front() == 1);
}

TEST_CASE("a buffer becomes a vector, copied or moved") {
  auto texts = berth::collect<berth::buffer<std::string>>(numbers(5000), [](int v) { return std::to_string(v); });
  const std::vector<std::string> copied = texts.to_vector();
  CHECK(texts[4999] == "4999");
  const std::vector<std::string> moved = std::move(texts).to_vector();
  CHECK(copied == moved);
  auto pointers = berth::collect<berth::buffer<std::unique_ptr<int>>>(numbers(1000),
                                                                      [](int v) { return std::make_unique<int>(v); });
  const auto owned = std::move(pointers).to_vector();
  CHECK(*owned[999] == 999);
}

TEST_CASE("a buffer moves, swaps, compares and shrinks") {
  auto a = berth::collect<berth::buffer<int>>(numbers(400'000));
  auto b = berth::collect<berth::buffer<int>>(numbers(400'000));
  CHECK(a == b);
  const int* const where = a.data();
  berth::buffer<int> c = std::move(a);
  CHECK(c.data() == where);
  CHECK(a.empty());
  a = std::move(c);
  CHECK(a.data() == where);
  b.shrink(3);
  CHECK(b.size() == 3);
  CHECK(b.back() == 2);
  CHECK_FALSE(a == b);
  a.swap(b);
  CHECK(a.size() == 3);
  a = berth::buffer<int>();
  CHECK(a.empty());
}

TEST_CASE("a buffer destroys each of its elements once") {
  {
    auto made = berth::collect<berth::buffer<living>>(numbers(20'000), [](int v) { return living(v); });
    CHECK(living::count == 20'000);
    made.shrink(10'000);
    CHECK(living::count == 10'000);
    auto moved = std::move(made);
    CHECK(living::count == 10'000);
    CHECK(moved[77].value == 77);
  }
  CHECK(living::count == 0);
}

TEST_CASE("where a constructor throws, the elements before it are destroyed") {
  struct third_fails : living {
    third_fails() : living(count == 2 ? throw std::runtime_error("the third") : 1) {}
  };
  CHECK_THROWS_WITH((void)berth::buffer<third_fails>(5), "the third");
  CHECK(living::count == 0);
}

TEST_CASE("where a function throws, what was made for the buffer is destroyed, and the first failure is thrown") {
  const auto in = numbers(50'000);
  const auto failing = [](int v) {
    if (v == 31'000 || v == 40'000) throw std::runtime_error(std::to_string(v));
    return living(v);
  };
  CHECK_THROWS_WITH((void)berth::collect<berth::buffer<living>>(in, failing), "31000");
  CHECK(living::count == 0);
}

TEST_CASE("a call that is stopped gives no buffer and leaves nothing behind") {
  const auto in = numbers(50'000);
  CHECK_THROWS_AS((void)berth::collect<berth::buffer<living>>(in, [](int v) { return living(v); }, {.stop = stopped{}}),
                  berth::cancelled);
  CHECK(living::count == 0);
}

TEST_CASE("a buffer of objects with a constructor is default-constructed; one that is too large throws") {
  const berth::buffer<std::string> texts(1000);
  CHECK(texts[999].empty());
  CHECK_THROWS_AS(berth::buffer<double>(~std::size_t{0} / 2), std::bad_alloc);
  CHECK_THROWS_AS(berth::buffer<double>((~std::size_t{0} >> 1) / 8), std::bad_alloc);
}

TEST_CASE("the elements lie where their type wants them") {
  struct alignas(128) wide {
    unsigned char bytes[128];
  };
  const berth::buffer<wide> few(3);
  for (std::size_t i = 0; i != few.size(); ++i) CHECK(reinterpret_cast<std::uintptr_t>(&few[i]) % 128 == 0);
  const berth::buffer<wide> many(megabyte / 128);
  CHECK(reinterpret_cast<std::uintptr_t>(few.data()) % 128 == 0);
  CHECK(reinterpret_cast<std::uintptr_t>(many.data()) % 4096 == 0);
}
