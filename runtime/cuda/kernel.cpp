#include "runtime/cuda/kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <stdexcept>
#include <thread>

#include "runtime/cuda/array_blocks.h"

namespace diagc::cuda {
namespace {

/// Shares of a batch begin at multiples of this many configurations.
constexpr std::size_t share_unit = 64;

/// Whether a device refuses code that was made for it: then the code is not what it seems.
bool is_unfit(const Error& error) {
  return error.code == api::error_invalid_image || error.code == api::error_no_binary_for_gpu ||
         error.code == api::error_invalid_source || error.code == api::error_not_found;
}

std::vector<Device> open(const std::vector<int>& numbers) {
  if (numbers.empty()) throw std::runtime_error("a CUDA kernel needs a device");
  std::vector<Device> list;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (std::find(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(i), numbers[i]) !=
        numbers.begin() + static_cast<std::ptrdiff_t>(i)) {
      throw std::runtime_error(fmt::format("CUDA device {} is named twice", numbers[i]));
    }
    list.emplace_back(numbers[i]);
  }
  return list;
}

}  // namespace

template <class T>
struct Kernel<T>::State {
  struct OnDevice {
    std::shared_ptr<const DeviceProgram<T>> program;
    std::unique_ptr<ArrayBlocks<T>> arrays;
    std::vector<KernelCode> code;
    std::size_t memory_limit = 0;
  };

  State(const Program& program, const KernelOptions& options) {
    const std::vector<Device> gpus = open(options.devices);
    BuildOptions build_options = options.build;
    build_options.driver_version = driver_version();
    std::map<std::string, Built> built;  // by architecture
    const auto build_for = [&](const std::string& architecture) {
      if (program.sources.empty()) return Built{};
      Built result =
          build(program.sources,
                {.architecture = architecture, .product = Product::cubin, .extra = program.options},
                build_options);
      compile_seconds += result.compile_seconds;
      return result;
    };
    for (const Device& gpu : gpus) {
      const std::string& architecture = gpu.info().architecture;
      if (!built.contains(architecture)) built[architecture] = build_for(architecture);
      try {
        add(gpu, program, built[architecture], options);
      } catch (const Error& error) {
        if (!is_unfit(error) || built[architecture].from_cache == 0) throw;
        build_options.look_in_cache = false;
        built[architecture] = build_for(architecture);
        add(gpu, program, built[architecture], options);
      }
    }
    for (const auto& [architecture, result] : built) from_cache += result.from_cache;
  }

  void add(const Device& gpu, const Program& program, const Built& built,
           const KernelOptions& options) {
    OnDevice here;
    std::vector<std::string> cubins;
    for (const Object& object : built.objects) {
      cubins.push_back(object.bytes);
      here.code.insert(here.code.end(), object.kernels.begin(), object.kernels.end());
    }
    cubins.insert(cubins.end(), program.cubins.begin(), program.cubins.end());
    here.program = std::make_shared<const DeviceProgram<T>>(gpu, program, cubins);
    here.memory_limit = options.memory_limit > 0 ? options.memory_limit : gpu.free_memory() / 5 * 4;
    here.arrays = std::make_unique<ArrayBlocks<T>>(
        here.program, ArrayLimits{here.memory_limit, options.block_bytes, options.threads});
    devices.push_back(std::move(here));
  }

  /// Where the share of each device begins, and where the last ends: in proportion to
  /// multiprocessors.
  std::vector<std::size_t> shares(std::size_t configurations) const {
    std::size_t all = 0;
    for (const OnDevice& each : devices) all += multiprocessors(each);
    std::vector<std::size_t> edges{0};
    std::size_t before = 0;
    for (const OnDevice& each : devices) {
      before += multiprocessors(each);
      const std::size_t units = configurations / share_unit;
      const std::size_t edge = (units / all * before + units % all * before / all) * share_unit;
      edges.push_back(before == all ? configurations : edge);
    }
    return edges;
  }

  static std::size_t multiprocessors(const OnDevice& each) {
    return static_cast<std::size_t>(std::max(each.program->device().info().multiprocessors, 1));
  }

  std::vector<OnDevice> devices;
  std::size_t from_cache = 0;
  double compile_seconds = 0;
};

template <class T>
Kernel<T>::Kernel(const Program& program, const KernelOptions& options)
    : state_(std::make_shared<State>(program, options)) {}

template <class T>
std::size_t Kernel<T>::devices() const {
  return state_->devices.size();
}

template <class T>
const DeviceInfo& Kernel<T>::device(std::size_t index) const {
  return state_->devices.at(index).program->device().info();
}

template <class T>
const std::vector<KernelCode>& Kernel<T>::code(std::size_t index) const {
  return state_->devices.at(index).code;
}

template <class T>
const std::vector<LaunchReport>& Kernel<T>::launches(std::size_t index) const {
  return state_->devices.at(index).program->launches();
}

template <class T>
std::size_t Kernel<T>::from_cache() const {
  return state_->from_cache;
}

template <class T>
double Kernel<T>::compile_seconds() const {
  return state_->compile_seconds;
}

template <class T>
Queue Kernel<T>::queue(std::size_t index) const {
  return Queue(state_->devices.at(index).program->device());
}

template <class T>
void Kernel<T>::enqueue(const KernelRows<T>& rows, std::size_t begin, std::size_t end,
                        Queue& queue) const {
  if (begin >= end) return;
  const int number = queue.device().info().number;
  for (const auto& each : state_->devices) {
    if (each.program->device().info().number != number) continue;
    std::size_t pass = each.program->pass(end - begin, each.memory_limit);
    if (each.program->workspace_bytes(pass) > queue.workspace_bytes()) {
      // What others have taken of the device since the kernel was loaded is not there for the workspace. Asking takes as long as a small batch.
      const std::size_t free = queue.workspace_bytes() + queue.device().free_memory() / 8 * 7;
      pass = each.program->pass(end - begin, std::min(each.memory_limit, free));
    }
    each.program->enqueue(rows, begin, end, pass, queue);
    return;
  }
  throw std::logic_error(fmt::format("the kernel is not on {}", queue.device().label()));
}

template <class T>
void Kernel<T>::evaluate_arrays(std::span<const Binding<ConstArray>> inputs,
                                std::span<const Binding<MutableArray>> outputs, const T* params,
                                std::size_t configurations) const {
  const ArrayBatch<T> batch{inputs, outputs, params};
  const std::vector<std::size_t> edges = state_->shares(configurations);
  std::atomic<bool> stop = false;
  std::vector<std::exception_ptr> errors(devices());
  const auto evaluate_share = [&](std::size_t i) {
    try {
      state_->devices[i].arrays->evaluate(batch, edges[i], edges[i + 1], stop);
    } catch (...) {
      errors[i] = std::current_exception();
      stop = true;
    }
  };
  {
    std::vector<std::jthread> threads;  // joined at the end of the block
    for (std::size_t i = 1; i < devices(); ++i) {
      if (edges[i] == edges[i + 1]) continue;
      threads.emplace_back(evaluate_share, i);
    }
    evaluate_share(0);
  }
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

template class Kernel<float>;
template class Kernel<double>;

}  // namespace diagc::cuda
