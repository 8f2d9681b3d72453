// What kernels of theories share: a block of threads has the arrays of a pair of times and the theory's numbers to itself.

// The arrays: behind the numbers in shared memory, or the block's part of `work` where they do not fit there.
__device__ inline Complex* arrays_of_block(Complex* numbers, Complex* work) {
#if IN_SHARED
  return numbers + NUMBERS;
#else
  return work + (Long)blockIdx.x * ARRAYS * APART;
#endif
}
