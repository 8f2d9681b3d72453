#include "programs/integrate/sampling/step_cuda.h"
#include "programs/integrate/sampling/step_turns.h"

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
  constexpr unsigned most_blocks = 5;
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

/// Walkers' rows stand in shared memory for the time of a launch, [row][thread]; behind those of Block::numbers the old lines and f
/// of the trial, then integers.
constexpr const char* near = R"(
constexpr unsigned near_f = old_rows, near_rows = old_rows + 1;
extern "C" __shared__ __align__(16) unsigned char diagc_shared[];

LANE_FUNCTION Block near_block(const Launch &l) {
  Block b;
  b.numbers = (Real *)diagc_shared;
  b.scratch_numbers = b.numbers + number_rows * 128;
  b.integers = (unsigned *)(b.scratch_numbers + near_rows * 128);
  b.scratch_integers = nullptr;
  b.work = nullptr;
  b.stride = b.walkers = 128;
  b.first_walker = l.block_numbers[blockIdx.x] * 128ull;
  return b;
}
LANE_FUNCTION Vec near_trial(const Block &b) { return load(b.scratch_numbers + near_f * 128 + threadIdx.x); }

LANE_FUNCTION void take_places(const Launch &l, const Block &b) {
  for (unsigned row = 0; row < integer_rows; ++row) {
    b.integers[row * 128 + threadIdx.x] = l.block.integers[row * l.block.stride + walker()];
  }
}
LANE_FUNCTION void take_numbers(const Launch &l, const Block &b) {
  for (unsigned row = 0; row < number_rows; ++row) {
    b.numbers[row * 128 + threadIdx.x] = l.block.numbers[row * l.block.stride + walker()];
  }
}
LANE_FUNCTION void leave(const Launch &l, const Block &b) {
  for (unsigned row = 0; row < number_rows; ++row) {
    l.block.numbers[row * l.block.stride + walker()] = b.numbers[row * 128 + threadIdx.x];
  }
  for (unsigned row = 0; row < integer_rows; ++row) {
    l.block.integers[row * l.block.stride + walker()] = b.integers[row * 128 + threadIdx.x];
  }
}

// Redraws are rare and move everything: they leave what was there in the card's memory, in the place of these walkers.
LANE_FUNCTION Block far_block(const Launch &l, Block b) {
  b.scratch_numbers = l.block.scratch_numbers + blockIdx.x * (128ull * scratch_rows);
  b.scratch_integers = l.block.scratch_integers + blockIdx.x * (128ull * integer_rows);
  return b;
}
static __device__ __noinline__ void propose_far(const Launch &l, unsigned long long step) {
  Block far = far_block(l, near_block(l));
  propose_all(l.tables, far, step, threadIdx.x);
}
static __device__ __noinline__ Decision decide_far(const Launch &l, Vec f) {
  Block far = far_block(l, near_block(l));
  return decide(l.tables, far, 0, f, threadIdx.x);
}
)";

}  // namespace

std::size_t fused_shared_bytes(const StepShape& shape) {
  const std::size_t vertices = shape.order + 1;
  const std::size_t numbers = vertices * vertices + vertices + 3,
                    near = 2 * shape.order + (shape.own_lines ? 1 : 0) + 1,
                    integers = (shape.one_code ? 2 : 3) * vertices;
  return 128 * ((numbers + near) * (shape.single_precision ? sizeof(float) : sizeof(double)) +
                integers * sizeof(std::uint32_t));
}

std::string cuda_fused_source(const std::string& kernel_source, const std::string& symbol,
                              const StepShape& shape) {
  const GraphText graph = graph_function(kernel_source, symbol);
  std::string params;
  for (std::uint32_t i = 0; i < shape.params; ++i) {
    params += fmt::format("  batch.params[{0}] = l.tables.params[{0}];\n", i);
  }
  return graph.text + step_constants(shape) + cuda_lanes(shape) + step_body() + step_frame() +
         step_turns() + near +
         fmt::format(R"(
LANE_FUNCTION Batch graph_batch(const Launch &l, const Block &b) {{
  Batch batch;
  batch.inputs[0] = b.numbers;
  batch.outputs[0] = b.scratch_numbers + near_f * 128;
  batch.input_stride = batch.output_stride = 128;
{0}  return batch;
}}

extern "C" __global__ void {1}step_refresh(const __grid_constant__ Launch l) {{
  Block b = near_block(l);
  take_places(l, b);
  all_lines(l.tables, b, b.integers, b.numbers + row_link * 128, threadIdx.x);
  graph(graph_batch(l, b), threadIdx.x);
  settle(l.tables, b, near_trial(b), threadIdx.x);
  leave(l, b);
}}

extern "C" __global__ void {1}step_walk(const __grid_constant__ Launch l) {{
  Block b = near_block(l);
  take_places(l, b);
  take_numbers(l, b);
  const Batch batch = graph_batch(l, b);
  Totals totals = {{}};
  Int redraws = 0, draws = 0, shifts = 0, others = 0, broken = 0;
  unsigned at = l.first % l.tables.cycle, move = l.tables.moves[at];
  for (unsigned long long step = l.first; step < l.first + l.steps; ++step) {{
    if (++at == l.tables.cycle) at = 0;
    const unsigned next = l.tables.moves[at];
    const Turned turn = turned(move);
    Trial trial;
    if (move == 0) propose_far(l, step);
    else trial = propose_turn(l.tables, b, turn, step, threadIdx.x);
    graph(batch, threadIdx.x);
    const Vec f = near_trial(b);
    const Decision d = move == 0 ? decide_far(l, f) : decide_turn(l.tables, b, turn, trial, f, threadIdx.x);
    if (move == 0) redraws += d.accepted;
    else if (turn.root) others += d.accepted;
    else if (turn.shifted) shifts += d.accepted;
    else draws += d.accepted;
    broken += !d.finite;
    add(totals, d.f, d.norm, d.weight);
    move = next;
  }}
  Sums sums = {{totals.f, totals.w, totals.ff, totals.fw, totals.ww, {{redraws, draws, shifts, others}}, broken}};
  l.walker_sums[walker()] = sums;
  leave(l, b);
}}
)",
                     params, graph.bounds);
}

}  // namespace diagc::integrate
