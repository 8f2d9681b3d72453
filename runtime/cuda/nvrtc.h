#pragma once

// NVRTC, NVIDIA's compiler as a library, opened when it is first needed. It needs neither a
// driver nor a device.

#include <string>
#include <vector>

#include "runtime/cuda/error.h"
#include "runtime/cuda/nvrtc_api.h"

namespace diagc::cuda {

struct Nvrtc {
  api::NvrtcFunctions functions;
  std::string file;                ///< the library
  int major = 0, minor = 0;        ///< its version
  std::vector<int> architectures;  ///< 90 for sm_90

  std::string version() const;  ///< "13.0"
};

/// The first NVRTC of version 12 or later among nvrtc_places(); opened once a process and never
/// closed. Throws Unavailable.
const Nvrtc& nvrtc();

/// Empty where nvrtc() works, else what Unavailable would say.
std::string why_no_nvrtc();

/// Throws Unavailable where NVRTC makes no code for an architecture such as "sm_90" or "sm_90a",
/// Refused where this is no name of one.
void require_architecture(const std::string& architecture);

}  // namespace diagc::cuda
