#include "support/fixtures.hpp"

namespace berth_tests {

std::filesystem::path fixtures() { return BERTH_TEST_FIXTURES; }

}  // namespace berth_tests
