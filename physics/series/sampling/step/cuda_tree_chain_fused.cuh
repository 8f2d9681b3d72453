// The fused form of Markov chains around trees on devices: one kernel makes all steps of a stretch, with the graph inside.
//
// Rows of integers are places, then places of the trial. Between launches f and w of a member are the two rows of Block::numbers.

LANE_FUNCTION Block shared_block(const Launch& l) {
  Block b = shared_rows(l, chain_number_rows);
  b.scratch_integers = b.integers + integer_rows * threads;
  return b;
}

LANE_FUNCTION void load_places(const Launch& l, const Block& b) {
#pragma unroll 4
  for (unsigned row = 0; row < integer_rows; ++row)
    b.integers[row * threads + threadIdx.x] = l.block.integers[row * l.block.stride + member()];
}
LANE_FUNCTION void store_state(const Launch& l, const Block& b) {
  l.block.numbers[member()] = b.numbers[row_own_f * threads + threadIdx.x];
  l.block.numbers[l.block.stride + member()] = b.numbers[row_own_weight * threads + threadIdx.x];
}

// Proposals and decisions have registers of their own.
static __device__ __noinline__ Vec own_lines_and_weight(const Launch& l) {
  const Block b = shared_block(l);
  return lines_and_weight(l.tables, b, b.integers, threadIdx.x);
}
static __device__ __noinline__ void make_proposal(const Launch& l, unsigned long long step,
                                                  unsigned move) {
  propose(l.tables, shared_block(l), step, move, threadIdx.x);
}
static __device__ __noinline__ Decision decide_proposal(const Launch& l) {
  return decide(l.tables, shared_block(l), threadIdx.x);
}

extern "C" __global__ void __launch_bounds__(threads, blocks)
    tree_refresh(const __grid_constant__ Launch l) {
  if (member() >= l.block.walkers) return;
  const Block b = shared_block(l);
  load_places(l, b);
  store(b.numbers + row_own_weight * threads + threadIdx.x, own_lines_and_weight(l));
  evaluate(graph_rows(l, b), threadIdx.x);
  store(b.numbers + row_own_f * threads + threadIdx.x,
        finite_or_none(load(b.numbers + row_f * threads + threadIdx.x)));
  store_state(l, b);
}

extern "C" __global__ void __launch_bounds__(threads, blocks)
    tree_chain(const __grid_constant__ Launch l) {
  if (member() >= l.block.walkers) return;
  const Block b = shared_block(l);
  load_places(l, b);
  b.numbers[row_own_f * threads + threadIdx.x] = l.block.numbers[member()];
  b.numbers[row_own_weight * threads + threadIdx.x] = l.block.numbers[l.block.stride + member()];
  const Rows rows = graph_rows(l, b);
  MemberSums sums = no_sums();
  unsigned at = l.first % l.tables.cycle;
  for (unsigned long long step = l.first; step < l.first + l.steps; ++step) {
    make_proposal(l, step, l.tables.moves[at]);
    if (++at == l.tables.cycle) at = 0;
    if (together) __syncthreads();  // code comes once for all
    evaluate(rows, threadIdx.x);
    add_decision(sums, l.tables, decide_proposal(l));
  }
  store_sums(l, member(), sums);
  store_state(l, b);
#pragma unroll 4
  for (unsigned row = 0; row < integer_rows; ++row)
    l.block.integers[row * l.block.stride + member()] = b.integers[row * threads + threadIdx.x];
}
