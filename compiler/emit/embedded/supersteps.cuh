#if defined(__CUDA_ARCH__)
// The same in all lanes of a warp, which the compiler then knows.
__device__ inline unsigned of_warp(unsigned value) { return __shfl_sync(~0u, value, 0); }
// A barrier of the warps of a group; what they have stored is seen by all of them.
__device__ inline void superstep(unsigned group) {
  asm volatile("bar.sync %0, %1;" ::"r"(group + 1), "n"(WARPS * 32) : "memory");
}
#else
inline unsigned of_warp(unsigned value) { return value; }
// All threads of the group have come as often as this one.
inline void superstep(unsigned group) {
  static unsigned arrivals[GROUPS];
  const unsigned all = (arrivals[group] / (WARPS * 32) + 1) * (WARPS * 32);
  ++arrivals[group];
  while (arrivals[group] < all) __syncthreads();
}
#endif
