extern "C" __shared__ __align__(16) unsigned char diagc_shared[];

#if defined(__CUDA_ARCH__)
__device__ inline unsigned shared_start() {
  return (unsigned)__cvta_generic_to_shared(diagc_shared);
}
__device__ inline unsigned load_word(unsigned at) {
  unsigned value;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(value) : "r"(at));
  return value;
}
__device__ inline uint2 load_words(unsigned at) {
  uint2 value;
  asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(value.x), "=r"(value.y) : "r"(at));
  return value;
}
__device__ inline void store_word(unsigned at, unsigned value) {
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(value) : "memory");
}
template <int distance>
__device__ inline float load_shared(unsigned at, float) {
  float value;
  asm volatile("ld.shared.f32 %0, [%1+%2];" : "=f"(value) : "r"(at), "n"(distance));
  return value;
}
template <int distance>
__device__ inline double load_shared(unsigned at, double) {
  double value;
  asm volatile("ld.shared.f64 %0, [%1+%2];" : "=d"(value) : "r"(at), "n"(distance));
  return value;
}
template <int distance>
__device__ inline void load_pack(unsigned at, float (&to)[4]) {
  asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4+%5];"
               : "=f"(to[0]), "=f"(to[1]), "=f"(to[2]), "=f"(to[3])
               : "r"(at), "n"(distance));
}
template <int distance>
__device__ inline void load_pack(unsigned at, double (&to)[2]) {
  asm volatile("ld.shared.v2.f64 {%0, %1}, [%2+%3];"
               : "=d"(to[0]), "=d"(to[1])
               : "r"(at), "n"(distance));
}
template <int distance>
__device__ inline void store_pack(unsigned at, float a, float b, float c, float d) {
  asm volatile("st.shared.v4.f32 [%0+%1], {%2, %3, %4, %5};" ::"r"(at), "n"(distance), "f"(a),
               "f"(b), "f"(c), "f"(d)
               : "memory");
}
template <int distance>
__device__ inline void store_pack(unsigned at, double a, double b) {
  asm volatile("st.shared.v2.f64 [%0+%1], {%2, %3};" ::"r"(at), "n"(distance), "d"(a), "d"(b)
               : "memory");
}
// Early, so that what is computed meanwhile hides the way.
__device__ inline float load_work(const unsigned char *from, float) {
  float value;
  asm volatile("ld.global.f32 %0, [%1];" : "=f"(value) : "l"(from));
  return value;
}
__device__ inline double load_work(const unsigned char *from, double) {
  double value;
  asm volatile("ld.global.f64 %0, [%1];" : "=d"(value) : "l"(from));
  return value;
}
template <unsigned bytes>
__device__ inline void copy_ahead(unsigned to, const void *from) {
  if (bytes == 16) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(to), "l"(from), "n"(bytes)
                 : "memory");
  }
}
__device__ inline void copies_wait() { asm volatile("cp.async.wait_all;" ::: "memory"); }
__device__ inline void warp_sync(unsigned) { __syncwarp(); }
__device__ inline void set_done(unsigned at) {
  asm volatile("st.release.cta.shared::cta.u8 [%0], %1;" ::"r"(at), "r"(1) : "memory");
}
// Every lane has a task to wait for.
__device__ inline void wait_done(unsigned at) {
  for (;;) {
    unsigned done;
    asm volatile("ld.acquire.cta.shared::cta.u8 %0, [%1];" : "=r"(done) : "r"(at) : "memory");
    if (__all_sync(~0u, done)) break;
    __nanosleep(40);
  }
}
__device__ inline unsigned load_half(unsigned at) {
  unsigned short value;
  asm volatile("ld.shared.u16 %0, [%1];" : "=h"(value) : "r"(at));
  return value;
}
#else
inline unsigned shared_start() { return 0; }
struct uint2 {
  unsigned x, y;
};
inline unsigned load_word(unsigned at) { return *(const unsigned *)(diagc_shared + at); }
inline uint2 load_words(unsigned at) { return *(const uint2 *)(diagc_shared + at); }
inline void store_word(unsigned at, unsigned value) { *(unsigned *)(diagc_shared + at) = value; }
template <int distance>
inline Real load_shared(unsigned at, Real) {
  return *(const Real *)(diagc_shared + (int)at + distance);
}
template <int distance, unsigned length>
inline void load_pack(unsigned at, Real (&to)[length]) {
  for (unsigned i = 0; i < length; ++i) to[i] = ((const Real *)(diagc_shared + at + distance))[i];
}
template <int distance>
inline void store_pack(unsigned at, Real a, Real b, Real c, Real d) {
  Real *const to = (Real *)(diagc_shared + at + distance);
  to[0] = a, to[1] = b, to[2] = c, to[3] = d;
}
template <int distance>
inline void store_pack(unsigned at, Real a, Real b) {
  Real *const to = (Real *)(diagc_shared + at + distance);
  to[0] = a, to[1] = b;
}
inline Real load_work(const unsigned char *from, Real) { return *(const Real *)from; }
template <unsigned bytes>
inline void copy_ahead(unsigned to, const void *from) {
  for (unsigned i = 0; i < bytes; ++i) diagc_shared[to + i] = ((const unsigned char *)from)[i];
}
inline void copies_wait() {}
// All lanes have come as often as this one.
inline void warp_sync(unsigned arrivals) {
  const unsigned all = (load_word(arrivals) / 32 + 1) * 32;
  store_word(arrivals, load_word(arrivals) + 1);
  while (load_word(arrivals) < all) __syncthreads();
}
inline void set_done(unsigned at) { diagc_shared[at] = 1; }
inline void wait_done(unsigned at) {
  while (!diagc_shared[at]) __syncthreads();
}
inline unsigned load_half(unsigned at) { return *(const unsigned short *)(diagc_shared + at); }
#endif
