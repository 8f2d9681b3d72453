// The fused form of walkers at any points on devices: one kernel makes all steps of a stretch, with the graph inside. Walkers stand in shared
// memory for the time of a launch, [row][thread]: numbers, those of the trial, places, those of the trial.

extern "C" __shared__ __align__(16) unsigned char diagc_shared[];

LANE_FUNCTION Size walker() { return blockIdx.x * (Size)threads + threadIdx.x; }

LANE_FUNCTION Block shared_block(const Launch& l) {
  Block b;
  b.numbers = (Real*)diagc_shared;
  b.scratch_numbers = b.numbers + number_rows * threads;
  b.integers = (unsigned*)(b.scratch_numbers + scratch_rows * threads);
  b.scratch_integers = b.integers + integer_rows * threads;
  b.work = nullptr;
  b.stride = threads;
  b.walkers = l.block.walkers;
  b.first_walker = l.block_numbers[walker() / 128] * 128ull - threadIdx.x / 128 * 128;
  return b;
}
LANE_FUNCTION Rows graph_rows(const Launch& l, const Block& b) {
  Rows rows;
#pragma unroll
  for (unsigned k = 0; k < input_count; ++k)
    rows.inputs[k] = {b.scratch_numbers + input_row[k] * threads, threads, 1};
  rows.outputs[0] = {b.scratch_numbers + scratch_f * threads, threads};
#pragma unroll
  for (unsigned k = 0; k < param_count; ++k) rows.params[k] = l.tables.params[k];
  return rows;
}

LANE_FUNCTION void load_places(const Launch& l, const Block& b) {
#pragma unroll 4
  for (unsigned row = 0; row < integer_rows; ++row)
    b.integers[row * threads + threadIdx.x] = l.block.integers[row * l.block.stride + walker()];
}
LANE_FUNCTION void store_numbers(const Launch& l, const Block& b) {
#pragma unroll 4
  for (unsigned row = 0; row < number_rows; ++row)
    l.block.numbers[row * l.block.stride + walker()] = b.numbers[row * threads + threadIdx.x];
}

// Proposals and decisions have registers of their own.
static __device__ __noinline__ void own_lines_of(const Launch& l) {
  const Block b = shared_block(l);
  make_lines(l.tables, b, b.integers, threadIdx.x);
}
static __device__ __noinline__ void make_proposal(const Launch& l, unsigned long long step,
                                                  unsigned move) {
  propose(l.tables, shared_block(l), step, move, threadIdx.x);
}
static __device__ __noinline__ void decide_and_add(const Launch& l, unsigned move,
                                                   WalkerSums& sums) {
  const Block b = shared_block(l);
  const Decision d = decide(l.tables, b, move, threadIdx.x);
  add_step(l, b, move, d, threadIdx.x, sums);
}

// Lines, outputs and weights of the places that walkers are at.
extern "C" __global__ void __launch_bounds__(threads, blocks)
    point_refresh(const __grid_constant__ Launch l) {
  if (walker() >= l.block.walkers) return;
  const Block b = shared_block(l);
  load_places(l, b);
  own_lines_of(l);
  evaluate(graph_rows(l, b), threadIdx.x);
  settle(l.tables, b, threadIdx.x);
  store_numbers(l, b);
}

extern "C" __global__ void __launch_bounds__(threads, blocks)
    point_walk(const __grid_constant__ Launch l) {
  if (walker() >= l.block.walkers) return;
  const Block b = shared_block(l);
  load_places(l, b);
#pragma unroll 4
  for (unsigned row = 0; row < number_rows; ++row)
    b.numbers[row * threads + threadIdx.x] = l.block.numbers[row * l.block.stride + walker()];
  const Rows rows = graph_rows(l, b);
  WalkerSums sums = no_sums();
  unsigned at = l.first % l.tables.cycle;
  for (unsigned long long step = l.first; step < l.first + l.steps; ++step) {
    const unsigned move = l.tables.moves[at];
    if (++at == l.tables.cycle) at = 0;
    make_proposal(l, step, move);
    if (together) __syncthreads();  // code comes once for all
    evaluate(rows, threadIdx.x);
    decide_and_add(l, move, sums);
  }
#pragma unroll 1
  for (unsigned field = 0; field < fields; ++field)
    l.walker_sums[field * l.block.stride + walker()] = sums.of[field];
  store_numbers(l, b);
#pragma unroll 4
  for (unsigned row = 0; row < integer_rows; ++row)
    l.block.integers[row * l.block.stride + walker()] = b.integers[row * threads + threadIdx.x];
}
