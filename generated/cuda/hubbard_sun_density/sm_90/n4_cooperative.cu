// hubbard_sun_density, n = 4: single precision, CUDA for sm_90, warps that share configurations.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_density.diag:19: W(k, open, s, v)
//   hubbard_sun_density.diag:25: rest(k, open)
//   hubbard_sun_density.diag:29: loop(s)
//   hubbard_sun_density.diag:31: density
// Order: W by k descending, open ascending, s ascending, v ascending; at most 28 values live.
// A configuration takes 158 multiplications, 0 additions, 179 fused, 0 divisions, 0 functions,
// 57 loads and 19 stores, in 3 chunks.
// Launch hubbard_sun_density_chunk0: 128 threads and 128 configurations a block.
// Launch hubbard_sun_density_panels: 128 threads and 128 configurations a block, 13104 bytes of dynamic shared memory.
// Launch hubbard_sun_density_chunk2: 128 threads and 128 configurations a block.
// Slabs of 135168 configurations; the workspace takes 72 bytes for each of them.
// To be compiled with --fmad=false --prec-div=true --prec-sqrt=true --ftz=false.

typedef unsigned long long Size;
typedef float Real;

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
  InputRows inputs[1];
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

extern "C" __global__ void __launch_bounds__(128, 2)
hubbard_sun_density_chunk0(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  Real *const work = batch.work + blockIdx.x * 18ull * 128 + threadIdx.x;
  const Real *const inputs[1] = {batch.inputs[0].data + at * batch.inputs[0].lane_stride};
  const Real N = batch.params[0];
  const Real loop_4 = -N;
  const Real G_3_3 = __ldg(inputs[0] + 18 * batch.inputs[0].row_stride);
  const Real W_4_S_3_3 = loop_4 * G_3_3;
  work[0 * 128] = W_4_S_3_3;
  const Real G_4_3 = __ldg(inputs[0] + 23 * batch.inputs[0].row_stride);
  const Real W_4_S_3_4 = loop_4 * G_4_3;
  const Real G_4_4 = __ldg(inputs[0] + 24 * batch.inputs[0].row_stride);
  const Real W_4_S_4_4 = loop_4 * G_4_4;
  work[1 * 128] = W_4_S_4_4;
  const Real G_3_4 = __ldg(inputs[0] + 19 * batch.inputs[0].row_stride);
  const Real W_4_S4_3_3 = fma(loop_4 * G_3_3, W_4_S_4_4, G_3_4 * W_4_S_3_4);
  work[2 * 128] = W_4_S4_3_3;
  const Real W_4_S4_3_4 = fma(loop_4 * G_4_3, W_4_S_4_4, G_4_4 * W_4_S_3_4);
  const Real W_3_S_3_3 = G_3_4 * W_4_S4_3_4;
  work[3 * 128] = W_3_S_3_3;
}

