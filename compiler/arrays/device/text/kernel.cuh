// What kernels of one step are given, and how they end. A block has block_threads threads.
typedef unsigned long long Long;
extern "C" __shared__ __align__(16) unsigned char diagc_shared[];

struct Arrays {
  const Number *a, *b;
  Number *c;
  const Long *start_a, *start_b;  // where the operands begin in this slice
  const int *most_a, *most_b;     // exponents of their largest numbers
  int *most_c;                    // becomes that of the result, where it is not null
  unsigned prime;
};

// The exponent of the largest number of the block, to where that of the whole array is kept. All threads come here, once; of shared memory
// the first 16 bytes are used.
__device__ __forceinline__ void keep_most(int most, int *to) {
  volatile int *const shared = (volatile int *)diagc_shared;
  if (!to) return;
  __syncthreads();
  if (threadIdx.x == 0) *shared = 0;
  __syncthreads();
  if (most > *shared) atomicMax((int *)diagc_shared, most);
  __syncthreads();
  if (threadIdx.x == 0 && *shared > *(volatile int *)to) atomicMax(to, *shared);
  __syncthreads();
}
