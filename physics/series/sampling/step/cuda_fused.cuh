// The fused form of the step on devices: one kernel makes all steps of a stretch, with the graph inside.
//
// Walkers' rows stand in shared memory for the time of a launch, [row][thread]: those of Block::numbers, f of the trial, integers. Scratch
// memory is the device's, [block][row][thread].

extern "C" __shared__ __align__(16) unsigned char diagc_shared[];

LANE_FUNCTION Size own_walker() { return blockIdx.x * (Size)threads + threadIdx.x; }
LANE_FUNCTION Block shared_block(const Launch& l) {
  Block b;
  b.numbers = (Real*)diagc_shared;
  b.integers = (unsigned*)(b.numbers + (number_rows + 1) * threads);
  b.scratch_numbers = l.block.scratch_numbers + blockIdx.x * (Size)(threads * scratch_rows);
  b.scratch_integers = l.block.scratch_integers + blockIdx.x * (Size)(threads * integer_rows);
  b.work = nullptr;
  b.stride = threads;
  b.walkers = l.block.walkers;
  b.first_walker = l.block_numbers[own_walker() / 128] * 128ull - threadIdx.x / 128 * 128;
  return b;
}
LANE_FUNCTION Real* trial_f(const Block& b) { return b.numbers + number_rows * threads; }

LANE_FUNCTION void load_places(const Launch& l, const Block& b) {
#pragma unroll 4
  for (unsigned row = 0; row < integer_rows; ++row) {
    b.integers[row * threads + threadIdx.x] = l.block.integers[row * l.block.stride + own_walker()];
  }
}
LANE_FUNCTION void load_numbers(const Launch& l, const Block& b) {
#pragma unroll 4
  for (unsigned row = 0; row < number_rows; ++row) {
    b.numbers[row * threads + threadIdx.x] = l.block.numbers[row * l.block.stride + own_walker()];
  }
}
LANE_FUNCTION void store_walker(const Launch& l, const Block& b) {
#pragma unroll 4
  for (unsigned row = 0; row < number_rows; ++row) {
    l.block.numbers[row * l.block.stride + own_walker()] = b.numbers[row * threads + threadIdx.x];
  }
#pragma unroll 4
  for (unsigned row = 0; row < integer_rows; ++row) {
    l.block.integers[row * l.block.stride + own_walker()] = b.integers[row * threads + threadIdx.x];
  }
}

// Redraws are rare and long: registers are not kept for them.
static __device__ __noinline__ void propose_redraw(const Launch& l, unsigned long long step) {
  Block b = shared_block(l);
  propose_all(l.tables, b, step, threadIdx.x);
}
static __device__ __noinline__ Decision decide_redraw(const Launch& l, Vec f) {
  Block b = shared_block(l);
  return decide(l.tables, b, 0, f, threadIdx.x);
}

LANE_FUNCTION Rows graph_rows(const Launch& l, const Block& b) {
  Rows rows;
  rows.inputs[0] = {b.numbers, threads, 1};
  rows.outputs[0] = {trial_f(b), threads};
#pragma unroll
  for (unsigned i = 0; i < param_count; ++i) rows.params[i] = l.tables.params[i];
  return rows;
}

extern "C" __global__ void __launch_bounds__(threads, blocks)
    step_refresh(const __grid_constant__ Launch l) {
  if (own_walker() >= l.block.walkers) return;
  Block b = shared_block(l);
  load_places(l, b);
  all_lines(l.tables, b, b.integers, b.numbers + row_link * threads, threadIdx.x);
  evaluate(graph_rows(l, b), threadIdx.x);
  settle(l.tables, b, load(trial_f(b) + threadIdx.x), threadIdx.x);
  store_walker(l, b);
}

extern "C" __global__ void __launch_bounds__(threads, blocks)
    step_walk(const __grid_constant__ Launch l) {
  if (own_walker() >= l.block.walkers) return;
  Block b = shared_block(l);
  load_places(l, b);
  load_numbers(l, b);
  const Rows rows = graph_rows(l, b);
  const unsigned long long end = l.first + l.steps;
  unsigned slot = 0;
  bool fresh = true;
  unsigned at = l.first % l.tables.cycle, move = l.tables.moves[at];
  for (unsigned long long step = l.first; step < end; ++step) {
    if (++at == l.tables.cycle) at = 0;
    const unsigned next = l.tables.moves[at];
    const VertexMove m = vertex_move(move);
    Trial trial;
    if (move == 0)
      propose_redraw(l, step);
    else
      trial = propose_vertex(l.tables, b, m, step, threadIdx.x);
    if (together) __syncthreads();  // code comes once for all
    evaluate(rows, threadIdx.x);
    const Vec f = load(trial_f(b) + threadIdx.x);
    const Decision d =
        move == 0 ? decide_redraw(l, f) : decide_vertex(l.tables, b, m, trial, f, threadIdx.x);
    record(l, own_walker(), slot, d);
    if (++slot == history_steps || step + 1 == end) {
      fold(l, own_walker(), slot, (step + 1 - slot) % l.tables.cycle, fresh);
      fresh = false;
      slot = 0;
    }
    move = next;
  }
  store_walker(l, b);
}
