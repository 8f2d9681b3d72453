#pragma once

#include <cstddef>
#include <string>

#include "runtime/cuda/device.h"

namespace diagc::cuda {

/// A function of a loaded CUBIN, as long as its module lives.
class Function {
 public:
  const std::string& name() const { return name_; }
  int registers() const;             ///< a thread
  std::size_t local_bytes() const;   ///< a thread: spilled registers and stack
  std::size_t shared_bytes() const;  ///< static, a block
  int max_threads() const;           ///< a block

  /// Lets launches have so much dynamic shared memory. Throws std::runtime_error, with the
  /// device's limit, where it is too much.
  void allow_shared(std::size_t bytes) const;
  /// Lets multiprocessors that run it have as much shared memory as they can, and as little of a first-level cache.
  void prefer_shared() const;

  /// How many blocks of so many threads and bytes of dynamic shared memory run on a multiprocessor
  /// at once.
  int blocks_per_multiprocessor(unsigned threads, std::size_t shared_bytes) const;

  api::Function handle() const { return function_; }
  const Device& device() const { return device_; }

 private:
  friend class Module;
  Function(Device device, api::Function function, std::string name)
      : device_(std::move(device)), function_(function), name_(std::move(name)) {}
  int attribute(api::FunctionAttribute which) const;

  Device device_;
  api::Function function_;
  std::string name_;
};

/// A CUBIN on a device.
class Module {
 public:
  /// Throws Error where the device cannot run it.
  Module(const Device& device, const std::string& cubin);

  bool has(const std::string& function) const;
  /// Throws Error where there is none of this name.
  Function function(const std::string& name) const;

 private:
  Owned<api::Module> module_;
};

}  // namespace diagc::cuda