// 4 panels with arguments up to 2 forgotten, all v at once, by 2 templates; 24 tasks for 4 groups of 32 configurations.
// In tables[0]: where each warp's list begins, and the records of all tasks. As simulated, warps compute 25 % of the time.
extern "C" __global__ void __launch_bounds__(128, 1)
hubbard_sun_density_panels(const __grid_constant__ Batch batch) {
  const unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5, side = lane / 32, mine = lane % 32;
  const unsigned start = shared_start();
  const unsigned done = start + 13072, arrivals = start + 13056 + 4 * warp;
  const unsigned own = mine * 4, own_pack = start + mine * 16;
  for (unsigned at = start + 13056 + 4 * threadIdx.x; at < start + 13104; at += 512) store_word(at, 0);
  __syncthreads();
  if (threadIdx.x == 0) set_done(done + 24);  // nothing to wait for
  __syncthreads();
  const Real N = batch.params[0];
  const Real loop_4 = -N;
  const unsigned *list = (const unsigned *)batch.tables[0];
  list += list[warp] + 4 * lane;
  const unsigned records = start + 11264 + warp * 448;
    if (lane < 14) copy_ahead<16>(records + 0 + 16 * lane, list + 0);
  for (unsigned at_hand = 0;; at_hand ^= 224) {
    copies_wait();
    warp_sync(arrivals);
    const unsigned record = records + at_hand;
    const unsigned what = load_word(record);
    if (what == 65539) break;
    list += 56;
    if (lane < 14) copy_ahead<16>(records + (at_hand ^ 224) + 0 + 16 * lane, list + 0);
    wait_done(done + load_half(record + 20 + 2 * lane));
    warp_sync(arrivals);
    const unsigned stage = start + load_word(record + 8) + own;
    const unsigned place = blockIdx.x * 128 + load_word(record + 12) * 32 + mine;
    unsigned char *const work = (unsigned char *)(batch.work + place / 128 * 2304ull + place % 128);
    switch (what) {
    case 0: {  // 2 panels like that of W_4_S1_2_3_0_4
      const unsigned body = record + 96 + side * 32;
      const Real W_4_S_3_3 = load_work(work + load_word(body + 0), Real());
      const unsigned output0 = load_word(body + 4) + own_pack;
      Real sum_W_4_S3_0_1, sum_W_4_S3_0_2, sum_W_4_S3_0_4, sum_W_4_S3_1_1, sum_W_4_S3_1_2, sum_W_4_S3_1_4, sum_W_4_S3_2_2, sum_W_4_S3_2_4, sum_W_4_S1_3_0_2, sum_W_4_S1_3_0_4, sum_W_4_S2_3_0_1, sum_W_4_S2_3_0_4, sum_W_4_S2_3_1_1, sum_W_4_S2_3_1_4, sum_W_4_S1_2_3_0_4;
      {
      unsigned column = body + 16;
      uint2 where = load_words(column);
      unsigned left0 = load_word(body + 8);
      {
      const unsigned tile = where.x + own_pack, inputs = where.y + stage;
      const Real x0 = load_shared<0>(inputs, Real());
      const Real x1 = load_shared<640>(inputs, Real());
      const Real x2 = load_shared<1920>(inputs, Real());
      column += 8;
      where = load_words(column);
      Real z0[4];
      load_pack<0>(tile, z0);
      sum_W_4_S3_0_1 = x0 * z0[0];
      sum_W_4_S3_0_2 = x1 * z0[0];
      sum_W_4_S3_0_4 = x2 * z0[0];
      sum_W_4_S3_1_1 = x0 * z0[1];
      sum_W_4_S3_1_2 = x1 * z0[1];
      sum_W_4_S3_1_4 = x2 * z0[1];
      sum_W_4_S3_2_2 = x1 * z0[2];
      sum_W_4_S3_2_4 = x2 * z0[2];
      sum_W_4_S1_3_0_2 = x1 * z0[3];
      sum_W_4_S1_3_0_4 = x2 * z0[3];
      Real z1[4];
      load_pack<512>(tile, z1);
      sum_W_4_S2_3_0_1 = x0 * z1[0];
      sum_W_4_S2_3_0_4 = x2 * z1[0];
      sum_W_4_S2_3_1_1 = x0 * z1[1];
      sum_W_4_S2_3_1_4 = x2 * z1[1];
      sum_W_4_S1_2_3_0_4 = x2 * z1[2];
      }
#pragma unroll 1
      while (--left0) {
      {
      const unsigned tile = where.x + own_pack, inputs = where.y + stage;
      const Real x0 = load_shared<0>(inputs, Real());
      const Real x1 = load_shared<640>(inputs, Real());
      const Real x2 = load_shared<1920>(inputs, Real());
      column += 8;
      where = load_words(column);
      Real z0[4];
      load_pack<0>(tile, z0);
      sum_W_4_S3_0_1 = fma(x0, z0[0], sum_W_4_S3_0_1);
      sum_W_4_S3_0_2 = fma(x1, z0[0], sum_W_4_S3_0_2);
      sum_W_4_S3_0_4 = fma(x2, z0[0], sum_W_4_S3_0_4);
      sum_W_4_S3_1_1 = fma(x0, z0[1], sum_W_4_S3_1_1);
      sum_W_4_S3_1_2 = fma(x1, z0[1], sum_W_4_S3_1_2);
      sum_W_4_S3_1_4 = fma(x2, z0[1], sum_W_4_S3_1_4);
      sum_W_4_S3_2_2 = fma(x1, z0[2], sum_W_4_S3_2_2);
      sum_W_4_S3_2_4 = fma(x2, z0[2], sum_W_4_S3_2_4);
      sum_W_4_S1_3_0_2 = fma(x1, z0[3], sum_W_4_S1_3_0_2);
      sum_W_4_S1_3_0_4 = fma(x2, z0[3], sum_W_4_S1_3_0_4);
      Real z1[4];
      load_pack<512>(tile, z1);
      sum_W_4_S2_3_0_1 = fma(x0, z1[0], sum_W_4_S2_3_0_1);
      sum_W_4_S2_3_0_4 = fma(x2, z1[0], sum_W_4_S2_3_0_4);
      sum_W_4_S2_3_1_1 = fma(x0, z1[1], sum_W_4_S2_3_1_1);
      sum_W_4_S2_3_1_4 = fma(x2, z1[1], sum_W_4_S2_3_1_4);
      sum_W_4_S1_2_3_0_4 = fma(x2, z1[2], sum_W_4_S1_2_3_0_4);
      }
      }
      }
      const Real G_1_0 = load_shared<0>(stage, Real());
      const Real W_4_S3_0_1 = fma(-W_4_S_3_3, G_1_0, sum_W_4_S3_0_1);
      const Real G_2_0 = load_shared<640>(stage, Real());
      const Real W_4_S3_0_2 = fma(-W_4_S_3_3, G_2_0, sum_W_4_S3_0_2);
      const Real G_4_0 = load_shared<1920>(stage, Real());
      const Real W_4_S3_0_4 = fma(-W_4_S_3_3, G_4_0, sum_W_4_S3_0_4);
      const Real G_1_1 = load_shared<128>(stage, Real());
      const Real product0 = loop_4 * W_4_S_3_3;
      const Real W_4_S3_1_1 = fma(product0, G_1_1, sum_W_4_S3_1_1);
      const Real G_2_1 = load_shared<768>(stage, Real());
      const Real W_4_S3_1_2 = fma(product0, G_2_1, sum_W_4_S3_1_2);
      const Real G_4_1 = load_shared<2048>(stage, Real());
      const Real W_4_S3_1_4 = fma(product0, G_4_1, sum_W_4_S3_1_4);
      const Real G_2_2 = load_shared<896>(stage, Real());
      const Real W_4_S3_2_2 = fma(product0, G_2_2, sum_W_4_S3_2_2);
      const Real G_4_2 = load_shared<2176>(stage, Real());
      const Real W_4_S3_2_4 = fma(product0, G_4_2, sum_W_4_S3_2_4);
      const Real W_4_S1_3_0_2 = fma(-W_4_S3_1_1, G_2_0, fma(W_4_S3_0_1, G_2_1, sum_W_4_S1_3_0_2));
      const Real W_4_S1_3_0_4 = fma(-W_4_S3_1_1, G_4_0, fma(W_4_S3_0_1, G_4_1, sum_W_4_S1_3_0_4));
      store_pack<0>(output0, W_4_S3_0_4, W_4_S3_1_4, W_4_S3_2_4, W_4_S1_3_0_4);
      const Real G_1_2 = load_shared<256>(stage, Real());
      const Real W_4_S2_3_0_1 = fma(-W_4_S3_2_2, G_1_0, fma(W_4_S3_0_2, G_1_2, sum_W_4_S2_3_0_1));
      const Real W_4_S2_3_0_4 = fma(-W_4_S3_2_2, G_4_0, fma(W_4_S3_0_2, G_4_2, sum_W_4_S2_3_0_4));
      const Real product1 = loop_4 * W_4_S3_2_2;
      const Real W_4_S2_3_1_1 = fma(product1, G_1_1, fma(W_4_S3_1_2, G_1_2, sum_W_4_S2_3_1_1));
      const Real W_4_S2_3_1_4 = fma(product1, G_4_1, fma(W_4_S3_1_2, G_4_2, sum_W_4_S2_3_1_4));
      const Real W_4_S1_2_3_0_4 = fma(-W_4_S2_3_1_1, G_4_0, fma(W_4_S2_3_0_1, G_4_1, fma(W_4_S1_3_0_2, G_4_2, sum_W_4_S1_2_3_0_4)));
      store_pack<512>(output0, W_4_S2_3_0_4, W_4_S2_3_1_4, W_4_S1_2_3_0_4, Real(0));
    } break;
    case 1: {  // 2 panels like that of W_4_S1_2_4_0_4
      const unsigned body = record + 96 + side * 32;
      const unsigned row0 = load_word(body + 0);
      const bool has0 = row0 != 4294967295;
      const Real W_4_S_4_4 = row0 < 4294967294 ? load_work(work + row0, Real()) : Real(1);
      const unsigned output0 = load_word(body + 4) + own_pack;
      const unsigned output1 = load_word(body + 8) + own_pack;
      Real sum_W_4_S4_0_1, sum_W_4_S4_0_2, sum_W_4_S4_0_3, sum_W_4_S4_0_4, sum_W_4_S4_1_1, sum_W_4_S4_1_2, sum_W_4_S4_1_3, sum_W_4_S4_1_4, sum_W_4_S4_2_2, sum_W_4_S4_2_3, sum_W_4_S4_2_4, sum_W_4_S1_4_0_2, sum_W_4_S1_4_0_3, sum_W_4_S1_4_0_4, sum_W_4_S2_4_0_1, sum_W_4_S2_4_0_3, sum_W_4_S2_4_0_4, sum_W_4_S2_4_1_1, sum_W_4_S2_4_1_3, sum_W_4_S2_4_1_4, sum_W_4_S1_2_4_0_3, sum_W_4_S1_2_4_0_4;
      {
      unsigned column = body + 16;
      uint2 where = load_words(column);
      unsigned left0 = load_word(body + 12);
      if (left0) {
      {
      const unsigned tile = where.x + own_pack, inputs = where.y + stage;
      const Real x0 = load_shared<0>(inputs, Real());
      const Real x1 = load_shared<640>(inputs, Real());
      const Real x2 = load_shared<1280>(inputs, Real());
      const Real x3 = load_shared<1920>(inputs, Real());
      column += 8;
      where = load_words(column);
      Real z0[4];
      load_pack<0>(tile, z0);
      sum_W_4_S4_0_1 = x0 * z0[0];
      sum_W_4_S4_0_2 = x1 * z0[0];
      sum_W_4_S4_0_3 = x2 * z0[0];
      sum_W_4_S4_0_4 = x3 * z0[0];
      sum_W_4_S4_1_1 = x0 * z0[1];
      sum_W_4_S4_1_2 = x1 * z0[1];
      sum_W_4_S4_1_3 = x2 * z0[1];
      sum_W_4_S4_1_4 = x3 * z0[1];
      sum_W_4_S4_2_2 = x1 * z0[2];
      sum_W_4_S4_2_3 = x2 * z0[2];
      sum_W_4_S4_2_4 = x3 * z0[2];
      sum_W_4_S1_4_0_2 = x1 * z0[3];
      sum_W_4_S1_4_0_3 = x2 * z0[3];
      sum_W_4_S1_4_0_4 = x3 * z0[3];
      Real z1[4];
      load_pack<512>(tile, z1);
      sum_W_4_S2_4_0_1 = x0 * z1[0];
      sum_W_4_S2_4_0_3 = x2 * z1[0];
      sum_W_4_S2_4_0_4 = x3 * z1[0];
      sum_W_4_S2_4_1_1 = x0 * z1[1];
      sum_W_4_S2_4_1_3 = x2 * z1[1];
      sum_W_4_S2_4_1_4 = x3 * z1[1];
      sum_W_4_S1_2_4_0_3 = x2 * z1[2];
      sum_W_4_S1_2_4_0_4 = x3 * z1[2];
      }
      } else {
      sum_W_4_S4_0_1 = 0;
      sum_W_4_S4_0_2 = 0;
      sum_W_4_S4_0_3 = 0;
      sum_W_4_S4_0_4 = 0;
      sum_W_4_S4_1_1 = 0;
      sum_W_4_S4_1_2 = 0;
      sum_W_4_S4_1_3 = 0;
      sum_W_4_S4_1_4 = 0;
      sum_W_4_S4_2_2 = 0;
      sum_W_4_S4_2_3 = 0;
      sum_W_4_S4_2_4 = 0;
      sum_W_4_S1_4_0_2 = 0;
      sum_W_4_S1_4_0_3 = 0;
      sum_W_4_S1_4_0_4 = 0;
      sum_W_4_S2_4_0_1 = 0;
      sum_W_4_S2_4_0_3 = 0;
      sum_W_4_S2_4_0_4 = 0;
      sum_W_4_S2_4_1_1 = 0;
      sum_W_4_S2_4_1_3 = 0;
      sum_W_4_S2_4_1_4 = 0;
      sum_W_4_S1_2_4_0_3 = 0;
      sum_W_4_S1_2_4_0_4 = 0;
      }
      }
      const Real G_1_0 = load_shared<0>(stage, Real());
      const Real W_4_S4_0_1 = fma(-W_4_S_4_4, G_1_0, sum_W_4_S4_0_1);
      const Real G_2_0 = load_shared<640>(stage, Real());
      const Real W_4_S4_0_2 = fma(-W_4_S_4_4, G_2_0, sum_W_4_S4_0_2);
      const Real G_3_0 = load_shared<1280>(stage, Real());
      const Real W_4_S4_0_3 = fma(-W_4_S_4_4, G_3_0, sum_W_4_S4_0_3);
      const Real G_4_0 = load_shared<1920>(stage, Real());
      const Real W_4_S4_0_4 = fma(-W_4_S_4_4, G_4_0, sum_W_4_S4_0_4);
      const Real G_1_1 = load_shared<128>(stage, Real());
      const Real product0 = loop_4 * W_4_S_4_4;
      const Real W_4_S4_1_1 = fma(product0, G_1_1, sum_W_4_S4_1_1);
      const Real G_2_1 = load_shared<768>(stage, Real());
      const Real W_4_S4_1_2 = fma(product0, G_2_1, sum_W_4_S4_1_2);
      const Real G_3_1 = load_shared<1408>(stage, Real());
      const Real W_4_S4_1_3 = fma(product0, G_3_1, sum_W_4_S4_1_3);
      const Real G_4_1 = load_shared<2048>(stage, Real());
      const Real W_4_S4_1_4 = fma(product0, G_4_1, sum_W_4_S4_1_4);
      const Real G_2_2 = load_shared<896>(stage, Real());
      const Real W_4_S4_2_2 = fma(product0, G_2_2, sum_W_4_S4_2_2);
      const Real G_3_2 = load_shared<1536>(stage, Real());
      const Real W_4_S4_2_3 = fma(product0, G_3_2, sum_W_4_S4_2_3);
      const Real G_4_2 = load_shared<2176>(stage, Real());
      const Real W_4_S4_2_4 = fma(product0, G_4_2, sum_W_4_S4_2_4);
      const Real W_4_S1_4_0_2 = fma(-W_4_S4_1_1, G_2_0, fma(W_4_S4_0_1, G_2_1, sum_W_4_S1_4_0_2));
      const Real W_4_S1_4_0_3 = fma(-W_4_S4_1_1, G_3_0, fma(W_4_S4_0_1, G_3_1, sum_W_4_S1_4_0_3));
      store_pack<0>(output0, W_4_S4_0_3, W_4_S4_1_3, W_4_S4_2_3, W_4_S1_4_0_3);
      const Real W_4_S1_4_0_4 = fma(-W_4_S4_1_1, G_4_0, fma(W_4_S4_0_1, G_4_1, sum_W_4_S1_4_0_4));
      store_pack<0>(output1, W_4_S4_0_4, W_4_S4_1_4, W_4_S4_2_4, W_4_S1_4_0_4);
      const Real G_1_2 = load_shared<256>(stage, Real());
      const Real W_4_S2_4_0_1 = fma(-W_4_S4_2_2, G_1_0, fma(W_4_S4_0_2, G_1_2, sum_W_4_S2_4_0_1));
      const Real W_4_S2_4_0_3 = fma(-W_4_S4_2_2, G_3_0, fma(W_4_S4_0_2, G_3_2, sum_W_4_S2_4_0_3));
      const Real W_4_S2_4_0_4 = fma(-W_4_S4_2_2, G_4_0, fma(W_4_S4_0_2, G_4_2, sum_W_4_S2_4_0_4));
      const Real product1 = loop_4 * W_4_S4_2_2;
      const Real W_4_S2_4_1_1 = fma(product1, G_1_1, fma(W_4_S4_1_2, G_1_2, sum_W_4_S2_4_1_1));
      const Real W_4_S2_4_1_3 = fma(product1, G_3_1, fma(W_4_S4_1_2, G_3_2, sum_W_4_S2_4_1_3));
      const Real W_4_S2_4_1_4 = fma(product1, G_4_1, fma(W_4_S4_1_2, G_4_2, sum_W_4_S2_4_1_4));
      const Real W_4_S1_2_4_0_3 = fma(-W_4_S2_4_1_1, G_3_0, fma(W_4_S2_4_0_1, G_3_1, fma(W_4_S1_4_0_2, G_3_2, sum_W_4_S1_2_4_0_3)));
      store_pack<512>(output0, W_4_S2_4_0_3, W_4_S2_4_1_3, W_4_S1_2_4_0_3, Real(0));
      const Real W_4_S1_2_4_0_4 = fma(-W_4_S2_4_1_1, G_4_0, fma(W_4_S2_4_0_1, G_4_1, fma(W_4_S1_4_0_2, G_4_2, sum_W_4_S1_2_4_0_4)));
      store_pack<512>(output1, W_4_S2_4_0_4, W_4_S2_4_1_4, W_4_S1_2_4_0_4, Real(0));
    } break;
    case 65536: {  // inputs of a group
      const Size last = batch.end - 1, at = batch.begin + place < last ? batch.begin + place : last;
      for (unsigned row = side; row < 20; row += 1) copy_ahead<4>(stage + (row + 0) * 128, batch.inputs[0].data + (row + 5) * batch.inputs[0].row_stride + at * batch.inputs[0].lane_stride);
    } break;
    case 65538: {  // what later kernels read
      const unsigned body = record + 96, count = load_word(body);
      for (unsigned i = side; i < count; i += 1) {
        const uint2 value = load_words(body + 8 + i * 8);
        *(Real *)(work + value.y) = load_shared<0>(own_pack + value.x, Real());
      }
    } break;
    }
    warp_sync(arrivals);
    if (lane == 0) set_done(done + load_word(record + 4));
  }
}

