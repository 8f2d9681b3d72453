#include "tests/cuda/fake_driver/world.h"

#include <cstring>
#include <sstream>
#include <utility>

#include "tests/cuda/fake_nvrtc/fake_cubin.h"

using namespace fake_cuda;

extern "C" {

// NOLINTBEGIN(readability-identifier-naming): NVIDIA's names

int cuInit(unsigned) {
  ENTER(cuInit);
  if (const int result = number_from("FAKE_CUDA_INIT", 0)) return result;
  return device_count() == 0 ? api::error_no_device : api::success;
}

int cuDriverGetVersion(int* version) {
  ENTER(cuDriverGetVersion);
  *version = number_from("FAKE_CUDA_VERSION", 12080);
  return api::success;
}

int cuGetErrorName(int result, const char** name) {
  switch (result) {
    case 1:
      *name = "CUDA_ERROR_INVALID_VALUE";
      return 0;
    case 2:
      *name = "CUDA_ERROR_OUT_OF_MEMORY";
      return 0;
    case 200:
      *name = "CUDA_ERROR_INVALID_IMAGE";
      return 0;
    case 201:
      *name = "CUDA_ERROR_INVALID_CONTEXT";
      return 0;
    case 500:
      *name = "CUDA_ERROR_NOT_FOUND";
      return 0;
    case 700:
      *name = "CUDA_ERROR_ILLEGAL_ADDRESS";
      return 0;
    case 803:
      *name = "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH";
      return 0;
    default:
      return api::error_invalid_value;
  }
}

int cuGetErrorString(int result, const char** text) {
  const char* name = nullptr;
  if (cuGetErrorName(result, &name)) return api::error_invalid_value;
  *text = "as the fake driver says";
  return api::success;
}

int cuDeviceGetCount(int* count) {
  ENTER(cuDeviceGetCount);
  *count = device_count();
  return api::success;
}

int cuDeviceGet(int* device, int ordinal) {
  ENTER(cuDeviceGet);
  if (ordinal < 0 || ordinal >= device_count()) return invalid_device;
  *device = ordinal;
  return api::success;
}

int cuDeviceGetName(char* name, int size, int) {
  ENTER(cuDeviceGetName);
  std::strncpy(name, "Fake", static_cast<std::size_t>(size));
  return api::success;
}

int cuDeviceGetUuid_v2(api::Uuid* uuid, int device) {
  ENTER(cuDeviceGetUuid_v2);
  for (int i = 0; i < 16; ++i) uuid->bytes[i] = static_cast<unsigned char>(16 * device + i);
  return api::success;
}

int cuDeviceGetPCIBusId(char* id, int, int device) {
  ENTER(cuDeviceGetPCIBusId);
  std::strcpy(id, device == 0 ? "0000:17:00.0" : "0000:65:00.0");
  return api::success;
}

int cuDeviceTotalMem_v2(std::size_t* bytes, int) {
  ENTER(cuDeviceTotalMem_v2);
  *bytes = world().memory;
  return api::success;
}

int cuDeviceGetAttribute(int* value, int attribute, int device) {
  ENTER(cuDeviceGetAttribute);
  switch (attribute) {
    case api::max_grid_dim_x:
      *value = 1 << 20;
      return 0;
    case api::cooperative_launch:
      *value = 0;  // blocks run one after the other
      return 0;
    case api::clock_rate:
      *value = 1'980'000;
      return 0;
    case api::multiprocessor_count:
      *value = device == 0 ? 12 : 6;
      return 0;
    case api::l2_cache_size:
      *value = 50 << 20;
      return 0;
    case api::compute_capability_major:
      *value = number_from("FAKE_CUDA_CAPABILITY", 90) / 10;
      return 0;
    case api::compute_capability_minor:
      *value = number_from("FAKE_CUDA_CAPABILITY", 90) % 10;
      return 0;
    case api::max_shared_memory_per_block_optin:
      *value = 227 << 10;
      return 0;
    default:
      return api::error_invalid_value;
  }
}

int cuDevicePrimaryCtxRetain(api::Context* context, int device) {
  ENTER(cuDevicePrimaryCtxRetain);
  const std::lock_guard lock(world().mutex);
  Gpu& gpu = world().gpus.at(static_cast<std::size_t>(device));
  gpu.context.device = device;
  ++gpu.retained;
  *context = &gpu.context;
  return api::success;
}

int cuDevicePrimaryCtxRelease_v2(int device) {
  ENTER(cuDevicePrimaryCtxRelease_v2);
  const std::lock_guard lock(world().mutex);
  --world().gpus.at(static_cast<std::size_t>(device)).retained;
  return api::success;
}

int cuCtxPushCurrent_v2(api::Context context) {
  ENTER(cuCtxPushCurrent_v2);
  contexts().push_back(context);
  return api::success;
}

int cuCtxPopCurrent_v2(api::Context* context) {
  if (contexts().empty()) return invalid_context;
  *context = contexts().back();
  contexts().pop_back();
  return api::success;
}

int cuDeviceCanAccessPeer(int* can, int device, int other) {
  ENTER(cuDeviceCanAccessPeer);
  *can = device != other ? number_from("FAKE_CUDA_PEERS", 1) : 0;
  return api::success;
}

int cuCtxEnablePeerAccess(api::Context other, unsigned) {
  ENTER_CURRENT(cuCtxEnablePeerAccess);
  return other->device == current_device() ? invalid_device : api::success;
}

int cuModuleLoadData(api::Module* module, const void* image) {
  ENTER_CURRENT(cuModuleLoadData);
  const char* text = static_cast<const char*>(image);
  auto made = std::make_unique<CUmod_st>();
  made->all = std::strncmp(text,
                           "\x7f"
                           "ELF",
                           4) == 0;
  if (made->all) {
    if (const auto library = library_in(image)) {
      made->code = std::make_unique<HostCode>(*library);
      made->all = false;
    }
  } else {
    if (std::strncmp(text, "fake", 4) != 0) return api::error_invalid_image;
    std::istringstream words(text + 4);
    for (std::string name; words >> name;) made->names.insert(name);
  }
  const std::lock_guard lock(world().mutex);
  *module = made.release();
  world().modules.insert(*module);
  return api::success;
}

int cuModuleUnload(api::Module module) {
  ENTER_CURRENT(cuModuleUnload);
  {
    const std::lock_guard lock(world().mutex);
    world().modules.erase(module);
  }
  delete module;
  return api::success;
}

int cuModuleGetFunction(api::Function* function, api::Module module, const char* name) {
  ENTER_CURRENT(cuModuleGetFunction);
  const std::lock_guard lock(world().mutex);
  if (module->code) {
    auto& place = module->functions[name];
    if (!place) {
      HostCode::Function code = module->code->function(name);
      if (!code.kernel) return api::error_not_found;
      place.reset(new CUfunc_st{.name = name, .code = std::move(code)});
    }
    *function = place.get();
    return api::success;
  }
  if ((!module->all && !module->names.contains(name)) || !world().kernels.contains(name)) {
    return api::error_not_found;
  }
  auto& place = module->functions[name];
  if (!place) place.reset(new CUfunc_st{name});
  *function = place.get();
  return api::success;
}

int cuFuncGetAttribute(int* value, int attribute, api::Function function) {
  ENTER_CURRENT(cuFuncGetAttribute);
  switch (attribute) {
    case api::max_threads_per_block:
      *value = 1024;
      return 0;
    case api::shared_size_bytes:
      *value = 64;
      return 0;
    case api::local_size_bytes:
      *value = 16;
      return 0;
    case api::num_regs:
      *value = 40;
      return 0;
    case api::max_dynamic_shared_size_bytes:
      *value = function->dynamic_shared;
      return 0;
    default:
      return api::error_invalid_value;
  }
}

int cuFuncSetAttribute(api::Function function, int attribute, int value) {
  ENTER_CURRENT(cuFuncSetAttribute);
  if (attribute == api::preferred_shared_memory_carveout) return api::success;
  if (attribute != api::max_dynamic_shared_size_bytes) return api::error_invalid_value;
  function->dynamic_shared = value;
  return api::success;
}

int cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, api::Function, int, std::size_t) {
  ENTER_CURRENT(cuOccupancyMaxActiveBlocksPerMultiprocessor);
  *blocks = world().blocks_per_multiprocessor;
  return api::success;
}

