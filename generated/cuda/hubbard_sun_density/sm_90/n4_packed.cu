// hubbard_sun_density, n = 4: single precision, CUDA for sm_90, warps that share configurations, the graph in records.
// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, {1, 3}).
//   hubbard_sun_density.diag:19: W(k, open, s, v)
//   hubbard_sun_density.diag:25: rest(k, open)
//   hubbard_sun_density.diag:29: loop(s)
//   hubbard_sun_density.diag:31: density
// 102 tasks in 11 rounds: 200 products alone and 114 with two others that share a factor; 23 rows fetched and 1 stored.
// Launch hubbard_sun_density_packed: 128 threads and 16 configurations a block, 10068 bytes of dynamic shared memory.
// Slabs of 270336 configurations; the workspace takes 8 bytes for each of them.
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
  const void *tables[2];
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
__device__ inline void store_value(unsigned at, float value) {
  asm volatile("st.shared.f32 [%0], %1;" ::"r"(at), "f"(value) : "memory");
}
__device__ inline void store_value(unsigned at, double value) {
  asm volatile("st.shared.f64 [%0], %1;" ::"r"(at), "d"(value) : "memory");
}
__device__ inline void block_sync(unsigned) { __syncthreads(); }
#else
inline Quad load_quad(unsigned at) { return *(const Quad *)(diagc_shared + at); }
inline void store_value(unsigned at, Real value) { *(Real *)(diagc_shared + at) = value; }
// All threads have come as often as this one.
inline void block_sync(unsigned arrivals) {
  const unsigned all = (load_word(arrivals) / 128 + 1) * 128;
  store_word(arrivals, load_word(arrivals) + 1);
  while (load_word(arrivals) < all) __syncthreads();
}
#endif

// The numbers that a word names; `own` is where this lane's of slot 0 is.
__device__ inline Real low(unsigned word, unsigned own) {
  return load_shared<0>(own + (word & 16383) * 64, Real());
}
__device__ inline Real high(unsigned word, unsigned own) {
  return load_shared<0>(own + (word >> 14), Real());
}

// Adds two products an entry.
__device__ inline void add_pairs(Real &sum, unsigned &entry, unsigned entries, unsigned own) {
#pragma unroll 4
  for (unsigned i = 0; i < entries; ++i) {
    const uint2 words = load_words(entry);
    entry += 16;
    sum = fma(low(words.x, own), high(words.x, own), sum);
    sum = fma(low(words.y, own), high(words.y, own), sum);
  }
}

// Adds two products to each sum, of numbers that they share.
__device__ inline void add_stars(Real &a, Real &b, Real &c, unsigned &quad, unsigned quads,
                                 unsigned own) {
#pragma unroll 2
  for (unsigned i = 0; i < quads; ++i) {
    const Quad words = load_quad(quad);
    quad += 32;
    const Real x = low(words.x, own), y = low(words.z, own);
    a = fma(x, high(words.x, own), a), b = fma(x, low(words.y, own), b),
    c = fma(x, high(words.y, own), c);
    a = fma(y, high(words.z, own), a), b = fma(y, low(words.w, own), b),
    c = fma(y, high(words.w, own), c);
  }
}

