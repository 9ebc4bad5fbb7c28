// A user's program, built as users build: it knows the installed headers and the target berth::berth.
#include <berth/budget.hpp>
#include <berth/map.hpp>
#include <vector>

int main() {
  const std::vector<int> numbers{1, 2, 3};
  const std::vector<int> squares = berth::map(numbers, [](int n) { return n * n; });
  return squares == std::vector<int>{1, 4, 9} && berth::budget().cpus >= 1 ? 0 : 1;
}
