// runtime/cuda's own declarations against those of an installed CUDA toolkit. What does not agree
// does not compile.

#define __CUDA_API_VERSION_INTERNAL  // names are those of the library, such as cuMemAlloc_v2
#include <cuda.h>
#include <nvrtc.h>

#include <catch2/catch.hpp>
#include <cstddef>
#include <type_traits>

#include "runtime/cuda/driver_api.h"
#include "runtime/cuda/nvrtc_api.h"

namespace diagc::cuda::api {
namespace {

/// Our types stand for NVIDIA's where those are enumerations or structs: numbers of the same size.
template <class T>
struct AsOurs {
  using type = std::conditional_t<std::is_enum_v<T>, int, T>;
};
template <>
struct AsOurs<CUuuid*> {
  using type = Uuid*;
};
template <>
struct AsOurs<const CUDA_MEMCPY3D_PEER*> {
  using type = const PeerCopy*;
};
template <>
struct AsOurs<CUtensorMap*> {
  using type = TensorMap*;
};
template <class T>
  requires std::is_enum_v<T>
struct AsOurs<T*> {
  using type = int*;
};
template <class Result, class... Parameters>
struct AsOurs<Result(Parameters...)> {
  using type = typename AsOurs<Result>::type (*)(typename AsOurs<Parameters>::type...);
};

static_assert(sizeof(CUresult) == sizeof(Result));
static_assert(sizeof(nvrtcResult) == sizeof(NvrtcResult));
static_assert(sizeof(CUdevice_attribute) == sizeof(DeviceAttribute));
static_assert(sizeof(CUfunction_attribute) == sizeof(FunctionAttribute));
static_assert(sizeof(CUuuid) == sizeof(Uuid) && alignof(CUuuid) == alignof(Uuid));
static_assert(sizeof(CUDA_MEMCPY3D_PEER) == sizeof(PeerCopy));
static_assert(offsetof(CUDA_MEMCPY3D_PEER, srcDevice) == offsetof(PeerCopy, from.address));
static_assert(offsetof(CUDA_MEMCPY3D_PEER, srcContext) == offsetof(PeerCopy, from.context));
static_assert(offsetof(CUDA_MEMCPY3D_PEER, srcPitch) == offsetof(PeerCopy, from.pitch));
static_assert(offsetof(CUDA_MEMCPY3D_PEER, dstXInBytes) == offsetof(PeerCopy, to));
static_assert(offsetof(CUDA_MEMCPY3D_PEER, dstDevice) == offsetof(PeerCopy, to.address));
static_assert(offsetof(CUDA_MEMCPY3D_PEER, dstPitch) == offsetof(PeerCopy, to.pitch));
static_assert(offsetof(CUDA_MEMCPY3D_PEER, WidthInBytes) == offsetof(PeerCopy, width));
static_assert(device_memory == CU_MEMORYTYPE_DEVICE);
static_assert(sizeof(CUtensorMap) == sizeof(TensorMap) &&
              alignof(CUtensorMap) <= alignof(TensorMap));
static_assert(tensor_double == CU_TENSOR_MAP_DATA_TYPE_FLOAT64);
static_assert(tensor_side_by_side == CU_TENSOR_MAP_INTERLEAVE_NONE);
static_assert(tensor_turned_in_64_bytes == CU_TENSOR_MAP_SWIZZLE_64B);
static_assert(tensor_lines_of_128_bytes == CU_TENSOR_MAP_L2_PROMOTION_L2_128B);
static_assert(tensor_zero_outside == CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
static_assert(std::is_same_v<CUdeviceptr, DevicePointer>);
static_assert(std::is_same_v<CUdevice, DeviceNumber>);
static_assert(std::is_same_v<CUcontext, Context>);
static_assert(std::is_same_v<CUmodule, Module>);
static_assert(std::is_same_v<CUfunction, Function>);
static_assert(std::is_same_v<CUstream, Stream>);
static_assert(std::is_same_v<CUevent, Event>);
static_assert(std::is_same_v<nvrtcProgram, NvrtcProgram>);

#define DIAGC_SAME(name, parameters)                                                             \
  static_assert(std::is_same_v<AsOurs<decltype(::name)>::type, decltype(DriverFunctions::name)>, \
                #name);
DIAGC_CUDA_DRIVER_FUNCTIONS(DIAGC_SAME)
#undef DIAGC_SAME

#define DIAGC_SAME(name, result, parameters)                                                    \
  static_assert(std::is_same_v<AsOurs<decltype(::name)>::type, decltype(NvrtcFunctions::name)>, \
                #name);
DIAGC_NVRTC_FUNCTIONS(DIAGC_SAME)
#if CUDA_VERSION >= 13000
DIAGC_NVRTC_NEWER_FUNCTIONS(DIAGC_SAME)
#endif
#undef DIAGC_SAME

static_assert(success == CUDA_SUCCESS);
static_assert(error_invalid_value == CUDA_ERROR_INVALID_VALUE);
static_assert(error_out_of_memory == CUDA_ERROR_OUT_OF_MEMORY);
static_assert(error_no_device == CUDA_ERROR_NO_DEVICE);
static_assert(error_invalid_image == CUDA_ERROR_INVALID_IMAGE);
static_assert(error_no_binary_for_gpu == CUDA_ERROR_NO_BINARY_FOR_GPU);
static_assert(error_invalid_source == CUDA_ERROR_INVALID_SOURCE);
static_assert(error_not_found == CUDA_ERROR_NOT_FOUND);
static_assert(error_not_ready == CUDA_ERROR_NOT_READY);
static_assert(error_illegal_address == CUDA_ERROR_ILLEGAL_ADDRESS);
static_assert(max_grid_dim_x == CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X);
static_assert(clock_rate == CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
static_assert(multiprocessor_count == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
static_assert(l2_cache_size == CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
static_assert(compute_capability_major == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
static_assert(compute_capability_minor == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
static_assert(max_shared_memory_per_block_optin ==
              CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
static_assert(max_threads_per_block == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
static_assert(shared_size_bytes == CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
static_assert(local_size_bytes == CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
static_assert(num_regs == CU_FUNC_ATTRIBUTE_NUM_REGS);
static_assert(max_dynamic_shared_size_bytes == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
static_assert(stream_non_blocking == CU_STREAM_NON_BLOCKING);
static_assert(event_default == CU_EVENT_DEFAULT);
static_assert(event_blocking_sync == CU_EVENT_BLOCKING_SYNC);
static_assert(event_disable_timing == CU_EVENT_DISABLE_TIMING);
static_assert(host_alloc_portable == CU_MEMHOSTALLOC_PORTABLE);
static_assert(nvrtc_success == NVRTC_SUCCESS);
static_assert(nvrtc_error_out_of_memory == NVRTC_ERROR_OUT_OF_MEMORY);
static_assert(nvrtc_error_invalid_option == NVRTC_ERROR_INVALID_OPTION);
static_assert(nvrtc_error_compilation == NVRTC_ERROR_COMPILATION);
static_assert(nvrtc_error_builtin_operation_failure == NVRTC_ERROR_BUILTIN_OPERATION_FAILURE);

TEST_CASE("declarations agree with the toolkit that is installed") {
  INFO("cuda.h " << CUDA_VERSION);
  CHECK(CUDA_VERSION >= 12000);
}

}  // namespace
}  // namespace diagc::cuda::api
