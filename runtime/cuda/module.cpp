#include "runtime/cuda/module.h"

#include <fmt/format.h>

#include <stdexcept>

namespace diagc::cuda {
namespace {

api::Module load(const Device& device, const std::string& cubin) {
  const Device::Current current(device);
  api::Module module = nullptr;
  const api::Result result = driver().cuModuleLoadData(&module, cubin.c_str());
  if (result != api::success) {
    throw Error(fmt::format("code for {} of architecture {} does not load: {}", device.label(),
                            device.info().architecture, error_text(result, "cuModuleLoadData")),
                result);
  }
  return module;
}

}  // namespace

int Function::attribute(api::FunctionAttribute which) const {
  const Device::Current current(device_);
  int value = 0;
  check(driver().cuFuncGetAttribute(&value, which, function_), "cuFuncGetAttribute");
  return value;
}

int Function::registers() const { return attribute(api::num_regs); }

std::size_t Function::local_bytes() const {
  return static_cast<std::size_t>(attribute(api::local_size_bytes));
}

std::size_t Function::shared_bytes() const {
  return static_cast<std::size_t>(attribute(api::shared_size_bytes));
}

int Function::max_threads() const { return attribute(api::max_threads_per_block); }

void Function::allow_shared(std::size_t bytes) const {
  const std::size_t fixed = shared_bytes();
  if (bytes + fixed > device_.info().shared) {
    throw std::runtime_error(fmt::format("{} needs {} bytes of shared memory a block; {} has {}",
                                         name_, bytes + fixed, device_.label(),
                                         device_.info().shared));
  }
  const Device::Current current(device_);
  check(driver().cuFuncSetAttribute(function_, api::max_dynamic_shared_size_bytes,
                                    static_cast<int>(bytes)),
        "cuFuncSetAttribute");
}

void Function::prefer_shared() const {
  constexpr int all = 100;
  const Device::Current current(device_);
  check(driver().cuFuncSetAttribute(function_, api::preferred_shared_memory_carveout, all),
        "cuFuncSetAttribute");
}

int Function::blocks_per_multiprocessor(unsigned threads, std::size_t shared_bytes) const {
  const Device::Current current(device_);
  int blocks = 0;
  check(driver().cuOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, function_, static_cast<int>(threads), shared_bytes),
        "cuOccupancyMaxActiveBlocksPerMultiprocessor");
  return blocks;
}

Module::Module(const Device& device, const std::string& cubin)
    : module_(device, load(device, cubin), driver().cuModuleUnload) {}

bool Module::has(const std::string& function) const {
  const Device::Current current(module_.device());
  api::Function found = nullptr;
  const api::Result result = driver().cuModuleGetFunction(&found, module_.get(), function.c_str());
  if (result != api::error_not_found) check(result, "cuModuleGetFunction");
  return result == api::success;
}

Function Module::function(const std::string& name) const {
  const Device::Current current(module_.device());
  api::Function found = nullptr;
  const api::Result result = driver().cuModuleGetFunction(&found, module_.get(), name.c_str());
  if (result != api::success) {
    throw Error(fmt::format("kernel '{}': {}", name, error_text(result, "cuModuleGetFunction")),
                result);
  }
  return {module_.device(), found, name};
}

}  // namespace diagc::cuda