int cuLaunchKernel(api::Function function, unsigned grid, unsigned grid_y, unsigned grid_z,
                   unsigned block, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                   api::Stream stream, void** parameters, void**) {
  ENTER_CURRENT(cuLaunchKernel);
  if (grid == 0 || grid > 1u << 20 || grid_y * grid_z * block_y * block_z != 1 || block == 0 ||
      block > 1024 || shared_bytes > static_cast<unsigned>(function->dynamic_shared)) {
    return api::error_invalid_value;
  }
  World::Kernel kernel;
  {
    const std::lock_guard lock(world().mutex);
    world().launches.push_back({function->name, stream->device, grid, block, shared_bytes});
    kernel = function->code.kernel
                 ? World::Kernel{function->code.parameter_bytes, function->code.kernel}
                 : world().kernels.at(function->name);
  }
  // Kernels' parameters may be aligned as tensor maps are.
  std::vector<api::TensorMap> copied(kernel.parameter_bytes / sizeof(api::TensorMap) + 1);
  std::memcpy(copied.data(), parameters[0], kernel.parameter_bytes);
  return put(stream, [body = std::move(kernel.body), copied, grid, block] {
    return body(copied.data(), grid, block);
  });
}

int cuLaunchCooperativeKernel(api::Function, unsigned, unsigned, unsigned, unsigned, unsigned,
                              unsigned, unsigned, api::Stream, void**) {
  ENTER_CURRENT(cuLaunchCooperativeKernel);
  return api::error_invalid_value;
}

// NOLINTEND(readability-identifier-naming)

}  // extern "C"
