#pragma once
#include <berth/partial_sort.hpp>  // IWYU pragma: export
