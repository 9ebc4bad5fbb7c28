#pragma once
// transform_inclusive_scan_into stands beside transform_inclusive_scan.
#include <berth/transform_inclusive_scan.hpp>
