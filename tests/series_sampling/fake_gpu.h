// A device that is stood in for.
#pragma once

#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>

#include "runtime/cuda/nvrtc.h"
#include "tests/cuda/fake_driver/fake_driver.h"

/// A fake driver that code for devices may be made for. Warns where there is no NVRTC to make it.
inline bool fake_gpu() {
  if (const std::string why = diagc::cuda::why_no_nvrtc(); !why.empty()) {
    WARN("skipped: " << why);
    return false;
  }
  setenv("DIAGC_CUDA_DRIVER", DIAGC_FAKE_CUDA, 1);
  fake_cuda::reset();
  return true;
}
