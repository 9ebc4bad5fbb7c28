// What happened on a web server: requests by status and minute, and the ten paths that were asked for most.
//
//   log_analysis [access.log]       a file in the common log format; without one, a log is made up and checked
#include <berth/pipeline.hpp>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

namespace {

// 192.0.2.7 - - [10/Oct/2025:13:55:36 +0000] "GET /index.html HTTP/1.1" 200 2326
struct request {
  std::string_view minute, path, status;
};

std::string_view between(std::string_view line, char open, char close) {
  const auto begin = line.find(open);
  if (begin == line.npos) return {};
  return line.substr(begin + 1, line.find(close, begin + 1) - begin - 1);
}

request parse(std::string_view line) {
  request r;
  r.minute = between(line, '[', ' ');
  r.minute = r.minute.substr(0, r.minute.size() < 3 ? 0 : r.minute.size() - 3);
  const auto asked = between(line, '"', '"');
  r.path = between(asked, ' ', ' ');
  const auto after = line.rfind("\" ");
  if (after != line.npos) r.status = line.substr(after + 2, 3);
  return r;
}

std::string made_up(int lines) {
  std::string log;
  char line[128];
  for (int i = 0; i != lines; ++i) {
    std::snprintf(line, sizeof line,
                  "192.0.2.%d - - [10/Oct/2025:13:%02d:%02d +0000] \"GET /page/%d HTTP/1.1\" %d 99\n", i % 256,
                  i / 60 % 60, i % 60, i % (1 + i % 97), i % 10 == 0 ? 404 : 200);
    log += line;
  }
  return log;
}

int report(const berth::text_lines& log) {
  const auto by_minute =
      berth::par(log) | berth::map(parse) | berth::filter([](const request& r) { return !r.status.empty(); }) |
      berth::group_by([](const request& r) { return std::pair(r.status, r.minute); }, berth::counting());
  const auto paths = berth::par(log) | berth::map(parse) | berth::group_by(&request::path, berth::counting());
  using counted = decltype(paths)::value_type;
  for (const auto& [path, count] : berth::par(paths) | berth::top_k(10, &counted::second))
    std::printf("%8zu  %.*s\n", count, static_cast<int>(path.size()), path.data());
  std::size_t requests = 0;
  std::size_t missing = 0;
  for (const auto& [key, count] : by_minute) {
    requests += count;
    if (key.first == "404") missing += count;
  }
  std::printf("%zu requests, %zu of them for what is not there, %zu lines\n", requests, missing, by_minute.size());
  return requests == 100'000 && missing == 10'000 && paths.size() == 97 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) {
    const auto log = berth::lines_of(argv[1]);
    report(log);
    return 0;
  }
  const std::string log = made_up(100'000);
  return report(berth::lines_in(log));
}
