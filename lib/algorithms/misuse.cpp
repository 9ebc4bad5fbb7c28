#include <berth/async.hpp>
#include <berth/detail/call.hpp>
#include <berth/detail/pipeline/flow.hpp>
#include <stdexcept>
#include <string>

namespace berth::detail {

void throw_output_too_small(const char* verb, std::size_t needed, std::size_t held) {
  throw std::invalid_argument(std::string("berth::") + verb + ": the output holds " + std::to_string(held) +
                              " elements, the input has " + std::to_string(needed));
}

void throw_chosen_exceed(const char* verb, std::size_t chosen, std::size_t held) {
  throw std::invalid_argument(std::string("berth::") + verb + ": the output holds " + std::to_string(held) +
                              " elements, " + std::to_string(chosen) + " were chosen");
}

void throw_no_future() {
  throw std::logic_error("berth::future::get: the result has been taken already, or there never was one");
}

void throw_pipeline_spent() {
  throw std::logic_error("berth::par: the pipeline has been run, or moved into another one, already");
}

}  // namespace berth::detail
