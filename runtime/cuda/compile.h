#pragma once

// CUDA source → CUBIN or PTX with NVRTC; no driver and no device is needed.

#include <stop_token>
#include <string>
#include <vector>

#include "runtime/cuda/cubin.h"
#include "runtime/cuda/error.h"

namespace diagc::cuda {

/// One translation unit. It includes nothing but what NVRTC itself brings.
struct Source {
  std::string name;  ///< as messages shall show it: "kernel.cu"
  std::string text;
};

/// A CUBIN runs on devices of its architecture with any driver that knows them. PTX, which a driver
/// would have to be new enough for, is for reading only.
enum class Product { cubin, ptx };

struct CompileOptions {
  std::string architecture;  ///< "sm_90", "sm_90a"
  Product product = Product::cubin;
  std::vector<std::string> extra = {};  ///< further options of NVRTC, such as "--maxrregcount=128"
};

/// What NVRTC is given, besides the source: C++17, and no fused multiply-add that is not written as
/// one, so that what is written is what is computed.
std::vector<std::string> nvrtc_options(const CompileOptions& options);

struct Object {
  std::string bytes;                ///< CUBIN, or the text of PTX
  std::vector<KernelCode> kernels;  ///< with spills; empty for PTX
};

/// Throws Unavailable, Refused with NVRTC's log and numbered source lines, Cancelled. NVRTC compiles
/// one source at a time, however many threads call.
Object compile(const Source& source, const CompileOptions& options, std::stop_token stop = {});

}  // namespace diagc::cuda
