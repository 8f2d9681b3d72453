#if defined(__CUDA_ARCH__)
__device__ inline void block_sync(unsigned) { __syncthreads(); }
// The same in all lanes of a warp, which the compiler then knows.
__device__ inline unsigned of_warp(unsigned value) { return __shfl_sync(~0u, value, 0); }
// What the lane has whose number differs in these bits.
__device__ inline Real of_lane(Real value, unsigned bits, unsigned) {
  return __shfl_xor_sync(~0u, value, bits);
}
#else
inline unsigned of_warp(unsigned value) { return value; }
// All threads have come as often as this one.
inline void block_sync(unsigned arrivals) {
  const unsigned all = (load_word(arrivals) / THREADS + 1) * THREADS;
  store_word(arrivals, load_word(arrivals) + 1);
  while (load_word(arrivals) < all) __syncthreads();
}
inline Real of_lane(Real value, unsigned bits, unsigned arrivals) {
  static Real lanes[THREADS];
  lanes[threadIdx.x] = value;
  warp_sync(arrivals);
  const Real result = lanes[threadIdx.x ^ bits];
  warp_sync(arrivals);
  return result;
}
#endif
