struct __align__(16) Two {
  Real x, y;
};
struct __align__(16) Words {
  unsigned x, y, z, w;
};
#if defined(__CUDA_ARCH__)
__device__ inline Words load_record(const unsigned *at) {
  const uint4 words = __ldg((const uint4 *)at);
  return {words.x, words.y, words.z, words.w};
}
// Into the second-level cache.
__device__ inline void fetch_ahead(const void *from) {
  asm volatile("prefetch.global.L2 [%0];" ::"l"(from));
}
#else
inline Words load_record(const unsigned *at) { return *(const Words *)at; }
inline void fetch_ahead(const void *) {}
#endif
// Places are distances from the beginning of shared memory.
__device__ inline Real load_one(unsigned at) { return *(const Real *)(diagc_shared + at); }
__device__ inline Two load_two(unsigned at) { return *(const Two *)(diagc_shared + at); }
__device__ inline void store_one(unsigned at, Real x) { *(Real *)(diagc_shared + at) = x; }
__device__ inline void store_two(unsigned at, Real x, Real y) {
  *(Two *)(diagc_shared + at) = Two{x, y};
}
