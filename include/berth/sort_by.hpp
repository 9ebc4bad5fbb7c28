#pragma once
#include <berth/sort.hpp>  // IWYU pragma: export
