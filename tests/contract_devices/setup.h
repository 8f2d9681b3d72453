// How the tests of this folder compile for devices.
#pragma once

#include "physics/networks/device_program.h"

namespace diagc::networks {

/// First argument with which a test program compiles for a device beside itself.
inline constexpr const char* compile_mode = "compile-worker";

/// With a cache for the run of the program. All kernels of a network in one source where `compiles_alone`, else side by side.
DeviceSetup test_setup();

/// All steps get kernels of their own, however small.
DeviceSetup test_setup_without_tables();

}  // namespace diagc::networks
