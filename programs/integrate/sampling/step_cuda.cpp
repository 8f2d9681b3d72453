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

/// What kernels of both forms begin with, start at and end with.
constexpr const char* frame = R"(
struct Launch {
  Tables tables;
  Block block;
  const unsigned *block_numbers;
  Sums *walker_sums, *sums;
  unsigned long long first, steps;
  Real *history;                       // [slot][f, w][walker]
  unsigned *broken;                    // [walker]
  unsigned decided, proposed, slot, folded, fold_at, fresh;
};

LANE_FUNCTION Size walker() { return blockIdx.x * 128ull + threadIdx.x; }
// Walkers have numbers of their own, whatever else is on the card.
LANE_FUNCTION Block own_block(const Launch &l) {
  Block b = l.block;
  b.first_walker = (l.block_numbers[blockIdx.x] - blockIdx.x) * 128ull;
  return b;
}

extern "C" __global__ void __launch_bounds__(128) step_start(const __grid_constant__ Launch l) {
  Block b = own_block(l);
  draw_all(l.tables, b, l.first, b.integers, walker());
}

extern "C" __global__ void __launch_bounds__(128) step_sum(const __grid_constant__ Launch l) {
  const Size block = walker();
  if (block * 128 >= l.block.walkers) return;
  Sums sums = {};
  for (Size i = block * 128; i < block * 128 + 128; ++i) {
    const Sums &own = l.walker_sums[i];
    sums.f += own.f;
    sums.w += own.w;
    sums.ff += own.ff;
    sums.fw += own.fw;
    sums.ww += own.ww;
    for (int kind = 0; kind < 4; ++kind) sums.accepted[kind] += own.accepted[kind];
    sums.broken += own.broken;
  }
  l.sums[block] = sums;
}
)";

/// Steps around a graph that stands in kernels of its own. The same numbers as propose_one() and decide() of the body make, in the same
/// order; but all loads go ahead of what they wait for, and what does not change is neither read nor written.
constexpr const char* turns = R"(
constexpr unsigned no_move = 255, pairs_at_once = order < 3 ? order : 3;

struct Turned { unsigned v; bool root, shifted; };
LANE_FUNCTION Turned turned(unsigned move) {
  const bool root = move > 2 * order, shifted = !root && move > order;
  return {root ? 0 : shifted ? move - order : move, root, shifted};
}
// The vertices other than v.
LANE_FUNCTION unsigned other_than(unsigned v, unsigned k) { return k < v ? k : k + 1; }

// The steps that are in the history, one after the other, into the sums of a walker.
LANE_FUNCTION void fold(const Launch &l, Size i) {
  Sums sums = {};
  if (!l.fresh) sums = l.walker_sums[i];
  Int redraws = 0, draws = 0, shifts = 0, others = 0;
  unsigned at = l.fold_at;
  for (unsigned k = 0; k < l.folded; ++k) {
    const unsigned move = l.tables.moves[at];
    if (++at == l.tables.cycle) at = 0;
    const Real *const from = l.history + 2 * k * l.block.stride + i;
    const Vec f = load(from), w = load(from + l.block.stride);
    const Wide a = widen(f), c = widen(magnitude(w));
    sums.f += a;
    sums.w += c;
    sums.ff += a * a;
    sums.fw += a * c;
    sums.ww += c * c;
    const Int accepted = copysign(numbers(1), w) < 0;
    if (move == 0) redraws += accepted;
    else if (move <= order) draws += accepted;
    else if (move <= 2 * order) shifts += accepted;
    else others += accepted;
  }
  sums.accepted[0] += redraws;
  sums.accepted[1] += draws;
  sums.accepted[2] += shifts;
  sums.accepted[3] += others;
  if (const unsigned broken = l.broken[i]) {
    sums.broken += broken;
    l.broken[i] = 0;
  }
  l.walker_sums[i] = sums;
}

// A step in the history: where it was accepted, the share of the normalisation is negative.
LANE_FUNCTION void record(const Launch &l, Size i, Vec f, Vec norm, Vec weight, bool accepted, bool finite) {
  const Vec inverse = numbers(1) / weight, share = norm * inverse;
  Real *const to = l.history + 2 * l.slot * l.block.stride + i;
  store(to, f * inverse);
  store(to + l.block.stride, accepted ? -share : share);
  if (!finite) ++l.broken[i];
  if (l.folded > 0) fold(l, i);
}

