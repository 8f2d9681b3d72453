struct __align__(16) Two {
  Real x, y;
};
struct __align__(16) Words {
  unsigned x, y, z, w;
};
#if defined(__CUDA_ARCH__)
// Read anew for each group: inputs, which are read once, do not take their place in the cache.
__device__ inline Words load_record(const unsigned *at) {
  Words words;
  asm("ld.global.nc.L1::evict_last.v4.u32 {%0, %1, %2, %3}, [%4];"
      : "=r"(words.x), "=r"(words.y), "=r"(words.z), "=r"(words.w)
      : "l"(at));
  return words;
}
#else
inline Words load_record(const unsigned *at) { return *(const Words *)at; }
#endif
// Places are distances from the beginning of shared memory.
__device__ inline Real load_one(unsigned at) { return *(const Real *)(diagc_shared + at); }
__device__ inline Two load_two(unsigned at) { return *(const Two *)(diagc_shared + at); }
__device__ inline void store_one(unsigned at, Real x) { *(Real *)(diagc_shared + at) = x; }
__device__ inline void store_two(unsigned at, Real x, Real y) {
  *(Two *)(diagc_shared + at) = Two{x, y};
}
