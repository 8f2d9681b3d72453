// The split form of independent samples on devices: the graph stays in kernels of its own, between draws and sums.

LANE_FUNCTION Size member() { return blockIdx.x * 128ull + threadIdx.x; }

extern "C" __global__ void __launch_bounds__(128, draw_blocks)
    tree_draw(const __grid_constant__ Launch l) {
  Block b = l.block;
  // Members have numbers of their own, whatever else is on the device.
  b.first_walker = (l.block_numbers[blockIdx.x] - blockIdx.x) * 128ull;
  draw_tree(l.tables, b, l.first, b.integers, member());
  store(b.numbers + row_weight * b.stride + member(),
        lines_and_weight(l.tables, b, b.integers, member()));
}

extern "C" __global__ void __launch_bounds__(128) tree_add(const __grid_constant__ Launch l) {
  const Block& b = l.block;
  MemberSums sums = no_sums();
  add_sample(sums, load(b.numbers + row_f * b.stride + member()),
             load(b.numbers + row_weight * b.stride + member()));
  store_sums(l, member(), sums);
}
