// Sales of a CSV file by region: how many, how much, and the median and the 95th percentile.
//
//   csv_report [sales.csv]          lines of region,amount; without one, a file is made up and checked
#include <berth/pipeline.hpp>
#include <charconv>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

struct sale {
  std::string_view region;
  double amount = 0;
};

sale parse(std::string_view line) {
  const auto comma = line.find(',');
  if (comma == line.npos) return {};
  sale s{line.substr(0, comma)};
  std::from_chars(line.data() + comma + 1, line.data() + line.size(), s.amount);
  return s;
}

// Of amounts in order: the smallest that is not below the given part of them.
double percentile(const std::vector<double>& sorted, double part) {
  const auto place = static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1) + 0.5);
  return sorted[place];
}

struct line {
  std::string_view region;
  berth::summary<double> all;
  double median, high;
};

std::vector<line> report(const berth::text_lines& file) {
  const auto amounts = berth::mapping(&sale::amount, berth::to_vector());
  const auto groups =
      berth::par(file) | berth::skip(1) | berth::map(parse) |
      berth::group_by(&sale::region, berth::teeing(berth::statistics(&sale::amount), amounts,
                                                   [](auto all, auto each) { return std::pair(*all, each); }));
  return berth::par(groups) | berth::map([](const auto& group) {
           const auto& [all, each] = group.second;
           const auto sorted = berth::par(each) | berth::sorted() | berth::to_vector();
           return line{group.first, all, percentile(sorted, 0.5), percentile(sorted, 0.95)};
         }) |
         berth::to_vector();
}

std::string made_up(int sales) {
  static const char* const regions[] = {"north", "east", "south", "west"};
  std::string csv = "region,amount\n";
  for (int i = 0; i != sales; ++i) csv += std::string(regions[i % 4]) + ',' + std::to_string(i / 4 % 1000) + ".25\n";
  return csv;
}

// Whether it is the report of what made_up() made.
bool print(const std::vector<line>& lines) {
  std::printf("%-10s %9s %14s %10s %10s\n", "region", "sales", "sum", "median", "95 %");
  bool right = lines.size() == 4;
  for (const auto& l : lines) {
    std::printf("%-10.*s %9zu %14.2f %10.2f %10.2f\n", static_cast<int>(l.region.size()), l.region.data(), l.all.count,
                l.all.sum, l.median, l.high);
    right = right && l.all.count == 20'000 && l.all.sum == 9'995'000 && l.median == 500.25 && l.high == 949.25;
  }
  return right;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) {
    const auto file = berth::lines_of(argv[1]);
    print(report(file));
    return 0;
  }
  const std::string csv = made_up(80'000);
  return print(report(berth::lines_in(csv))) ? 0 : 1;
}
