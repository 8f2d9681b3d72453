// The fused form of independent samples on devices: one kernel makes all steps of a stretch, with the graph inside.
//
// Rows of members stand in shared memory, [row][thread]: integers behind numbers.

extern "C" __shared__ __align__(16) unsigned char diagc_shared[];

LANE_FUNCTION Size member() { return blockIdx.x * (Size)threads + threadIdx.x; }

LANE_FUNCTION Block shared_block(const Launch& l) {
  Block b;
  b.numbers = (Real*)diagc_shared;
  b.scratch_numbers = nullptr;
  b.integers = (unsigned*)(b.numbers + number_rows * threads);
  b.scratch_integers = nullptr;
  b.work = nullptr;
  b.stride = threads;
  b.walkers = l.block.walkers;
  b.first_walker = l.block_numbers[member() / 128] * 128ull - threadIdx.x / 128 * 128;
  return b;
}

LANE_FUNCTION Rows graph_rows(const Launch& l, const Block& b) {
  Rows rows;
  rows.inputs[propagator_input] = {b.numbers, threads, 1};
  if (derivative)
    rows.inputs[derivative_input] = {b.numbers + row_derivative * threads, threads, 1};
  rows.outputs[0] = {b.numbers + row_f * threads, threads};
#pragma unroll
  for (unsigned i = 0; i < param_count; ++i) rows.params[i] = l.tables.params[i];
  return rows;
}

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
