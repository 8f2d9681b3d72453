// How lanes that have arrays in registers exchange their numbers. The lattice has RADIX x RADIX points, of one axis or of two; RADIX lanes have an array
// of the theory, RADIX numbers each. Transforms take two passes there. At the ends, where functions come and go, half of a block has the arrays of one
// function; in the middle a warp has a few rows of all arrays.
enum : unsigned {
  LANES = RADIX,  // that have an array
  TEAM_THREADS = ARRAYS * LANES,
  FUNCTION_THREADS = TEAM_THREADS / 2,
  WARP_ROWS = 32 / ARRAYS,      // of each array, in the middle
  OWN_POINTS = LANES / ARRAYS,  // of a thread that has all arrays
  ROW = RADIX + 1,  // of what is exchanged: lanes read columns, too, from different banks
  EXCHANGED = RADIX * ROW + (24 - RADIX * ROW % 16) % 16,
  FUNCTION_EXCHANGED = (ELEMENTS * EXCHANGED + 4 + 15) / 16 * 16,
  MIDDLE = 32 * ROW  // of a warp
};

// All threads of a function.
#if defined(__CUDA_ARCH__)
__device__ inline void function_sync() {
  if (FUNCTION_THREADS <= 32) {
    __syncwarp();
  } else {
    asm volatile("bar.sync %0, %1;" ::"r"(1 + threadIdx.x / FUNCTION_THREADS),
                 "r"((unsigned)FUNCTION_THREADS)
                 : "memory");
  }
}
#else
inline void function_sync() {
  static Arrivals of[2];
  arrive(of[threadIdx.x / FUNCTION_THREADS], FUNCTION_THREADS);
}
#endif

// Where an array stands: two arrays of a function, and all four, are apart as banks are.
__device__ inline unsigned exchanged_place(unsigned array) {
  const unsigned element = array % ELEMENTS;
  return array / ELEMENTS * FUNCTION_EXCHANGED + element * EXCHANGED + element / 2 * 4;
}

// Every lane of an array gives its number r to row r, real parts before imaginary ones, and takes RADIX numbers that stand side by side.
__device__ inline void exchange(Complex (&x)[RADIX], double* given, const double* taken) {
#pragma unroll
  for (unsigned r = 0; r < RADIX; ++r) given[r * ROW] = x[r].re;
  block_sync();
#pragma unroll
  for (unsigned r = 0; r < RADIX; ++r) x[r].re = taken[r];
  block_sync();
#pragma unroll
  for (unsigned r = 0; r < RADIX; ++r) given[r * ROW] = x[r].im;
  block_sync();
#pragma unroll
  for (unsigned r = 0; r < RADIX; ++r) x[r].im = taken[r];
}

// Of all arrays of a warp's rows the numbers of the thread's points, from lanes that have RADIX numbers of one array.
__device__ inline unsigned middle_place(unsigned array, unsigned i) {
  return (array * WARP_ROWS + i * (32 / RADIX)) * ROW;
}
__device__ inline void take_points(Complex (&points)[OWN_POINTS][ARRAYS], const Complex (&x)[RADIX],
                                   double* given, const double* taken) {
#pragma unroll
  for (unsigned k = 0; k < RADIX; ++k) given[k] = x[k].re;
  warp_sync();
#pragma unroll
  for (unsigned array = 0; array < ARRAYS; ++array) {
#pragma unroll
    for (unsigned i = 0; i < OWN_POINTS; ++i) points[i][array].re = taken[middle_place(array, i)];
  }
  warp_sync();
#pragma unroll
  for (unsigned k = 0; k < RADIX; ++k) given[k] = x[k].im;
  warp_sync();
#pragma unroll
  for (unsigned array = 0; array < ARRAYS; ++array) {
#pragma unroll
    for (unsigned i = 0; i < OWN_POINTS; ++i) points[i][array].im = taken[middle_place(array, i)];
  }
}
// And back.
__device__ inline void give_points(Complex (&x)[RADIX], const Complex (&points)[OWN_POINTS][ARRAYS],
                                   double* given, const double* taken) {
  warp_sync();
#pragma unroll
  for (unsigned array = 0; array < ARRAYS; ++array) {
#pragma unroll
    for (unsigned i = 0; i < OWN_POINTS; ++i) given[middle_place(array, i)] = points[i][array].re;
  }
  warp_sync();
#pragma unroll
  for (unsigned k = 0; k < RADIX; ++k) x[k].re = taken[k];
  warp_sync();
#pragma unroll
  for (unsigned array = 0; array < ARRAYS; ++array) {
#pragma unroll
    for (unsigned i = 0; i < OWN_POINTS; ++i) given[middle_place(array, i)] = points[i][array].im;
  }
  warp_sync();
#pragma unroll
  for (unsigned k = 0; k < RADIX; ++k) x[k].im = taken[k];
}

// The theory at a point, whose arrays are those of L and D before they are divided by the number of points, and become those of Sigma < and Sigma D.
__device__ inline void map_functions(Complex (&x)[ARRAYS], const Complex* numbers) {
  constexpr double scale = 1. / POINTS;
#pragma unroll
  for (unsigned e = 0; e < ELEMENTS; ++e) {
    x[e] = scale * x[e];
    const Complex spectral = x[ELEMENTS + e];
    x[ELEMENTS + e] = {fma(scale, spectral.re, x[e].re), fma(scale, spectral.im, x[e].im)};
  }
  map_point(x, numbers);
#pragma unroll
  for (unsigned e = 0; e < ELEMENTS; ++e) x[ELEMENTS + e] = x[ELEMENTS + e] - x[e];
}
