// hubbard_sun_cdet_density_fixed, m = 3: double precision, CUDA for sm_90, warps that share configurations, by determinants of sets.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_cdet_density_fixed.diag:20: D(S)
//   hubbard_sun_cdet_density_fixed.diag:23: P(S, s, v)
//   hubbard_sun_cdet_density_fixed.diag:25: dD(S)
//   hubbard_sun_cdet_density_fixed.diag:26: dP(S, s, v)
//   hubbard_sun_cdet_density_fixed.diag:32: W(A, B)
//   hubbard_sun_cdet_density_fixed.diag:38: L(A, B, s, v, again)
//   hubbard_sun_cdet_density_fixed.diag:43: Z(V)
//   hubbard_sun_cdet_density_fixed.diag:44: A(V)
//   hubbard_sun_cdet_density_fixed.diag:47: C(V)
//   hubbard_sun_cdet_density_fixed.diag:49: density
// Launch hubbard_sun_cdet_density_fixed_determinants: 128 threads and 16 configurations a block, 26624 bytes of dynamic shared memory, no more blocks than the device holds at once.
// To be compiled with --fmad=false --prec-div=true --prec-sqrt=true --ftz=false.

typedef unsigned long long Size;
typedef double Real;

// Row r of configuration c is data[r * row_stride + c * lane_stride]; a lane stride is 1 or 0.
struct InputRows {
  const Real *data;
  Size row_stride, lane_stride;
};
struct OutputRows {
  Real *data;
  Size row_stride;
};
struct Batch {
  InputRows inputs[2];
  OutputRows outputs[1];
  Size begin, end;
  Real *work;
  const void *tables[1];
  Real params[1];
};

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

