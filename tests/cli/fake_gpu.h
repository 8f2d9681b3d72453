// diagc with stand-ins for NVIDIA's driver, NCCL and NVRTC, which run kernels on the host (tests/cuda/fake_driver, fake_nvrtc). Nothing
// that it does there is a result of a device.
#pragma once

#include <string>

#include "process.h"

/// `environment`: further variables, such as "FAKE_CUDA_DEVICES=0".
inline Finished on_fake_gpu(const Folder& folder, const std::string& arguments,
                            const std::string& environment = "") {
  return folder.shell("DIAGC_CUDA_DRIVER='" DIAGC_FAKE_CUDA "' DIAGC_NCCL='" DIAGC_FAKE_CUDA
                      "' DIAGC_NVRTC='" DIAGC_FAKE_NVRTC "' " +
                      environment + " \"$DIAGC\" " + arguments);
}
