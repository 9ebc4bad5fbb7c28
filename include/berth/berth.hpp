#pragma once
// Everything: for those who prefer one include to a shorter compilation.
#include <berth/collect.hpp>
#include <berth/compare.hpp>
#include <berth/extremum.hpp>
#include <berth/for_each.hpp>
#include <berth/hints.hpp>
#include <berth/join.hpp>
#include <berth/map.hpp>
#include <berth/map_into.hpp>
#include <berth/map_reduce.hpp>
#include <berth/reduce.hpp>
#include <berth/sequential_scope.hpp>
