#pragma once

// The CUDA driver, opened when it is first needed.

#include <string>

#include "runtime/cuda/driver_api.h"
#include "runtime/cuda/error.h"

namespace diagc::cuda {

/// The driver's functions, after cuInit. The library is libcuda.so.1, or the file that the variable
/// DIAGC_CUDA_DRIVER names; it is opened once a process and never closed. Throws Unavailable.
const api::DriverFunctions& driver();

/// The CUDA version that the driver stands for, 12080 for 12.8. Throws Unavailable.
int driver_version();

/// Empty where driver() works, else what Unavailable would say.
std::string why_no_driver();

/// Throws Error unless `result` is a success of the call so named.
void check(api::Result result, const char* call);

/// Error's text of `result`: "cuLaunchKernel: CUDA_ERROR_LAUNCH_FAILED: unspecified launch failure".
std::string error_text(api::Result result, const char* call);

}  // namespace diagc::cuda
