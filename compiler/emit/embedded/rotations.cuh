struct __align__(16) Places {
  unsigned x, y, z, w;
};
#if defined(__CUDA_ARCH__)
// A branch would part the lanes.
template <int distance>
__device__ inline void store_where(bool here, unsigned at, double value) {
  asm volatile(
      "{\n\t.reg .pred here;\n\tsetp.ne.u32 here, %3, 0;\n\t@here st.shared.f64 [%0+%1], "
      "%2;\n\t}" ::"r"(at),
      "n"(distance), "d"(value), "r"((unsigned)here));
}
__device__ inline void lanes_sync(unsigned lanes) { __syncwarp(lanes); }
// Read anew for each group: registers do not hold them.
__device__ inline Places load_places(const unsigned *at) {
  Places places;
  asm volatile("ld.global.nc.L1::evict_last.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(places.x), "=r"(places.y), "=r"(places.z), "=r"(places.w)
               : "l"(at));
  return places;
}
#else
template <int distance>
inline void store_where(bool here, unsigned at, Real value) {
  if (here) *(Real *)(diagc_shared + at + distance) = value;
}
inline void lanes_sync(unsigned) { __syncthreads(); }
inline Places load_places(const unsigned *at) { return *(const Places *)at; }
#endif
