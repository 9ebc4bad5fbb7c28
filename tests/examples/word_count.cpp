// The words of all files below a directory, and how often each occurs.
//
//   word_count [directory]          without one, files are made up and the count is checked
#include <unistd.h>

#include <berth/pipeline.hpp>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;

bool in_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < line.size();) {
    std::size_t end = i;
    while (end < line.size() && in_word(line[end])) ++end;
    if (end != i) words.emplace_back(line.substr(i, end - i));
    i = end + 1;
  }
  return words;
}

auto count_file(const fs::path& file) {
  return berth::par(berth::lines_of(file)) | berth::flat_map(words_of) |
         berth::group_by(berth::identity, berth::counting());
}

// The tree is read by the caller while files are worked on at the same time, and a large one by several threads.
auto count_words(const fs::path& root) {
  return berth::par(fs::recursive_directory_iterator(root)) |
         berth::filter([](const fs::directory_entry& e) { return e.is_regular_file(); }) |
         berth::flat_map([](const fs::directory_entry& e) { return count_file(e.path()); }) |
         berth::to_map([](const auto& word) { return word.first; }, [](const auto& word) { return word.second; },
                       [](std::size_t a, std::size_t b) { return a + b; });
}

// Directories with files of the same few words, gone at the end.
class made_up_tree {
 public:
  made_up_tree() : root_(fs::temp_directory_path() / ("berth_word_count_" + std::to_string(::getpid()))) {
    for (int d = 0; d != 5; ++d) {
      const auto directory = root_ / std::to_string(d) / "below";
      fs::create_directories(directory);
      for (int f = 0; f != 20; ++f) {
        std::ofstream out(directory / std::to_string(f));
        for (int line = 0; line != 100; ++line)
          out << "the ship, the quay;\nthe " << (f % 2 == 0 ? "berth" : "bunk") << '\n';
      }
    }
  }
  ~made_up_tree() { fs::remove_all(root_); }
  [[nodiscard]] const fs::path& root() const { return root_; }

 private:
  fs::path root_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) {
    for (const auto& [word, count] : count_words(argv[1])) std::printf("%8zu  %s\n", count, word.c_str());
    return 0;
  }
  const made_up_tree tree;
  const std::map<std::string, std::size_t> expected{
      {"berth", 5000}, {"bunk", 5000}, {"quay", 10'000}, {"ship", 10'000}, {"the", 30'000}};
  return count_words(tree.root()) == expected ? 0 : 1;
}
