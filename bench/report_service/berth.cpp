#include <berth/map_into.hpp>

#include "report_service/leaf.hpp"

namespace report_service {
namespace {

void serve(const request& in, reply& out) {
  berth::map_into(in, out, [](const field& each) { return turn(each); });
}

const bool added = add({.name = "berth", .serve = serve});

}  // namespace
}  // namespace report_service
