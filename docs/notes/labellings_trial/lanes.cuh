// What the kernels of kernel.py do with memory: on a device, and on a processor one lane at a time.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <vector>

using Real = float;

struct Pack {
  float x, y, z, w;
};
struct Words {
  unsigned x, y, z, w;
};
constexpr unsigned record_bytes = words * 4, slot_bytes = side * record_bytes;

#ifdef __CUDACC__
#define DEVICE __device__ __forceinline__
#define TABLE __device__ const __align__(16)

// Addresses count from the beginning of shared memory, the first bytes of which the system has. Accesses keep their order: a unit writes where it has read.
DEVICE float load(unsigned at) {
  float x;
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(x) : "r"(at));
  return x;
}
DEVICE Pack load_pack(unsigned at) {
  Pack p;
  asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(p.x), "=f"(p.y), "=f"(p.z), "=f"(p.w)
               : "r"(at));
  return p;
}
DEVICE void store(unsigned at, float x) {
  asm volatile("st.shared.f32 [%0], %1;" ::"r"(at), "f"(x));
}
DEVICE void store(unsigned at, float x, float y, float z, float w) {
  asm volatile("st.shared.v4.f32 [%0], {%1, %2, %3, %4};" ::"r"(at), "f"(x), "f"(y), "f"(z),
               "f"(w));
}
DEVICE unsigned load_word(unsigned at) {
  unsigned x;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(x) : "r"(at));
  return x;
}
DEVICE unsigned load_byte(unsigned at) {
  unsigned x;
  asm volatile("ld.shared.u8 %0, [%1];" : "=r"(x) : "r"(at));
  return x;
}
DEVICE Words load_words(unsigned at) {
  Words p;
  asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(p.x), "=r"(p.y), "=r"(p.z), "=r"(p.w)
               : "r"(at));
  return p;
}
DEVICE void copy_16_bytes(unsigned to, const void* from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
}
DEVICE void wait_for_copies() { asm volatile("cp.async.wait_all;" ::: "memory"); }
DEVICE int load_flag(unsigned at) {
  int x;
  asm volatile("ld.acquire.cta.shared.s32 %0, [%1];" : "=r"(x) : "r"(at) : "memory");
  return x;
}
DEVICE void set_flag(unsigned at, int x) {
  asm volatile("st.release.cta.shared.s32 [%0], %1;" ::"r"(at), "r"(x) : "memory");
}

/// A warp's way through its steps. The records of one are in shared memory, those of the next on their way.
struct Walk {
  const unsigned* records;
  unsigned steps, at, slots, slot, lane;
  int loading;  ///< not 0: the group whose propagators are on their way, counted from 1
};
DEVICE void ask_for_records(Walk& walk, unsigned step) {
  for (unsigned i = walk.lane; i < slot_bytes / 16; i += 32) {
    const unsigned unit = i / (words / 4), chunk = i % (words / 4);
    copy_16_bytes(walk.slots + (walk.slot ^ 1) * slot_bytes + i * 16,
                  walk.records + (step * side + unit) * stride_words + chunk * 4);
  }
}
/// Where the lane's record of the next step is.
DEVICE unsigned next(Walk& walk) {
  wait_for_copies();
  if (walk.loading) __threadfence_block();
  __syncwarp();
  if (walk.loading && walk.lane == 0) set_flag(flags_at + tasks * 4, walk.loading);
  walk.loading = 0;
  walk.slot ^= 1;
  walk.at = walk.at + 1 == walk.steps ? 0 : walk.at + 1;
  ask_for_records(walk, walk.at + 1 == walk.steps ? 0 : walk.at + 1);
  return walk.slots + walk.slot * slot_bytes + walk.lane / lanes * record_bytes;
}
DEVICE Words far_words(const Walk& walk, unsigned bytes) {
  const uint4 p = __ldg(reinterpret_cast<const uint4*>(
      walk.records + (walk.at * side + walk.lane / lanes) * stride_words + bytes / 4));
  return {p.x, p.y, p.z, p.w};
}
/// Numbers that differ between the lanes of units that stand side by side.
using Parts = Real;
template <class Make>
DEVICE Parts parts(const Walk& walk, Make make) {
  return make(walk.lane / lanes);
}
DEVICE Real of_part(const Walk& walk, Parts x, unsigned part) {
  return __shfl_sync(0xffffffffu, x, part * lanes + walk.lane % lanes);
}
#else
#define DEVICE static inline
#define TABLE static const

static std::vector<float> memory;
static const unsigned* table;
DEVICE float fma(float a, float b, float c) { return std::fma(a, b, c); }
DEVICE float load(unsigned at) { return memory.at(at / 4); }
DEVICE Pack load_pack(unsigned at) { return {load(at), load(at + 4), load(at + 8), load(at + 12)}; }
DEVICE void store(unsigned at, float x) { memory.at(at / 4) = x; }
DEVICE void store(unsigned at, float x, float y, float z, float w) {
  store(at, x);
  store(at + 4, y);
  store(at + 8, z);
  store(at + 12, w);
}
// Records stay in their table.
DEVICE unsigned load_word(unsigned at) { return table[at / 4]; }
DEVICE Words load_words(unsigned at) {
  return {load_word(at), load_word(at + 4), load_word(at + 8), load_word(at + 12)};
}
struct Walk {
  unsigned at;
};
DEVICE unsigned next(Walk& walk) { return walk.at += side * stride_words * 4; }
DEVICE Words far_words(const Walk& walk, unsigned bytes) { return load_words(walk.at + bytes); }
struct Parts {
  Real x[side];
};
template <class Make>
DEVICE Parts parts(const Walk&, Make make) {
  Parts result;
  for (unsigned part = 0; part < side; ++part) result.x[part] = make(part);
  return result;
}
DEVICE Real of_part(const Walk&, const Parts& x, unsigned part) { return x.x[part]; }
DEVICE Parts operator*(const Parts& a, Real b) {
  return parts({}, [&](unsigned part) { return a.x[part] * b; });
}
DEVICE Parts fma(const Parts& a, Real b, const Parts& c) {
  return parts({}, [&](unsigned part) { return std::fma(a.x[part], b, c.x[part]); });
}
#endif

/// The end of an array of closed loops, whose last pack two units share. Of two lines one of which is line 1 there is but one.
DEVICE void store_part(unsigned at, unsigned part, float x, float y) {
  if (part == 1) {
    store(at + 8, y);
  } else {
    store(at, x);
    store(at + 4, y);
  }
}
