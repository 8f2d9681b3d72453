// What kernels of the self-energy share: a block of threads has the arrays of a pair of times and the theory's numbers to itself.

// The arrays: behind the numbers in shared memory, or the block's part of `work` where they do not fit there.
__device__ inline Complex* arrays_of_block(Complex* numbers, Complex* work) {
#if IN_SHARED
  return numbers + NUMBERS;
#else
  return work + (Long)blockIdx.x * ARRAYS * APART;
#endif
}

// The product of U at both times, and 1.
__device__ inline void set_vertices(Complex* numbers, double product) {
  if (threadIdx.x == 0 && HAS_VERTEX) {
    numbers[input_place(2 * ELEMENTS)] = {product, 0};
    numbers[input_place(2 * ELEMENTS + 1)] = {1, 0};
  }
}
