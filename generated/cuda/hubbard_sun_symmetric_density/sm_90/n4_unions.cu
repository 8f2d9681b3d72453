// hubbard_sun_symmetric_density, n = 4: single precision, CUDA for sm_90, warps that share configurations, by unions of sets.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_symmetric_density.diag:21: W(free, open, s, v)
//   hubbard_sun_symmetric_density.diag:27: rest(free, open)
//   hubbard_sun_symmetric_density.diag:31: loop(s)
//   hubbard_sun_symmetric_density.diag:33: density
// Launch hubbard_sun_symmetric_density_unions: 128 threads and 32 configurations a block, 232096 bytes of dynamic shared memory, no more blocks than the device holds at once.
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

struct Quad {
  unsigned x, y, z, w;
};
#if defined(__CUDA_ARCH__)
__device__ inline Quad load_quad(unsigned at) {
  Quad value;
  asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
               : "r"(at));
  return value;
}
__device__ inline unsigned load_byte(unsigned at) {
  unsigned value;
  asm volatile("ld.shared.u8 %0, [%1];" : "=r"(value) : "r"(at));
  return value;
}
__device__ inline void set_flag(unsigned at, unsigned turn) {
  asm volatile("st.release.cta.shared::cta.u32 [%0], %1;" ::"r"(at), "r"(turn) : "memory");
}
// Every lane has a flag to wait for.
__device__ inline void wait_flag(unsigned at, int turn) {
  for (;;) {
    int done;
    asm volatile("ld.acquire.cta.shared::cta.s32 %0, [%1];" : "=r"(done) : "r"(at) : "memory");
    if (__all_sync(~0u, done >= turn)) break;
    __nanosleep(20);
  }
}
__device__ inline void store_real(unsigned at, float value) {
  asm volatile("st.shared.f32 [%0], %1;" ::"r"(at), "f"(value) : "memory");
}
__device__ inline void store_real(unsigned at, double value) {
  asm volatile("st.shared.f64 [%0], %1;" ::"r"(at), "d"(value) : "memory");
}
// The same in all lanes of a warp. Where values go from lane to lane the compiler must know, or it writes their code twice.
__device__ inline unsigned of_warp(unsigned value) {
  return 1 > 1 ? __shfl_sync(~0u, value, 0) : value;
}
// What the lanes of this side have.
__device__ inline Real of_side(Real value, unsigned side, unsigned) {
  return __shfl_sync(~0u, value, side * (32 / 1) + (threadIdx.x & 31) % (32 / 1));
}
__device__ inline void copies_seen() { __threadfence_block(); }
// Into the second-level cache.
__device__ inline void fetch_ahead(const void *from) {
  asm volatile("prefetch.global.L2 [%0];" ::"l"(from));
}
#else
inline Quad load_quad(unsigned at) { return *(const Quad *)(diagc_shared + at); }
inline unsigned load_byte(unsigned at) { return diagc_shared[at]; }
inline void set_flag(unsigned at, unsigned turn) { store_word(at, turn); }
inline void wait_flag(unsigned at, int turn) {
  while ((int)load_word(at) < turn) __syncthreads();
}
inline void store_real(unsigned at, Real value) { *(Real *)(diagc_shared + at) = value; }
inline unsigned of_warp(unsigned value) { return value; }
inline Real of_side(Real value, unsigned side, unsigned arrivals) {
  static Real lanes[128];
  lanes[threadIdx.x] = value;
  warp_sync(arrivals);
  const unsigned lane = side * (32 / 1) + (threadIdx.x & 31) % (32 / 1);
  const Real result = lanes[threadIdx.x / 32 * 32 + lane];
  warp_sync(arrivals);
  return result;
}
inline void copies_seen() {}
inline void fetch_ahead(const void *) {}
#endif

// A warp's way through its steps. The records of one are in shared memory, those of the next on their way.
struct Walk {
  const unsigned *records;
  unsigned steps, at, slots, slot, lane, arrivals, loader;
  unsigned loading;  // not 0: the group whose inputs are on their way, counted from 1
};
__device__ inline void ask_for_records(const Walk &walk, unsigned step, unsigned slot) {
  for (unsigned i = walk.lane; i < 1 * 28 / 4; i += 32) {
    const unsigned side = i / (28 / 4), quad = i % (28 / 4);
    copy_ahead<16>(walk.slots + slot * (1 * 28 * 4) + i * 16,
                   walk.records + (step * 1 + side) * 28 + quad * 4);
  }
}
// Where the records of the next step are.
__device__ inline unsigned next_records(Walk &walk) {
  copies_wait();
  if (walk.loading) copies_seen();
  warp_sync(walk.arrivals);
  if (walk.loading && walk.lane == 0) set_flag(walk.loader, walk.loading);
  walk.loading = 0;
  walk.slot ^= 1;
  walk.at = walk.at + 1 == walk.steps ? 0 : walk.at + 1;
  ask_for_records(walk, walk.at + 1 == walk.steps ? 0 : walk.at + 1, walk.slot ^ 1);
  return walk.slots + walk.slot * (1 * 28 * 4);
}
// The words of a record that are too many for shared memory.
__device__ inline Quad far_quad(const Walk &walk, unsigned side, unsigned word) {
  const unsigned *const at = walk.records + (walk.at * 1 + side) * 28 + word;
  return {__ldg(at), __ldg(at + 1), __ldg(at + 2), __ldg(at + 3)};
}

