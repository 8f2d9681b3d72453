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
  return SIDES > 1 ? __shfl_sync(~0u, value, 0) : value;
}
// What the lanes of this side have.
__device__ inline Real of_side(Real value, unsigned side, unsigned) {
  return __shfl_sync(~0u, value, side * (32 / SIDES) + (threadIdx.x & 31) % (32 / SIDES));
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
  static Real lanes[THREADS];
  lanes[threadIdx.x] = value;
  warp_sync(arrivals);
  const unsigned lane = side * (32 / SIDES) + (threadIdx.x & 31) % (32 / SIDES);
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
  for (unsigned i = walk.lane; i < SIDES * RECORD_WORDS / 4; i += 32) {
    const unsigned side = i / (RECORD_WORDS / 4), quad = i % (RECORD_WORDS / 4);
    copy_ahead<16>(walk.slots + slot * (SIDES * RECORD_WORDS * 4) + i * 16,
                   walk.records + (step * SIDES + side) * STRIDE_WORDS + quad * 4);
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
  return walk.slots + walk.slot * (SIDES * RECORD_WORDS * 4);
}
// The words of a record that are too many for shared memory.
__device__ inline Quad far_quad(const Walk &walk, unsigned side, unsigned word) {
  const unsigned *const at = walk.records + (walk.at * SIDES + side) * STRIDE_WORDS + word;
  return {__ldg(at), __ldg(at + 1), __ldg(at + 2), __ldg(at + 3)};
}
