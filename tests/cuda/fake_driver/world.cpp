#include "tests/cuda/fake_driver/world.h"

#include <cstdlib>
#include <cstring>
#include <utility>

namespace fake_cuda {

World& world() {
  static World w;
  return w;
}

std::vector<api::Context>& contexts() {
  thread_local std::vector<api::Context> mine;
  return mine;
}

int number_from(const char* variable, int otherwise) {
  const char* text = std::getenv(variable);
  return text && *text ? std::atoi(text) : otherwise;
}

std::size_t first_memory() {
  return static_cast<std::size_t>(number_from("FAKE_CUDA_MEMORY", 1024)) << 20;
}

int device_count() { return number_from("FAKE_CUDA_DEVICES", 2); }

int enter(const char* function) {
  World& w = world();
  const std::lock_guard lock(w.mutex);
  w.calls.emplace_back(function);
  const int number = ++w.called[function];
  const auto wanted = w.failures.find(function);
  if (wanted == w.failures.end() || !wanted->second.contains(number)) return api::success;
  return wanted->second.at(number);
}

int current_device() { return contexts().empty() ? -1 : contexts().back()->device; }

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
  return w.gpus[static_cast<std::size_t>(device)].error;
}

void set_error(int device, int error) {
  World& w = world();
  const std::lock_guard lock(w.mutex);
  int& mine = w.gpus[static_cast<std::size_t>(device)].error;
  if (mine == 0) mine = error;
}

int copy(void* to, const void* from, std::size_t bytes, api::DevicePointer on_gpu, int device) {
  World& w = world();
  {
    const std::lock_guard lock(w.mutex);
    if (!is_in(w, on_gpu, bytes, device)) return api::error_illegal_address;
  }
  std::memcpy(to, from, bytes);
  return api::success;
}

/// The device that is not one has the memory of this process.
/// NOLINTNEXTLINE(performance-no-int-to-ptr)
void* host(api::DevicePointer address) { return reinterpret_cast<void*>(address); }

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
  now.pushed = contexts().size();
  for (const Gpu& gpu : world().gpus) now.contexts += static_cast<std::size_t>(gpu.retained);
  return now;
}

std::size_t peak_memory(int device) {
  const std::lock_guard lock(world().mutex);
  return world().gpus.at(static_cast<std::size_t>(device)).peak;
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
  contexts().clear();
  w.kernels.clear();
  w.memory = first_memory();
  w.blocks_per_multiprocessor = 2;
  w.gpus = {};
  w.launches.clear();
  w.calls.clear();
  w.failures.clear();
  w.called.clear();
}

}  // namespace fake_cuda
