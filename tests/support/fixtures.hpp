#pragma once
#include <filesystem>

namespace berth_tests {

// The directory tests/fixtures, absolute, whatever the working directory.
std::filesystem::path fixtures();

}  // namespace berth_tests
