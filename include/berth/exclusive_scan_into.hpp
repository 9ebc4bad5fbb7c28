#pragma once
// exclusive_scan_into stands beside exclusive_scan.
#include <berth/exclusive_scan.hpp>
