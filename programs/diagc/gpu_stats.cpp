#include "programs/diagc/gpu_stats.h"

#include <algorithm>
#include <cstdio>
#include <optional>

#include <fmt/format.h>

#include "library/describe.h"
#include "library/gpu_code.h"
#include "library/gpu_plan.h"
#include "library/options.h"
#include "programs/command/output.h"
#include "programs/command/progress.h"
#include "programs/command/result_rows.h"
#include "programs/command/rule_file.h"
#include "runtime/cuda/occupancy.h"
#include "runtime/system/thread_pool.h"

namespace diagc {

namespace {

constexpr const char* default_arch = "sm_90";

/// The device that is asked, or nothing.
std::optional<cuda::DeviceInfo> gpu_for(const std::string& arch, const std::vector<int>& devices) {
  if (!cuda::why_no_driver().empty()) return std::nullopt;
  const cuda::DeviceInfo gpu = cuda::Device(devices.front()).info();
  return arch.empty() || arch == gpu.architecture ? std::optional(gpu) : std::nullopt;
}

std::optional<Cache> open_cache(const KernelOptions& options) {
  if (options.no_cache) return std::nullopt;
  CacheOptions result = cache_options_from_environment();
  result.warn = [](const std::string& warning) {
    Progress::clear_line();
    write_note("warning: " + warning);
  };
  return Cache(std::move(result));
}

const std::vector<Column> columns = {{"schedule", 8, true},
                                     {"kernel", 28, true},
                                     {"registers"},
                                     {"spill_bytes", 6, false, "spills"},
                                     {"stack_bytes", 6, false, "stack"},
                                     {"code_bytes", 8, false, "code"},
                                     {"static_shared_bytes", 6, false, "static"},
                                     {"dynamic_shared_bytes", 7, false, "dynamic"},
                                     {"threads"},
                                     {"configurations", 7, false, "configs"},
                                     {"blocks"},
                                     {"warps"},
                                     {"workspace_bytes", 9, false, "workspace"},
                                     {"slab", 7},
                                     {"occupancy_from", 0, false, "", false}};

class GpuStatistics {
 public:
  GpuStatistics(const RuleOptions& rule_options, const KernelOptions& kernel_options,
                const rules::Rules& rules, const std::string& arch)
      : rule_options_(rule_options),
        kernel_options_(kernel_options),
        rules_(rules),
        gpu_(gpu_for(arch, kernel_options.devices)),
        arch_(gpu_           ? gpu_->architecture
              : arch.empty() ? default_arch
                             : arch),
        cache_(open_cache(kernel_options)) {}

  void add_rows(const StaticValues& statics, ResultRows& rows) {
    const std::string where = " " + to_string(statics);
    const CompileOptions compile = compile_options(rule_options_, kernel_options_, statics);
    const FrontOptions front_options = front_end_options(compile, nullptr);
    progress_.stage("expanding" + where);
    Front front = expand_and_simplify(rules_, front_options);
    front.expansion = {};
    progress_.stage("scheduling" + where);
    CudaOptions options;
    options.single_precision = compile.precision == Precision::fp32;
    options.device = gpu_ ? cuda_device(*gpu_) : *cuda_device(arch_);
    GpuPlanner planner(rules_, front_options, front.graph, options);
    const std::optional<CudaCandidate> asked = asked_candidate(compile.cuda_schedule);
    const GpuPlan plan = asked ? planner.plan(*asked) : modelled_plan(planner, available_threads());

    Kernel::Implementation kernel;
    describe(*plan.graph, kernel);
    kernel.precision = compile.precision;
    kernel.figures = kernel_figures(*plan.graph, plan.schedule);
    progress_.stage("compiling" + where);
    const GpuRequest request{.devices = {compile.devices.front()},
                             .worker = compile.compile_worker,
                             .metadata = cache_metadata(kernel, "device", arch_),
                             .cache = cache_ ? &*cache_ : nullptr};
    const std::vector<Kernel::GpuCode> functions =
        !gpu_                      ? functions_for(plan.program, *plan.graph, arch_, request)
        : options.single_precision ? GpuCode<float>(plan.program, *plan.graph, request).functions
                                   : GpuCode<double>(plan.program, *plan.graph, request).functions;
    progress_.stage("");
    print(statics, plan.program, functions, rows);
  }

