#include "library/card_code.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "compiler/emit/layout.h"
#include "diagc/compile.h"
#include "runtime/cpu/thread_pool.h"
#include "runtime/cuda/occupancy.h"
#include "runtime/cuda/workers.h"

namespace diagc {

namespace {

cuda::Program program_for_cards(const CudaProgram& program, const Graph& graph) {
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
  result.workspace.per_configuration = program.workspace_bytes;
  result.slab = program.slab;
  return result;
}

const cuda::KernelCode* code_of(const std::vector<cuda::KernelCode>& code,
                                const std::string& function) {
  const auto found = std::ranges::find(code, function, &cuda::KernelCode::name);
  return found == code.end() ? nullptr : &*found;
}

void take(Kernel::CardCode& row, const cuda::KernelCode& code) {
  row.code_bytes = code.code_bytes;
  row.spill_bytes = code.spill_stores + code.spill_loads;
}

template <class T>
void describe_code(Kernel::Implementation& kernel, const cuda::Kernel<T>& code) {
  for (const cuda::LaunchReport& launch : code.launches(0)) {
    Kernel::CardCode& row = kernel.card_code.emplace_back();
    row.function = launch.function;
    row.registers = launch.registers;
    row.local_bytes = launch.local_bytes;
    row.shared_bytes = launch.shared_bytes;
    row.threads = launch.threads;
    row.blocks = launch.blocks_per_multiprocessor;
    if (const auto* compiled = code_of(code.code(0), launch.function)) take(row, *compiled);
  }
}

cuda::BuildOptions build_options(const CardRequest& request) {
  return {.cache = request.cache,
          .metadata = request.metadata,
          .workers = {.command = request.worker},
          .stop = request.stop};
}

template <class T>
void load(Kernel::Implementation& kernel, const CudaProgram& program, const Graph& graph,
          const CardRequest& request) {
  cuda::KernelOptions options;
  options.devices = request.devices;
  options.threads = request.threads == 0 ? available_threads() : request.threads;
  options.build = build_options(request);
  const auto start = std::chrono::steady_clock::now();
  const cuda::Kernel<T> code(program_for_cards(program, graph), options);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  kernel.times.compile = code.compile_seconds();
  kernel.times.load = seconds - code.compile_seconds();
  kernel.from_cache = code.from_cache() == program.kernels.size();
  describe_code(kernel, code);
  kernel.code = code;
}

[[noreturn]] void refused(const cuda::Refused& error) {
  throw std::logic_error(std::string("NVRTC refuses an emitted source: ") + error.what());
}

}  // namespace

CudaDevice cuda_device(const std::vector<int>& devices) {
  const cuda::DeviceInfo info = cuda::Device(devices.empty() ? 0 : devices.front()).info();
  return {.arch = info.architecture,
          .multiprocessors = static_cast<unsigned>(info.multiprocessors),
          .cache_bytes = info.l2,
          .shared_bytes = info.shared};
}

Schedule schedule_for_card(const rules::Rules& rules, const FrontOptions& front_options,
                           const Graph& graph, const std::string& name, CudaOptions& options) {
  const auto scheduled = [&](CudaSchedule schedule) {
    options.schedule = schedule;
    return schedule_kernel(rules, front_options, graph, schedule_options(schedule));
  };
  if (const std::optional<CudaSchedule> schedule = cuda_schedule(name)) return scheduled(*schedule);
  if (name != "auto") {
    throw InputError(Diagnostic{.code = Code::definition,
                                .path = {},
                                .position = {0, 0},
                                .message = "found the CUDA schedule " + diagc::quoted(name) +
                                           ", expected straight, chunked, windowed or auto"});
  }
  Schedule whole = scheduled(CudaSchedule::straight);
  const CudaSchedule fitting = fitting_schedule(graph, whole, options.single_precision);
  options.schedule = fitting;
  return fitting == CudaSchedule::chunked ? scheduled(fitting) : std::move(whole);
}

void load_on_cards(Kernel::Implementation& kernel, const CudaProgram& program, const Graph& graph,
                   const CardRequest& request) {
  try {
    if (kernel.precision == Precision::fp32) {
      load<float>(kernel, program, graph, request);
    } else {
      load<double>(kernel, program, graph, request);
    }
  } catch (const cuda::Refused& error) {
    refused(error);
  }
}

void describe_code_for(Kernel::Implementation& kernel, const CudaProgram& program,
                       const Graph& graph, const std::string& architecture,
                       const CardRequest& request) {
  const auto limits = cuda::multiprocessor_limits(architecture);
  if (!limits) throw std::logic_error("no limits of the architecture " + architecture);
  cuda::Built built;
  try {
    built = cuda::build(program_for_cards(program, graph).sources, {.architecture = architecture},
                        build_options(request));
  } catch (const cuda::Refused& error) {
    refused(error);
  }
  std::vector<cuda::KernelCode> code;
  for (const cuda::Object& object : built.objects) {
    code.insert(code.end(), object.kernels.begin(), object.kernels.end());
  }
  for (const CudaLaunch& launch : program.launches) {
    const auto* compiled = code_of(code, launch.function);
    if (!compiled) throw std::logic_error("no code of the kernel " + launch.function);
    Kernel::CardCode& row = kernel.card_code.emplace_back();
    row.function = launch.function;
    row.registers = compiled->registers;
    row.local_bytes = compiled->stack_bytes;
    row.shared_bytes = compiled->shared_bytes + launch.shared_bytes;
    row.threads = launch.threads;
    row.blocks =
        cuda::blocks_per_multiprocessor(*limits, row.threads, row.registers, row.shared_bytes);
    take(row, *compiled);
  }
  kernel.times.compile = built.compile_seconds;
  kernel.from_cache = built.from_cache == program.kernels.size();
}

int cuda_compile_worker(const std::vector<std::string>& arguments) {
  return cuda::compile_worker(arguments);
}

}  // namespace diagc
