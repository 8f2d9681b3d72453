// The numbers of a slot, one for each configuration of the block.
struct __align__(VALUE_BYTES) Values {
  Real of[LANES];
};
extern "C" __shared__ __align__(16) unsigned char diagc_shared[];

// Adds to c what a warp's product of an 8 × 4 and a 4 × 8 matrix has: a lane gives the first one's row lane / 4 and column lane % 4, the
// second one's row lane % 4 and column lane / 4, and gets row lane / 4, columns 2 (lane % 4) and the next.
#if defined(__CUDA_ARCH__)
__device__ inline void multiply(double (&c)[2], double a, double b) {
  asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
      : "+d"(c[0]), "+d"(c[1])
      : "d"(a), "d"(b));
}
// The sum over so many lanes side by side, in each of them.
__device__ inline double add_lanes(double x, unsigned lanes) {
  for (unsigned distance = lanes / 2; distance > 0; distance /= 2)
    x += __shfl_xor_sync(~0u, x, distance);
  return x;
}
__device__ inline void block_sync() { __syncthreads(); }
#else
static unsigned arrivals[THREADS / 32 + 1];
static Real exchanged[THREADS][2];
inline void arrive(unsigned &arrived, unsigned threads) {
  const unsigned all = (arrived / threads + 1) * threads;
  ++arrived;
  while (arrived < all) __syncthreads();
}
inline void warp_arrive() { arrive(arrivals[threadIdx.x / 32], 32); }
inline void block_sync() { arrive(arrivals[THREADS / 32], THREADS); }
inline void multiply(Real (&c)[2], Real a, Real b) {
  const unsigned lane = threadIdx.x % 32;
  Real(*const warp)[2] = exchanged + (threadIdx.x - lane);
  warp[lane][0] = a, warp[lane][1] = b;
  warp_arrive();
  for (unsigned i = 0; i < 2; ++i) {
    const unsigned column = 2 * (lane % 4) + i;
    for (unsigned k = 0; k < 4; ++k)
      c[i] = fma(warp[lane / 4 * 4 + k][0], warp[column * 4 + k][1], c[i]);
  }
  warp_arrive();
}
inline Real add_lanes(Real x, unsigned lanes) {
  const unsigned lane = threadIdx.x % 32, first = lane / lanes * lanes;
  Real(*const warp)[2] = exchanged + (threadIdx.x - lane);
  warp[lane][0] = x;
  warp_arrive();
  Real sum = 0;
  for (unsigned i = 0; i < lanes; ++i) sum += warp[first + i][0];
  warp_arrive();
  return sum;
}
#endif

#if defined(__CUDA_ARCH__)
__device__ inline double with_sign(double x, unsigned half) {
  return __hiloint2double(__double2hiint(x) ^ (int)((half & MARK) << 16), __double2loint(x));
}
__device__ inline uint2 load_record(const unsigned *from) { return __ldg((const uint2 *)from); }
#else
struct uint2 {
  unsigned x, y;
};
inline Real with_sign(Real x, unsigned half) { return half & MARK ? -x : x; }
inline uint2 load_record(const unsigned *from) { return *(const uint2 *)from; }
#endif

// What a half names, with its sign.
__device__ inline Values operand(const Values *values, unsigned half) {
  Values value = values[half & SLOT];
#pragma unroll
  for (unsigned c = 0; c < LANES; ++c) value.of[c] = with_sign(value.of[c], half);
  return value;
}

// Adds a fragment of a matrix times what the half names.
__device__ inline void add_product(Real (&tile)[LANES][2], const Values &fragment,
                                   const Values *values, unsigned half) {
  const Values value = operand(values, half);
#pragma unroll
  for (unsigned c = 0; c < LANES; ++c) multiply(tile[c], fragment.of[c], value.of[c]);
}

__device__ inline void add_pair(Values &sum, const Values *values, unsigned word) {
  const Values a = operand(values, word), b = values[word >> 16];
#pragma unroll
  for (unsigned c = 0; c < LANES; ++c) sum.of[c] = fma(a.of[c], b.of[c], sum.of[c]);
}

// Both results that the lane has of a tile.
__device__ inline void write_tile(Values *values, unsigned halves, const Real (&tile)[LANES][2],
                                  const Values &scale) {
#pragma unroll
  for (unsigned i = 0; i < 2; ++i) {
    const unsigned half = i == 0 ? halves : halves >> 16;
    Values value;
#pragma unroll
    for (unsigned c = 0; c < LANES; ++c)
      value.of[c] = half & MARK ? tile[c][i] * scale.of[c] : tile[c][i];
    values[half & SLOT] = value;
  }
}

__device__ inline void write_sums(Values *values, unsigned slot, Values &sum, unsigned lanes) {
#pragma unroll
  for (unsigned c = 0; c < LANES; ++c) sum.of[c] = add_lanes(sum.of[c], lanes);
  values[slot] = sum;
#pragma unroll
  for (unsigned c = 0; c < LANES; ++c) sum.of[c] = -Real(0);
}