// `W` by the unions of its sets, rows v: 8 units of 3 forms in 5 tasks.
// 436 places for 11 packs; in tables[0]: the steps of every warp. As simulated, warps compute 67 % of the time.
extern "C" __global__ void __launch_bounds__(128, 1)
hubbard_sun_symmetric_density_unions(const __grid_constant__ Batch batch) {
  const unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5, side = lane / 32, mine = lane % 32;
  const unsigned start = shared_start(), own = mine * 4, own_pack = start + mine * 16;
  const unsigned flags = start + 231568, arrivals = start + 232080 + 4 * warp;
  const Size groups = (batch.end - batch.begin + 31) / 32;
  for (unsigned at = start + 229632 + 4 * threadIdx.x; at < start + 230656; at += 512) store_word(at, 0);
  for (unsigned at = start + 231568 + 4 * threadIdx.x; at < start + 232096; at += 512) store_word(at, 0);
  if (warp == 0 && blockIdx.x < groups) {
    const Size last = batch.end - 1, place = batch.begin + ((Size)blockIdx.x) * 32 + mine;
    const Size from = place < last ? place : last;
    for (unsigned row = side; row < 25; row += 1)
      copy_ahead<4>(start + own + 0 + (row + 0) * 128, batch.inputs[0].data + row * batch.inputs[0].row_stride + from * batch.inputs[0].lane_stride);
  }
  if (warp == 1 && blockIdx.x + (Size)gridDim.x < groups) {
    const Size last = batch.end - 1, place = batch.begin + (blockIdx.x + (Size)gridDim.x) * 32 + mine;
    const Size from = place < last ? place : last;
    for (unsigned row = side; row < 25; row += 1)
      fetch_ahead(batch.inputs[0].data + row * batch.inputs[0].row_stride + from * batch.inputs[0].lane_stride);
  }
  const Real N = batch.params[0];
  const Real loop_4 = -N;
  const Real t1 = 1.0f - N;
  if (threadIdx.x == 0) {
    const unsigned scales = start + 231552;
    store_real(scales + 0, loop_4);
    store_real(scales + 4, Real(-1));
  }
  const unsigned *const words = (const unsigned *)batch.tables[0];
  Walk walk = {words + 8 + (Size)words[2 * warp] * 28, words[2 * warp + 1], words[2 * warp + 1] - 1, start + 230656 + warp * 224, 0, lane, arrivals, flags + 20, 0};
  ask_for_records(walk, 0, 1);
  copies_wait();
  __syncthreads();
  if (threadIdx.x == 0) store_word(flags + 508, 0x7fffffff);
  __syncthreads();
  if (of_warp(walk.steps) == 0) return;
  unsigned records = next_records(walk);
  int turn = 1;  // groups that this block has begun
  for (Size group = blockIdx.x; group < groups; group += gridDim.x, ++turn) {
    const unsigned stage = start + own + ((turn & 1) ? 0 : 3200);
    const Size at = batch.begin + group * 32 + mine;
    for (bool over = false; !over;) {
      const unsigned waits = load_byte(records + 8 + lane);
      wait_flag(flags + (waits & 127) * 4, turn - ((waits & 127) == 127 ? 0 : (int)(waits >> 7)));
      warp_sync(arrivals);
      unsigned record = records + side * 112;
      const unsigned what = of_warp(load_word(record) & 0xffff), done = start + load_word(record + 4);
      switch (what) {
    case 0: {  // 6 units of 3 elements
      const unsigned label1 = load_word(record + 48);
      const unsigned label0 = load_word(record + 44);
      const Real in_G_1_0 = load_shared<0>(stage + label0 + label1 * 5, Real());
      const Real in_G_1_1 = load_shared<0>(stage + label1 + label1 * 5, Real());
      const Real scaled2_G_1_1 = loop_4 * in_G_1_1;
      const Real in_G_0_1 = load_shared<0>(stage + label1 + label0 * 5, Real());
      const unsigned label2 = load_word(record + 52);
      const Real in_G_2_0 = load_shared<0>(stage + label0 + label2 * 5, Real());
      const Real in_G_2_1 = load_shared<0>(stage + label1 + label2 * 5, Real());
      const Real in_G_2_2 = load_shared<0>(stage + label2 + label2 * 5, Real());
      const Real scaled2_G_2_2 = loop_4 * in_G_2_2;
      const Real in_G_0_2 = load_shared<0>(stage + label2 + label0 * 5, Real());
      const Real in_G_1_2 = load_shared<0>(stage + label2 + label1 * 5, Real());
      const Real scaled2_G_2_1 = loop_4 * in_G_2_1;
      const Real scaled2_G_1_2 = loop_4 * in_G_1_2;
      const Real scaled2_G_0_2 = loop_4 * in_G_0_2;
      const Real in_G_0_0 = load_shared<0>(stage + label0 + label0 * 5, Real());
      const Real scaled2_G_0_1 = loop_4 * in_G_0_1;
      const Real inner3 = scaled2_G_1_1;
      const Real inner8 = scaled2_G_2_2;
      const Real inner12 = scaled2_G_2_1;
      const Real inner13 = fma(in_G_1_2, inner12, scaled2_G_1_1 * inner8);
      const Real inner21 = fma(in_G_2_2, inner12, scaled2_G_2_1 * inner8);
      const Real inner22 = in_G_1_2 * inner21;
      const Real inner30 = scaled2_G_1_2;
      const Real inner31 = fma(scaled2_G_1_2, inner3, in_G_1_1 * inner30);
      const Real inner32 = in_G_2_1 * inner31;
      const Real inner38 = scaled2_G_0_2;
      const Real inner39 = in_G_0_0 * inner38;
      const Real inner40 = in_G_2_0 * inner39;
      const Real inner41 = fma(in_G_0_2, inner12, scaled2_G_0_1 * inner8);
      const Real inner42 = scaled2_G_0_1;
      const Real inner43 = in_G_2_0 * inner42;
      const Real inner44 = fma(in_G_0_2, inner43, in_G_0_0 * inner41);
      const Real inner45 = in_G_0_0 * inner42;
      const Real inner46 = in_G_2_0 * inner45;
      const Real inner47 = fma(in_G_1_2, inner46, fma(scaled2_G_1_1, inner40, in_G_1_0 * inner44));
      const Real inner49 = in_G_1_0 * inner45;
      const Real inner56 = fma(in_G_2_2, inner43, in_G_2_0 * inner41);
      const Real inner57 = in_G_0_2 * inner21;
      const Real inner58 = fma(in_G_0_2, inner56, in_G_0_0 * inner57);
      const Real inner59 = fma(in_G_2_2, inner46, fma(scaled2_G_2_1, inner40, in_G_2_0 * inner44));
      const Real inner60 = fma(in_G_1_2, inner59, in_G_1_0 * inner58);
      const Real inner64 = fma(scaled2_G_0_2, inner3, in_G_0_1 * inner30);
      const Real inner65 = in_G_1_0 * inner38;
      const Real inner66 = fma(in_G_1_1, inner65, in_G_1_0 * inner64);
      const Real inner67 = in_G_0_1 * inner31;
      const Real inner68 = fma(in_G_0_1, inner66, in_G_0_0 * inner67);
      const Real inner69 = fma(in_G_0_1, inner65, in_G_0_0 * inner64);
      const Real inner70 = in_G_1_0 * inner39;
      const Real inner71 = fma(scaled2_G_1_2, inner49, fma(in_G_1_1, inner70, in_G_1_0 * inner69));
      const Real inner72 = fma(in_G_2_1, inner71, in_G_2_0 * inner68);
      for (;;) {
        const Real scale0 = load_shared<0>(start + load_word(record + 40), Real());
        const unsigned label4 = load_word(record + 60);
        const Real in_G_0_4 = load_shared<0>(stage + label4 + label0 * 5, Real());
        const Real scaled0_G_0_4 = scale0 * in_G_0_4;
        const Real in_G_1_4 = load_shared<0>(stage + label4 + label1 * 5, Real());
        const Real scaled0_G_1_4 = scale0 * in_G_1_4;
        const Real in_G_2_4 = load_shared<0>(stage + label4 + label2 * 5, Real());
        const Real scaled0_G_2_4 = scale0 * in_G_2_4;
        const unsigned label3 = load_word(record + 56);
        const Real in_G_3_2 = load_shared<0>(stage + label2 + label3 * 5, Real());
        const Real in_G_3_1 = load_shared<0>(stage + label1 + label3 * 5, Real());
        const Real in_G_3_0 = load_shared<0>(stage + label0 + label3 * 5, Real());
        const Real in_G_3_4 = load_shared<0>(stage + label4 + label3 * 5, Real());
        const Real scaled0_G_3_4 = scale0 * in_G_3_4;
        const Real inner2 = scaled0_G_1_4;
        const Real inner4 = fma(scaled0_G_0_4, inner3, in_G_0_1 * inner2);
        const Real inner0 = scaled0_G_0_4;
        const Real inner1 = in_G_1_0 * inner0;
        const Real inner5 = fma(in_G_2_1, inner1, in_G_2_0 * inner4);
        const Real inner7 = scaled0_G_2_4;
        const Real inner9 = fma(scaled0_G_0_4, inner8, in_G_0_2 * inner7);
        const Real inner6 = in_G_2_0 * inner0;
        const Real inner10 = fma(in_G_1_2, inner6, in_G_1_0 * inner9);
        const Real inner14 = fma(scaled0_G_1_4, inner8, in_G_1_2 * inner7);
        const Real inner11 = fma(scaled0_G_2_4, inner3, in_G_2_1 * inner2);
        const Real inner15 = fma(scaled0_G_0_4, inner13, fma(in_G_0_2, inner11, in_G_0_1 * inner14));
        const Real value0_0 = fma(in_G_0_0, inner15, fma(in_G_0_1, inner10, in_G_0_2 * inner5));
        const Real value0_1 = fma(in_G_1_0, inner15, fma(in_G_1_1, inner10, in_G_1_2 * inner5));
        const Real value0_2 = fma(in_G_2_0, inner15, fma(in_G_2_1, inner10, in_G_2_2 * inner5));
        const Real inner17 = fma(scaled0_G_2_4, inner8, in_G_2_2 * inner7);
        const Real inner18 = in_G_0_2 * inner17;
        const Real inner16 = fma(in_G_2_2, inner6, in_G_2_0 * inner9);
        const Real inner19 = fma(in_G_1_2, inner16, in_G_1_0 * inner18);
        const Real inner23 = in_G_1_2 * inner17;
        const Real inner20 = fma(scaled0_G_2_4, inner13, fma(in_G_2_2, inner11, in_G_2_1 * inner14));
        const Real inner24 = fma(scaled0_G_0_4, inner22, fma(in_G_0_2, inner20, in_G_0_1 * inner23));
        const Real value1_0 = fma(in_G_0_0, inner24, fma(in_G_0_1, inner19, in_G_0_2 * value0_2));
        const Real value1_1 = fma(in_G_1_0, inner24, fma(in_G_1_1, inner19, in_G_1_2 * value0_2));
        const Real inner26 = fma(scaled0_G_1_4, inner3, in_G_1_1 * inner2);
        const Real inner27 = in_G_0_1 * inner26;
        const Real inner25 = fma(in_G_1_1, inner1, in_G_1_0 * inner4);
        const Real inner28 = fma(in_G_2_1, inner25, in_G_2_0 * inner27);
        const Real inner29 = fma(scaled0_G_1_4, inner13, fma(in_G_1_2, inner11, in_G_1_1 * inner14));
        const Real inner33 = in_G_2_1 * inner26;
        const Real inner34 = fma(scaled0_G_0_4, inner32, fma(in_G_0_2, inner33, in_G_0_1 * inner29));
        const Real value2_0 = fma(in_G_0_0, inner34, fma(in_G_0_2, inner28, in_G_0_1 * value0_1));
        const Real value2_2 = fma(in_G_2_0, inner34, fma(in_G_2_2, inner28, in_G_2_1 * value0_1));
        const Real inner36 = fma(scaled0_G_1_4, inner22, fma(in_G_1_2, inner20, in_G_1_1 * inner23));
        const Real inner35 = fma(scaled0_G_2_4, inner32, fma(in_G_2_2, inner33, in_G_2_1 * inner29));
        const Real inner37 = fma(in_G_0_2, inner35, in_G_0_1 * inner36);
        const Real value3_0 = fma(in_G_0_0, inner37, fma(in_G_0_1, value1_1, in_G_0_2 * value2_2));
        const Quad places4 = load_quad(record + 64);
        const unsigned place0 = places4.x;
        if (place0) {
        const Real value0_3 = fma(in_G_3_0, inner15, fma(in_G_3_1, inner10, in_G_3_2 * inner5));
        const Real value1_3 = fma(in_G_3_0, inner24, fma(in_G_3_1, inner19, in_G_3_2 * value0_2));
        const Real value2_3 = fma(in_G_3_0, inner34, fma(in_G_3_2, inner28, in_G_3_1 * value0_1));
        const Real value3_3 = fma(in_G_3_0, inner37, fma(in_G_3_1, value1_1, in_G_3_2 * value2_2));
        store_pack<0>(own_pack + place0, value0_3, value1_3, value2_3, value3_3);
        }
        const Real inner48 = fma(in_G_0_1, inner1, in_G_0_0 * inner4);
        const Real inner50 = in_G_0_0 * inner0;
        const Real inner51 = in_G_1_0 * inner50;
        const Real inner52 = fma(scaled0_G_2_4, inner49, fma(in_G_2_1, inner51, in_G_2_0 * inner48));
        const Real inner53 = fma(in_G_0_2, inner6, in_G_0_0 * inner9);
        const Real inner54 = in_G_2_0 * inner50;
        const Real inner55 = fma(scaled0_G_1_4, inner40, fma(in_G_1_2, inner54, in_G_1_0 * inner53));
        const Real value4_1 = fma(in_G_1_1, inner55, fma(in_G_1_2, inner52, fma(scaled0_G_1_4, inner47, in_G_1_0 * value0_0)));
        const Real value4_2 = fma(in_G_2_1, inner55, fma(in_G_2_2, inner52, fma(scaled0_G_2_4, inner47, in_G_2_0 * value0_0)));
        const Real value4_3 = fma(in_G_3_1, inner55, fma(in_G_3_2, inner52, fma(scaled0_G_3_4, inner47, in_G_3_0 * value0_0)));
        const Real inner62 = fma(in_G_0_2, inner16, in_G_0_0 * inner18);
        const Real inner61 = fma(scaled0_G_2_4, inner40, fma(in_G_2_2, inner54, in_G_2_0 * inner53));
        const Real inner63 = fma(in_G_1_2, inner61, in_G_1_0 * inner62);
        const Real value5_1 = fma(in_G_1_1, inner63, fma(in_G_1_0, value1_0, fma(scaled0_G_1_4, inner60, in_G_1_2 * value4_2)));
        const Real value5_3 = fma(in_G_3_1, inner63, fma(in_G_3_0, value1_0, fma(scaled0_G_3_4, inner60, in_G_3_2 * value4_2)));
        const Real inner74 = fma(in_G_0_1, inner25, in_G_0_0 * inner27);
        const Real inner73 = fma(scaled0_G_1_4, inner49, fma(in_G_1_1, inner51, in_G_1_0 * inner48));
        const Real inner75 = fma(in_G_2_1, inner73, in_G_2_0 * inner74);
        const Real value6_2 = fma(in_G_2_2, inner75, fma(in_G_2_0, value2_0, fma(scaled0_G_2_4, inner72, in_G_2_1 * value4_1)));
        const Real value6_3 = fma(in_G_3_2, inner75, fma(in_G_3_0, value2_0, fma(scaled0_G_3_4, inner72, in_G_3_1 * value4_1)));
        const Real value7_3 = fma(in_G_3_0, value3_0, fma(in_G_3_1, value5_1, in_G_3_2 * value6_2));
        const unsigned place1 = places4.y;
        store_pack<0>(own_pack + place1, value4_3, value5_3, value6_3, value7_3);
        if (of_warp(load_word(record)) & 65536) break;
        record = next_records(walk) + side * 112;
      }
    } break;
    case 1: {  // 1 unit of 3 elements
      const unsigned label1 = load_word(record + 44);
      const Real in_G_1_1 = load_shared<0>(stage + label1 + label1 * 5, Real());
      const Real scaled1_G_1_1 = loop_4 * in_G_1_1;
      const unsigned label0 = load_word(record + 40);
      const Real in_G_0_1 = load_shared<0>(stage + label1 + label0 * 5, Real());
      const unsigned label2 = load_word(record + 48);
      const Real in_G_2_2 = load_shared<0>(stage + label2 + label2 * 5, Real());
      const Real scaled1_G_2_2 = loop_4 * in_G_2_2;
      const Real in_G_0_2 = load_shared<0>(stage + label2 + label0 * 5, Real());
      const Real in_G_2_1 = load_shared<0>(stage + label1 + label2 * 5, Real());
      const Real scaled1_G_2_1 = loop_4 * in_G_2_1;
      const Real in_G_1_2 = load_shared<0>(stage + label2 + label1 * 5, Real());
      const Real scaled1_G_1_2 = loop_4 * in_G_1_2;
      const Real scaled1_G_0_2 = loop_4 * in_G_0_2;
      const Real scaled1_G_0_1 = loop_4 * in_G_0_1;
      const Real in_G_0_0 = load_shared<0>(stage + label0 + label0 * 5, Real());
      const Real scaled1_G_0_0 = loop_4 * in_G_0_0;
      const Real in_G_1_0 = load_shared<0>(stage + label0 + label1 * 5, Real());
      const Real scaled1_G_1_0 = loop_4 * in_G_1_0;
      const Real in_G_2_0 = load_shared<0>(stage + label0 + label2 * 5, Real());
      const Real scaled1_G_2_0 = loop_4 * in_G_2_0;
      const unsigned label4 = load_word(record + 56);
      const Real in_G_0_4 = load_shared<0>(stage + label4 + label0 * 5, Real());
      const Real in_G_1_4 = load_shared<0>(stage + label4 + label1 * 5, Real());
      const Real in_G_2_4 = load_shared<0>(stage + label4 + label2 * 5, Real());
      const unsigned label3 = load_word(record + 52);
      const Real in_G_3_2 = load_shared<0>(stage + label2 + label3 * 5, Real());
      const Real in_G_3_4 = load_shared<0>(stage + label4 + label3 * 5, Real());
      const Real in_G_3_1 = load_shared<0>(stage + label1 + label3 * 5, Real());
      const Real in_G_3_0 = load_shared<0>(stage + label0 + label3 * 5, Real());
      const Real inner1 = -in_G_1_4;
      const Real inner2 = scaled1_G_1_1;
      const Real inner3 = fma(-in_G_0_4, inner2, in_G_0_1 * inner1);
      const Real inner0 = -in_G_0_4;
      const Real inner36 = scaled1_G_0_0;
      const Real inner37 = fma(-in_G_1_4, inner36, in_G_1_0 * inner0);
      const Real inner38 = scaled1_G_1_0;
      const Real inner39 = fma(in_G_0_1, inner38, scaled1_G_0_0 * inner2);
      const Real inner40 = fma(-in_G_2_4, inner39, fma(in_G_2_1, inner37, in_G_2_0 * inner3));
      const Real inner5 = scaled1_G_2_2;
      const Real inner8 = scaled1_G_2_1;
      const Real inner9 = fma(in_G_1_2, inner8, scaled1_G_1_1 * inner5);
      const Real inner42 = scaled1_G_2_0;
      const Real inner43 = fma(in_G_1_2, inner42, scaled1_G_1_0 * inner5);
      const Real inner41 = fma(in_G_2_1, inner38, scaled1_G_2_0 * inner2);
      const Real inner44 = fma(in_G_0_2, inner41, fma(in_G_0_1, inner43, scaled1_G_0_0 * inner9));
      const Real inner4 = -in_G_2_4;
      const Real inner6 = fma(-in_G_0_4, inner5, in_G_0_2 * inner4);
      const Real inner45 = fma(-in_G_2_4, inner36, in_G_2_0 * inner0);
      const Real inner46 = fma(in_G_0_2, inner42, scaled1_G_0_0 * inner5);
      const Real inner47 = fma(-in_G_1_4, inner46, fma(in_G_1_2, inner45, in_G_1_0 * inner6));
      const Real inner10 = fma(-in_G_1_4, inner5, in_G_1_2 * inner4);
      const Real inner7 = fma(-in_G_2_4, inner2, in_G_2_1 * inner1);
      const Real inner11 = fma(-in_G_0_4, inner9, fma(in_G_0_2, inner7, in_G_0_1 * inner10));
      const Real value0_0 = fma(in_G_0_0, inner11, fma(in_G_0_1, inner47, fma(-in_G_0_4, inner44, in_G_0_2 * inner40)));
      const Real value0_1 = fma(in_G_1_0, inner11, fma(in_G_1_1, inner47, fma(-in_G_1_4, inner44, in_G_1_2 * inner40)));
      const Real value0_2 = fma(in_G_2_0, inner11, fma(in_G_2_1, inner47, fma(-in_G_2_4, inner44, in_G_2_2 * inner40)));
      const Real value0_3 = fma(in_G_3_0, inner11, fma(in_G_3_1, inner47, fma(-in_G_3_4, inner44, in_G_3_2 * inner40)));
      const Real inner15 = fma(in_G_2_2, inner8, scaled1_G_2_1 * inner5);
      const Real inner16 = in_G_1_2 * inner15;
      const Real inner49 = fma(in_G_2_2, inner42, scaled1_G_2_0 * inner5);
      const Real inner50 = in_G_1_2 * inner49;
      const Real inner48 = fma(in_G_2_2, inner41, fma(in_G_2_1, inner43, scaled1_G_2_0 * inner9));
      const Real inner51 = fma(in_G_0_2, inner48, fma(in_G_0_1, inner50, scaled1_G_0_0 * inner16));
      const Real inner12 = fma(-in_G_2_4, inner5, in_G_2_2 * inner4);
      const Real inner13 = in_G_0_2 * inner12;
      const Real inner52 = fma(-in_G_2_4, inner46, fma(in_G_2_2, inner45, in_G_2_0 * inner6));
      const Real inner53 = in_G_0_2 * inner49;
      const Real inner54 = fma(-in_G_1_4, inner53, fma(in_G_1_2, inner52, in_G_1_0 * inner13));
      const Real inner17 = in_G_1_2 * inner12;
      const Real inner14 = fma(-in_G_2_4, inner9, fma(in_G_2_2, inner7, in_G_2_1 * inner10));
      const Real inner18 = fma(-in_G_0_4, inner16, fma(in_G_0_2, inner14, in_G_0_1 * inner17));
      const Real value1_0 = fma(in_G_0_0, inner18, fma(in_G_0_1, inner54, fma(-in_G_0_4, inner51, in_G_0_2 * value0_2)));
      const Real value1_1 = fma(in_G_1_0, inner18, fma(in_G_1_1, inner54, fma(-in_G_1_4, inner51, in_G_1_2 * value0_2)));
      const Real value1_3 = fma(in_G_3_0, inner18, fma(in_G_3_1, inner54, fma(-in_G_3_4, inner51, in_G_3_2 * value0_2)));
      const Real inner22 = scaled1_G_1_2;
      const Real inner23 = fma(scaled1_G_1_2, inner2, in_G_1_1 * inner22);
      const Real inner24 = in_G_2_1 * inner23;
      const Real inner55 = fma(in_G_1_2, inner41, fma(in_G_1_1, inner43, scaled1_G_1_0 * inner9));
      const Real inner56 = fma(in_G_1_1, inner38, scaled1_G_1_0 * inner2);
      const Real inner57 = in_G_2_1 * inner56;
      const Real inner58 = fma(in_G_0_2, inner57, fma(in_G_0_1, inner55, scaled1_G_0_0 * inner24));
      const Real inner19 = fma(-in_G_1_4, inner2, in_G_1_1 * inner1);
      const Real inner20 = in_G_0_1 * inner19;
      const Real inner59 = fma(-in_G_1_4, inner39, fma(in_G_1_1, inner37, in_G_1_0 * inner3));
      const Real inner60 = in_G_0_1 * inner56;
      const Real inner61 = fma(-in_G_2_4, inner60, fma(in_G_2_1, inner59, in_G_2_0 * inner20));
      const Real inner21 = fma(-in_G_1_4, inner9, fma(in_G_1_2, inner7, in_G_1_1 * inner10));
      const Real inner25 = in_G_2_1 * inner19;
      const Real inner26 = fma(-in_G_0_4, inner24, fma(in_G_0_2, inner25, in_G_0_1 * inner21));
      const Real value2_0 = fma(in_G_0_0, inner26, fma(in_G_0_2, inner61, fma(-in_G_0_4, inner58, in_G_0_1 * value0_1)));
      const Real value2_2 = fma(in_G_2_0, inner26, fma(in_G_2_2, inner61, fma(-in_G_2_4, inner58, in_G_2_1 * value0_1)));
      const Real value2_3 = fma(in_G_3_0, inner26, fma(in_G_3_2, inner61, fma(-in_G_3_4, inner58, in_G_3_1 * value0_1)));
      const Real inner63 = fma(in_G_1_2, inner48, fma(in_G_1_1, inner50, scaled1_G_1_0 * inner16));
      const Real inner62 = fma(in_G_2_2, inner57, fma(in_G_2_1, inner55, scaled1_G_2_0 * inner24));
      const Real inner64 = fma(in_G_0_2, inner62, in_G_0_1 * inner63);
      const Real inner28 = fma(-in_G_1_4, inner16, fma(in_G_1_2, inner14, in_G_1_1 * inner17));
      const Real inner27 = fma(-in_G_2_4, inner24, fma(in_G_2_2, inner25, in_G_2_1 * inner21));
      const Real inner29 = fma(in_G_0_2, inner27, in_G_0_1 * inner28);
      const Real value3_0 = fma(in_G_0_0, inner29, fma(in_G_0_1, value1_1, fma(-in_G_0_4, inner64, in_G_0_2 * value2_2)));
      const Real value3_3 = fma(in_G_3_0, inner29, fma(in_G_3_1, value1_1, fma(-in_G_3_4, inner64, in_G_3_2 * value2_2)));
      const Quad places4 = load_quad(record + 64);
      const unsigned place0 = places4.x;
      store_pack<0>(own_pack + place0, value0_3, value1_3, value2_3, value3_3);
      const Real inner31 = fma(in_G_0_2, inner8, scaled1_G_0_1 * inner5);
      const Real inner32 = scaled1_G_0_1;
      const Real inner67 = fma(scaled1_G_2_1, inner36, in_G_2_0 * inner32);
      const Real inner68 = fma(in_G_0_2, inner67, fma(scaled1_G_0_1, inner46, in_G_0_0 * inner31));
      const Real inner30 = scaled1_G_0_2;
      const Real inner65 = fma(scaled1_G_0_2, inner36, in_G_0_0 * inner30);
      const Real inner66 = in_G_2_0 * inner65;
      const Real inner69 = fma(scaled1_G_0_1, inner36, in_G_0_0 * inner32);
      const Real inner70 = in_G_2_0 * inner69;
      const Real inner71 = fma(in_G_1_2, inner70, fma(scaled1_G_1_1, inner66, in_G_1_0 * inner68));
      const Real inner72 = fma(-in_G_0_4, inner39, fma(in_G_0_1, inner37, in_G_0_0 * inner3));
      const Real inner74 = fma(-in_G_0_4, inner36, in_G_0_0 * inner0);
      const Real inner75 = in_G_1_0 * inner74;
      const Real inner73 = in_G_1_0 * inner69;
      const Real inner76 = fma(-in_G_2_4, inner73, fma(in_G_2_1, inner75, in_G_2_0 * inner72));
      const Real inner77 = fma(-in_G_0_4, inner46, fma(in_G_0_2, inner45, in_G_0_0 * inner6));
      const Real inner78 = in_G_2_0 * inner74;
      const Real inner79 = fma(-in_G_1_4, inner66, fma(in_G_1_2, inner78, in_G_1_0 * inner77));
      const Real value4_1 = fma(in_G_1_1, inner79, fma(in_G_1_2, inner76, fma(-in_G_1_4, inner71, in_G_1_0 * value0_0)));
      const Real value4_2 = fma(in_G_2_1, inner79, fma(in_G_2_2, inner76, fma(-in_G_2_4, inner71, in_G_2_0 * value0_0)));
      const Real value4_3 = fma(in_G_3_1, inner79, fma(in_G_3_2, inner76, fma(-in_G_3_4, inner71, in_G_3_0 * value0_0)));
      const Real inner33 = in_G_0_2 * inner15;
      const Real inner81 = fma(in_G_2_2, inner67, fma(scaled1_G_2_1, inner46, in_G_2_0 * inner31));
      const Real inner82 = fma(in_G_0_2, inner81, fma(scaled1_G_0_1, inner53, in_G_0_0 * inner33));
      const Real inner80 = fma(in_G_2_2, inner70, fma(scaled1_G_2_1, inner66, in_G_2_0 * inner68));
      const Real inner83 = fma(in_G_1_2, inner80, in_G_1_0 * inner82);
      const Real inner85 = fma(-in_G_0_4, inner53, fma(in_G_0_2, inner52, in_G_0_0 * inner13));
      const Real inner84 = fma(-in_G_2_4, inner66, fma(in_G_2_2, inner78, in_G_2_0 * inner77));
      const Real inner86 = fma(in_G_1_2, inner84, in_G_1_0 * inner85);
      const Real value5_1 = fma(in_G_1_1, inner86, fma(in_G_1_0, value1_0, fma(-in_G_1_4, inner83, in_G_1_2 * value4_2)));
      const Real value5_3 = fma(in_G_3_1, inner86, fma(in_G_3_0, value1_0, fma(-in_G_3_4, inner83, in_G_3_2 * value4_2)));
      const Real inner35 = in_G_0_1 * inner23;
      const Real inner34 = fma(scaled1_G_0_2, inner2, in_G_0_1 * inner22);
      const Real inner87 = fma(scaled1_G_1_2, inner36, in_G_1_0 * inner30);
      const Real inner91 = fma(scaled1_G_1_2, inner39, fma(in_G_1_1, inner87, in_G_1_0 * inner34));
      const Real inner92 = fma(scaled1_G_0_2, inner60, fma(in_G_0_1, inner91, in_G_0_0 * inner35));
      const Real inner88 = fma(scaled1_G_0_2, inner39, fma(in_G_0_1, inner87, in_G_0_0 * inner34));
      const Real inner89 = in_G_1_0 * inner65;
      const Real inner90 = fma(scaled1_G_1_2, inner73, fma(in_G_1_1, inner89, in_G_1_0 * inner88));
      const Real inner93 = fma(in_G_2_1, inner90, in_G_2_0 * inner92);
      const Real inner95 = fma(-in_G_0_4, inner60, fma(in_G_0_1, inner59, in_G_0_0 * inner20));
      const Real inner94 = fma(-in_G_1_4, inner73, fma(in_G_1_1, inner75, in_G_1_0 * inner72));
      const Real inner96 = fma(in_G_2_1, inner94, in_G_2_0 * inner95);
      const Real value6_2 = fma(in_G_2_2, inner96, fma(in_G_2_0, value2_0, fma(-in_G_2_4, inner93, in_G_2_1 * value4_1)));
      const Real value6_3 = fma(in_G_3_2, inner96, fma(in_G_3_0, value2_0, fma(-in_G_3_4, inner93, in_G_3_1 * value4_1)));
      const Real value7_3 = fma(in_G_3_0, value3_0, fma(in_G_3_1, value5_1, in_G_3_2 * value6_2));
      const unsigned place1 = places4.y;
      store_pack<0>(own_pack + place1, value4_3, value5_3, value6_3, value7_3);
    } break;
    case 2: {  // 1 unit of 4 elements
      const unsigned label0 = load_word(record + 40);
      const unsigned label3 = load_word(record + 52);
      const Real in_G_0_3 = load_shared<0>(stage + label3 + label0 * 5, Real());
      const unsigned label2 = load_word(record + 48);
      const Real in_G_0_2 = load_shared<0>(stage + label2 + label0 * 5, Real());
      const unsigned label1 = load_word(record + 44);
      const Real in_G_0_1 = load_shared<0>(stage + label1 + label0 * 5, Real());
      const Real in_G_0_0 = load_shared<0>(stage + label0 + label0 * 5, Real());
      const Real in_G_1_3 = load_shared<0>(stage + label3 + label1 * 5, Real());
      const Real in_G_1_2 = load_shared<0>(stage + label2 + label1 * 5, Real());
      const Real in_G_1_1 = load_shared<0>(stage + label1 + label1 * 5, Real());
      const Real in_G_1_0 = load_shared<0>(stage + label0 + label1 * 5, Real());
      const Real in_G_2_3 = load_shared<0>(stage + label3 + label2 * 5, Real());
      const Real in_G_2_2 = load_shared<0>(stage + label2 + label2 * 5, Real());
      const Real in_G_2_1 = load_shared<0>(stage + label1 + label2 * 5, Real());
      const Real in_G_2_0 = load_shared<0>(stage + label0 + label2 * 5, Real());
      const Real in_G_3_3 = load_shared<0>(stage + label3 + label3 * 5, Real());
      const Real in_G_3_2 = load_shared<0>(stage + label2 + label3 * 5, Real());
      const Real in_G_3_1 = load_shared<0>(stage + label1 + label3 * 5, Real());
      const Real in_G_3_0 = load_shared<0>(stage + label0 + label3 * 5, Real());
      const unsigned label5 = load_word(record + 60);
      const Real in_G_1_5 = load_shared<0>(stage + label5 + label1 * 5, Real());
      const Real in_G_2_5 = load_shared<0>(stage + label5 + label2 * 5, Real());
      const Real in_G_3_5 = load_shared<0>(stage + label5 + label3 * 5, Real());
      const unsigned label4 = load_word(record + 56);
      const Real in_G_4_3 = load_shared<0>(stage + label3 + label4 * 5, Real());
      const Real in_G_4_2 = load_shared<0>(stage + label2 + label4 * 5, Real());
      const Real in_G_4_1 = load_shared<0>(stage + label1 + label4 * 5, Real());
      const Real in_G_4_0 = load_shared<0>(stage + label0 + label4 * 5, Real());
      Real pack0[4];
      const Quad places4 = load_quad(record + 64);
      const unsigned place0 = places4.x;
      load_pack<0>(own_pack + place0, pack0);
      Real pack1[4];
      const unsigned place1 = places4.y;
      load_pack<0>(own_pack + place1, pack1);
      Real pack2[4];
      const unsigned place2 = places4.z;
      load_pack<0>(own_pack + place2, pack2);
      Real pack3[4];
      const unsigned place3 = places4.w;
      load_pack<0>(own_pack + place3, pack3);
      Real pack4[4];
      const Quad places5 = load_quad(record + 80);
      const unsigned place4 = places5.x;
      load_pack<0>(own_pack + place4, pack4);
      Real pack5[4];
      const unsigned place5 = places5.y;
      load_pack<0>(own_pack + place5, pack5);
      Real pack6[4];
      const unsigned place6 = places5.z;
      load_pack<0>(own_pack + place6, pack6);
      Real pack7[4];
      const unsigned place7 = places5.w;
      load_pack<0>(own_pack + place7, pack7);
      Real pack8[4];
      const Quad places6 = load_quad(record + 96);
      const unsigned place8 = places6.x;
      load_pack<0>(own_pack + place8, pack8);
      Real pack9[4];
      const unsigned place9 = places6.y;
      load_pack<0>(own_pack + place9, pack9);
      Real pack10[4];
      const unsigned place10 = places6.z;
      load_pack<0>(own_pack + place10, pack10);
      const Real value0_0 = fma(in_G_0_0, pack3[0], fma(in_G_0_1, pack2[0], fma(in_G_0_2, pack1[0], in_G_0_3 * pack0[0])));
      const Real value0_1 = fma(in_G_1_0, pack3[0], fma(in_G_1_1, pack2[0], fma(in_G_1_2, pack1[0], in_G_1_3 * pack0[0])));
      const Real value0_2 = fma(in_G_2_0, pack3[0], fma(in_G_2_1, pack2[0], fma(in_G_2_2, pack1[0], in_G_2_3 * pack0[0])));
      const Real value0_3 = fma(in_G_3_0, pack3[0], fma(in_G_3_1, pack2[0], fma(in_G_3_2, pack1[0], in_G_3_3 * pack0[0])));
      const Real value1_0 = fma(in_G_0_0, pack3[1], fma(in_G_0_1, pack2[1], fma(in_G_0_2, pack1[1], in_G_0_3 * value0_3)));
      const Real value1_1 = fma(in_G_1_0, pack3[1], fma(in_G_1_1, pack2[1], fma(in_G_1_2, pack1[1], in_G_1_3 * value0_3)));
      const Real value1_2 = fma(in_G_2_0, pack3[1], fma(in_G_2_1, pack2[1], fma(in_G_2_2, pack1[1], in_G_2_3 * value0_3)));
      const Real value2_0 = fma(in_G_0_0, pack3[2], fma(in_G_0_1, pack2[2], fma(in_G_0_3, pack0[1], in_G_0_2 * value0_2)));
      const Real value2_1 = fma(in_G_1_0, pack3[2], fma(in_G_1_1, pack2[2], fma(in_G_1_3, pack0[1], in_G_1_2 * value0_2)));
      const Real value2_3 = fma(in_G_3_0, pack3[2], fma(in_G_3_1, pack2[2], fma(in_G_3_3, pack0[1], in_G_3_2 * value0_2)));
      const Real value3_0 = fma(in_G_0_0, pack3[3], fma(in_G_0_1, pack2[3], fma(in_G_0_2, value1_2, in_G_0_3 * value2_3)));
      const Real value3_1 = fma(in_G_1_0, pack3[3], fma(in_G_1_1, pack2[3], fma(in_G_1_2, value1_2, in_G_1_3 * value2_3)));
      const Real value4_0 = fma(in_G_0_0, pack4[0], fma(in_G_0_2, pack1[2], fma(in_G_0_3, pack0[2], in_G_0_1 * value0_1)));
      const Real value4_2 = fma(in_G_2_0, pack4[0], fma(in_G_2_2, pack1[2], fma(in_G_2_3, pack0[2], in_G_2_1 * value0_1)));
      const Real value4_3 = fma(in_G_3_0, pack4[0], fma(in_G_3_2, pack1[2], fma(in_G_3_3, pack0[2], in_G_3_1 * value0_1)));
      const Real value5_0 = fma(in_G_0_0, pack4[1], fma(in_G_0_2, pack1[3], fma(in_G_0_1, value1_1, in_G_0_3 * value4_3)));
      const Real value5_2 = fma(in_G_2_0, pack4[1], fma(in_G_2_2, pack1[3], fma(in_G_2_1, value1_1, in_G_2_3 * value4_3)));
      const Real value6_0 = fma(in_G_0_0, pack4[2], fma(in_G_0_3, pack0[3], fma(in_G_0_1, value2_1, in_G_0_2 * value4_2)));
      const Real value6_3 = fma(in_G_3_0, pack4[2], fma(in_G_3_3, pack0[3], fma(in_G_3_1, value2_1, in_G_3_2 * value4_2)));
      const Real value7_0 = fma(in_G_0_0, pack4[3], fma(in_G_0_1, value3_1, fma(in_G_0_2, value5_2, in_G_0_3 * value6_3)));
      const Real value8_1 = fma(in_G_1_1, pack8[0], fma(in_G_1_2, pack7[0], fma(in_G_1_3, pack6[0], fma(-in_G_1_5, pack5[0], in_G_1_0 * value0_0))));
      const Real value8_2 = fma(in_G_2_1, pack8[0], fma(in_G_2_2, pack7[0], fma(in_G_2_3, pack6[0], fma(-in_G_2_5, pack5[0], in_G_2_0 * value0_0))));
      const Real value8_3 = fma(in_G_3_1, pack8[0], fma(in_G_3_2, pack7[0], fma(in_G_3_3, pack6[0], fma(-in_G_3_5, pack5[0], in_G_3_0 * value0_0))));
      const Real value9_1 = fma(in_G_1_1, pack8[1], fma(in_G_1_2, pack7[1], fma(in_G_1_0, value1_0, fma(-in_G_1_5, pack5[1], in_G_1_3 * value8_3))));
      const Real value9_2 = fma(in_G_2_1, pack8[1], fma(in_G_2_2, pack7[1], fma(in_G_2_0, value1_0, fma(-in_G_2_5, pack5[1], in_G_2_3 * value8_3))));
      const Real value10_1 = fma(in_G_1_1, pack8[2], fma(in_G_1_3, pack6[1], fma(in_G_1_0, value2_0, fma(-in_G_1_5, pack5[2], in_G_1_2 * value8_2))));
      const Real value10_3 = fma(in_G_3_1, pack8[2], fma(in_G_3_3, pack6[1], fma(in_G_3_0, value2_0, fma(-in_G_3_5, pack5[2], in_G_3_2 * value8_2))));
      const Real value11_1 = fma(in_G_1_1, pack8[3], fma(in_G_1_0, value3_0, fma(in_G_1_2, value9_2, fma(-in_G_1_5, pack5[3], in_G_1_3 * value10_3))));
      const Real value12_2 = fma(in_G_2_2, pack7[2], fma(in_G_2_3, pack6[2], fma(in_G_2_0, value4_0, fma(-in_G_2_5, pack9[2], in_G_2_1 * value8_1))));
      const Real value12_3 = fma(in_G_3_2, pack7[2], fma(in_G_3_3, pack6[2], fma(in_G_3_0, value4_0, fma(-in_G_3_5, pack9[2], in_G_3_1 * value8_1))));
      const Real value13_2 = fma(in_G_2_2, pack7[3], fma(in_G_2_0, value5_0, fma(in_G_2_1, value9_1, fma(-in_G_2_5, pack9[3], in_G_2_3 * value12_3))));
      const Real value14_3 = fma(in_G_3_3, pack6[3], fma(in_G_3_0, value6_0, fma(in_G_3_1, value10_1, fma(-in_G_3_5, pack10[3], in_G_3_2 * value12_2))));
      const Real value15_4 = fma(in_G_4_0, value7_0, fma(in_G_4_1, value11_1, fma(in_G_4_2, value13_2, in_G_4_3 * value14_3)));
      if (at < batch.end && !(load_word(record) & 131072)) {
        batch.outputs[0].data[0 * batch.outputs[0].row_stride + at] = t1 * value15_4;
      }
    } break;
    case 65535:
      if (group + gridDim.x < groups) {
        const Size last = batch.end - 1, place = batch.begin + (group + gridDim.x) * 32 + mine;
        const Size from = place < last ? place : last;
        for (unsigned row = side; row < 25; row += 1)
          copy_ahead<4>(start + own + ((turn & 1) ? 3200 : 0) + (row + 0) * 128, batch.inputs[0].data + row * batch.inputs[0].row_stride + from * batch.inputs[0].lane_stride);
      }
      if (group + 2 * (Size)gridDim.x < groups) {
        const Size last = batch.end - 1, place = batch.begin + (group + 2 * (Size)gridDim.x) * 32 + mine;
        const Size from = place < last ? place : last;
        for (unsigned row = side; row < 25; row += 1)
          fetch_ahead(batch.inputs[0].data + row * batch.inputs[0].row_stride + from * batch.inputs[0].lane_stride);
      }
      walk.loading = turn;
      break;
      }
      if (what != 65535) {
        warp_sync(arrivals);
        if (lane == 0) set_flag(done, turn);
      }
      over = of_warp(walk.at + 1 == walk.steps);
      records = next_records(walk);
    }
  }
}
