// The rows of members of fused forms on devices, which stand in shared memory for the time of a launch, [row][thread]: integers behind numbers.

extern "C" __shared__ __align__(16) unsigned char diagc_shared[];

LANE_FUNCTION Size member() { return blockIdx.x * (Size)threads + threadIdx.x; }

// Of so many rows of numbers.
LANE_FUNCTION Block shared_rows(const Launch& l, unsigned count) {
  Block b;
  b.numbers = (Real*)diagc_shared;
  b.scratch_numbers = nullptr;
  b.integers = (unsigned*)(b.numbers + count * threads);
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
