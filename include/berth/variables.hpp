#pragma once
// The variables berth reads, printed from the one table that it reads them by.

#include <string>

#include "berth/detail/export.hpp"

namespace berth {

/// A Markdown table for a README.
[[nodiscard]] BERTH_API std::string variables_markdown();

/// A roff list for a man page (the part below .SH ENVIRONMENT).
[[nodiscard]] BERTH_API std::string variables_man();

}  // namespace berth
