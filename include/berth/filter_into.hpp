#pragma once
// filter_into stands beside filter.
#include <berth/filter.hpp>
