// Where items come from.
#include <doctest/doctest.h>
#include <unistd.h>

#include <berth/pipeline.hpp>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <list>
#include <optional>
#include <ranges>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

namespace {

// A file that is gone at the end of the test.
class scratch_file {
 public:
  explicit scratch_file(const std::string& text) {
    const char* const place = std::getenv("TMPDIR");
    path_ = std::string(place ? place : "/tmp") + "/berth_pipeline_XXXXXX";
    const int fd = ::mkstemp(path_.data());
    REQUIRE(fd >= 0);
    ::close(fd);
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~scratch_file() { std::remove(path_.c_str()); }
  scratch_file(const scratch_file&) = delete;
  scratch_file& operator=(const scratch_file&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::vector<std::string> lines_by_loop(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

const auto as_string = [](std::string_view line) { return std::string(line); };

}  // namespace

TEST_CASE("ranges, views, numbers and functions of a number are sources") {
  CHECK((berth::par(std::vector<int>{1, 2, 3}) | berth::summing()) == 6);
  CHECK((berth::par(std::views::iota(0, 1000)) | berth::summing()) == 499'500);
  CHECK((berth::par(berth::iota(1000)) | berth::summing()) == 499'500);
  CHECK((berth::par(berth::generated(1000, [](std::size_t i) { return 2 * i; })) | berth::summing()) == 999'000);
  const int raw[] = {4, 5};
  CHECK((berth::par(raw) | berth::summing()) == 9);
  const std::vector<bool> flags{true, false, true};
  CHECK((berth::par(flags) | berth::filter([](bool b) { return b; }) | berth::count()) == 2);
}

TEST_CASE("input of unknown length is read to its end, once and in order") {
  std::string text;
  for (int i = 0; i != 200'000; ++i) text += std::to_string(i) + ' ';
  std::istringstream in(text);
  const auto got = berth::par(std::views::istream<int>(in)) | berth::filter([](int x) { return x % 2 == 0; }) |
                   berth::enumerate() | berth::to_vector();
  REQUIRE(got.size() == 100'000);
  for (std::size_t i = 0; i != got.size(); ++i) REQUIRE(got[i].second == 2 * static_cast<int>(got[i].first));
  const std::list<std::string> words{"a", "b", "c"};
  CHECK((berth::par(words) | berth::joining()) == "abc");
  CHECK((berth::par(berth::stream(words.begin(), words.end())) | berth::joining()) == "abc");
}

TEST_CASE("a stream without end is read no further than the answer") {
  std::size_t read = 0;
  const auto squares = [&]() -> std::optional<std::size_t> { return read++; };
  const auto first = berth::par(berth::stream(squares)) | berth::map([](std::size_t i) { return i * i; }) |
                     berth::find_first([](std::size_t x) { return x > 1'000'000; });
  CHECK(first == 1001u * 1001u);
  CHECK(read < 10'000);
}

TEST_CASE("groups of a stream keep the order of their first items over all batches") {
  std::size_t read = 0;
  const auto next = [&]() -> std::optional<std::size_t> {
    return read < 300'000 ? std::optional(read++ / 1000) : std::nullopt;
  };
  const auto groups = berth::par(berth::stream(next)) | berth::group_by(berth::identity, berth::counting());
  REQUIRE(groups.size() == 300);
  for (std::size_t g = 0; g != groups.size(); ++g) REQUIRE(groups[g] == std::pair(g, std::size_t{1000}));
}

TEST_CASE("lines are split as std::getline splits them, wherever the pieces are cut") {
  std::string text = "\n\nshort\n";
  for (int i = 0; i != 5000; ++i) text += std::string(static_cast<std::size_t>(i % 40), 'x') + std::to_string(i) + '\n';
  for (const std::string& tail : {std::string(), std::string("no end"), std::string("\n"), std::string(50'000, 'y')}) {
    const auto expected = lines_by_loop(text + tail);
    const std::string whole = text + tail;
    CHECK((berth::par(berth::lines_in(whole), {.grain = 1}) | berth::map(as_string) | berth::to_vector()) == expected);
    const scratch_file file(whole);
    const auto lines = berth::lines_of(file.path());
    CHECK((berth::par(lines) | berth::map(as_string) | berth::to_vector()) == expected);
    CHECK((berth::par(berth::lines_of(file.path())) | berth::count()) == expected.size());
  }
  CHECK((berth::par(berth::lines_in("")) | berth::count()) == 0);
}

TEST_CASE("a carriage return is part of its line, and a line may be longer than any piece") {
  CHECK((berth::par(berth::lines_in("a\r\nb\r\n")) | berth::map(as_string) | berth::to_vector()) ==
        std::vector<std::string>{"a\r", "b\r"});
  const std::string line(4'000'000, 'x');
  CHECK((berth::par(berth::lines_in(line + "\n" + line), {.grain = 100}) |
         berth::map([](std::string_view l) { return l.size(); }) | berth::to_vector()) ==
        std::vector<std::size_t>{line.size(), line.size()});
}

TEST_CASE("a file that cannot be mapped is read") {
  CHECK((berth::par(berth::lines_of("/proc/self/status")) |
         berth::any([](std::string_view line) { return line.starts_with("Pid:"); })));
  CHECK((berth::par(berth::lines_of("/dev/null")) | berth::count()) == 0);
}

TEST_CASE("an error of a file names it") {
  CHECK_THROWS_WITH_AS((void)berth::lines_of("/nowhere/access.log"),
                       "berth::lines_of: /nowhere/access.log: No such file or directory", std::system_error);
  CHECK_THROWS_WITH_AS((void)berth::lines_of("/"), "berth::lines_of: /: Is a directory", std::system_error);
  const scratch_file file("seven!!");
  const std::string torn =
      "berth::records_of: " + file.path() + ": 7 bytes are not a whole number of records of 4 bytes";
  CHECK_THROWS_WITH_AS((void)berth::records_of<int>(file.path()), torn.c_str(), std::invalid_argument);
}

TEST_CASE("records of a file are a range") {
  std::string bytes(4 * 10'000, '\0');
  for (int i = 0; i != 10'000; ++i) __builtin_memcpy(bytes.data() + 4 * i, &i, 4);
  const scratch_file file(bytes);
  const auto records = berth::records_of<int>(file.path());
  CHECK((berth::par(records) | berth::summing()) == 49'995'000);
  CHECK((berth::par(berth::records_of<int>(file.path())) | berth::skip(9'999) | berth::summing()) == 9'999);
}
