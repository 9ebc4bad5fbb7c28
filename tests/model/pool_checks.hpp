#pragma once
#include <vector>

#include "explorer.hpp"

namespace berth::impl {
std::vector<explore::check> all_checks();
}
