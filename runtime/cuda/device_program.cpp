#include "runtime/cuda/device_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "runtime/cuda/cubin.h"

namespace diagc::cuda {
namespace {

std::size_t blocks_of(std::size_t count, std::size_t size) {
  return count / size + (count % size != 0);
}

}  // namespace

template <class T>
DeviceProgram<T>::DeviceProgram(const Device& device, const Program& program,
                                const std::vector<std::string>& cubins)
    : device_(device), parameters_(program), workspace_(program.workspace), slab_(program.slab) {
  if (program.launches.empty()) throw std::logic_error(program.name + " launches nothing");
  check_parameters(program, cubins);
  for (const std::string& cubin : cubins) modules_.emplace_back(device_, cubin);
  for (const Launch& launch : program.launches) {
    if (launch.configurations == 0 || launch.threads == 0) {
      throw std::logic_error(program.name + ": a block of '" + launch.function +
                             "' has no threads or no configurations");
    }
    add_step(launch);
    unit_ = std::lcm(unit_, launch.configurations);
  }
  for (const std::string& table : program.tables) {
    table_memory_.emplace_back(device_, table.size());
    table_memory_.back().write(table.data(), table.size());
    tables_.push_back(table_memory_.back().address());
  }
}

template <class T>
void DeviceProgram<T>::check_parameters(const Program& program,
                                        const std::vector<std::string>& cubins) const {
  const std::size_t most = most_parameter_bytes(driver_version(), device_.info().capability);
  if (parameters_.bytes() > most) {
    throw std::runtime_error(fmt::format(
        "{}: {} inputs, {} outputs, {} tables and {} params make {} bytes of kernel parameters; {} "
        "with a driver for CUDA {}.{} takes {}{}",
        program.name, program.inputs, program.outputs, program.tables.size(), program.params,
        parameters_.bytes(), device_.label(), driver_version() / 1000, driver_version() % 1000 / 10,
        most, most == 4096 ? " (32764 from CUDA 12.1 and compute capability 7.0 on)" : ""));
  }
  for (const std::string& cubin : cubins) {
    if (!is_cubin(cubin)) continue;
    for (const KernelCode& kernel : cubin_kernels(cubin)) {
      const bool launched = std::any_of(program.launches.begin(), program.launches.end(),
                                        [&](const Launch& l) { return l.function == kernel.name; });
      if (launched && kernel.parameter_bytes != parameters_.bytes()) {
        throw std::logic_error(
            fmt::format("{}: kernel '{}' takes {} bytes of parameters, not the "
                        "{} of its inputs, outputs, tables and params",
                        program.name, kernel.name, kernel.parameter_bytes, parameters_.bytes()));
      }
    }
  }
}

template <class T>
void DeviceProgram<T>::add_step(const Launch& launch) {
  // Sources mostly stand in the order of the launches: the search begins where this one's would be.
  const Module* home = nullptr;
  for (std::size_t i = 0; i < modules_.size() && !home; ++i) {
    const Module& module = modules_[(steps_.size() + i) % modules_.size()];
    if (module.has(launch.function)) home = &module;
  }
  if (!home) {
    throw Error(fmt::format("kernel '{}' is in none of the program's CUBINs", launch.function),
                api::error_not_found);
  }
  const Function function = home->function(launch.function);
  if (launch.shared_bytes > 0) function.allow_shared(launch.shared_bytes);
  const int blocks = function.blocks_per_multiprocessor(launch.threads, launch.shared_bytes);
  const std::size_t shared = launch.shared_bytes + function.shared_bytes();
  if (blocks == 0) {
    throw std::runtime_error(fmt::format(
        "kernel '{}': no block of {} threads with {} registers each and {} bytes of shared memory "
        "fits a multiprocessor of {}",
        launch.function, launch.threads, function.registers(), shared, device_.label()));
  }
  std::size_t most = device_.info().max_grid;
  if (launch.resident) {
    most = std::min(most, static_cast<std::size_t>(blocks) *
                              static_cast<std::size_t>(device_.info().multiprocessors));
  }
  steps_.push_back({function, launch, most});
  reports_.push_back({launch.function, function.registers(), function.local_bytes(), shared, blocks,
                      launch.threads});
}

template <class T>
std::size_t DeviceProgram<T>::grid(const Step& step, std::size_t configurations) const {
  const std::size_t blocks = blocks_of(configurations, step.launch.configurations);
  return step.launch.resident ? std::min(blocks, step.most_blocks) : blocks;
}

template <class T>
std::size_t DeviceProgram<T>::workspace_bytes(std::size_t pass) const {
  std::size_t blocks = 0;
  for (const Step& step : steps_) blocks = std::max(blocks, grid(step, pass));
  return workspace_.per_configuration * blocks_of(pass, unit_) * unit_ +
         workspace_.per_block * blocks;
}

template <class T>
std::size_t DeviceProgram<T>::pass(std::size_t count, std::size_t workspace_limit) const {
  std::size_t most = slab_ > 0 ? std::min(slab_, count) : count;
  for (const Step& step : steps_) {
    // Only grids that grow with the pass have a limit; the product may exceed 64 bits.
    if (!step.launch.resident && blocks_of(most, step.launch.configurations) > step.most_blocks) {
      most = step.most_blocks * step.launch.configurations;
    }
  }
  if (most <= unit_ || workspace_bytes(most) <= workspace_limit) return most;
  // The largest multiple of the unit that fits: the workspace grows with the pass.
  std::size_t fits = 1, too_many = blocks_of(most, unit_);
  while (too_many - fits > 1) {
    const std::size_t middle = fits + (too_many - fits) / 2;
    (workspace_bytes(middle * unit_) <= workspace_limit ? fits : too_many) = middle;
  }
  return fits * unit_;
}

template <class T>
void DeviceProgram<T>::enqueue(const KernelRows<T>& rows, std::size_t begin, std::size_t end,
                               std::size_t pass, Queue& queue) const {
  if (begin >= end) return;
  const api::DevicePointer work = queue.workspace(workspace_bytes(std::min(pass, end - begin)));
  const Device::Current current(device_);
  for (std::size_t first = begin; first < end; first += std::min(pass, end - first)) {
    const std::size_t count = std::min(pass, end - first);
    std::vector<std::byte> bytes = parameters_.pack(rows, first, first + count, work, tables_);
    void* parameters[] = {bytes.data()};
    for (const Step& step : steps_) {
      const api::Result result = driver().cuLaunchKernel(
          step.function.handle(), static_cast<unsigned>(grid(step, count)), 1, 1,
          step.launch.threads, 1, 1, static_cast<unsigned>(step.launch.shared_bytes),
          queue.stream().handle(), parameters, nullptr);
      if (result != api::success) {
        throw Error(fmt::format("kernel '{}' on {}: {}", step.function.name(), device_.label(),
                                error_text(result, "cuLaunchKernel")),
                    result);
      }
    }
  }
}

template class DeviceProgram<float>;
template class DeviceProgram<double>;

}  // namespace diagc::cuda
