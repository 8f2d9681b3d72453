// The split form of the step on devices: the graph stays in kernels of its own, and a kernel between two evaluations decides on one step
// and proposes the next.

LANE_FUNCTION void record_and_fold(const Launch& l, Size i, const Decision& d) {
  record(l, i, l.slot, d);
  if (l.folded > 0) fold(l, i, l.folded, l.fold_at, l.fresh);
}

LANE_FUNCTION Vec trial_f(const Block& b, Size i) {
  return load(b.scratch_numbers + scratch_f * b.stride + i);
}
LANE_FUNCTION Real* trial_link(const Block& b, unsigned v, Size i) {
  return b.scratch_numbers + (scratch_link + v) * b.stride + i;
}
LANE_FUNCTION Real* trial_chance(const Block& b, Size i) {
  return b.scratch_numbers + scratch_chance * b.stride + i;
}

LANE_FUNCTION void decide_last(const Launch& l, const Block& b, Size i) {
  const VertexMove m = vertex_move(l.decided);
  Trial trial;
  trial.place = place(b.scratch_integers, b.stride, m.v, i);
  trial.link = m.v > 0 ? load(trial_link(b, m.v, i)) : numbers(0);
  trial.next = m.v < order ? load(trial_link(b, m.v + 1, i)) : numbers(0);
  trial.chance = load(trial_chance(b, i));
  record_and_fold(l, i, decide_vertex(l.tables, b, m, trial, trial_f(b, i), i));
}

LANE_FUNCTION void propose_next(const Launch& l, Block& b, Size i) {
  const VertexMove m = vertex_move(l.proposed);
  const Trial trial = propose_vertex(l.tables, b, m, l.first, i);
  put(b.scratch_integers, b.stride, m.v, i, trial.place);
  if (m.v > 0) store(trial_link(b, m.v, i), trial.link);
  if (m.v < order) store(trial_link(b, m.v + 1, i), trial.next);
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
extern "C" __global__ void __launch_bounds__(128, decide_propose_blocks)
    step_decide_propose(const __grid_constant__ Launch l) {
  Block b = own_block(l);
  const Size i = walker();
  if (l.decided != no_move) decide_last(l, b, i);
  if (l.proposed != no_move) propose_next(l, b, i);
}

// The same where one of both is of all vertices.
extern "C" __global__ void __launch_bounds__(128)
    step_decide_propose_all(const __grid_constant__ Launch l) {
  Block b = own_block(l);
  const Size i = walker();
  if (l.decided == 0)
    record_and_fold(l, i, decide(l.tables, b, 0, trial_f(b, i), i));
  else if (l.decided != no_move)
    decide_last(l, b, i);
  if (l.proposed == 0)
    propose_all(l.tables, b, l.first, i);
  else if (l.proposed != no_move)
    propose_next(l, b, i);
}
