#include "compiler/emit/cuda/lanes.h"

namespace diagc {

bool LaneText::resident() const {
  return std::holds_alternative<StraightOptions>(options_.form) && !places_.chunks.empty();
}

/// Blocks go on from configuration to configuration: there is one launch for a batch, warps do not wait for each other at the end of a block,
/// and the workspace is as large as the device.
void LaneText::add_resident_kernel(const std::string& function, const Chunk& chunk,
                                   CudaProgram& program) {
  const Placement& placement = places_.chunks.front();
  line("");
  line(
      "static __device__ __forceinline__ void configuration(const Batch &batch, const Size at, "
      "Real *const work,");
  line("                                                     const unsigned slots) {{");
  uniforms(chunk, "batch.params");
  placed_body(chunk, placement);
  line("}}");
  kernel_begin(function, shape_.threads, shape_.blocks);
  line("  Real *const work = batch.work + blockIdx.x * {}ull * {} + threadIdx.x;", places_.rows,
       shape_.threads);
  line("  const unsigned slots = first_slot(threadIdx.x);");
  line("  const Size step = gridDim.x * {}ull;", shape_.threads);
  line(
      "  for (Size at = batch.begin + blockIdx.x * {}ull + threadIdx.x; at < batch.end; at += "
      "step) {{",
      shape_.threads);
  line("    configuration(batch, at, work, slots);");
  line("  }}");
  line("}}");
  program.block_bytes = std::size_t{places_.rows} * shape_.threads * real_bytes();
  program.launches.push_back({.function = function,
                              .threads = shape_.threads,
                              .configurations = shape_.threads,
                              .shared_bytes = placement.slots * shape_.threads * real_bytes(),
                              .resident = true});
  program.kernels.push_back(take_text());
}

}  // namespace diagc