// 1 vertices, 3 outside.
__device__ __forceinline__ void unit0_3(const unsigned *record, unsigned first, unsigned last, bool sync, bool works, unsigned c, Real once, Real twice) {
  Words head = load_record(record), read = load_record(record + 4), written = load_record(record + 8);
  const unsigned at8 = c * 8, at16 = c * 16, s = head.x & 15, sums = 3840 + at16;
  const unsigned vertex0 = head.y >> 0 & 15, row0 = at8 + vertex0 * 512;
  const unsigned vertex1 = head.y >> 4 & 15, row1 = at8 + vertex1 * 512;
  const unsigned vertex2 = head.y >> 8 & 15, row2 = at8 + vertex2 * 512;
  const unsigned column_s = s * 128, row_s = at8 + s * 512;
  const Real g0_s = load_one(row0 + column_s);
  const Real g1_s = load_one(row1 + column_s);
  const Real g2_s = load_one(row2 + column_s);
  const Real gs_s = load_one(row_s + column_s);
  const unsigned set = head.z & 0xffff, own = sums + set * 512;
  works = works && !(head.x >> 8 & 1);  // else no unit on this side
  if (!works) return;
  const unsigned wanted0 = (written.x & 0xffff), out0 = wanted0 * 256 + at16;
  const unsigned wanted1 = (written.x >> 16), out1 = wanted1 * 256 + at16;
  const unsigned wanted2 = (written.y & 0xffff), out2 = wanted2 * 256 + at16;
  const bool kept = head.x >> 16;
  const unsigned to0 = (head.x >> 16) * 256 + at16, to1 = (head.z >> 16) * 256 + at16, from0 = (head.w & 0xffff) * 256 + at16, from1 = (head.w >> 16) * 256 + at16;
  const Real once_s = once * gs_s, twice_s = twice * gs_s * once_s;
  if (wanted0) {
    store_two(out0, g0_s, g0_s * once_s);
    store_two(out0 + 256, g0_s, load_one(row0 + column_s + 2048));
  }
  if (wanted1) {
    store_two(out1, g1_s, g1_s * once_s);
    store_two(out1 + 256, g1_s, load_one(row1 + column_s + 2048));
  }
  if (wanted2) {
    store_two(out2, g2_s, g2_s * once_s);
    store_two(out2 + 256, g2_s, load_one(row2 + column_s + 2048));
  }
  if (kept) store_two(to0, twice_s, once_s);
  const Real derivative = load_one(row_s + column_s + 2048);
  store_two(own + 256, gs_s, derivative);
  store_two(own, fma(gs_s, once_s, twice_s), derivative * once_s);
}
// 1 vertices, 1 outside.
__device__ __forceinline__ void unit0_1(const unsigned *record, unsigned first, unsigned last, bool sync, bool works, unsigned c, Real once, Real twice) {
  Words head = load_record(record), read = load_record(record + 4), written = load_record(record + 8);
  const unsigned at8 = c * 8, at16 = c * 16, s = head.x & 15, sums = 3840 + at16;
  const unsigned vertex0 = head.y >> 0 & 15, row0 = at8 + vertex0 * 512;
  const unsigned column_s = s * 128, row_s = at8 + s * 512;
  const Real g0_s = load_one(row0 + column_s);
  const Real gs_s = load_one(row_s + column_s);
  const unsigned set = head.z & 0xffff, own = sums + set * 512;
  works = works && !(head.x >> 8 & 1);  // else no unit on this side
  if (!works) return;
  const unsigned wanted0 = (written.x & 0xffff), out0 = wanted0 * 256 + at16;
  const bool kept = head.x >> 16;
  const unsigned to0 = (head.x >> 16) * 256 + at16, to1 = (head.z >> 16) * 256 + at16, from0 = (head.w & 0xffff) * 256 + at16, from1 = (head.w >> 16) * 256 + at16;
  const Real once_s = once * gs_s, twice_s = twice * gs_s * once_s;
  if (wanted0) {
    store_two(out0, g0_s, g0_s * once_s);
    store_two(out0 + 256, g0_s, load_one(row0 + column_s + 2048));
  }
  if (kept) store_two(to0, twice_s, once_s);
  const Real derivative = load_one(row_s + column_s + 2048);
  store_two(own + 256, gs_s, derivative);
  store_two(own, fma(gs_s, once_s, twice_s), derivative * once_s);
}
// 2 vertices, 2 outside.
__device__ __forceinline__ void unit1_2(const unsigned *record, unsigned first, unsigned last, bool sync, bool works, unsigned c, Real once, Real twice) {
  Words head = load_record(record), read = load_record(record + 4), written = load_record(record + 8);
  const unsigned at8 = c * 8, at16 = c * 16, s = head.x & 15, sums = 3840 + at16;
  const unsigned vertex0 = head.y >> 0 & 15, row0 = at8 + vertex0 * 512;
  const unsigned column0 = vertex0 * 128;
  const unsigned vertex1 = head.y >> 4 & 15, row1 = at8 + vertex1 * 512;
  const unsigned vertex2 = head.y >> 8 & 15, row2 = at8 + vertex2 * 512;
  const unsigned column_s = s * 128, row_s = at8 + s * 512;
  const Real g0_0 = load_one(row0 + column0);
  const Real g0_s = load_one(row0 + column_s);
  const Real g1_0 = load_one(row1 + column0);
  const Real g1_s = load_one(row1 + column_s);
  const Real g2_0 = load_one(row2 + column0);
  const Real g2_s = load_one(row2 + column_s);
  const Real gs_0 = load_one(row_s + column0);
  const Real gs_s = load_one(row_s + column_s);
  const unsigned set = head.z & 0xffff, own = sums + set * 512;
  works = works && !(head.x >> 8 & 1);  // else no unit on this side
  Real z = 0, a = 0;
  if (first && works) {
    const Two before = load_two(own);
    z = before.x; a = before.y;
  }
  const unsigned low0 = 0;
  const unsigned low1 = (512u << vertex0);
#pragma unroll 1
  for (unsigned again = first;;) {
    if (works) {
  const unsigned in0 = (read.x & 0xffff) * 256 + at16;
  const unsigned wanted0 = (written.x & 0xffff), out0 = wanted0 * 256 + at16;
  const unsigned wanted1 = (written.x >> 16), out1 = wanted1 * 256 + at16;
  const bool kept = head.x >> 16;
  const unsigned to0 = (head.x >> 16) * 256 + at16, to1 = (head.z >> 16) * 256 + at16, from0 = (head.w & 0xffff) * 256 + at16, from1 = (head.w >> 16) * 256 + at16;
    if (!again) {
    const Two of_rest = load_two(own + 256 - (512 << s));
    const Two p0 = load_two(in0 + 256);
    {
      Real p = g1_s * of_rest.x, dp = fma(g1_s, of_rest.y, load_one(row1 + column_s + 2048) * of_rest.x);
      p = fma(-g1_0, p0.x, p); dp = fma(-g1_0, p0.y, dp); dp = fma(-load_one(row1 + column0 + 2048), p0.x, dp);
      if (wanted0) store_two(out0 + 256, p, dp);
    }
    {
      Real p = g2_s * of_rest.x, dp = fma(g2_s, of_rest.y, load_one(row2 + column_s + 2048) * of_rest.x);
      p = fma(-g2_0, p0.x, p); dp = fma(-g2_0, p0.y, dp); dp = fma(-load_one(row2 + column0 + 2048), p0.x, dp);
      if (wanted1) store_two(out1 + 256, p, dp);
    }
    {
      Real p = gs_s * of_rest.x, dp = fma(gs_s, of_rest.y, load_one(row_s + column_s + 2048) * of_rest.x);
      p = fma(-gs_0, p0.x, p); dp = fma(-gs_0, p0.y, dp); dp = fma(-load_one(row_s + column0 + 2048), p0.x, dp);
      store_two(own + 256, p, dp);
    }
    }
    if (again < last) {
      const unsigned again = 1;
      record += 72;
      head = load_record(record); read = load_record(record + 4); written = load_record(record + 8);
    }
    const unsigned sets = sums + (again ? 0 : 512 << s);
    const Real factor = again ? twice : once;
    const Real line0_0 = load_one(in0 + again * 8);
    const Two w0 = load_two(from0 + 0);
    const Two d1 = load_two(sets + low1 + 256);
    const Two d0 = load_two(sets + low0 + 256);
    const Real own1_0 = fma(-g0_0, line0_0, g0_s * w0.y);
    const Real out1_0 = fma(-g1_0, line0_0, g1_s * w0.y);
    const Real out1_1 = fma(-g2_0, line0_0, g2_s * w0.y);
    const Real all1 = factor * fma(-gs_0, line0_0, gs_s * w0.y);
    z = fma(d1.x, all1, z); a = fma(d1.y, all1, a);
    const Real out0_0 = fma(-g1_0, own1_0, g1_s * w0.x);
    const Real out0_1 = fma(-g2_0, own1_0, g2_s * w0.x);
    const Real all0 = factor * fma(-gs_0, own1_0, gs_s * w0.x);
    z = fma(d0.x, all0, z); a = fma(d0.y, all0, a);
    if (wanted0) store_two(out0 + 0, out0_0, out1_0);
    if (wanted1) store_two(out1 + 0, out0_1, out1_1);
    if (kept) store_two(to0 + 0, all0, all1);
    if (last == 0) store_two(own, z, a);
    }
    if (sync && !again) __syncthreads();
    if (again++ == last) break;
  }
  if (last == 0 || !works) return;
  const unsigned rest = set & ~(1u << s);
#pragma unroll 4
  for (unsigned part = rest; part; part = (part - 1) & rest) {
    const Two x = load_two(sums + part * 512), y = load_two(sums + (set ^ part) * 512);
    a = fma(-x.x, y.y, fma(-y.x, x.y, a));
  }
  store_two(own, z, a);
}
// 2 vertices, 1 outside.
__device__ __forceinline__ void unit1_1(const unsigned *record, unsigned first, unsigned last, bool sync, bool works, unsigned c, Real once, Real twice) {
  Words head = load_record(record), read = load_record(record + 4), written = load_record(record + 8);
  const unsigned at8 = c * 8, at16 = c * 16, s = head.x & 15, sums = 3840 + at16;
  const unsigned vertex0 = head.y >> 0 & 15, row0 = at8 + vertex0 * 512;
  const unsigned column0 = vertex0 * 128;
  const unsigned vertex1 = head.y >> 4 & 15, row1 = at8 + vertex1 * 512;
  const unsigned column_s = s * 128, row_s = at8 + s * 512;
  const Real g0_0 = load_one(row0 + column0);
  const Real g0_s = load_one(row0 + column_s);
  const Real g1_0 = load_one(row1 + column0);
  const Real g1_s = load_one(row1 + column_s);
  const Real gs_0 = load_one(row_s + column0);
  const Real gs_s = load_one(row_s + column_s);
  const unsigned set = head.z & 0xffff, own = sums + set * 512;
  works = works && !(head.x >> 8 & 1);  // else no unit on this side
  Real z = 0, a = 0;
  if (first && works) {
    const Two before = load_two(own);
    z = before.x; a = before.y;
  }
  const unsigned low0 = 0;
  const unsigned low1 = (512u << vertex0);
#pragma unroll 1
  for (unsigned again = first;;) {
    if (works) {
  const unsigned in0 = (read.x & 0xffff) * 256 + at16;
  const unsigned wanted0 = (written.x & 0xffff), out0 = wanted0 * 256 + at16;
  const bool kept = head.x >> 16;
  const unsigned to0 = (head.x >> 16) * 256 + at16, to1 = (head.z >> 16) * 256 + at16, from0 = (head.w & 0xffff) * 256 + at16, from1 = (head.w >> 16) * 256 + at16;
    if (!again) {
    const Two of_rest = load_two(own + 256 - (512 << s));
    const Two p0 = load_two(in0 + 256);
    {
      Real p = g1_s * of_rest.x, dp = fma(g1_s, of_rest.y, load_one(row1 + column_s + 2048) * of_rest.x);
      p = fma(-g1_0, p0.x, p); dp = fma(-g1_0, p0.y, dp); dp = fma(-load_one(row1 + column0 + 2048), p0.x, dp);
      if (wanted0) store_two(out0 + 256, p, dp);
    }
    {
      Real p = gs_s * of_rest.x, dp = fma(gs_s, of_rest.y, load_one(row_s + column_s + 2048) * of_rest.x);
      p = fma(-gs_0, p0.x, p); dp = fma(-gs_0, p0.y, dp); dp = fma(-load_one(row_s + column0 + 2048), p0.x, dp);
      store_two(own + 256, p, dp);
    }
    }
    if (again < last) {
      const unsigned again = 1;
      record += 72;
      head = load_record(record); read = load_record(record + 4); written = load_record(record + 8);
    }
    const unsigned sets = sums + (again ? 0 : 512 << s);
    const Real factor = again ? twice : once;
    const Real line0_0 = load_one(in0 + again * 8);
    const Two w0 = load_two(from0 + 0);
    const Two d1 = load_two(sets + low1 + 256);
    const Two d0 = load_two(sets + low0 + 256);
    const Real own1_0 = fma(-g0_0, line0_0, g0_s * w0.y);
    const Real out1_0 = fma(-g1_0, line0_0, g1_s * w0.y);
    const Real all1 = factor * fma(-gs_0, line0_0, gs_s * w0.y);
    z = fma(d1.x, all1, z); a = fma(d1.y, all1, a);
    const Real out0_0 = fma(-g1_0, own1_0, g1_s * w0.x);
    const Real all0 = factor * fma(-gs_0, own1_0, gs_s * w0.x);
    z = fma(d0.x, all0, z); a = fma(d0.y, all0, a);
    if (wanted0) store_two(out0 + 0, out0_0, out1_0);
    if (kept) store_two(to0 + 0, all0, all1);
    if (last == 0) store_two(own, z, a);
    }
    if (sync && !again) __syncthreads();
    if (again++ == last) break;
  }
  if (last == 0 || !works) return;
  const unsigned rest = set & ~(1u << s);
#pragma unroll 4
  for (unsigned part = rest; part; part = (part - 1) & rest) {
    const Two x = load_two(sums + part * 512), y = load_two(sums + (set ^ part) * 512);
    a = fma(-x.x, y.y, fma(-y.x, x.y, a));
  }
  store_two(own, z, a);
}
// 3 vertices, each unit by 2 slots.
template <class Load>
__device__ __forceinline__ void level2(const unsigned *words, unsigned unit, unsigned member, bool works, unsigned c, Real once, Real twice, Real *result, Load load) {
  const unsigned *record = words + 240 + unit * 12;
  const unsigned task = __ldg(words + 384 + (works ? member : 0));
  const unsigned high = task & 0xff, again = task >> 8 & 1, lag = task >> 16;
  Words head = load_record(record), read = load_record(record + 4), written = load_record(record + 8);
  const unsigned at8 = c * 8, at16 = c * 16, s = head.x & 15, sums = 3840 + at16;
  const unsigned vertex0 = head.y >> 0 & 15, row0 = at8 + vertex0 * 512;
  const unsigned column0 = vertex0 * 128;
  const unsigned vertex1 = head.y >> 4 & 15, row1 = at8 + vertex1 * 512;
  const unsigned column1 = vertex1 * 128;
  const unsigned vertex2 = head.y >> 8 & 15, row2 = at8 + vertex2 * 512;
  const unsigned column_s = s * 128, row_s = at8 + s * 512;
  const Real g0_0 = load_one(row0 + column0);
  const Real g0_1 = load_one(row0 + column1);
  const Real g0_s = load_one(row0 + column_s);
  const Real g1_0 = load_one(row1 + column0);
  const Real g1_1 = load_one(row1 + column1);
  const Real g1_s = load_one(row1 + column_s);
  const Real g2_0 = load_one(row2 + column0);
  const Real g2_1 = load_one(row2 + column1);
  const Real g2_s = load_one(row2 + column_s);
  const Real gs_0 = load_one(row_s + column0);
  const Real gs_1 = load_one(row_s + column1);
  const Real gs_s = load_one(row_s + column_s);
  const unsigned set = head.z & 0xffff, own = sums + set * 512;
  const Words head2 = load_record(record + 48), read2 = load_record(record + 48 + 4), written2 = load_record(record + 48 + 8);
  const unsigned low0 = 0;
  const unsigned low1 = (512u << vertex1);
  const unsigned low2 = (512u << vertex0);
  const unsigned low3 = (512u << vertex0) + (512u << vertex1);
  Real z = 0, a = 0;
  if (works && member == 1) {
  const unsigned in0 = (read.x & 0xffff) * 256 + at16;
  const unsigned in1 = (read.x >> 16) * 256 + at16;
  const unsigned wanted0 = (written.x & 0xffff), out0 = wanted0 * 256 + at16;
  const bool kept = head.x >> 16;
  const unsigned to0 = (head.x >> 16) * 256 + at16, to1 = (head.z >> 16) * 256 + at16, from0 = (head.w & 0xffff) * 256 + at16, from1 = (head.w >> 16) * 256 + at16;
    const Two of_rest = load_two(own + 256 - (512 << s));
    const Two p0 = load_two(in0 + 256);
    const Two p1 = load_two(in1 + 256);
    {
      Real p = g2_s * of_rest.x, dp = fma(g2_s, of_rest.y, load_one(row2 + column_s + 2048) * of_rest.x);
      p = fma(-g2_0, p0.x, p); dp = fma(-g2_0, p0.y, dp); dp = fma(-load_one(row2 + column0 + 2048), p0.x, dp);
      p = fma(-g2_1, p1.x, p); dp = fma(-g2_1, p1.y, dp); dp = fma(-load_one(row2 + column1 + 2048), p1.x, dp);
      if (wanted0) store_two(out0 + 512, p, dp);
    }
    {
      Real p = gs_s * of_rest.x, dp = fma(gs_s, of_rest.y, load_one(row_s + column_s + 2048) * of_rest.x);
      p = fma(-gs_0, p0.x, p); dp = fma(-gs_0, p0.y, dp); dp = fma(-load_one(row_s + column0 + 2048), p0.x, dp);
      p = fma(-gs_1, p1.x, p); dp = fma(-gs_1, p1.y, dp); dp = fma(-load_one(row_s + column1 + 2048), p1.x, dp);
      store_two(own + 256, p, dp);
    }
  }
  if (again) head = head2, read = read2, written = written2;
  {
  const unsigned in0 = (read.x & 0xffff) * 256 + at16;
  const unsigned in1 = (read.x >> 16) * 256 + at16;
  const unsigned wanted0 = (written.x & 0xffff), out0 = wanted0 * 256 + at16;
  const bool kept = head.x >> 16;
  const unsigned to0 = (head.x >> 16) * 256 + at16, to1 = (head.z >> 16) * 256 + at16, from0 = (head.w & 0xffff) * 256 + at16, from1 = (head.w >> 16) * 256 + at16;
    const unsigned sets = sums + (again ? 0 : 512 << s);
    const Real factor = again ? twice : once;
    Real own1_1, own2_0, own3_0, own3_1;
    Real whole = 0;
#pragma unroll 1
    for (unsigned time = 0; time < 3; ++time) {
      const unsigned segment = works ? time - lag : ~0u;
      if (segment == 0) {
    const Two line0_0 = load_two(in0 + 0);
    const Two line1_0 = load_two(in1 + 0);
    const Two w1 = load_two(from1 + 0);
    const Two d2 = load_two(sets + low2 + 256);
    own3_0 = fma(-g0_1, line1_0.y, fma(-g0_0, line0_0.y, g0_s * w1.y));
    own3_1 = fma(-g1_1, line1_0.y, fma(-g1_0, line0_0.y, g1_s * w1.y));
    const Real out3_0 = fma(-g2_1, line1_0.y, fma(-g2_0, line0_0.y, g2_s * w1.y));
    const Real all3 = factor * fma(-gs_1, line1_0.y, fma(-gs_0, line0_0.y, gs_s * w1.y));
    whole = all3;
    own2_0 = fma(-g0_1, own3_1, fma(-g0_0, line0_0.x, g0_s * w1.x));
    const Real out2_0 = fma(-g2_1, own3_1, fma(-g2_0, line0_0.x, g2_s * w1.x));
    const Real all2 = factor * fma(-gs_1, own3_1, fma(-gs_0, line0_0.x, gs_s * w1.x));
    z = fma(d2.x, all2, z); a = fma(d2.y, all2, a);
    if (wanted0) store_two(out0 + 256, out2_0, out3_0);
    if (kept) store_two(to1 + 0, all2, all3);
      }
      else if (segment == 1) {
    const Two line1_0 = load_two(in1 + 0);
    const Two w0 = load_two(from0 + 0);
    const Two d1 = load_two(sets + low1 + 256);
    const Two d0 = load_two(sets + low0 + 256);
    own1_1 = fma(-g1_1, line1_0.x, fma(-g1_0, own3_0, g1_s * w0.y));
    const Real out1_0 = fma(-g2_1, line1_0.x, fma(-g2_0, own3_0, g2_s * w0.y));
    const Real all1 = factor * fma(-gs_1, line1_0.x, fma(-gs_0, own3_0, gs_s * w0.y));
    z = fma(d1.x, all1, z); a = fma(d1.y, all1, a);
    const Real out0_0 = fma(-g2_1, own1_1, fma(-g2_0, own2_0, g2_s * w0.x));
    const Real all0 = factor * fma(-gs_1, own1_1, fma(-gs_0, own2_0, gs_s * w0.x));
    z = fma(d0.x, all0, z); a = fma(d0.y, all0, a);
    if (wanted0) store_two(out0 + 0, out0_0, out1_0);
    if (kept) store_two(to0 + 0, all0, all1);
      }
      if (works && time == (lag > 0 ? 0 : 2)) {
        const unsigned mine = (member >> 0 & 1) << vertex0, others = set & ~(1u << s) & ~(1u << vertex0);
#pragma unroll 2
        for (unsigned i = 0, part = others; i < 2; ++i, part = (part - 1) & others) {
          if ((part | mine) == 0) continue;
          const unsigned x_at = sums + (part | mine) * 512, y_at = sums + (set ^ (part | mine)) * 512;
          const Two x = load_two(x_at), y = load_two(y_at);
          a = fma(-x.x, y.y, fma(-y.x, x.y, a));
        }
      }
      __syncthreads();
    }
    if (works) {
      const Two d = load_two(sets + low3 + 256);
      z = fma(d.x, whole, z); a = fma(d.y, whole, a);
    }
  }
  const unsigned parts = 19712 + unit * 256 + at16;
  if (works) store_two(parts + member * 1024, z, a);
  __syncthreads();
  if (works && member == 0) {
#pragma unroll 4
    for (unsigned i = 1; i < 2; ++i) {
      const Two x = load_two(parts + i * 1024);
      z += x.x; a += x.y;
    }
    store_two(own, z, a);
  }
  __syncthreads();
}
// 4 vertices, each unit by 8 slots, way by way.
template <class Load>
__device__ __forceinline__ void level3(const unsigned *words, unsigned slot, bool works, unsigned c, Real once, Real twice, Real *result, Load load) {
  const unsigned member = slot % 8, unit = works ? slot / 8 : 0;
  const unsigned *const tasks = words + 386 + member;
  unsigned next = __ldg(tasks);
  const unsigned *record = words + 336 + unit * 12;
  const unsigned again = 0;
  Words head = again ? Words{0u, 801u, 15u, 5439569u} : Words{5308416u, 801u, 5439503u, 6094933u}, read = again ? Words{5832791u, 91u, 0u, 0u} : Words{6422623u, 101u, 0u, 0u}, written = again ? Words{0u, 0u, 0u, 0u} : Words{0u, 0u, 0u, 0u};
  const unsigned at8 = c * 8, at16 = c * 16, s = head.x & 15, sums = 3840 + at16;
  const unsigned vertex0 = head.y >> 0 & 15, row0 = at8 + vertex0 * 512;
  const unsigned column0 = vertex0 * 128;
  const unsigned vertex1 = head.y >> 4 & 15, row1 = at8 + vertex1 * 512;
  const unsigned column1 = vertex1 * 128;
  const unsigned vertex2 = head.y >> 8 & 15, row2 = at8 + vertex2 * 512;
  const unsigned column2 = vertex2 * 128;
  const unsigned column_s = s * 128, row_s = at8 + s * 512;
  const Real g0_0 = load_one(row0 + column0);
  const Real g0_1 = load_one(row0 + column1);
  const Real g0_2 = load_one(row0 + column2);
  const Real g0_s = load_one(row0 + column_s);
  const Real g1_0 = load_one(row1 + column0);
  const Real g1_1 = load_one(row1 + column1);
  const Real g1_2 = load_one(row1 + column2);
  const Real g1_s = load_one(row1 + column_s);
  const Real g2_0 = load_one(row2 + column0);
  const Real g2_1 = load_one(row2 + column1);
  const Real g2_2 = load_one(row2 + column2);
  const Real g2_s = load_one(row2 + column_s);
  const Real gs_0 = load_one(row_s + column0);
  const Real gs_1 = load_one(row_s + column1);
  const Real gs_2 = load_one(row_s + column2);
  const Real gs_s = load_one(row_s + column_s);
  const unsigned set = head.z & 0xffff, own = sums + set * 512;
  const Words head2 = Words{0u, 801u, 15u, 5439569u}, read2 = Words{5832791u, 91u, 0u, 0u}, written2 = Words{0u, 0u, 0u, 0u};
  const unsigned in0_0 = (read.x & 0xffff) * 256 + at16;
  const unsigned in0_1 = (read.x >> 16) * 256 + at16;
  const unsigned in0_2 = (read.y & 0xffff) * 256 + at16;
  const bool kept0 = head.x >> 16;
  const unsigned to0 = (head.x >> 16) * 256 + at16;
  const unsigned from0_0 = (head.w & 0xffff) * 256 + at16, from0_1 = (head.w >> 16) * 256 + at16 - 512;
  const unsigned in1_0 = (read2.x & 0xffff) * 256 + at16;
  const unsigned in1_1 = (read2.x >> 16) * 256 + at16;
  const unsigned in1_2 = (read2.y & 0xffff) * 256 + at16;
  const bool kept1 = head2.x >> 16;
  const unsigned to1 = (head2.x >> 16) * 256 + at16;
  const unsigned from1_0 = (head2.w & 0xffff) * 256 + at16, from1_1 = (head2.w >> 16) * 256 + at16 - 512;
  Real z = 0, a = 0;
#pragma unroll 1
  for (unsigned time = 0; time < 5; ++time) {
    const unsigned task = next, way = task & 0xff, again = task >> 8 & 1;
    next = __ldg(tasks + (time + 1) * 8);
    if (works && !(task >> 15)) {
      const unsigned without0 = (way >> 3 << 2) | (way & 3);
      const unsigned at0 = (again ? in1_0 : in0_0) + (without0 >> 1) * 256 + (without0 & 1) * 8;
      const Real x0 = load_one(at0);
      const unsigned without1 = (way >> 2 << 1) | (way & 1);
      const unsigned at1 = (again ? in1_1 : in0_1) + (without1 >> 1) * 256 + (without1 & 1) * 8;
      const Real x1 = load_one(at1);
      const unsigned without2 = (way >> 1 << 0) | (way & 0);
      const unsigned at2 = (again ? in1_2 : in0_2) + (without2 >> 1) * 256 + (without2 & 1) * 8;
      const Real x2 = load_one(at2);
      const unsigned pair = (way >> 1) * 256 + (way & 1) * 8;
      const Real w = load_one(pair + (way & 4 ? (again ? from1_1 : from0_1) : (again ? from1_0 : from0_0)));
      const Real y0 = fma(-g0_2, x2, fma(-g0_1, x1, fma(-g0_0, x0, g0_s * w)));
      const Real y1 = fma(-g1_2, x2, fma(-g1_1, x1, fma(-g1_0, x0, g1_s * w)));
      const Real y2 = fma(-g2_2, x2, fma(-g2_1, x1, fma(-g2_0, x0, g2_s * w)));
      const Real all = (again ? twice : once) * (fma(-gs_2, x2, fma(-gs_1, x1, fma(-gs_0, x0, gs_s * w))));
      if (way >> 2 & 1) store_one(at0, y0);
      if (way >> 1 & 1) store_one(at1, y1);
      if (way >> 0 & 1) store_one(at2, y2);
      if (again ? kept1 : kept0) store_one(pair + (again ? to1 : to0), all);
      if (time > 0) {
        const unsigned once_in = (way >> 2 & 1) << vertex0 | (way >> 1 & 1) << vertex1 | (way >> 0 & 1) << vertex2 | (again ? 0 : 1u << s);
        const Two d = load_two(sums + once_in * 512 + 256);
        z = fma(d.x, all, z); a = fma(d.y, all, a);
      }
    }
    if (time == 0 && works) {
#pragma unroll 1
      for (unsigned i = member; i < 8; i += 8) {
        if (i == 0) continue;
        const unsigned part = (i >> 0 & 1) << vertex0 | (i >> 1 & 1) << vertex1 | (i >> 2 & 1) << vertex2;
        const Two x = load_two(sums + part * 512), y = load_two(sums + (set ^ part) * 512);
        a = fma(-x.x, y.y, fma(-y.x, x.y, a));
      }
      if (member == 7) {
  const unsigned in0 = (read.x & 0xffff) * 256 + at16;
  const unsigned in1 = (read.x >> 16) * 256 + at16;
  const unsigned in2 = (read.y & 0xffff) * 256 + at16;
  const bool kept = head.x >> 16;
  const unsigned to0 = (head.x >> 16) * 256 + at16, to1 = (head.z >> 16) * 256 + at16, from0 = (head.w & 0xffff) * 256 + at16, from1 = (head.w >> 16) * 256 + at16;
    const Two of_rest = load_two(own + 256 - (512 << s));
    const Two p0 = load_two(in0 + 512);
    const Two p1 = load_two(in1 + 512);
    const Two p2 = load_two(in2 + 512);
    {
      Real p = gs_s * of_rest.x, dp = fma(gs_s, of_rest.y, load_one(row_s + column_s + 2048) * of_rest.x);
      p = fma(-gs_0, p0.x, p); dp = fma(-gs_0, p0.y, dp); dp = fma(-load_one(row_s + column0 + 2048), p0.x, dp);
      p = fma(-gs_1, p1.x, p); dp = fma(-gs_1, p1.y, dp); dp = fma(-load_one(row_s + column1 + 2048), p1.x, dp);
      p = fma(-gs_2, p2.x, p); dp = fma(-gs_2, p2.y, dp); dp = fma(-load_one(row_s + column2 + 2048), p2.x, dp);
      store_two(own + 256, p, dp);
    }
      }
    }
    __syncthreads();
    if (time == 0) load();
  }
  if (works) store_two(18688 + at16 + slot * 256, z, a);
  __syncthreads();
  if (works && member == 0 && result) {
    const Two d = load_two(own + 256);
    const Real whole = load_one(to0 + 776);
    z = fma(d.x, whole, z); a = fma(d.y, whole, a);
#pragma unroll 8
    for (unsigned i = 1; i < 8; ++i) {
      const Two x = load_two(18688 + at16 + (slot + i) * 256);
      z += x.x; a += x.y;
    }
    *result = a;
  }
}

