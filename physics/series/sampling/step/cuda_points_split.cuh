// The split form of walkers at any points on devices: the graph stays in kernels of its own, between proposals and decisions.

LANE_FUNCTION Size walker() { return blockIdx.x * 128ull + threadIdx.x; }

// Before and after the graph: lines, outputs and weights of the places that walkers are at.
extern "C" __global__ void __launch_bounds__(128, step_blocks)
    point_lines(const __grid_constant__ Launch l) {
  make_lines(l.tables, l.block, l.block.integers, walker());
}
extern "C" __global__ void __launch_bounds__(128) point_settle(const __grid_constant__ Launch l) {
  settle(l.tables, l.block, walker());
}

// Before and after the graph of a step.
extern "C" __global__ void __launch_bounds__(128, step_blocks)
    point_propose(const __grid_constant__ Launch l) {
  propose(l.tables, own_block(l), l.first, l.tables.moves[l.first % l.tables.cycle], walker());
}
extern "C" __global__ void __launch_bounds__(128, step_blocks)
    point_decide(const __grid_constant__ Launch l) {
  const unsigned move = l.tables.moves[l.first % l.tables.cycle];
  const Decision d = decide(l.tables, l.block, move, walker());
  WalkerSums sums = no_sums();
  add_step(l, l.block, move, d, walker(), sums);
  for (unsigned field = 0; field < fields; ++field) {
    double* const to = l.walker_sums + field * l.block.stride + walker();
    *to = l.fresh ? sums.of[field] : *to + sums.of[field];
  }
}
