// Independent samples of mixed precision on devices (tree_mixed.inc): graphs are kernels of their own, in single precision between draws and
// tree_select, in double precision between that and sums.

LANE_FUNCTION Size member() { return blockIdx.x * 128ull + threadIdx.x; }
LANE_FUNCTION Block own_block(const Launch& l) {
  Block b = l.block;
  // Members have numbers of their own, whatever else is on the device.
  b.first_walker = (l.block_numbers[blockIdx.x] - blockIdx.x) * 128ull;
  return b;
}

extern "C" __global__ void __launch_bounds__(128, draw_blocks)
    tree_draw(const __grid_constant__ Launch l) {
  const Block b = own_block(l);
  const Size i = member();
  if (i == 0) *l.again_count = 0;
  draw_tree(l.tables, b, l.first, b.integers, i);
  b.numbers[row_weight * b.stride + i] = lines_and_weight(l.tables, b, b.integers, i);
#pragma unroll 8
  for (unsigned row = 0; row < row_f; ++row)
    l.single[row * b.stride + i] = (float)b.numbers[row * b.stride + i];
}

// Samples that are evaluated again stand in any order: what becomes of one does not depend on those beside it.
extern "C" __global__ void __launch_bounds__(128) tree_select(const __grid_constant__ Launch l) {
  const Block b = own_block(l);
  const Size i = member();
  unsigned column = not_again;
  const Real single = l.single[row_f * b.stride + i];
  if (is_checked(b, l.first, i) ||
      !is_enough(l.tables, single, b.numbers[row_weight * b.stride + i])) {
    column = atomicAdd(l.again_count, 1u);
#pragma unroll 8
    for (unsigned row = 0; row < row_f; ++row)
      l.again[row * b.stride + column] = b.numbers[row * b.stride + i];
  }
  l.columns[i] = column;
}

extern "C" __global__ void __launch_bounds__(128) tree_add(const __grid_constant__ Launch l) {
  const Block& b = l.block;
  const Size i = member();
  const Real w = b.numbers[row_weight * b.stride + i];
  Real f = l.single[row_f * b.stride + i];
  const unsigned column = l.columns[i];
  if (column != not_again) f = of_both(l.tables, f, l.again[row_f * b.stride + column], w);
  b.numbers[row_f * b.stride + i] = f;
  MemberSums sums = no_sums();
  add_sample(sums, f, w);
  store_sums(l, i, sums);
}
