// What a population needs of a device: memory, a module with the parts of its steps, and a stream that they run on one after the other.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "runtime/cuda/driver.h"
#include "runtime/cuda/memory.h"
#include "runtime/cuda/module.h"
#include "runtime/cuda/queue.h"

namespace diagc::runs {

struct LaunchShape {
  std::size_t blocks = 0;  ///< 0: nothing is launched
  unsigned threads = 128;
  std::size_t shared_bytes = 0;  ///< dynamic, a block
};

/// For one thread at a time. Throws what runtime/cuda throws.
class Device {
 public:
  Device(const cuda::Device& device, const std::string& cubin)
      : device_(device), module_(device, cubin), queue_(device) {}

  const cuda::Device& device() const { return device_; }
  cuda::Queue& queue() { return queue_; }

  /// Memory with whatever was last there, as long as this object lives.
  template <class T>
  T* memory(std::size_t count) {
    return buffers_.emplace_back(device_, count * sizeof(T)).template as<T>();
  }
  /// Copies `data` to new memory of the device, which `buffers` owns.
  const void* copied(std::vector<cuda::DeviceBuffer>& buffers, const void* data,
                     std::size_t bytes) const {
    cuda::DeviceBuffer& buffer = buffers.emplace_back(device_, bytes);
    if (bytes > 0) buffer.write(data, bytes);
    return buffer.as<const std::byte>();
  }
  template <class T>
  const T* constant(const std::vector<T>& numbers) {
    return static_cast<const T*>(copied(buffers_, numbers.data(), numbers.size() * sizeof(T)));
  }

  /// Copies that begin when what was launched before has ended; they return when they are done.
  template <class T>
  void write(T* to, const T* from, std::size_t count) {
    queue_.stream().copy_in(reinterpret_cast<cuda::api::DevicePointer>(to), from,
                            count * sizeof(T));
    queue_.synchronize();
  }
  template <class T>
  void read(T* to, const T* from, std::size_t count) const {
    queue_.stream().copy_out(to, reinterpret_cast<cuda::api::DevicePointer>(from),
                             count * sizeof(T));
    queue_.synchronize();
  }
  template <class T>
  void copy(T* to, const T* from, std::size_t count) {
    queue_.stream().copy_within(reinterpret_cast<cuda::api::DevicePointer>(to),
                                reinterpret_cast<cuda::api::DevicePointer>(from),
                                count * sizeof(T));
    queue_.synchronize();
  }

  /// Launches the kernel of this name; its one parameter is copied before this returns.
  template <class Parameter>
  void launch(const std::string& name, const LaunchShape& shape, Parameter& parameter) {
    launch(name, shape, parameter, queue_.stream());
  }
  /// The same on another stream.
  template <class Parameter>
  void launch(const std::string& name, const LaunchShape& shape, Parameter& parameter,
              const cuda::Stream& stream) {
    if (shape.blocks == 0) return;
    auto found = functions_.find(name);
    if (found == functions_.end()) {
      found = functions_.emplace(name, module_.function(name)).first;
      if (shape.shared_bytes > 0) found->second.allow_shared(shape.shared_bytes);
    }
    const cuda::Device::Current current(device_);
    void* parameters[] = {&parameter};
    cuda::check(
        cuda::driver().cuLaunchKernel(
            found->second.handle(), static_cast<unsigned>(shape.blocks), 1, 1, shape.threads, 1, 1,
            static_cast<unsigned>(shape.shared_bytes), stream.handle(), parameters, nullptr),
        "cuLaunchKernel");
  }
  void synchronize() const { queue_.synchronize(); }

 private:
  cuda::Device device_;
  cuda::Module module_;
  std::map<std::string, cuda::Function, std::less<>> functions_;
  std::vector<cuda::DeviceBuffer> buffers_;
  cuda::Queue queue_;  ///< last: its end waits for work that uses the rest
};

}  // namespace diagc::runs
