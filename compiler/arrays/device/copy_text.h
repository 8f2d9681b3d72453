// The constants of a copy for compiler/arrays/device/text/copy.cuh.
#pragma once

#include <string>

#include "compiler/arrays/device/device_copy.h"

namespace diagc::arrays {

/// A struct body. `is_far`: offsets do not fit 32 bits.
std::string copy_text(const DeviceCopy& copy, bool is_far);

/// Elements of shared memory that a block has.
std::uint64_t copy_shared_elements(const DeviceCopy& copy);

}  // namespace diagc::arrays
