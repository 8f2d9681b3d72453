#include "programs/integrate/sampling/step_cuda.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

namespace diagc::integrate {

namespace {

struct GraphText {
  std::string text;    ///< of a device function graph(batch, at)
  std::string bounds;  ///< "__launch_bounds__(…)" for kernels that hold it
};

/// The kernel as a function for one configuration. What it reads was written by the same thread of the same launch, so that reads go
/// without the read-only cache.
GraphText graph_function(std::string source, const std::string& symbol) {
  const auto place = [&](const std::string& what, std::size_t from) {
    const std::size_t found = source.find(what, from);
    if (found == std::string::npos) {
      throw std::logic_error(
          fmt::format("the CUDA source of {} has no '{}': it is not straight", symbol, what));
    }
    return found;
  };
  const std::string end = "if (at >= batch.end) return;\n";
  const std::size_t head = place("extern \"C\" __global__", 0);
  const std::size_t bounds = place("__launch_bounds__", head);
  const std::size_t name = place(symbol + "_straight(", bounds);
  const std::size_t body = place(end, name) + end.size();
  // What the kernel was made for: "__launch_bounds__(128, 6)". The step needs more registers than the graph alone does for small graphs.
  constexpr unsigned most_blocks = 4;
  const std::size_t comma = place(", ", bounds) + 2;
  const unsigned blocks =
      std::min(most_blocks, static_cast<unsigned>(std::stoul(source.substr(comma, name - comma))));
  GraphText graph{.text = {}, .bounds = fmt::format("__launch_bounds__(128, {}) ", blocks)};
  source.replace(
      head, body - head,
      "static __device__ __forceinline__ void graph(const Batch &batch, const Size at) {\n");
  const std::string read = "__ldg(";
  for (std::size_t at = head; (at = source.find(read, at)) != std::string::npos;) {
    source.replace(at, read.size(), "own_row(");
  }
  source.insert(
      head, "static __device__ __forceinline__ Real own_row(const Real *from) { return *from; }\n");
  graph.text = std::move(source);
  return graph;
}

}  // namespace

std::string cuda_step_source(const std::string& kernel_source, const std::string& symbol,
                             const StepShape& shape) {
  const GraphText graph = graph_function(kernel_source, symbol);
  std::string params;
  for (std::uint32_t i = 0; i < shape.params; ++i) {
    params += fmt::format("  batch.params[{0}] = l.tables.params[{0}];\n", i);
  }
  return graph.text + step_constants(shape) + cuda_lanes(shape) + step_body() +
         fmt::format(R"(
struct Launch {{
  Tables tables;
  Block block;
  const unsigned *block_numbers;
  Sums *walker_sums, *sums;
  unsigned long long first, steps;
}};

LANE_FUNCTION Size walker() {{ return blockIdx.x * 128ull + threadIdx.x; }}
// Walkers have numbers of their own, whatever else is on the card.
LANE_FUNCTION Block own_block(const Launch &l) {{
  Block b = l.block;
  b.first_walker = (l.block_numbers[blockIdx.x] - blockIdx.x) * 128ull;
  return b;
}}
LANE_FUNCTION Batch graph_batch(const Launch &l) {{
  Batch batch;
  batch.inputs[0] = l.block.numbers;
  batch.outputs[0] = l.block.scratch_numbers + scratch_f * l.block.stride;
  batch.input_stride = batch.output_stride = l.block.stride;
{0}  return batch;
}}

extern "C" __global__ void {1}step_refresh(const __grid_constant__ Launch l) {{
  Block b = own_block(l);
  const Size i = walker();
  all_lines(l.tables, b, b.integers, b.numbers + row_link * b.stride, i);
  graph(graph_batch(l), i);
  settle(l.tables, b, i);
}}

extern "C" __global__ void __launch_bounds__(128) step_start(const __grid_constant__ Launch l) {{
  Block b = own_block(l);
  draw_all(l.tables, b, l.first, b.integers, walker());
}}

extern "C" __global__ void {1}step_walk(const __grid_constant__ Launch l) {{
  Block b = own_block(l);
  const Batch batch = graph_batch(l);
  const Size i = walker();
  Totals totals = {{}};
  Int redraws = 0, draws = 0, shifts = 0, others = 0, broken = 0;
  unsigned at = l.first % l.tables.cycle;
  for (unsigned long long step = l.first; step < l.first + l.steps; ++step) {{
    const unsigned move = l.tables.moves[at];
    if (++at == l.tables.cycle) at = 0;
    const bool all = move == 0, root = move > 2 * order, shifted = !all && !root && move > order;
    if (all) {{
      propose_all(l.tables, b, step, i);
    }} else {{
      propose_one(l.tables, b, step, root ? 0 : shifted ? move - order : move, shifted, i);
    }}
    graph(batch, i);
    Int accepted = 0;
    decide(l.tables, b, move, i, totals, accepted, broken);
    if (all) redraws += accepted;
    else if (root) others += accepted;
    else if (shifted) shifts += accepted;
    else draws += accepted;
  }}
  Sums sums = {{totals.f, totals.w, totals.ff, totals.fw, totals.ww, {{redraws, draws, shifts, others}}, broken}};
  l.walker_sums[i] = sums;
}}

extern "C" __global__ void __launch_bounds__(128) step_sum(const __grid_constant__ Launch l) {{
  const Size block = walker();
  if (block * 128 >= l.block.walkers) return;
  Sums sums = {{}};
  for (Size i = block * 128; i < block * 128 + 128; ++i) {{
    const Sums &own = l.walker_sums[i];
    sums.f += own.f;
    sums.w += own.w;
    sums.ff += own.ff;
    sums.fw += own.fw;
    sums.ww += own.ww;
    for (int kind = 0; kind < 4; ++kind) sums.accepted[kind] += own.accepted[kind];
    sums.broken += own.broken;
  }}
  l.sums[block] = sums;
}}
)",
                     params, graph.bounds);
}

}  // namespace diagc::integrate