LANE_FUNCTION void decide_turn(const Launch &l, const Block &b, Size i) {
  const Turned turn = turned(l.decided);
  const unsigned v = turn.v;
  Real *const state = b.numbers + row_f * b.stride + i;
  const Vec f = load(b.scratch_numbers + scratch_f * b.stride + i);
  const Vec old_f = load(state), old_weight = load(state + b.stride), old_norm = load(state + 2 * b.stride);
  Vec least = load(b.scratch_numbers + scratch_chance * b.stride + i) * old_weight;
  const Vec norm = trial_norm(l.tables, b, v, v + 2, i);
  const Vec weight = magnitude(f) + norm;
  if (!turn.root && !turn.shifted) {
    least = least * (load(b.scratch_numbers + (scratch_link + v) * b.stride + i) / load(b.numbers + (row_link + v) * b.stride + i));
  }
  const bool finite = magnitude(f) < infinity, accepted = (least < weight) & finite;
  if (accepted) {
    store(state, f);
    store(state + b.stride, weight);
    store(state + 2 * b.stride, norm);
    put(b.integers, b.stride, v, i, place(b.scratch_integers, b.stride, v, i));
    for (unsigned u = v; u < v + 2; ++u) {
      if (u == 0 || u == vertices) continue;
      const Size row = (row_link + u) * b.stride + i;
      store(b.numbers + row, load(b.scratch_numbers + row));
    }
  } else {
    Vec to[order], from[order];
    #pragma unroll
    for (unsigned k = 0; k < order; ++k) {
      const unsigned u = other_than(v, k);
      to[k] = load(b.scratch_numbers + (u * vertices + v) * b.stride + i);
      from[k] = load(b.scratch_numbers + (v * vertices + u) * b.stride + i);
    }
    #pragma unroll
    for (unsigned k = 0; k < order; ++k) {
      const unsigned u = other_than(v, k);
      store(b.numbers + (u * vertices + v) * b.stride + i, to[k]);
      store(b.numbers + (v * vertices + u) * b.stride + i, from[k]);
    }
    if (own_lines) {
      const Size row = (v * vertices + v) * b.stride + i;
      store(b.numbers + row, load(b.scratch_numbers + row));
    }
  }
  record(l, i, choose(accepted, f, old_f), choose(accepted, norm, old_norm), choose(accepted, weight, old_weight), accepted, finite);
}

LANE_FUNCTION void propose_turn(const Launch &l, Block &b, Size i) {
  const Tables &t = l.tables;
  const Turned turn = turned(l.proposed);
  const unsigned v = turn.v;
  Place p;
  if (v > 0) p = place(b.integers, b.stride, turn.shifted ? v : v - 1, i);
  const Random r = philox(walker_numbers(b, i), l.first, t.use, t.key);
  store(b.scratch_numbers + scratch_chance * b.stride + i, uniform(r.w));
  if (v == 0) {
    p = draw_root(t, r);
  } else if (turn.shifted) {
    p.time += high_product(r.y, t.shift) - t.shift / 2;
  } else {
    Vec density;
    p = draw(t, v, p, r, density);
    store(b.scratch_numbers + (scratch_link + v) * b.stride + i, density);
  }
  put(b.scratch_integers, b.stride, v, i, p);
  // As many pairs at once as registers hold the polynomials of.
  #pragma unroll 1
  for (unsigned begin = 0; begin < order; begin += pairs_at_once) {
    Place others[pairs_at_once];
    Vec there[pairs_at_once], back[pairs_at_once], to[pairs_at_once], from[pairs_at_once];
    #pragma unroll
    for (unsigned j = 0; j < pairs_at_once; ++j) {
      if (begin + j >= order) continue;
      const unsigned u = other_than(v, begin + j);
      others[j] = place(b.integers, b.stride, u, i);
      to[j] = load(b.numbers + (u * vertices + v) * b.stride + i);
      from[j] = load(b.numbers + (v * vertices + u) * b.stride + i);
    }
    #pragma unroll
    for (unsigned j = 0; j < pairs_at_once; ++j) {
      const unsigned k = begin + j;
      if (k >= order) continue;
      Place first = others[j], second = p;
      if (k >= v) first = p, second = others[j];
      const Pair pair = propagators(t, first, second);
      there[j] = k < v ? pair.ab : pair.ba;
      back[j] = k < v ? pair.ba : pair.ab;
      if (turn.shifted && k + 1 == v) {
        store(b.scratch_numbers + (scratch_link + v) * b.stride + i, link_density(t, v, link_class(t, pair), p.time - others[j].time));
      }
      if (k == v) {
        store(b.scratch_numbers + (scratch_link + v + 1) * b.stride + i, link_density(t, v + 1, link_class(t, pair), others[j].time - p.time));
      }
    }
    #pragma unroll
    for (unsigned j = 0; j < pairs_at_once; ++j) {
      if (begin + j >= order) continue;
      const unsigned u = other_than(v, begin + j);
      const Size into = (u * vertices + v) * b.stride + i, out = (v * vertices + u) * b.stride + i;
      store(b.scratch_numbers + into, to[j]);
      store(b.scratch_numbers + out, from[j]);
      store(b.numbers + into, there[j]);
      store(b.numbers + out, back[j]);
    }
  }
  if (own_lines) {
    const Size row = (v * vertices + v) * b.stride + i;
    store(b.scratch_numbers + row, load(b.numbers + row));
    own_line(t, b, v, i, p);
  }
}

