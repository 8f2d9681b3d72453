#pragma once

// The part of NVRTC (libnvrtc.so) that this runtime calls, declared here as driver_api.h does for
// the driver.

#include <cstddef>

struct _nvrtcProgram;  // NOLINT(bugprone-reserved-identifier): NVIDIA's name

namespace diagc::cuda::api {

using NvrtcResult = int;
using NvrtcProgram = _nvrtcProgram*;

inline constexpr NvrtcResult nvrtc_success = 0;
inline constexpr NvrtcResult nvrtc_error_out_of_memory = 1;
inline constexpr NvrtcResult nvrtc_error_invalid_option = 5;
inline constexpr NvrtcResult nvrtc_error_compilation = 6;
inline constexpr NvrtcResult nvrtc_error_builtin_operation_failure = 7;

// F(symbol, result, parameters).
#define DIAGC_NVRTC_FUNCTIONS(F)                                                     \
  F(nvrtcVersion, NvrtcResult, (int* major, int* minor))                             \
  F(nvrtcGetErrorString, const char*, (NvrtcResult result))                          \
  F(nvrtcGetNumSupportedArchs, NvrtcResult, (int* count))                            \
  F(nvrtcGetSupportedArchs, NvrtcResult, (int* architectures))                       \
  F(nvrtcCreateProgram, NvrtcResult,                                                 \
    (NvrtcProgram * program, const char* source, const char* name, int headers,      \
     const char* const* header_sources, const char* const* header_names))            \
  F(nvrtcDestroyProgram, NvrtcResult, (NvrtcProgram * program))                      \
  F(nvrtcCompileProgram, NvrtcResult,                                                \
    (NvrtcProgram program, int options, const char* const* option_texts))            \
  F(nvrtcGetPTXSize, NvrtcResult, (NvrtcProgram program, std::size_t* bytes))        \
  F(nvrtcGetPTX, NvrtcResult, (NvrtcProgram program, char* text))                    \
  F(nvrtcGetCUBINSize, NvrtcResult, (NvrtcProgram program, std::size_t* bytes))      \
  F(nvrtcGetCUBIN, NvrtcResult, (NvrtcProgram program, char* image))                 \
  F(nvrtcGetProgramLogSize, NvrtcResult, (NvrtcProgram program, std::size_t* bytes)) \
  F(nvrtcGetProgramLog, NvrtcResult, (NvrtcProgram program, char* text))

// Those that NVRTC 12 may lack; null where it does.
#define DIAGC_NVRTC_NEWER_FUNCTIONS(F) \
  F(nvrtcSetFlowCallback, NvrtcResult, \
    (NvrtcProgram program, int (*callback)(void*, void*), void* payload))

struct NvrtcFunctions {
// NOLINTNEXTLINE(bugprone-macro-parentheses): a declaration has none
#define DIAGC_POINTER(name, result, parameters) result(*name) parameters = nullptr;
  DIAGC_NVRTC_FUNCTIONS(DIAGC_POINTER)
  DIAGC_NVRTC_NEWER_FUNCTIONS(DIAGC_POINTER)
#undef DIAGC_POINTER
};

}  // namespace diagc::cuda::api
