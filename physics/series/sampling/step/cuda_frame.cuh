// Kernels that both forms of the step on devices have: the start of walkers, and the sums of blocks.

typedef StepLaunch<Real> Launch;

LANE_FUNCTION Size walker() { return blockIdx.x * 128ull + threadIdx.x; }
// Walkers have numbers of their own, whatever else is on the device.
LANE_FUNCTION Block own_block(const Launch& l) {
  Block b = l.block;
  b.first_walker = (l.block_numbers[blockIdx.x] - blockIdx.x) * 128ull;
  return b;
}

extern "C" __global__ void __launch_bounds__(128) step_start(const __grid_constant__ Launch l) {
  Block b = own_block(l);
  draw_all(l.tables, b, l.first, b.integers, walker());
}

// One number of a block's sums, those of its walkers in turn. All numbers of sums are eight bytes; the first five are no integers.
extern "C" __global__ void __launch_bounds__(128) step_sum(const __grid_constant__ Launch l) {
  constexpr unsigned fields = sizeof(Sums) / 8;
  const Size block = walker() / fields, field = walker() % fields;
  if (block * 128 >= l.block.walkers) return;
  if (field < 5) {
    const double* const from = (const double*)(l.walker_sums + block * 128) + field;
    double sum = 0;
#pragma unroll 16
    for (unsigned i = 0; i < 128; ++i) sum += from[i * fields];
    ((double*)(l.sums + block))[field] = sum;
  } else {
    const unsigned long long* const from =
        (const unsigned long long*)(l.walker_sums + block * 128) + field;
    unsigned long long sum = 0;
#pragma unroll 16
    for (unsigned i = 0; i < 128; ++i) sum += from[i * fields];
    ((unsigned long long*)(l.sums + block))[field] = sum;
  }
}
