#pragma once

// The part of the CUDA driver API (libcuda.so.1) that this runtime calls. It is declared here, so
// that building needs no CUDA header; NVIDIA's driver API manual says what each function does.
// tests/cuda/test_declarations.cpp holds all of this against cuda.h where a toolkit is installed.

#include <cstddef>
#include <cstdint>

struct CUctx_st;
struct CUmod_st;
struct CUfunc_st;
struct CUstream_st;
struct CUevent_st;

namespace diagc::cuda::api {

using Result = int;
using DeviceNumber = int;
using DevicePointer = unsigned long long;
using Context = CUctx_st*;
using Module = CUmod_st*;
using Function = CUfunc_st*;
using Stream = CUstream_st*;
using Event = CUevent_st*;
using DeviceAttribute = int;
using FunctionAttribute = int;

struct Uuid {
  unsigned char bytes[16];
};

/// One side of a copy between the memories of two devices: rows of bytes that stand `pitch` bytes apart.
struct PeerSide {
  std::size_t x, y, z, lod;
  int type;  ///< device_memory
  const void* host;
  DevicePointer address;
  void* array;
  Context context;
  std::size_t pitch, height;
};
/// CUDA_MEMCPY3D_PEER
struct PeerCopy {
  PeerSide from, to;
  std::size_t width, height, depth;
};
inline constexpr int device_memory = 2;

/// CUtensorMap: what the copy engine knows of an array. The driver writes it, kernels take it as a part of a parameter.
struct alignas(128) TensorMap {
  std::uint64_t of[16];
};
/// Its kinds of numbers, and of what it does with them.
inline constexpr int tensor_double = 8, tensor_side_by_side = 0, tensor_turned_in_64_bytes = 2,
                     tensor_lines_of_128_bytes = 2, tensor_zero_outside = 0;

/// Results.
inline constexpr Result success = 0;
inline constexpr Result error_invalid_value = 1;
inline constexpr Result error_out_of_memory = 2;
inline constexpr Result error_no_device = 100;
inline constexpr Result error_invalid_image = 200;
inline constexpr Result error_no_binary_for_gpu = 209;
inline constexpr Result error_invalid_source = 300;
inline constexpr Result error_not_found = 500;
inline constexpr Result error_not_ready = 600;
inline constexpr Result error_illegal_address = 700;
inline constexpr Result error_peer_access_already_enabled = 704;

/// Attributes of a device.
inline constexpr DeviceAttribute max_grid_dim_x = 5;
inline constexpr DeviceAttribute clock_rate = 13;  ///< kHz
inline constexpr DeviceAttribute multiprocessor_count = 16;
inline constexpr DeviceAttribute memory_clock_rate = 36;        ///< kHz
inline constexpr DeviceAttribute global_memory_bus_width = 37;  ///< bits
inline constexpr DeviceAttribute l2_cache_size = 38;            ///< bytes
inline constexpr DeviceAttribute cooperative_launch = 95;
inline constexpr DeviceAttribute compute_capability_major = 75;
inline constexpr DeviceAttribute compute_capability_minor = 76;
inline constexpr DeviceAttribute max_shared_memory_per_block_optin = 97;  ///< bytes

/// Attributes of a function.
inline constexpr FunctionAttribute max_threads_per_block = 0;
inline constexpr FunctionAttribute shared_size_bytes = 1;  ///< static
inline constexpr FunctionAttribute local_size_bytes = 3;   ///< a thread: spills and stack
inline constexpr FunctionAttribute num_regs = 4;           ///< a thread
inline constexpr FunctionAttribute max_dynamic_shared_size_bytes = 8;
/// In hundredths of what a multiprocessor has for it and for its first-level cache.
inline constexpr FunctionAttribute preferred_shared_memory_carveout = 9;

/// Flags.
inline constexpr unsigned int stream_non_blocking = 1;
/// Of streams: no device has a more urgent one, and takes its own most urgent one in place of it.
inline constexpr int usual_priority = 0, most_urgent_priority = -32;
/// CUDA's default stream, CU_STREAM_LEGACY, whatever a null handle stands for elsewhere.
inline const Stream stream_legacy = reinterpret_cast<Stream>(std::uintptr_t{1});
inline constexpr unsigned int event_default = 0;
inline constexpr unsigned int event_blocking_sync = 1;
inline constexpr unsigned int event_disable_timing = 2;
inline constexpr unsigned int host_alloc_portable = 1;

// F(symbol in the library, parameters); every function returns a Result.
#define DIAGC_CUDA_DRIVER_FUNCTIONS(F)                                                            \
  F(cuInit, (unsigned int flags))                                                                 \
  F(cuDriverGetVersion, (int* version))                                                           \
  F(cuGetErrorName, (Result result, const char** name))                                           \
  F(cuGetErrorString, (Result result, const char** text))                                         \
  F(cuDeviceGetCount, (int* count))                                                               \
  F(cuDeviceGet, (DeviceNumber * device, int ordinal))                                            \
  F(cuDeviceGetName, (char* name, int size, DeviceNumber device))                                 \
  F(cuDeviceGetUuid_v2, (Uuid * uuid, DeviceNumber device))                                       \
  F(cuDeviceGetPCIBusId, (char* id, int size, DeviceNumber device))                               \
  F(cuDeviceTotalMem_v2, (std::size_t* bytes, DeviceNumber device))                               \
  F(cuDeviceGetAttribute, (int* value, DeviceAttribute attribute, DeviceNumber device))           \
  F(cuDevicePrimaryCtxRetain, (Context * context, DeviceNumber device))                           \
  F(cuDevicePrimaryCtxRelease_v2, (DeviceNumber device))                                          \
  F(cuCtxPushCurrent_v2, (Context context))                                                       \
  F(cuCtxPopCurrent_v2, (Context * context))                                                      \
  F(cuDeviceCanAccessPeer, (int* can, DeviceNumber device, DeviceNumber other))                   \
  F(cuCtxEnablePeerAccess, (Context other, unsigned int flags))                                   \
  F(cuModuleLoadData, (Module * module, const void* image))                                       \
  F(cuModuleUnload, (Module module))                                                              \
  F(cuModuleGetFunction, (Function * function, Module module, const char* name))                  \
  F(cuFuncGetAttribute, (int* value, FunctionAttribute attribute, Function function))             \
  F(cuFuncSetAttribute, (Function function, FunctionAttribute attribute, int value))              \
  F(cuOccupancyMaxActiveBlocksPerMultiprocessor,                                                  \
    (int* blocks, Function function, int threads, std::size_t dynamic_shared_bytes))              \
  F(cuLaunchKernel,                                                                               \
    (Function function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,            \
     unsigned int block_x, unsigned int block_y, unsigned int block_z,                            \
     unsigned int dynamic_shared_bytes, Stream stream, void** parameters, void** extra))          \
  F(cuLaunchCooperativeKernel,                                                                    \
    (Function function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,            \
     unsigned int block_x, unsigned int block_y, unsigned int block_z,                            \
     unsigned int dynamic_shared_bytes, Stream stream, void** parameters))                        \
  F(cuMemAlloc_v2, (DevicePointer * address, std::size_t bytes))                                  \
  F(cuMemFree_v2, (DevicePointer address))                                                        \
  F(cuMemGetInfo_v2, (std::size_t* free, std::size_t* total))                                     \
  F(cuMemHostAlloc, (void** address, std::size_t bytes, unsigned int flags))                      \
  F(cuMemFreeHost, (void* address))                                                               \
  F(cuMemcpyHtoD_v2, (DevicePointer to, const void* from, std::size_t bytes))                     \
  F(cuMemcpyDtoH_v2, (void* to, DevicePointer from, std::size_t bytes))                           \
  F(cuMemcpyHtoDAsync_v2, (DevicePointer to, const void* from, std::size_t bytes, Stream stream)) \
  F(cuMemcpyDtoHAsync_v2, (void* to, DevicePointer from, std::size_t bytes, Stream stream))       \
  F(cuMemcpyDtoDAsync_v2,                                                                         \
    (DevicePointer to, DevicePointer from, std::size_t bytes, Stream stream))                     \
  F(cuMemcpyPeerAsync, (DevicePointer to, Context to_context, DevicePointer from,                 \
                        Context from_context, std::size_t bytes, Stream stream))                  \
  F(cuMemcpy3DPeerAsync, (const PeerCopy* copy, Stream stream))                                   \
  F(cuTensorMapEncodeTiled,                                                                       \
    (TensorMap * map, int numbers, std::uint32_t axes, void* address,                             \
     const std::uint64_t* extents, const std::uint64_t* strides, const std::uint32_t* box,        \
     const std::uint32_t* steps, int interleaved, int turned, int lines, int outside))            \
  F(cuStreamCreateWithPriority, (Stream * stream, unsigned int flags, int priority))              \
  F(cuStreamDestroy_v2, (Stream stream))                                                          \
  F(cuStreamSynchronize, (Stream stream))                                                         \
  F(cuStreamWaitEvent, (Stream stream, Event event, unsigned int flags))                          \
  F(cuEventCreate, (Event * event, unsigned int flags))                                           \
  F(cuEventDestroy_v2, (Event event))                                                             \
  F(cuEventRecord, (Event event, Stream stream))                                                  \
  F(cuEventQuery, (Event event))                                                                  \
  F(cuEventSynchronize, (Event event))                                                            \
  F(cuEventElapsedTime, (float* milliseconds, Event start, Event end))

struct DriverFunctions {
// NOLINTNEXTLINE(bugprone-macro-parentheses): a declaration has none
#define DIAGC_POINTER(name, parameters) Result(*name) parameters = nullptr;
  DIAGC_CUDA_DRIVER_FUNCTIONS(DIAGC_POINTER)
#undef DIAGC_POINTER
};

}  // namespace diagc::cuda::api