// 4 vertices, 16 configurations and 4 warps of a block, 3 blocks of a multiprocessor.
extern "C" __global__ void __launch_bounds__(128, 3)
hubbard_sun_cdet_density_fixed_determinants(const __grid_constant__ Batch batch) {
  const unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5, side = lane / 16, c = lane % 16;
  const unsigned *const words = (const unsigned *)batch.tables[0];
  const Size groups = (batch.end - batch.begin + 15) / 16;
  const Real N = batch.params[0];
  const Real t1 = N - 1.0;
  const Real t2 = fma(0.5, N, -1.0);
  const Real once = N - 1.0, twice = (once - 1) / 2;
  if (threadIdx.x < 16) store_two(4096 + threadIdx.x * 16, 1, 0);
  const auto load = [&](Size group) {
    if (group >= groups) return;
    const Size place = batch.begin + group * 16 + c, last = batch.end - 1;
    const Size from = place < last ? place : last;
    const unsigned to = shared_start() + c * 8, first = warp * 2 + side;
    {
      const Size stride = batch.inputs[0].row_stride;
      const Real *source = batch.inputs[0].data + from * batch.inputs[0].lane_stride;
      source += first * stride;
      copy_ahead<8>(to + first * 128 + 0, source);
      source += 8 * stride;
      copy_ahead<8>(to + first * 128 + 1024, source);
    }
    {
      const Size stride = batch.inputs[1].row_stride;
      const Real *source = batch.inputs[1].data + from * batch.inputs[1].lane_stride;
      source += first * stride;
      copy_ahead<8>(to + first * 128 + 2048, source);
      source += 8 * stride;
      copy_ahead<8>(to + first * 128 + 3072, source);
    }
  };
  load(blockIdx.x);
  for (Size group = blockIdx.x; group < groups; group += gridDim.x) {
    copies_wait();
    __syncthreads();
    {
    for (unsigned step = warp; step < 2; step += 4) {
      const unsigned *const record = words + 0 + (step * 2 + side) * 12;
      if (step >= 0 && step < 1) unit0_3(record, 0, 1, false, true, c, once, twice);
      if (step >= 1 && step < 2) unit0_1(record, 0, 1, false, true, c, once, twice);
    }
    __syncthreads();
    }
    {
    for (unsigned step = warp; step < 3; step += 4) {
      const unsigned *const record = words + 96 + (step * 2 + side) * 12;
      if (step >= 0 && step < 2) unit1_2(record, 0, 1, false, true, c, once, twice);
      if (step >= 2 && step < 3) unit1_1(record, 0, 1, false, true, c, once, twice);
    }
    __syncthreads();
    }
    {
    {
      const unsigned slot = warp * 2 + side, unit = slot % 4, member = slot / 4;
      const bool works = side < 2 && unit < 4 && member < 2;
      Real *const result = nullptr;
      level2(words, unit < 4 ? unit : 0, member, works, c, once, twice, result, [&] { load(group + gridDim.x); });
    }
    }
    {
    {
      const unsigned slot = warp * 2 + side;
      const Size place = batch.begin + group * 16 + c;
      Real *const result = place < batch.end ? batch.outputs[0].data + place : nullptr;
      level3(words, slot, side < 2 && slot < 8, c, once, twice, result, [&] { load(group + gridDim.x); });
    }
    }
  }
}
