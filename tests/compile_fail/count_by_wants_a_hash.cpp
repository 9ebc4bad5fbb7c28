// error: berth::count_by: the key must have a std::hash and an ==, or be given functions for them
#include <berth/count_by.hpp>
#include <vector>

struct place {
  int x;
  bool operator==(const place&) const = default;
};

struct place_hash {
  std::uint64_t operator()(const place& p) const { return static_cast<std::uint64_t>(p.x); }
};

void f(const std::vector<place>& places) {
  const auto same = [](const place& p) { return p; };
#ifdef MUST_FAIL
  (void)berth::count_by(places, same);
#endif
  (void)berth::count_by(places, same, {}, place_hash{});
}
