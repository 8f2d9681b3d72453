#include "library/gpu_code.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "compiler/emit/layout.h"
#include "diagc/compile.h"
#include "runtime/cuda/occupancy.h"
#include "runtime/cuda/workers.h"
#include "runtime/system/thread_pool.h"

namespace diagc {

namespace {

cuda::Program program_for_gpus(const CudaProgram& program, const Graph& graph) {
  const Signature& signature = graph.signature();
  cuda::Program result;
  result.name = signature.name;
  for (std::size_t i = 0; i < program.kernels.size(); ++i) {
    result.sources.push_back({program.launches[i].function + ".cu", program.source(i)});
  }
  result.inputs = signature.inputs.size();
  result.outputs = signature.outputs.size();
  result.params = rows(signature.params);
  for (const CudaTable& table : program.tables) result.tables.push_back(table.bytes);
  for (const CudaLaunch& launch : program.launches) {
    result.launches.push_back({.function = launch.function,
                               .threads = launch.threads,
                               .configurations = launch.configurations,
                               .shared_bytes = launch.shared_bytes,
                               .resident = launch.resident});
  }
  result.workspace = {program.workspace_bytes, program.block_bytes};
  result.slab = program.slab;
  return result;
}

const cuda::KernelCode* code_of(const std::vector<cuda::KernelCode>& code,
                                const std::string& function) {
  const auto found = std::ranges::find(code, function, &cuda::KernelCode::name);
  return found == code.end() ? nullptr : &*found;
}

void take(Kernel::GpuCode& row, const cuda::KernelCode& code) {
  row.code_bytes = code.code_bytes;
  row.spill_bytes = code.spill_stores + code.spill_loads;
}

template <class T>
std::vector<Kernel::GpuCode> functions_of(const cuda::Kernel<T>& kernel) {
  std::vector<Kernel::GpuCode> functions;
  for (const cuda::LaunchReport& launch : kernel.launches(0)) {
    Kernel::GpuCode& row = functions.emplace_back();
    row.function = launch.function;
    row.registers = launch.registers;
    row.local_bytes = launch.local_bytes;
    row.shared_bytes = launch.shared_bytes;
    row.threads = launch.threads;
    row.blocks = launch.blocks_per_multiprocessor;
    if (const auto* compiled = code_of(kernel.code(0), launch.function)) take(row, *compiled);
  }
  return functions;
}

cuda::BuildOptions build_options(const GpuRequest& request) {
  return {.cache = request.cache,
          .metadata = request.metadata,
          .workers = {.command = request.worker},
          .stop = request.stop};
}

[[noreturn]] void refused(const cuda::Refused& error) {
  throw std::logic_error(std::string("NVRTC refuses an emitted source: ") + error.what());
}

template <class T>
cuda::Kernel<T> loaded(const CudaProgram& program, const Graph& graph, const GpuRequest& request) {
  cuda::KernelOptions options;
  options.devices = request.devices;
  options.threads = request.threads == 0 ? available_threads() : request.threads;
  options.build = build_options(request);
  try {
    return cuda::Kernel<T>(program_for_gpus(program, graph), options);
  } catch (const cuda::Refused& error) {
    refused(error);
  }
}

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

CudaDevice cuda_device(const cuda::DeviceInfo& gpu) {
  CudaDevice device = cuda_device(gpu.architecture).value_or(CudaDevice{});
  // What the driver does not tell grows with the number of multiprocessors.
  device.memory_bytes_per_s *= static_cast<double>(gpu.multiprocessors) / device.multiprocessors;
  device.arch = gpu.architecture;
  device.multiprocessors = static_cast<unsigned>(gpu.multiprocessors);
  device.cache_bytes = gpu.l2;
  device.shared_bytes = gpu.shared;
  device.clock = 1e6 * gpu.clock;
  return device;
}

template <class T>
GpuCode<T>::GpuCode(const CudaProgram& program, const Graph& graph, const GpuRequest& request)
    : load_seconds(-seconds_now()), kernel(loaded<T>(program, graph, request)) {
  compile_seconds = kernel.compile_seconds();
  load_seconds += seconds_now() - compile_seconds;
  from_cache = kernel.from_cache() == program.kernels.size();
  functions = functions_of(kernel);
}

template struct GpuCode<float>;
template struct GpuCode<double>;

std::vector<Kernel::GpuCode> functions_for(const CudaProgram& program, const Graph& graph,
                                           const std::string& architecture,
                                           const GpuRequest& request) {
  const auto limits = cuda::multiprocessor_limits(architecture);
  if (!limits) throw std::logic_error("no limits of the architecture " + architecture);
  cuda::Built built;
  try {
    built = cuda::build(program_for_gpus(program, graph).sources, {.architecture = architecture},
                        build_options(request));
  } catch (const cuda::Refused& error) {
    refused(error);
  }
  std::vector<cuda::KernelCode> code;
  for (const cuda::Object& object : built.objects) {
    code.insert(code.end(), object.kernels.begin(), object.kernels.end());
  }
  std::vector<Kernel::GpuCode> functions;
  for (const CudaLaunch& launch : program.launches) {
    const auto* compiled = code_of(code, launch.function);
    if (!compiled) throw std::logic_error("no code of the kernel " + launch.function);
    Kernel::GpuCode& row = functions.emplace_back();
    row.function = launch.function;
    row.registers = compiled->registers;
    row.local_bytes = compiled->stack_bytes;
    row.shared_bytes = compiled->shared_bytes + launch.shared_bytes;
    row.threads = launch.threads;
    row.blocks =
        cuda::blocks_per_multiprocessor(*limits, row.threads, row.registers, row.shared_bytes);
    take(row, *compiled);
  }
  return functions;
}

int cuda_compile_worker(const std::vector<std::string>& arguments) {
  return cuda::compile_worker(arguments);
}

}  // namespace diagc
