// Chains of FMAs that do not wait for each other: the most that a device computes. Real, chains and steps come before.
struct Batch {
  struct {
    Real* data;
    unsigned long long row_stride;
  } outputs[1];
  unsigned long long begin, end;
  Real* work;
};

extern "C" __global__ void __launch_bounds__(256) peak(const __grid_constant__ Batch batch) {
  const unsigned long long at = blockIdx.x * 256ull + threadIdx.x;
  Real x[chains];
#pragma unroll
  for (int i = 0; i < chains; ++i) x[i] = Real(threadIdx.x + i);
  for (int step = 0; step < steps; ++step) {
#pragma unroll
    for (int i = 0; i < chains; ++i) x[i] = fma(x[i], Real(0.5), Real(1));
  }
  Real sum = 0;
#pragma unroll
  for (int i = 0; i < chains; ++i) sum += x[i];
  batch.outputs[0].data[at] = sum;
}
