#pragma once
// transform_exclusive_scan_into stands beside transform_exclusive_scan.
#include <berth/transform_exclusive_scan.hpp>
