#include "physics/series/sampling/step_cuda.h"
#include "physics/series/sampling/step_turns.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

namespace diagc::integrate {

namespace {

constexpr unsigned block_threads = 128;

/// Kernels that hold the graph are made for so many threads of a block, and so many blocks of a multiprocessor at once.
struct Bounds {
  unsigned threads = block_threads, blocks = 1;
  bool together = false;  ///< with a barrier before the graph
};

struct GraphText {
  std::string text;  ///< of a device function graph(batch, at)
  unsigned blocks;   ///< of 128 threads that the kernel was made for, of a multiprocessor at once
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
  const std::size_t comma = place(", ", bounds) + 2;  // "__launch_bounds__(128, 6)"
  GraphText graph{.text = {},
                  .blocks = static_cast<unsigned>(std::stoul(source.substr(comma, name - comma)))};
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

/// Of a walker: the rows of Block::numbers, f of the trial, integers.
std::size_t shared_bytes(const StepShape& shape) {
  const std::size_t vertices = shape.order + 1;
  const std::size_t numbers = vertices * vertices + vertices + 4,
                    integers = (shape.one_code ? 2 : 3) * vertices;
  return numbers * (shape.single_precision ? sizeof(float) : sizeof(double)) +
         integers * sizeof(std::uint32_t);
}

/// The code of a graph of which few blocks run at once does not fit the nearest caches of instructions: the warps of a block, or of the
/// multiprocessor, go through it together.
Bounds bounds_of(const GraphText& graph, std::size_t most_walkers) {
  // The step needs more registers than the graph alone does for small graphs.
  constexpr unsigned most_blocks = 5, fewest_apart = 4, most_joined = 2;
  if (graph.blocks <= most_joined) {
    const auto fitting = static_cast<unsigned>(most_walkers / block_threads);
    return {.threads = block_threads * std::clamp(fitting, 1U, graph.blocks), .together = true};
  }
  return {.blocks = std::min(graph.blocks, most_blocks), .together = graph.blocks < fewest_apart};
}

/// Walkers' rows stand in shared memory for the time of a launch, [row][thread]: those of Block::numbers, f of the trial, integers.
/// Scratch memory is the device's, [block][row][thread].
constexpr const char* near = R"(
extern "C" __shared__ __align__(16) unsigned char diagc_shared[];

LANE_FUNCTION Size own_walker() { return blockIdx.x * (Size)threads + threadIdx.x; }
LANE_FUNCTION Block near_block(const Launch &l) {
  Block b;
  b.numbers = (Real *)diagc_shared;
  b.integers = (unsigned *)(b.numbers + (number_rows + 1) * threads);
  b.scratch_numbers = l.block.scratch_numbers + blockIdx.x * (Size)(threads * scratch_rows);
  b.scratch_integers = l.block.scratch_integers + blockIdx.x * (Size)(threads * integer_rows);
  b.work = nullptr;
  b.stride = threads;
  b.walkers = l.block.walkers;
  b.first_walker = l.block_numbers[own_walker() / 128] * 128ull - threadIdx.x / 128 * 128;
  return b;
}
LANE_FUNCTION Real *trial_f(const Block &b) { return b.numbers + number_rows * threads; }

LANE_FUNCTION void take_places(const Launch &l, const Block &b) {
  #pragma unroll 4
  for (unsigned row = 0; row < integer_rows; ++row) {
    b.integers[row * threads + threadIdx.x] = l.block.integers[row * l.block.stride + own_walker()];
  }
}
LANE_FUNCTION void take_numbers(const Launch &l, const Block &b) {
  #pragma unroll 4
  for (unsigned row = 0; row < number_rows; ++row) {
    b.numbers[row * threads + threadIdx.x] = l.block.numbers[row * l.block.stride + own_walker()];
  }
}
LANE_FUNCTION void leave(const Launch &l, const Block &b) {
  #pragma unroll 4
  for (unsigned row = 0; row < number_rows; ++row) {
    l.block.numbers[row * l.block.stride + own_walker()] = b.numbers[row * threads + threadIdx.x];
  }
  #pragma unroll 4
  for (unsigned row = 0; row < integer_rows; ++row) {
    l.block.integers[row * l.block.stride + own_walker()] = b.integers[row * threads + threadIdx.x];
  }
}

// Redraws are rare and long: registers are not kept for them.
static __device__ __noinline__ void propose_redraw(const Launch &l, unsigned long long step) {
  Block b = near_block(l);
  propose_all(l.tables, b, step, threadIdx.x);
}
static __device__ __noinline__ Decision decide_redraw(const Launch &l, Vec f) {
  Block b = near_block(l);
  return decide(l.tables, b, 0, f, threadIdx.x);
}
)";

}  // namespace

FusedStep cuda_fused_source(const std::string& kernel_source, const std::string& symbol,
                            const StepShape& shape, std::size_t most_shared_bytes) {
  const GraphText graph = graph_function(kernel_source, symbol);
  std::string params;
  for (std::uint32_t i = 0; i < shape.params; ++i) {
    params += fmt::format("  batch.params[{0}] = l.tables.params[{0}];\n", i);
  }
  const std::size_t walker_bytes = shared_bytes(shape);
  const Bounds bounds = bounds_of(graph, most_shared_bytes / walker_bytes);
  FusedStep step{
      .source = {}, .threads = bounds.threads, .shared_bytes = bounds.threads * walker_bytes};
  step.source =
      graph.text + step_constants(shape) +
      fmt::format("constexpr unsigned threads = {}, most_pairs = 1, history_steps = {};\n",
                  bounds.threads, history_steps) +
      cuda_lanes(shape) + step_body() + step_frame() + step_turns() + near +
      fmt::format(R"(
LANE_FUNCTION Batch graph_batch(const Launch &l, const Block &b) {{
  Batch batch;
  batch.inputs[0] = b.numbers;
  batch.outputs[0] = trial_f(b);
  batch.input_stride = batch.output_stride = threads;
{0}  return batch;
}}

extern "C" __global__ void {1} step_refresh(const __grid_constant__ Launch l) {{
  if (own_walker() >= l.block.walkers) return;
  Block b = near_block(l);
  take_places(l, b);
  all_lines(l.tables, b, b.integers, b.numbers + row_link * threads, threadIdx.x);
  graph(graph_batch(l, b), threadIdx.x);
  settle(l.tables, b, load(trial_f(b) + threadIdx.x), threadIdx.x);
  leave(l, b);
}}

extern "C" __global__ void {1} step_walk(const __grid_constant__ Launch l) {{
  if (own_walker() >= l.block.walkers) return;
  Block b = near_block(l);
  take_places(l, b);
  take_numbers(l, b);
  const Batch batch = graph_batch(l, b);
  const unsigned long long end = l.first + l.steps;
  unsigned slot = 0;
  bool fresh = true;
  unsigned at = l.first % l.tables.cycle, move = l.tables.moves[at];
  for (unsigned long long step = l.first; step < end; ++step) {{
    if (++at == l.tables.cycle) at = 0;
    const unsigned next = l.tables.moves[at];
    const Turned turn = turned(move);
    Trial trial;
    if (move == 0) propose_redraw(l, step);
    else trial = propose_turn(l.tables, b, turn, step, threadIdx.x);
{2}    graph(batch, threadIdx.x);
    const Vec f = load(trial_f(b) + threadIdx.x);
    const Decision d = move == 0 ? decide_redraw(l, f) : decide_turn(l.tables, b, turn, trial, f, threadIdx.x);
    record(l, own_walker(), slot, d);
    if (++slot == history_steps || step + 1 == end) {{
      fold(l, own_walker(), slot, (step + 1 - slot) % l.tables.cycle, fresh);
      fresh = false;
      slot = 0;
    }}
    move = next;
  }}
  leave(l, b);
}}
)",
                  params, fmt::format("__launch_bounds__({}, {})", bounds.threads, bounds.blocks),
                  bounds.together ? "    __syncthreads();  // code comes once for all\n" : "");
  return step;
}

}  // namespace diagc::integrate
