#pragma once
// The results, one JSON object a line:
//   {"workload":"map_grid","case":"h1k","contender":"berth","metric":"time","value":53100,"unit":"ns","ratio":0.501}
// `ratio` is value / the baseline's (`sequential`), null where the baseline is 0 or absent.
#include <cstdio>
#include <string>

namespace bench {

class recorder {
 public:
  recorder(std::string workload, const std::string& json_file);
  recorder(const recorder&) = delete;
  recorder& operator=(const recorder&) = delete;
  ~recorder();

  void write(const std::string& case_name, const std::string& contender, const std::string& metric, double value,
             const char* unit, double ratio);

 private:
  std::string workload_;
  std::FILE* out_;
};

// value / baseline, or not-a-number (written as null) where the baseline is 0.
double ratio_of(double value, double baseline);

}  // namespace bench
