#pragma once
// unique_copy stands beside unique.
#include <berth/unique.hpp>
