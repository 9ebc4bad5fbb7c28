// Seeds, then a fixed number of mutations of them, the same on every run. No clock decides anything here.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "entry.hpp"

namespace {

constexpr int mutations = 20'000;
constexpr std::size_t longest = 4096;

std::vector<std::string> read_seeds(const std::filesystem::path& directory) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> seeds{""};
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  return seeds;
}

void run(const std::string& input) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

class mutator {
 public:
  explicit mutator(const std::vector<std::string>& seeds) : seeds_(seeds) {}

  std::string next() {
    std::string text = seeds_[below(seeds_.size())];
    for (std::size_t edits = 1 + below(6); edits > 0; --edits) edit(text);
    if (text.size() > longest) text.resize(longest);
    return text;
  }

 private:
  std::size_t below(std::size_t bound) { return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_); }

  char interesting() {
    static constexpr std::string_view likely = "0189 \t\n\\/:.-,=/max_%\x7f\xff";
    return below(4) == 0 ? static_cast<char>(below(256)) : likely[below(likely.size())];
  }

  void edit(std::string& text) {
    const std::size_t at = below(text.size() + 1);
    switch (below(4)) {
      case 0: text.insert(at, 1, interesting()); break;
      case 1:
        if (at < text.size()) text[at] = interesting();
        break;
      case 2: text.erase(at, below(8)); break;
      default: text.insert(at, seeds_[below(seeds_.size())].substr(0, 1 + below(64))); break;
    }
  }

  const std::vector<std::string>& seeds_;
  std::mt19937_64 random_{20'000};
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::fputs("usage: fuzz_NAME SEEDS\n", stderr), 64;
  const std::vector<std::string> seeds = read_seeds(argv[1]);
  for (const std::string& seed : seeds) run(seed);
  mutator mutate(seeds);
  for (int i = 0; i < mutations; ++i) run(mutate.next());
  std::printf("%zu seeds, %d mutations: no crash\n", seeds.size(), mutations);
  return 0;
}
