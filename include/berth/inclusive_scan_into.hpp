#pragma once
// inclusive_scan_into stands beside inclusive_scan.
#include <berth/inclusive_scan.hpp>
