// A user's program, built as users build: it knows the installed headers and the target berth::berth. It sorts, for
// that is where a static berth needs other people's libraries.
#include <berth/budget.hpp>
#include <berth/map.hpp>
#include <berth/sort.hpp>
#include <vector>

int main() {
  const std::vector<int> numbers{3, 1, 2};
  std::vector<int> squares = berth::map(numbers, [](int n) { return n * n; });
  berth::sort(squares);
  return squares == std::vector<int>{1, 4, 9} && berth::budget().cpus >= 1 ? 0 : 1;
}