extern "C" __global__ void __launch_bounds__(128, 2)
hubbard_sun_density_packed(const __grid_constant__ Batch batch) {
  const unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5, side = lane / 16, mine = lane % 16;
  const unsigned start = shared_start(), own = start + mine * 4;
  const unsigned arrivals = start + 10048 + 4 * warp, all_arrivals = start + 10064;
  const Size place = batch.begin + blockIdx.x * 16ull + mine;
  const Size at = place < batch.end ? place : batch.end - 1;
  Real *const work = batch.work + blockIdx.x * 32ull + mine;
  if (threadIdx.x <= 4) store_word(start + 10048 + 4 * threadIdx.x, 0);
  if (warp == 0) {
    store_value(own + 0, Real(1));
    store_value(own + 64, -Real(0));
  }
  if (warp == 0) {  // what depends on params alone
  const Real N = batch.params[0];
  work[0] = N;
  work[16] = -N;
  }
  __syncthreads();
  const unsigned *list = (const unsigned *)batch.tables[0];
  list += list[warp] * 4ull + 4 * lane;
  const unsigned pages = start + 5952 + warp * 1024;
  copy_ahead<16>(pages + 16 * lane, list);
  bool fetched = false;
  for (unsigned at_hand = 0;; at_hand ^= 512) {
    copies_wait();
    warp_sync(arrivals);
    list += 128;
    copy_ahead<16>(pages + (at_hand ^ 512) + 16 * lane, list);
    unsigned record = pages + at_hand;
    Quad head;
    do {
      head = load_quad(record + 16 * side);
      unsigned entry = record + 32 + 8 * side;
      switch (head.x & 255) {
        case 1: {
          Real a = -Real(0);
          const unsigned minus = head.z & 0xffff;
          add_pairs(a, entry, minus, own);
          if (minus) a = -a;
          add_pairs(a, entry, head.z >> 16, own);
          store_value(own + (head.y & 16383) * 64, a);
        } break;
        case 2: {
          Real a = -Real(0), b = a, c = a;
          unsigned quad = record + 32 + 16 * side;
          const unsigned minus = head.z >> 14 & 255, plus = head.z >> 22 & 255;
          add_stars(a, b, c, quad, minus, own);
          entry += (minus + plus) * 32;
          const unsigned minus0 = head.w >> 0 & 31, plus0 = head.w >> 5 & 31;
          const unsigned minus1 = head.w >> 10 & 31, plus1 = head.w >> 15 & 31;
          const unsigned minus2 = head.w >> 20 & 31, plus2 = head.w >> 25 & 31;
          add_pairs(a, entry, minus0, own);
          if (minus | minus0) a = -a;
          add_pairs(a, entry, plus0, own);
          add_pairs(b, entry, minus1, own);
          if (minus | minus1) b = -b;
          add_pairs(b, entry, plus1, own);
          add_pairs(c, entry, minus2, own);
          if (minus | minus2) c = -c;
          add_pairs(c, entry, plus2, own);
          add_stars(a, b, c, quad, plus, own);
          store_value(own + (head.y & 16383) * 64, a);
          store_value(own + (head.y >> 14 & 16383) * 64, b);
          store_value(own + (head.z & 16383) * 64, c);
        } break;
        case 3:
          for (unsigned i = 0; i < head.y; ++i, entry += 16) {
            const uint2 what = load_words(entry);
            const unsigned source = what.x >> 14;
            const Real *from = (const Real *)batch.tables[1] + what.y;
            if (source == 0x3fffd) continue;
            if (source == 0x3ffff) from = work + what.y * 16ull;
            if (source < 1) {
              const InputRows &rows = batch.inputs[source];
              from = rows.data + what.y * rows.row_stride + at * rows.lane_stride;
            }
            copy_ahead<4>(own + (what.x & 16383) * 64, from);
          }
          fetched = true;
          break;
        case 4:
          for (unsigned i = 0; i < head.y; ++i, entry += 16) {
            const uint2 what = load_words(entry);
            const unsigned to = what.x >> 14;
            const Real value = low(what.x, own);
            if (to == 0x3ffff) work[what.y * 16ull] = value;
            if (to < 1 && place < batch.end) batch.outputs[to].data[what.y * batch.outputs[to].row_stride + at] = value;
          }
          break;
      }
      record += 32 + (head.x >> 8 & 0xffff) * 32;
      if (head.x & 0x80000000) {
        if (fetched) copies_wait();
        fetched = false;
        block_sync(all_arrivals);
      }
    } while (!(head.x & 0x40000000));
    if (head.x & 0x20000000) break;
  }
}
