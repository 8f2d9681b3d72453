#include "tests/cuda/fake_driver/fake_driver.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <sstream>
#include <utility>

#include "runtime/cuda/driver_api.h"
#include "tests/cuda/fake_driver/stream.h"

namespace api = diagc::cuda::api;

struct CUctx_st {
  int device;
};
struct CUmod_st {
  bool all = false;
  std::set<std::string> names;
  std::map<std::string, std::unique_ptr<CUfunc_st>> functions;
};
struct CUfunc_st {
  std::string name;
  int dynamic_shared = 48 << 10;
};
struct CUevent_st {
  std::mutex mutex;
  std::condition_variable changed;
  bool recorded = false, reached = true;
  std::chrono::steady_clock::time_point time;
};

namespace {

constexpr int invalid_context = 201, invalid_device = 101;

struct Card {
  std::size_t used = 0, peak = 0;
  int retained = 0;
  int error = 0;  // of a kernel; stays
  CUctx_st context{0};
};

struct World {
  std::mutex mutex;
  struct Kernel {
    std::size_t parameter_bytes;
    fake_cuda::Kernel body;
  };
  std::map<std::string, Kernel> kernels;
  std::size_t memory = std::size_t{1} << 30;
  int blocks_per_multiprocessor = 2;
  std::array<Card, 2> cards;
  struct Buffer {
    std::size_t bytes;
    int device;
  };
  std::map<std::uintptr_t, Buffer> buffers;
  std::map<void*, std::size_t> pinned;
  std::set<api::Module> modules;
  std::set<api::Stream> streams;
  std::set<api::Event> events;
  std::vector<fake_cuda::Launch> launches;
  std::vector<std::string> calls;
  std::map<std::string, std::map<int, int>> failures;  // function → call that is to fail → result
  std::map<std::string, int> called;
};

World& world() {
  static World w;
  return w;
}

thread_local std::vector<api::Context> contexts;

int number_from(const char* variable, int otherwise) {
  const char* text = std::getenv(variable);
  return text && *text ? std::atoi(text) : otherwise;
}

int device_count() { return number_from("FAKE_CUDA_DEVICES", 2); }

/// Notes the call; the result that it shall return at once, or success.
int enter(const char* function) {
  World& w = world();
  const std::lock_guard lock(w.mutex);
  w.calls.emplace_back(function);
  const int number = ++w.called[function];
  const auto wanted = w.failures.find(function);
  if (wanted == w.failures.end() || !wanted->second.contains(number)) return api::success;
  return wanted->second.at(number);
}

int current_device() { return contexts.empty() ? -1 : contexts.back()->device; }

/// Whether these bytes belong to one living buffer of the card.
bool is_in(World& w, api::DevicePointer address, std::size_t bytes, int device) {
  auto after = w.buffers.upper_bound(address);
  if (after == w.buffers.begin()) return false;
  const auto& [start, buffer] = *std::prev(after);
  return buffer.device == device && address - start <= buffer.bytes &&
         bytes <= buffer.bytes - (address - start);
}

int error_of(int device) {
  World& w = world();
  const std::lock_guard lock(w.mutex);
  return w.cards[static_cast<std::size_t>(device)].error;
}

void set_error(int device, int error) {
  World& w = world();
  const std::lock_guard lock(w.mutex);
  int& mine = w.cards[static_cast<std::size_t>(device)].error;
  if (mine == 0) mine = error;
}

int copy(void* to, const void* from, std::size_t bytes, api::DevicePointer on_card, int device) {
  World& w = world();
  {
    const std::lock_guard lock(w.mutex);
    if (!is_in(w, on_card, bytes, device)) return api::error_illegal_address;
  }
  std::memcpy(to, from, bytes);
  return api::success;
}

void* host(api::DevicePointer address) { return reinterpret_cast<void*>(address); }

template <class Task>
int put(api::Stream stream, Task task) {
  if (current_device() != stream->device) return invalid_context;
  if (const int error = error_of(stream->device)) return error;
  stream->put([device = stream->device, task] {
    if (error_of(device)) return;
    if (const int error = task()) set_error(device, error);
  });
  return api::success;
}

}  // namespace

