#include "berth/errors.hpp"

// The destructors are here so that each type has one vtable and one identity, in the library.
namespace berth {

error::~error() = default;
configuration_error::~configuration_error() = default;
cancelled::~cancelled() = default;
deadline_exceeded::~deadline_exceeded() = default;

}  // namespace berth
