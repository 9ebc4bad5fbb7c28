#include "harness/record.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "harness/options.hpp"

namespace bench {

recorder::recorder(std::string workload, const std::string& json_file)
    : workload_(std::move(workload)), out_(json_file.empty() ? stdout : std::fopen(json_file.c_str(), "ae")) {
  if (!out_) fail("cannot write to " + json_file);
}

recorder::~recorder() {
  if (out_ != stdout) std::fclose(out_);
}

void recorder::write(const std::string& case_name, const std::string& contender, const std::string& metric,
                     double value, const char* unit, double ratio) {
  char shown[32] = "null";
  if (std::isfinite(ratio)) std::snprintf(shown, sizeof shown, "%.4g", ratio);
  std::fprintf(out_,
               R"({"workload":"%s","case":"%s","contender":"%s","metric":"%s","value":%.6g,"unit":"%s","ratio":%s})"
               "\n",
               workload_.c_str(), case_name.c_str(), contender.c_str(), metric.c_str(), value, unit, shown);
  std::fflush(out_);
}

double ratio_of(double value, double baseline) {
  return baseline == 0 ? std::numeric_limits<double>::quiet_NaN() : value / baseline;
}

}  // namespace bench