LANE_FUNCTION void decide_all(const Launch &l, Block &b, Size i) {
  Totals unused = {};
  Int accepted = 0, broken = 0;
  decide(l.tables, b, 0, i, unused, accepted, broken);
  const Real *const state = b.numbers + row_f * b.stride + i;
  record(l, i, load(state), load(state + 2 * b.stride), load(state + b.stride), accepted > 0, broken == 0);
}

extern "C" __global__ void __launch_bounds__(128) step_lines(const __grid_constant__ Launch l) {
  Block b = own_block(l);
  all_lines(l.tables, b, b.integers, b.numbers + row_link * b.stride, walker());
}

extern "C" __global__ void __launch_bounds__(128) step_settle(const __grid_constant__ Launch l) {
  Block b = own_block(l);
  settle(l.tables, b, walker());
}

// Decides on what was proposed, and proposes the next: between two evaluations of the graph.
extern "C" __global__ void __launch_bounds__(128, turn_blocks) step_turn(const __grid_constant__ Launch l) {
  Block b = own_block(l);
  const Size i = walker();
  if (l.decided != no_move) decide_turn(l, b, i);
  if (l.proposed != no_move) propose_turn(l, b, i);
}

// The same where one of both is of all vertices.
extern "C" __global__ void __launch_bounds__(128) step_turn_all(const __grid_constant__ Launch l) {
  Block b = own_block(l);
  const Size i = walker();
  if (l.decided == 0) decide_all(l, b, i);
  else if (l.decided != no_move) decide_turn(l, b, i);
  if (l.proposed == 0) propose_all(l.tables, b, l.first, i);
  else if (l.proposed != no_move) propose_turn(l, b, i);
}
)";

}  // namespace

std::string cuda_fused_source(const std::string& kernel_source, const std::string& symbol,
                              const StepShape& shape) {
  const GraphText graph = graph_function(kernel_source, symbol);
  std::string params;
  for (std::uint32_t i = 0; i < shape.params; ++i) {
    params += fmt::format("  batch.params[{0}] = l.tables.params[{0}];\n", i);
  }
  return graph.text + step_constants(shape) + cuda_lanes(shape) + step_body() + frame +
         fmt::format(R"(
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
)",
                     params, graph.bounds);
}

std::string cuda_split_source(const StepShape& shape) {
  // Registers of a thread for 1024 threads of a multiprocessor at once, twice as many for numbers of twice the size.
  const unsigned blocks = shape.single_precision ? 8 : 4;
  return fmt::format(
             "typedef {} Real;\ntypedef unsigned long long Size;\nconstexpr unsigned turn_blocks = "
             "{};\n",
             shape.single_precision ? "float" : "double", blocks) +
         step_constants(shape) + cuda_lanes(shape) + step_body() + frame + turns;
}

}  // namespace diagc::integrate
