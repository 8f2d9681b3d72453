// The split form of Markov chains around trees on devices: the graph stays in kernels of its own, between proposals and decisions.

LANE_FUNCTION Size member() { return blockIdx.x * 128ull + threadIdx.x; }

// Before and after the graph: lines, w and f of the places that members are at.
extern "C" __global__ void __launch_bounds__(128, draw_blocks)
    tree_lines(const __grid_constant__ Launch l) {
  const Block& b = l.block;
  store(b.numbers + row_own_weight * b.stride + member(),
        lines_and_weight(l.tables, b, b.integers, member()));
}
extern "C" __global__ void __launch_bounds__(128) tree_settle(const __grid_constant__ Launch l) {
  const Block& b = l.block;
  store(b.numbers + row_own_f * b.stride + member(),
        finite_or_none(load(b.numbers + row_f * b.stride + member())));
}

// Before and after the graph of a step.
extern "C" __global__ void __launch_bounds__(128, draw_blocks)
    tree_propose(const __grid_constant__ Launch l) {
  propose(l.tables, own_block(l), l.first, l.tables.moves[l.first % l.tables.cycle], member());
}
extern "C" __global__ void __launch_bounds__(128) tree_decide(const __grid_constant__ Launch l) {
  MemberSums sums = no_sums();
  add_decision(sums, l.tables, decide(l.tables, l.block, member()));
  store_sums(l, member(), sums);
}