namespace fake_cuda {

void add_kernel(const std::string& name, std::size_t parameter_bytes, Kernel kernel) {
  const std::lock_guard lock(world().mutex);
  world().kernels[name] = {parameter_bytes, std::move(kernel)};
}

void set_memory(std::size_t bytes) {
  const std::lock_guard lock(world().mutex);
  world().memory = bytes;
}

void set_blocks_per_multiprocessor(int blocks) { world().blocks_per_multiprocessor = blocks; }

void fail(const std::string& function, int call, int result) {
  World& w = world();
  const std::lock_guard lock(w.mutex);
  w.failures[function][w.called[function] + call] = result;
}

std::vector<Launch> launches() {
  const std::lock_guard lock(world().mutex);
  return world().launches;
}

std::vector<std::string> calls() {
  const std::lock_guard lock(world().mutex);
  return world().calls;
}

Alive alive() {
  const std::lock_guard lock(world().mutex);
  Alive now;
  now.modules = world().modules.size();
  now.streams = world().streams.size();
  now.events = world().events.size();
  now.device_buffers = world().buffers.size();
  now.pinned_buffers = world().pinned.size();
  now.pushed = contexts.size();
  for (const Card& card : world().cards) now.contexts += static_cast<std::size_t>(card.retained);
  return now;
}

std::size_t peak_memory(int device) {
  const std::lock_guard lock(world().mutex);
  return world().cards.at(static_cast<std::size_t>(device)).peak;
}

void reset() {
  World& w = world();
  std::unique_lock lock(w.mutex);
  const auto streams = std::exchange(w.streams, {});
  lock.unlock();
  for (const api::Stream stream : streams) delete stream;  // does what is left, which locks
  lock.lock();
  for (const api::Module module : w.modules) delete module;
  for (const api::Event event : w.events) delete event;
  w.modules.clear();
  w.events.clear();
  for (const auto& [address, buffer] : w.buffers) std::free(host(address));
  for (const auto& [address, bytes] : w.pinned) std::free(address);
  w.buffers.clear();
  w.pinned.clear();
  contexts.clear();
  w.kernels.clear();
  w.memory = std::size_t{1} << 30;
  w.blocks_per_multiprocessor = 2;
  w.cards = {};
  w.cards[1].context.device = 1;
  w.launches.clear();
  w.calls.clear();
  w.failures.clear();
  w.called.clear();
}

}  // namespace fake_cuda

