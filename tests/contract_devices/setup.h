// How the tests of this folder compile for devices.
#pragma once

#include <vector>

#include "physics/networks/device_program.h"

namespace diagc::networks {

/// First argument with which a test program compiles for a device beside itself.
inline constexpr const char* compile_mode = "compile-worker";

/// With a cache for the run of the program. All kernels of a network in one source where `compiles_alone`, else side by side.
DeviceSetup test_setup();

/// As many as there are ranks, each as often as it must where there are fewer.
std::vector<int> rank_devices(std::size_t ranks);

/// All steps get kernels of their own, however small.
DeviceSetup test_setup_without_tables();

}  // namespace diagc::networks