  /// Where the numbers of blocks and warps come from.
  std::string footer() const {
    if (gpu_) {
      return fmt::format(
          "\nblocks and warps: on a multiprocessor at once, as the driver of device {} ({}, {}) "
          "tells.\n",
          gpu_->number, gpu_->name, arch_);
    }
    const auto limits = cuda::multiprocessor_limits(arch_).value();
    return fmt::format(
        "\nblocks and warps: on a multiprocessor at once, computed from the limits of {} ({} "
        "warps, {} "
        "registers, {} KiB of shared memory); no device was asked.\n",
        arch_, limits.warps, limits.registers, limits.shared >> 10U);
  }

 private:
  void print(const StaticValues& statics, const CudaProgram& program,
             const std::vector<Kernel::GpuCode>& code, ResultRows& rows) const {
    Kernel::GpuCode all;
    all.function = "all";
    all.blocks = code.front().blocks;
    CudaLaunch all_launches;
    std::size_t static_shared = 0;
    int warps = all.blocks * cuda::warps_of(code.front().threads);
    const auto add = [&](const Kernel::GpuCode& each, const CudaLaunch& launch,
                         std::size_t fixed_shared, int its_warps, bool whole) {
      std::vector<Cell> cells;
      for (const auto& [name, value] : statics) cells.push_back(cell_of(value));
      const auto in_whole = [&](std::size_t number) { return whole ? cell_of(number) : Cell(); };
      cells.insert(
          cells.end(),
          {std::string(to_string(program.schedule)), each.function, std::int64_t{each.registers},
           cell_of(each.spill_bytes), cell_of(each.local_bytes), cell_of(each.code_bytes),
           cell_of(fixed_shared), cell_of(launch.shared_bytes), std::int64_t{each.threads},
           cell_of(std::size_t{launch.configurations}), std::int64_t{each.blocks},
           std::int64_t{its_warps}, in_whole(program.workspace_bytes), in_whole(program.slab),
           std::string(gpu_ ? "driver" : "limits")});
      rows.add(cells);
    };
    for (std::size_t i = 0; i < code.size(); ++i) {
      const Kernel::GpuCode& each = code[i];
      const CudaLaunch& launch = program.launches[i];
      const std::size_t its_static = each.shared_bytes - launch.shared_bytes;
      const int its_warps = each.blocks * cuda::warps_of(each.threads);
      add(each, launch, its_static, its_warps, false);
      all.registers = std::max(all.registers, each.registers);
      all.spill_bytes += each.spill_bytes;
      all.local_bytes = std::max(all.local_bytes, each.local_bytes);
      all.code_bytes += each.code_bytes;
      all.threads = std::max(all.threads, each.threads);
      all.blocks = std::min(all.blocks, each.blocks);
      all_launches.configurations = std::max(all_launches.configurations, launch.configurations);
      all_launches.shared_bytes = std::max(all_launches.shared_bytes, launch.shared_bytes);
      static_shared = std::max(static_shared, its_static);
      warps = std::min(warps, its_warps);
    }
    add(all, all_launches, static_shared, warps, true);
  }

  const RuleOptions& rule_options_;
  const KernelOptions& kernel_options_;
  const rules::Rules& rules_;
  std::optional<cuda::DeviceInfo> gpu_;
  std::string arch_;
  std::optional<Cache> cache_;
  Progress progress_;
};

}  // namespace

void print_gpu_stats(const RuleOptions& rule_options, const KernelOptions& kernel_options,
                     const std::string& arch, bool json) {
  const Definitions definitions(rule_options.definitions);
  const rules::Rules rules = read_rules(rule_options);
  std::vector<Column> all_columns;
  for (const std::string& name : definitions.names()) all_columns.push_back({name, 4});
  all_columns.insert(all_columns.end(), columns.begin(), columns.end());
  GpuStatistics statistics(rule_options, kernel_options, rules, arch);
  ResultRows rows(std::move(all_columns), json);
  definitions.for_each([&](const StaticValues& statics) { statistics.add_rows(statics, rows); });
  if (!json) write_out(statistics.footer());
  rows.finish();
}

}  // namespace diagc