extern "C" {

// NOLINTBEGIN(readability-identifier-naming): NVIDIA's names

#define ENTER(function) \
  if (const int result = enter(#function)) return result
#define ENTER_CURRENT(function) \
  ENTER(function);              \
  if (current_device() < 0) return invalid_context

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
      *value = 9;
      return 0;
    case api::compute_capability_minor:
      *value = 0;
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
  Card& card = world().cards.at(static_cast<std::size_t>(device));
  card.context.device = device;
  ++card.retained;
  *context = &card.context;
  return api::success;
}

int cuDevicePrimaryCtxRelease_v2(int device) {
  ENTER(cuDevicePrimaryCtxRelease_v2);
  const std::lock_guard lock(world().mutex);
  --world().cards.at(static_cast<std::size_t>(device)).retained;
  return api::success;
}

int cuCtxPushCurrent_v2(api::Context context) {
  ENTER(cuCtxPushCurrent_v2);
  contexts.push_back(context);
  return api::success;
}

int cuCtxPopCurrent_v2(api::Context* context) {
  if (contexts.empty()) return invalid_context;
  *context = contexts.back();
  contexts.pop_back();
  return api::success;
}

int cuModuleLoadData(api::Module* module, const void* image) {
  ENTER_CURRENT(cuModuleLoadData);
  const char* text = static_cast<const char*>(image);
  auto made = std::make_unique<CUmod_st>();
  made->all = std::strncmp(text,
                           "\x7f"
                           "ELF",
                           4) == 0;
  if (!made->all) {
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
    kernel = world().kernels.at(function->name);
  }
  const auto* first = static_cast<const std::byte*>(parameters[0]);
  const std::vector<std::byte> copied(first, first + kernel.parameter_bytes);
  return put(stream, [body = std::move(kernel.body), copied, grid, block] {
    return body(copied.data(), grid, block);
  });
}

int cuMemAlloc_v2(api::DevicePointer* address, std::size_t bytes) {
  ENTER_CURRENT(cuMemAlloc_v2);
  const int device = current_device();
  if (bytes == 0) return api::error_invalid_value;
  if (const int error = error_of(device)) return error;
  World& w = world();
  const std::lock_guard lock(w.mutex);
  Card& card = w.cards[static_cast<std::size_t>(device)];
  if (bytes > w.memory - std::min(card.used, w.memory)) return api::error_out_of_memory;
  void* memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  std::memset(memory, 0xcd, bytes);
  w.buffers[reinterpret_cast<std::uintptr_t>(memory)] = {bytes, device};
  card.used += bytes;
  card.peak = std::max(card.peak, card.used);
  *address = reinterpret_cast<api::DevicePointer>(memory);
  return api::success;
}

int cuMemFree_v2(api::DevicePointer address) {
  ENTER_CURRENT(cuMemFree_v2);
  World& w = world();
  const std::lock_guard lock(w.mutex);
  const auto place = w.buffers.find(address);
  if (place == w.buffers.end() || place->second.device != current_device()) {
    return api::error_invalid_value;
  }
  w.cards[static_cast<std::size_t>(place->second.device)].used -= place->second.bytes;
  w.buffers.erase(place);
  std::free(host(address));
  return api::success;
}

int cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  ENTER_CURRENT(cuMemGetInfo_v2);
  const std::lock_guard lock(world().mutex);
  const Card& card = world().cards[static_cast<std::size_t>(current_device())];
  *total = world().memory;
  *free = world().memory - std::min(card.used, world().memory);
  return api::success;
}

int cuMemHostAlloc(void** address, std::size_t bytes, unsigned) {
  ENTER_CURRENT(cuMemHostAlloc);
  *address = std::malloc(bytes);
  const std::lock_guard lock(world().mutex);
  world().pinned[*address] = bytes;
  return api::success;
}

int cuMemFreeHost(void* address) {
  ENTER_CURRENT(cuMemFreeHost);
  const std::lock_guard lock(world().mutex);
  if (world().pinned.erase(address) == 0) return api::error_invalid_value;
  std::free(address);
  return api::success;
}

int cuMemcpyHtoD_v2(api::DevicePointer to, const void* from, std::size_t bytes) {
  ENTER_CURRENT(cuMemcpyHtoD_v2);
  return copy(host(to), from, bytes, to, current_device());
}

int cuMemcpyDtoH_v2(void* to, api::DevicePointer from, std::size_t bytes) {
  ENTER_CURRENT(cuMemcpyDtoH_v2);
  return copy(to, host(from), bytes, from, current_device());
}

int cuMemcpyHtoDAsync_v2(api::DevicePointer to, const void* from, std::size_t bytes,
                         api::Stream stream) {
  ENTER_CURRENT(cuMemcpyHtoDAsync_v2);
  return put(stream, [=] { return copy(host(to), from, bytes, to, stream->device); });
}

int cuMemcpyDtoHAsync_v2(void* to, api::DevicePointer from, std::size_t bytes, api::Stream stream) {
  ENTER_CURRENT(cuMemcpyDtoHAsync_v2);
  return put(stream, [=] { return copy(to, host(from), bytes, from, stream->device); });
}

int cuStreamCreate(api::Stream* stream, unsigned) {
  ENTER_CURRENT(cuStreamCreate);
  *stream = new CUstream_st(current_device());
  const std::lock_guard lock(world().mutex);
  world().streams.insert(*stream);
  return api::success;
}

int cuStreamDestroy_v2(api::Stream stream) {
  ENTER_CURRENT(cuStreamDestroy_v2);
  {
    const std::lock_guard lock(world().mutex);
    world().streams.erase(stream);
  }
  delete stream;
  return api::success;
}

int cuStreamSynchronize(api::Stream stream) {
  ENTER_CURRENT(cuStreamSynchronize);
  if (!stream) return error_of(current_device());  // the one of copies that take no stream
  if (current_device() != stream->device) return invalid_context;
  stream->drain();
  return error_of(stream->device);
}

int cuStreamWaitEvent(api::Stream stream, api::Event event, unsigned) {
  ENTER_CURRENT(cuStreamWaitEvent);
  return put(stream, [event] {
    std::unique_lock lock(event->mutex);
    event->changed.wait(lock, [event] { return event->reached; });
    return api::success;
  });
}

int cuEventCreate(api::Event* event, unsigned) {
  ENTER_CURRENT(cuEventCreate);
  *event = new CUevent_st;
  const std::lock_guard lock(world().mutex);
  world().events.insert(*event);
  return api::success;
}

int cuEventDestroy_v2(api::Event event) {
  ENTER_CURRENT(cuEventDestroy_v2);
  {
    const std::lock_guard lock(world().mutex);
    world().events.erase(event);
  }
  delete event;
  return api::success;
}

int cuEventRecord(api::Event event, api::Stream stream) {
  ENTER_CURRENT(cuEventRecord);
  if (current_device() != stream->device) return invalid_context;
  if (const int error = error_of(stream->device)) return error;
  {
    const std::lock_guard lock(event->mutex);
    event->recorded = true;
    event->reached = false;
  }
  stream->put([event] {  // also where the card fails before: who waits shall not wait for ever
    const std::lock_guard lock(event->mutex);
    event->reached = true;
    event->time = std::chrono::steady_clock::now();
    event->changed.notify_all();
  });
  return api::success;
}

int cuEventQuery(api::Event event) {
  ENTER_CURRENT(cuEventQuery);
  const std::lock_guard lock(event->mutex);
  return event->reached ? api::success : api::error_not_ready;
}

int cuEventSynchronize(api::Event event) {
  ENTER_CURRENT(cuEventSynchronize);
  std::unique_lock lock(event->mutex);
  event->changed.wait(lock, [event] { return event->reached; });
  return api::success;
}

int cuEventElapsedTime(float* milliseconds, api::Event start, api::Event end) {
  ENTER_CURRENT(cuEventElapsedTime);
  if (!start->recorded || !end->recorded) return 400;
  *milliseconds = std::chrono::duration<float, std::milli>(end->time - start->time).count();
  return api::success;
}

// NOLINTEND(readability-identifier-naming)

}  // extern "C"
