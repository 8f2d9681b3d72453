#pragma once

// What the fake driver remembers: devices, memory, code, and what was called. Its functions stand in fake_driver.cpp (devices, code,
// launches) and fake_memory.cpp (memory, streams, events).

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "runtime/cuda/driver_api.h"
#include "tests/cuda/fake_driver/fake_driver.h"
#include "tests/cuda/fake_driver/host_code.h"
#include "tests/cuda/fake_driver/stream.h"

namespace api = diagc::cuda::api;

struct CUctx_st {
  int device;
};
struct CUmod_st {
  bool all = false;
  std::set<std::string> names;
  std::unique_ptr<fake_cuda::HostCode> code;  // of the fake NVRTC
  std::map<std::string, std::unique_ptr<CUfunc_st>> functions;
};
struct CUfunc_st {
  std::string name;
  int dynamic_shared = 48 << 10;
  fake_cuda::HostCode::Function code = {};
};
namespace fake_cuda {

/// A place in a stream's work, which lives as long as somebody waits for it.
class Place {
 public:
  void reach() {
    const std::lock_guard lock(mutex_);
    time_ = std::chrono::steady_clock::now();
    is_reached_ = true;
    changed_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return is_reached_; });
  }
  bool is_reached() const {
    const std::lock_guard lock(mutex_);
    return is_reached_;
  }
  /// When it has been reached.
  std::chrono::steady_clock::time_point time() const { return time_; }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool is_reached_ = false;
  std::chrono::steady_clock::time_point time_;
};

}  // namespace fake_cuda

struct CUevent_st {
  bool has_time;
  std::mutex mutex;
  std::shared_ptr<fake_cuda::Place> last;  // recorded, on whichever stream; null: none yet
};

namespace fake_cuda {

constexpr int invalid_context = 201, invalid_device = 101;
constexpr int most_devices = 8;

struct Gpu {
  std::size_t used = 0, peak = 0;
  int retained = 0;
  int error = 0;  // of a kernel; stays
  CUctx_st context{0};
};

/// Bytes of each device at first.
std::size_t first_memory();

struct World {
  std::mutex mutex;
  struct Kernel {
    std::size_t parameter_bytes;
    fake_cuda::Kernel body;
  };
  std::map<std::string, Kernel> kernels;
  std::size_t memory = first_memory();
  int blocks_per_multiprocessor = 2;
  std::array<Gpu, most_devices> gpus;
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

World& world();

/// Contexts that this thread has pushed.
std::vector<api::Context>& contexts();
int current_device();  ///< -1: none

int number_from(const char* variable, int otherwise);
int device_count();

/// Notes the call; the result that it shall return at once, or success.
int enter(const char* function);

/// Whether these bytes belong to one living buffer of the device.
bool is_in(World& w, api::DevicePointer address, std::size_t bytes, int device);

int error_of(int device);
void set_error(int device, int error);

int copy(void* to, const void* from, std::size_t bytes, api::DevicePointer on_gpu, int device);
void* host(api::DevicePointer address);

/// Work of a stream; an error of it stays with the device.
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

}  // namespace fake_cuda

#define ENTER(function) \
  if (const int result = enter(#function)) return result
#define ENTER_CURRENT(function) \
  ENTER(function);              \
  if (current_device() < 0) return invalid_context