extern "C" __global__ void __launch_bounds__(128, 2)
hubbard_sun_density_chunk2(const __grid_constant__ Batch batch) {
  const Size at = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (at >= batch.end) return;
  Real *const work = batch.work + blockIdx.x * 18ull * 128 + threadIdx.x;
  const Real *const inputs[1] = {batch.inputs[0].data + at * batch.inputs[0].lane_stride};
  const Real N = batch.params[0];
  const Real loop_4 = -N;
  const Real G_1_4 = __ldg(inputs[0] + 9 * batch.inputs[0].row_stride);
  const Real W_4_S4_0_4 = *(work + 4 * 128);
  const Real W_3_S_0_1 = G_1_4 * W_4_S4_0_4;
  const Real G_2_4 = __ldg(inputs[0] + 14 * batch.inputs[0].row_stride);
  const Real W_3_S_0_2 = G_2_4 * W_4_S4_0_4;
  const Real G_3_4 = __ldg(inputs[0] + 19 * batch.inputs[0].row_stride);
  const Real W_3_S_0_3 = G_3_4 * W_4_S4_0_4;
  const Real W_4_S4_1_4 = *(work + 5 * 128);
  const Real W_3_S_1_1 = G_1_4 * W_4_S4_1_4;
  const Real W_3_S_1_2 = G_2_4 * W_4_S4_1_4;
  const Real W_3_S_1_3 = G_3_4 * W_4_S4_1_4;
  const Real W_4_S4_2_4 = *(work + 6 * 128);
  const Real W_3_S_2_2 = G_2_4 * W_4_S4_2_4;
  const Real W_3_S_2_3 = G_3_4 * W_4_S4_2_4;
  const Real W_4_S1_4_0_4 = *(work + 7 * 128);
  const Real G_2_1 = __ldg(inputs[0] + 11 * batch.inputs[0].row_stride);
  const Real G_2_0 = __ldg(inputs[0] + 10 * batch.inputs[0].row_stride);
  const Real W_3_S1_0_2 = fma(-G_2_0, W_3_S_1_1, fma(G_2_1, W_3_S_0_1, G_2_4 * W_4_S1_4_0_4));
  const Real G_3_1 = __ldg(inputs[0] + 16 * batch.inputs[0].row_stride);
  const Real G_3_0 = __ldg(inputs[0] + 15 * batch.inputs[0].row_stride);
  const Real W_3_S1_0_3 = fma(-G_3_0, W_3_S_1_1, fma(G_3_1, W_3_S_0_1, G_3_4 * W_4_S1_4_0_4));
  const Real W_4_S2_4_0_4 = *(work + 8 * 128);
  const Real G_1_2 = __ldg(inputs[0] + 7 * batch.inputs[0].row_stride);
  const Real G_1_0 = __ldg(inputs[0] + 5 * batch.inputs[0].row_stride);
  const Real W_3_S2_0_1 = fma(-G_1_0, W_3_S_2_2, fma(G_1_2, W_3_S_0_2, G_1_4 * W_4_S2_4_0_4));
  const Real G_3_2 = __ldg(inputs[0] + 17 * batch.inputs[0].row_stride);
  const Real W_3_S2_0_3 = fma(-G_3_0, W_3_S_2_2, fma(G_3_2, W_3_S_0_2, G_3_4 * W_4_S2_4_0_4));
  const Real W_4_S2_4_1_4 = *(work + 9 * 128);
  const Real G_1_1 = __ldg(inputs[0] + 6 * batch.inputs[0].row_stride);
  const Real W_3_S2_1_1 = fma(loop_4 * G_1_1, W_3_S_2_2, fma(G_1_2, W_3_S_1_2, G_1_4 * W_4_S2_4_1_4));
  const Real W_3_S2_1_3 = fma(loop_4 * G_3_1, W_3_S_2_2, fma(G_3_2, W_3_S_1_2, G_3_4 * W_4_S2_4_1_4));
  const Real W_4_S1_2_4_0_4 = *(work + 10 * 128);
  const Real W_3_S1_2_0_3 = fma(-G_3_0, W_3_S2_1_1, fma(G_3_1, W_3_S2_0_1, fma(G_3_2, W_3_S1_0_2, G_3_4 * W_4_S1_2_4_0_4)));
  const Real W_4_S3_4_0_4 = *(work + 11 * 128);
  const Real W_3_S_3_3 = *(work + 3 * 128);
  const Real G_1_3 = __ldg(inputs[0] + 8 * batch.inputs[0].row_stride);
  const Real W_3_S3_0_1 = fma(G_1_3, W_3_S_0_3, fma(-G_1_0, W_3_S_3_3, G_1_4 * W_4_S3_4_0_4));
  const Real G_2_3 = __ldg(inputs[0] + 13 * batch.inputs[0].row_stride);
  const Real W_3_S3_0_2 = fma(G_2_3, W_3_S_0_3, fma(-G_2_0, W_3_S_3_3, G_2_4 * W_4_S3_4_0_4));
  const Real G_3_3 = __ldg(inputs[0] + 18 * batch.inputs[0].row_stride);
  const Real W_3_S3_0_3 = fma(G_3_3, W_3_S_0_3, fma(-G_3_0, W_3_S_3_3, G_3_4 * W_4_S3_4_0_4));
  const Real W_4_S3_4_1_4 = *(work + 12 * 128);
  const Real W_3_S3_1_1 = fma(G_1_3, W_3_S_1_3, fma(G_1_4, W_4_S3_4_1_4, loop_4 * G_1_1 * W_3_S_3_3));
  const Real W_3_S3_1_2 = fma(G_2_3, W_3_S_1_3, fma(G_2_4, W_4_S3_4_1_4, loop_4 * G_2_1 * W_3_S_3_3));
  const Real W_3_S3_1_3 = fma(G_3_3, W_3_S_1_3, fma(G_3_4, W_4_S3_4_1_4, loop_4 * G_3_1 * W_3_S_3_3));
  const Real G_2_2 = __ldg(inputs[0] + 12 * batch.inputs[0].row_stride);
  const Real W_4_S3_4_2_4 = *(work + 13 * 128);
  const Real W_3_S3_2_2 = fma(G_2_3, W_3_S_2_3, fma(G_2_4, W_4_S3_4_2_4, loop_4 * G_2_2 * W_3_S_3_3));
  const Real W_3_S3_2_3 = fma(G_3_3, W_3_S_2_3, fma(G_3_4, W_4_S3_4_2_4, loop_4 * G_3_2 * W_3_S_3_3));
  const Real W_4_S1_3_4_0_4 = *(work + 14 * 128);
  const Real W_3_S1_3_0_2 = fma(-G_2_0, W_3_S3_1_1, fma(G_2_1, W_3_S3_0_1, fma(G_2_3, W_3_S1_0_3, G_2_4 * W_4_S1_3_4_0_4)));
  const Real W_3_S1_3_0_3 = fma(-G_3_0, W_3_S3_1_1, fma(G_3_1, W_3_S3_0_1, fma(G_3_3, W_3_S1_0_3, G_3_4 * W_4_S1_3_4_0_4)));
  const Real W_4_S2_3_4_0_4 = *(work + 15 * 128);
  const Real W_3_S2_3_0_1 = fma(-G_1_0, W_3_S3_2_2, fma(G_1_2, W_3_S3_0_2, fma(G_1_3, W_3_S2_0_3, G_1_4 * W_4_S2_3_4_0_4)));
  const Real W_3_S2_3_0_3 = fma(-G_3_0, W_3_S3_2_2, fma(G_3_2, W_3_S3_0_2, fma(G_3_3, W_3_S2_0_3, G_3_4 * W_4_S2_3_4_0_4)));
  const Real W_4_S2_3_4_1_4 = *(work + 16 * 128);
  const Real W_3_S2_3_1_1 = fma(loop_4 * G_1_1, W_3_S3_2_2, fma(G_1_2, W_3_S3_1_2, fma(G_1_3, W_3_S2_1_3, G_1_4 * W_4_S2_3_4_1_4)));
  const Real W_3_S2_3_1_3 = fma(loop_4 * G_3_1, W_3_S3_2_2, fma(G_3_2, W_3_S3_1_2, fma(G_3_3, W_3_S2_1_3, G_3_4 * W_4_S2_3_4_1_4)));
  const Real W_4_S1_2_3_4_0_4 = *(work + 17 * 128);
  const Real W_3_S1_2_3_0_3 = fma(-G_3_0, W_3_S2_3_1_1, fma(G_3_1, W_3_S2_3_0_1, fma(G_3_2, W_3_S1_3_0_2, fma(G_3_3, W_3_S1_2_0_3, G_3_4 * W_4_S1_2_3_4_0_4))));
  const Real W_2_S_0_2 = G_2_3 * W_3_S3_0_3;
  const Real W_2_S_1_2 = G_2_3 * W_3_S3_1_3;
  const Real W_2_S_2_2 = G_2_3 * W_3_S3_2_3;
  const Real t1 = fma(-G_2_0, W_3_S3_1_3, G_2_1 * W_3_S3_0_3);
  const Real W_2_S1_0_2 = fma(G_1_3, t1, G_2_3 * W_3_S1_3_0_3);
  const Real W_2_S2_0_1 = fma(-G_1_0, W_2_S_2_2, fma(G_1_2, W_2_S_0_2, G_1_3 * W_3_S2_3_0_3));
  const Real W_2_S2_0_2 = fma(-G_2_0, W_2_S_2_2, fma(G_2_2, W_2_S_0_2, G_2_3 * W_3_S2_3_0_3));
  const Real W_2_S2_1_1 = fma(loop_4 * G_1_1, W_2_S_2_2, fma(G_1_2, W_2_S_1_2, G_1_3 * W_3_S2_3_1_3));
  const Real W_2_S2_1_2 = fma(loop_4 * G_2_1, W_2_S_2_2, fma(G_2_2, W_2_S_1_2, G_2_3 * W_3_S2_3_1_3));
  const Real t2 = fma(-G_1_0, W_2_S2_1_2, fma(-G_2_0, W_2_S2_1_1, fma(G_1_1, W_2_S2_0_2, fma(G_2_1, W_2_S2_0_1, fma(G_2_2, W_2_S1_0_2, G_2_3 * W_3_S1_2_3_0_3)))));
  const Real G_0_1 = __ldg(inputs[0] + 1 * batch.inputs[0].row_stride);
  const Real W_0_S_0_0 = G_0_1 * G_1_2 * t2;
  batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = W_0_S_0_0;
}
