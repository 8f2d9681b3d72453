// Accesses to shared memory, by bytes, of a lane of the device; compiled for a processor, of the lane whose turn it is.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <vector>

struct Two {
  double x, y;
};
struct Words {
  unsigned x, y, z, w;
};

#ifdef __CUDACC__
#define DEVICE __device__ __forceinline__
#define TABLE __device__ const __align__(16)
extern __shared__ __align__(128) char shared[];
DEVICE double load(unsigned at) { return *reinterpret_cast<const double*>(shared + at); }
DEVICE Two load2(unsigned at) {
  const double2 x = *reinterpret_cast<const double2*>(shared + at);
  return {x.x, x.y};
}
DEVICE void store2(unsigned at, double x, double y) {
  *reinterpret_cast<double2*>(shared + at) = make_double2(x, y);
}
DEVICE void store(unsigned at, double x) { *reinterpret_cast<double*>(shared + at) = x; }
DEVICE Words load_words(const unsigned* p) {
  const uint4 x = __ldg(reinterpret_cast<const uint4*>(p));
  return {x.x, x.y, x.z, x.w};
}
#define LEVEL(count) \
  for (unsigned t = warp; t < count; t += warps) \
    if (unit < side)
#define BARRIER() __syncthreads()
#else
#define DEVICE static inline
#define TABLE static const
static std::vector<double> memory;
DEVICE double load(unsigned at) { return memory.at(at / 8); }
DEVICE Two load2(unsigned at) {
  if (at % 16) std::abort();
  return {load(at), load(at + 8)};
}
DEVICE void store2(unsigned at, double x, double y) {
  if (at % 16) std::abort();
  memory.at(at / 8) = x;
  memory.at(at / 8 + 1) = y;
}
DEVICE void store(unsigned at, double x) { memory.at(at / 8) = x; }
DEVICE Words load_words(const unsigned* p) { return {p[0], p[1], p[2], p[3]}; }
static bool backwards = false;
#define LEVEL(count)                                                                      \
  for (unsigned i = 0; i < (count) * side; ++i)                                           \
    for (unsigned c = 0, at = backwards ? (count) * side - 1 - i : i, t = at / side,      \
                  unit = at % side;                                                       \
         c < lanes; ++c)
#define BARRIER()
#endif
