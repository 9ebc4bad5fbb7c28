#pragma once
#include <berth/set_operations.hpp>  // IWYU pragma: export
