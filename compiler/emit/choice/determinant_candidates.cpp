#include "compiler/emit/choice/determinant_candidates.h"

#include <algorithm>

#include "compiler/emit/determinants/plan.h"
#include "compiler/emit/determinants/square_plan.h"
#include "compiler/emit/layout.h"

namespace diagc {

namespace {

std::size_t memory_bytes(const Graph& graph) {
  return (rows(graph.signature().inputs) + rows(graph.signature().outputs)) * sizeof(double);
}

CudaEstimate estimate_determinants(const Graph& graph, const DeterminantPlan& plan,
                                   const CudaOptions& options) {
  // Clocks of a multiprocessor for an instruction that multiplies: an H100 took 2.7, 2.6, 2.8 and 3.4 for 5, 6, 7 and 8 vertices.
  constexpr double clocks = 2.7;
  CudaEstimate estimate;
  estimate.warps = plan.shape.warps * plan.blocks;
  estimate.registers = std::min(255U, 65536 / plan.threads() / plan.blocks / 8 * 8);
  estimate.code_bytes = estimate.largest_code = 32 * plan.terms();
  estimate.cache_bytes = 4 * plan.words.size() / plan.shape.lanes;
  estimate.memory_bytes = memory_bytes(graph);
  const double cycles = clocks * plan.products() / plan.shape.lanes;
  estimate.seconds =
      std::max(cycles / (options.device.multiprocessors * options.device.clock),
               static_cast<double>(estimate.memory_bytes) / options.device.memory_bytes_per_s);
  estimate.compile_seconds = estimate.longest_compile =
      1 + 0.002 * static_cast<double>(plan.terms());
  return estimate;
}

CudaEstimate estimate_squares(const Graph& graph, const SquarePlan& plan,
                              const CudaOptions& options) {
  // An H100 took 1.7, 2.0 and 2.1 for 8, 9 and 10 vertices.
  constexpr double clocks = 2;
  constexpr std::size_t code_bytes = 64 << 10;
  CudaEstimate estimate;
  estimate.warps = plan.form.warps * plan.form.blocks;
  estimate.registers = std::min(255U, 65536 / plan.threads() / plan.form.blocks / 8 * 8);
  estimate.code_bytes = estimate.largest_code = code_bytes;
  estimate.cache_bytes = 4 * plan.words.size() / plan.form.lanes;
  estimate.memory_bytes = memory_bytes(graph);
  estimate.seconds =
      std::max(clocks * plan.products() / plan.form.lanes /
                   (options.device.multiprocessors * options.device.clock),
               static_cast<double>(estimate.memory_bytes) / options.device.memory_bytes_per_s);
  estimate.compile_seconds = estimate.longest_compile = 3;
  return estimate;
}

}  // namespace

std::vector<RankedCandidate> determinant_candidates(const Graph& graph, const CudaOptions& options,
                                                    const DeterminantOptions& asked) {
  const DeterminantSum sum = find_determinants(graph);
  const CudaOptions of_form = cuda_options(asked, options);
  if (is_square(sum)) {
    const SquarePlan plan = plan_squares(sum, of_form);
    return {{plan.form, estimate_squares(graph, plan, options)}};
  }
  const DeterminantPlan plan = plan_determinants(sum, of_form);
  const DeterminantOptions form{plan.shape.lanes, plan.shape.warps, plan.blocks};
  return {{form, estimate_determinants(graph, plan, options)}};
}

}  // namespace diagc
