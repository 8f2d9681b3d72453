#include "physics/series/sampling/step_cuda.h"
#include "physics/series/sampling/step_turns.h"

#include <fmt/format.h>

namespace diagc::integrate {

namespace {

constexpr const char* kernels = R"(
constexpr unsigned no_move = 255;

LANE_FUNCTION void keep(const Launch &l, Size i, const Decision &d) {
  record(l, i, l.slot, d);
  if (l.folded > 0) fold(l, i, l.folded, l.fold_at, l.fresh);
}

LANE_FUNCTION Vec trial_f(const Block &b, Size i) { return load(b.scratch_numbers + scratch_f * b.stride + i); }
LANE_FUNCTION Real *trial_link(const Block &b, unsigned v, Size i) { return b.scratch_numbers + (scratch_link + v) * b.stride + i; }
LANE_FUNCTION Real *trial_chance(const Block &b, Size i) { return b.scratch_numbers + scratch_chance * b.stride + i; }

LANE_FUNCTION void decide_last(const Launch &l, const Block &b, Size i) {
  const Turned turn = turned(l.decided);
  Trial trial;
  trial.place = place(b.scratch_integers, b.stride, turn.v, i);
  trial.link = turn.v > 0 ? load(trial_link(b, turn.v, i)) : numbers(0);
  trial.next = turn.v < order ? load(trial_link(b, turn.v + 1, i)) : numbers(0);
  trial.chance = load(trial_chance(b, i));
  keep(l, i, decide_turn(l.tables, b, turn, trial, trial_f(b, i), i));
}

LANE_FUNCTION void propose_next(const Launch &l, Block &b, Size i) {
  const Turned turn = turned(l.proposed);
  const Trial trial = propose_turn(l.tables, b, turn, l.first, i);
  put(b.scratch_integers, b.stride, turn.v, i, trial.place);
  if (turn.v > 0) store(trial_link(b, turn.v, i), trial.link);
  if (turn.v < order) store(trial_link(b, turn.v + 1, i), trial.next);
  store(trial_chance(b, i), trial.chance);
}

extern "C" __global__ void __launch_bounds__(128) step_lines(const __grid_constant__ Launch l) {
  Block b = own_block(l);
  all_lines(l.tables, b, b.integers, b.numbers + row_link * b.stride, walker());
}

extern "C" __global__ void __launch_bounds__(128) step_settle(const __grid_constant__ Launch l) {
  Block b = own_block(l);
  settle(l.tables, b, trial_f(b, walker()), walker());
}

// Decides on what was proposed, and proposes the next: between two evaluations of the graph.
extern "C" __global__ void __launch_bounds__(128, turn_blocks) step_turn(const __grid_constant__ Launch l) {
  Block b = own_block(l);
  const Size i = walker();
  if (l.decided != no_move) decide_last(l, b, i);
  if (l.proposed != no_move) propose_next(l, b, i);
}

// The same where one of both is of all vertices.
extern "C" __global__ void __launch_bounds__(128) step_turn_all(const __grid_constant__ Launch l) {
  Block b = own_block(l);
  const Size i = walker();
  if (l.decided == 0) keep(l, i, decide(l.tables, b, 0, trial_f(b, i), i));
  else if (l.decided != no_move) decide_last(l, b, i);
  if (l.proposed == 0) propose_all(l.tables, b, l.first, i);
  else if (l.proposed != no_move) propose_next(l, b, i);
}
)";

}  // namespace

std::string cuda_split_source(const StepShape& shape) {
  // Registers of a thread for 1024 threads of a multiprocessor at once, twice as many for numbers of twice the size.
  const unsigned blocks = shape.single_precision ? 8 : 4;
  return fmt::format(
             "typedef {} Real;\ntypedef unsigned long long Size;\nconstexpr unsigned turn_blocks = "
             "{}, most_pairs = 3;\n",
             shape.single_precision ? "float" : "double", blocks) +
         step_constants(shape) + cuda_lanes(shape) + step_body() + step_frame() + step_turns() +
         kernels;
}

}  // namespace diagc::integrate
