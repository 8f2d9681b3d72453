// The fused form of independent samples on devices: one kernel makes all steps of a stretch, with the graph inside.

LANE_FUNCTION Block shared_block(const Launch& l) { return shared_rows(l, number_rows); }

// Draws have registers of their own.
static __device__ __noinline__ Vec draw(const Launch& l, unsigned long long step) {
  const Block b = shared_block(l);
  draw_tree(l.tables, b, step, b.integers, threadIdx.x);
  return lines_and_weight(l.tables, b, b.integers, threadIdx.x);
}

extern "C" __global__ void __launch_bounds__(threads, blocks)
    tree_walk(const __grid_constant__ Launch l) {
  if (member() >= l.block.walkers) return;
  const Block b = shared_block(l);
  const Rows rows = graph_rows(l, b);
  MemberSums sums = no_sums();
  Vec f = numbers(0), w = numbers(1);
  for (unsigned long long step = l.first; step < l.first + l.steps; ++step) {
    w = draw(l, step);
    if (together) __syncthreads();  // code comes once for all
    evaluate(rows, threadIdx.x);
    f = load(b.numbers + row_f * threads + threadIdx.x);
    add_sample(sums, f, w);
  }
  store_sums(l, member(), sums);
  if (!l.keep) return;
  for (unsigned row = 0; row < integer_rows; ++row)
    l.block.integers[row * l.block.stride + member()] = b.integers[row * threads + threadIdx.x];
  l.block.numbers[row_f * l.block.stride + member()] = f;
  l.block.numbers[row_weight * l.block.stride + member()] = w;
}
