#include "compiler/emit/choice/rotation_candidates.h"

#include <algorithm>

#include "compiler/emit/layout.h"
#include "compiler/emit/rotations/plan.h"

namespace diagc {

namespace {

CudaEstimate estimate_rotations(const Graph& graph, const RotationPlan& plan,
                                const CudaOptions& options) {
  // Clocks of a multiprocessor for an access of a warp to shared memory, whose turns are two of them: an H100 took 2.6 for 6 vertices.
  constexpr double clocks = 2.6;
  constexpr std::size_t instruction_bytes = 16;
  CudaEstimate estimate;
  estimate.warps = plan.warps;
  estimate.registers = std::min(255U, 65536 / (plan.warps * 32) / 8 * 8);
  estimate.code_bytes = estimate.largest_code = instruction_bytes * plan.operations.size();
  estimate.cache_bytes = 4 * plan.words.size() / plan.configurations();
  estimate.memory_bytes =
      (rows(graph.signature().inputs) + rows(graph.signature().outputs)) * sizeof(double);
  const double cycles = clocks * static_cast<double>(plan.accesses()) / plan.configurations();
  estimate.seconds =
      std::max(cycles / (options.device.multiprocessors * options.device.clock),
               static_cast<double>(estimate.memory_bytes) / options.device.memory_bytes_per_s);
  estimate.compile_seconds = estimate.longest_compile =
      1 + 0.0004 * static_cast<double>(plan.operations.size());
  return estimate;
}

}  // namespace

std::vector<RankedCandidate> rotation_candidates(const Graph& graph, const CudaOptions& options,
                                                 const RotationOptions& asked) {
  const RotationPlan plan = plan_rotations(find_determinants(graph), cuda_options(asked, options));
  return {{RotationOptions{plan.warps}, estimate_rotations(graph, plan, options)}};
}

}  // namespace diagc
