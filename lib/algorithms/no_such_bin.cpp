#include <berth/histogram.hpp>
#include <stdexcept>
#include <string>

namespace berth::detail {

void throw_no_such_bin(std::size_t item, std::size_t bin, std::size_t bins) {
  const bool negative = bin > static_cast<std::size_t>(PTRDIFF_MAX);
  const std::string named = negative ? "-" + std::to_string(std::size_t{0} - bin) : std::to_string(bin);
  throw std::out_of_range("berth::histogram: item " + std::to_string(item) + " falls into bin " + named +
                          ", there are " + std::to_string(bins));
}

void throw_no_bins() {
  throw std::invalid_argument(
      "berth::histogram: equal bins need a low below a high, of which the difference and its quotient with the number "
      "of bins are finite, and at least one bin");
}

}  // namespace berth::detail
