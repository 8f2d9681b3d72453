#pragma once

#include "toolchain/toolchain.h"

namespace diagc::toolchain {

/// The table of the toolchain library, opened at the first call and never closed. Throws
/// Unavailable.
const DiagcToolchain& library();

}  // namespace diagc::toolchain
