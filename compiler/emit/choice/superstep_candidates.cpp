#include "compiler/emit/choice/superstep_candidates.h"

#include <algorithm>
#include <cmath>

#include "compiler/emit/cuda/superstep_text.h"
#include "compiler/emit/layout.h"

namespace diagc {

CudaEstimate estimate_supersteps(const Graph& graph, const Schedule& whole, const Supersteps& plan,
                                 const CudaOptions& options) {
  // Measured on an H200 in double precision (docs/notes/gpu-kernels.md): cycles for a turn of arithmetic or of shared memory, bytes of rows a
  // cycle, and cycles of a multiprocessor for a line of code that its cache does not hold, whichever warps read it.
  constexpr double waits = 2.6, row_bytes_a_cycle = 20, line_bytes = 128, line_cycles = 20;
  constexpr double held_code = 128 << 10;
  constexpr std::size_t instruction_bytes = 16;
  const SuperstepShape shape = superstep_shape(options);
  const double real_bytes = options.single_precision ? 4 : 8,
               turns = options.single_precision ? 1 : 2;
  std::uint64_t slots = plan.stores + plan.loads, rows_moved = plan.row_stores + plan.row_loads,
                inputs = 0;
  for (const WarpPart& part : plan.parts) {
    const Placement& placement = part.placement;
    slots += placement.slot_stores + placement.slot_loads;
    rows_moved += placement.row_stores;
    inputs += placement.input_loads + part.chunk.statements.size() / 16;
  }
  const Work& work = whole.work;
  const std::uint64_t operations =
      work.multiplications + work.additions + work.fused + 12 * work.divisions;
  CudaEstimate estimate;
  estimate.registers = shape.registers;
  estimate.warps = shape.warps * shape.groups;
  estimate.code_bytes = estimate.largest_code =
      instruction_bytes * (operations + slots + rows_moved + inputs);
  // Every warp's part is compiled as if it were a kernel: 1.8, 8.2, 10 and 127 s were measured for four parts of 1,300 and 3,200 instructions, and
  // eight of 2,600 and 12,500.
  const double part = static_cast<double>(estimate.code_bytes / instruction_bytes) / shape.warps;
  estimate.compile_seconds = estimate.longest_compile =
      0.1 + 0.45 * shape.warps * std::pow(part / 1340, 1.6);
  estimate.cache_bytes = static_cast<std::size_t>(static_cast<double>(rows_moved) * real_bytes);
  estimate.memory_bytes = (rows(graph.signature().inputs) + rows(graph.signature().outputs)) *
                          static_cast<std::size_t>(real_bytes);
  const double schedulers = std::min(4U, estimate.warps);
  const double arithmetic =
      turns * static_cast<double>(plan.operations) * estimate.warps / schedulers;
  const double shared = static_cast<double>(slots) * shape.groups * 32 * real_bytes / 128;
  const double code = static_cast<double>(estimate.code_bytes);
  const double fetch = code > held_code ? code / line_bytes * line_cycles : 0;
  const double cycles =
      std::max({waits * arithmetic, waits * shared, fetch}) +
      static_cast<double>(estimate.cache_bytes) * shape.configurations() / row_bytes_a_cycle;
  const double seconds =
      cycles / (options.device.multiprocessors * options.device.clock * shape.configurations());
  estimate.seconds = std::max(
      seconds, static_cast<double>(estimate.memory_bytes) / options.device.memory_bytes_per_s);
  return estimate;
}

std::vector<RankedCandidate> superstep_candidates(const Graph& graph, const Schedule& whole,
                                                  const CudaOptions& options) {
  std::vector<RankedCandidate> list;
  if (has_complex_values(graph, whole) || options.single_precision) return list;
  for (const unsigned warps : {4U, 8U}) {
    const CudaCandidate candidate = StraightOptions{.warps = warps};
    const CudaOptions of_form = cuda_options(candidate, options);
    const Supersteps plan = plan_supersteps(graph, whole, of_form);
    list.push_back({candidate, estimate_supersteps(graph, whole, plan, of_form)});
  }
  return list;
}

}  // namespace diagc
