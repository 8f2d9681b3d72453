#if defined(__CUDA_ARCH__)
template <int distance>
__device__ inline void store_shared(unsigned at, float value) {
  asm volatile("st.shared.f32 [%0+%1], %2;" ::"r"(at), "n"(distance), "f"(value) : "memory");
}
template <int distance>
__device__ inline void store_shared(unsigned at, double value) {
  asm volatile("st.shared.f64 [%0+%1], %2;" ::"r"(at), "n"(distance), "d"(value) : "memory");
}
__device__ inline void block_sync(unsigned) { __syncthreads(); }
// The same in all lanes of a warp, which the compiler then knows.
__device__ inline unsigned of_warp(unsigned value) { return __shfl_sync(~0u, value, 0); }
// What the lane has whose number differs in these bits.
__device__ inline Real of_lane(Real value, unsigned bits, unsigned) {
  return __shfl_xor_sync(~0u, value, bits);
}
#else
inline unsigned of_warp(unsigned value) { return value; }
template <int distance>
inline void store_shared(unsigned at, Real value) {
  *(Real *)(diagc_shared + at + distance) = value;
}
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
