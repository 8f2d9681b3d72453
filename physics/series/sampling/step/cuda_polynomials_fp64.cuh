// Polynomials of propagators in double precision on devices.

#if defined(WHOLE_WARPS) && defined(__CUDA_ARCH__)
// All lanes of a warp look up at once. One that reads its own record touches a line of cache with every load, 32 of them a warp, and lines are what
// the first-level cache has to find; so neighbouring lanes read a record together, and hand on through shared memory what each of them wants.
LANE_FUNCTION void polynomials(const Real* table, Places at, Vec* to) {
  // Pairs of numbers of a record, and how far apart records stand: so that eight lanes that read their own do not meet in one bank.
  constexpr unsigned pieces = coefficients, stride = 2 * pieces + 2;
  __shared__ __align__(16) double records[4][32 * stride];  // of the warps of a block
  double* const own = records[threadIdx.x / 32];
  const unsigned lane = threadIdx.x % 32;
#pragma unroll
  for (unsigned i = 0; i < pieces; ++i) {
    const unsigned record = (i * 32 + lane) / pieces, piece = (i * 32 + lane) % pieces;
    const unsigned from = __shfl_sync(~0u, at, record);
    *(double2*)(own + record * stride + 2 * piece) =
        __ldg((const double2*)(table + from + 2 * piece));
  }
  __syncwarp();
#pragma unroll
  for (unsigned i = 0; i < pieces; ++i) {
    const double2 q = *(const double2*)(own + lane * stride + 2 * i);
    to[2 * i] = q.x, to[2 * i + 1] = q.y;
  }
  __syncwarp();
}
#else
LANE_FUNCTION void polynomials(const Real* table, Places at, Vec* to) {
#pragma unroll
  for (unsigned i = 0; i < 2 * coefficients; i += 2) {
    const double2 q = __ldg((const double2*)(table + at + i));
    to[i] = q.x, to[i + 1] = q.y;
  }
}
#endif
