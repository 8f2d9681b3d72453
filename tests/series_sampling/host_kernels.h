// Kernels of devices as C++ on the host, for the fake driver.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "compiler/driver/compilation.h"
#include "compiler/emit/choice/candidates.h"
#include "compiler/emit/choice/emit.h"
#include "diagc/compile.h"
#include "tests/cuda/fake_driver/fake_driver.h"
#include "tests/series_sampling/cuda_shim.h"
#include "toolchain/client/toolchain.h"

namespace diagc::series {

/// CUDA source of kernels that take a struct so named, as C++.
class HostModule {
 public:
  HostModule(const std::string& source, std::vector<std::string> kernels, const std::string& taken)
      : names_(std::move(kernels)),
        module_(toolchain::Module::load(
            toolchain::compile({text(source, taken), "step.cu", toolchain::resolve_cpu("native")},
                               toolchain::Product::object))) {}

  const std::vector<std::string>& names() const { return names_; }
  std::size_t parameter_bytes() const {
    return *static_cast<const std::size_t*>(module_.symbol("parameter_bytes"));
  }
  int run(const std::string& name, const void* parameters, unsigned grid, unsigned threads) const {
    // One launch at a time, whatever device it is for: its threads have their numbers from variables of the module.
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    auto* const kernel = module_.function<void(const void*)>("run_" + name);
    auto& block = *static_cast<std::uint32_t*>(module_.symbol("blockIdx"));
    auto& thread = *static_cast<std::uint32_t*>(module_.symbol("threadIdx"));
    *static_cast<std::uint32_t*>(module_.symbol("gridDim")) = grid;
    for (block = 0; block < grid; ++block) {
      for (thread = 0; thread < threads; ++thread) kernel(parameters);
    }
    return 0;
  }
  /// Its kernels are those of the fake driver from now on.
  void register_all() const {
    for (const std::string& name : names_) {
      fake_cuda::add_kernel(name, parameter_bytes(),
                            [this, name](const void* parameters, unsigned grid, unsigned threads) {
                              return run(name, parameters, grid, threads);
                            });
    }
  }

 private:
  std::string text(const std::string& source, const std::string& taken) const {
    std::string text = cuda_shim + source +
                       "extern \"C\" { extern const Size parameter_bytes = sizeof(" + taken +
                       "); }\n";
    for (const std::string& name : names_) {
      text += "extern \"C\" void run_" + name + "(const void *p) { " + name + "(*(const " + taken +
              " *)p); }\n";
    }
    return text;
  }

  std::vector<std::string> names_;
  toolchain::Module module_;
};

inline constexpr const char* rule_file =
    DIAGC_SOURCE_DIR "/grammars/hubbard/hubbard_sun_density.diag";

/// The kernels of a graph as C++, and what the library makes of them on the fake device.
struct GpuKernel {
  GpuKernel(std::uint32_t order, diagc::Precision precision, const std::string& schedule,
            const std::string& rules = rule_file, const std::string& order_static = "n")
      : program(emitted(rules, {{order_static, std::to_string(order)}}, precision, schedule)),
        module(program.source(), functions(program), "Batch") {
    module.register_all();
    const Compiled compiled =
        compile_file(rules, {.statics = {{order_static, std::to_string(order)}},
                             .precision = precision,
                             .target = Target::cuda,
                             .cuda_schedule = schedule,
                             .use_cache = false});
    if (!compiled.kernel) throw std::runtime_error(compiled.diagnostics.at(0).rendered);
    kernel.emplace(*compiled.kernel);
  }

  CudaProgram program;
  HostModule module;
  std::optional<Kernel> kernel;

 private:
  static CudaProgram emitted(const std::string& file,
                             const std::map<std::string, std::string>& statics,
                             diagc::Precision precision, const std::string& schedule) {
    const rules::Rules rules = read_rules(read_source(file));
    FrontOptions front;
    front.expand.statics = statics;
    front.passes.disabled.push_back(cuda_disabled_pass);
    const Graph graph = expand_and_simplify(rules, front).graph;
    const CudaCandidate candidate = *cuda_candidate(schedule);
    CudaOptions options;
    options.single_precision = precision == diagc::Precision::fp32;
    return emit_cuda(graph, schedule_kernel(rules, front, graph, schedule_options(candidate)),
                     cuda_options(candidate, options));
  }
  static std::vector<std::string> functions(const CudaProgram& program) {
    std::vector<std::string> names;
    for (const CudaLaunch& launch : program.launches) names.push_back(launch.function);
    return names;
  }
};

}  // namespace diagc::series
