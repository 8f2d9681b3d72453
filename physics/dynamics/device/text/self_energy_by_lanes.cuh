// Sigma at pairs of times where the lattice has RADIX x RADIX points, of one axis or of two: RADIX lanes have an array of the theory, RADIX numbers
// each, in registers. Transforms take two passes there, with an exchange between them; another exchange gives a thread all arrays at a few points. G of
// the next pair of times comes while that is done.
enum : unsigned {
  LANES = RADIX,  // that have an array
  TEAM_THREADS = ARRAYS * LANES,
  OWN_POINTS = LANES / ARRAYS,  // of a thread that has all arrays
  PLANE = POINTS + 4,           // real or imaginary parts of an array as they come
  ROW = RADIX + 1,              // of an exchange: lanes read columns, too, from different banks
  EXCHANGE = RADIX * ROW + (20 - RADIX * ROW % 16) % 16,
};

// Numbers of 8 bytes come to shared memory by themselves.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
__device__ inline void fetch(double* to, const double* from) {
  asm volatile(
      "cp.async.ca.shared.global [%0], [%1], 8;" ::"r"((unsigned)__cvta_generic_to_shared(to)),
      "l"(from)
      : "memory");
}
__device__ inline void wait_for_fetched() { asm volatile("cp.async.wait_all;" ::: "memory"); }
#else
__device__ inline void fetch(double* to, const double* from) { *to = *from; }
__device__ inline void wait_for_fetched() {}
#endif

// The kept point that has the values of a point.
__device__ inline unsigned kept_point(const SelfEnergy& s, unsigned at) {
  return s.points == POINTS ? at : s.place[at];
}

// L and D of a pair of times at all points: [function, a, b][part][point]; lanes side by side have parts of elements of one point, which stand side by
// side.
__device__ inline void fetch_pair(const SelfEnergy& s, double* planes, unsigned pair) {
  enum : unsigned { BESIDE = 2 * ELEMENTS };
  const PairPlace of(s, pair);
  const unsigned number = threadIdx.x % BESIDE, part = number / ELEMENTS,
                 element = number % ELEMENTS;
  const unsigned row = of.row_node * BANDS + element / BANDS,
                 column = of.column_node * BANDS + element % BANDS,
                 at_group = place(row, column % WIDTH) ^ (4 * part);
#pragma unroll 4
  for (unsigned at = threadIdx.x / BESIDE; at < POINTS; at += TEAM_THREADS / BESIDE) {
    const double* const from = (const double*)of.group(kept_point(s, at), column) + at_group;
    double* const to = planes + (2 * element + part) * PLANE + at;
    fetch(to, from);
    fetch(to + ELEMENTS * 2 * PLANE, from + 2 * GROUP);
  }
}

// Every lane of an array gives its number r to row r, real parts before imaginary ones, and takes RADIX numbers that stand side by side.
template <class Sync>
__device__ inline void exchange(Complex (&x)[RADIX], double* given, const double* taken,
                                Sync sync) {
#pragma unroll
  for (unsigned r = 0; r < RADIX; ++r) given[r * ROW] = x[r].re;
  sync();
#pragma unroll
  for (unsigned r = 0; r < RADIX; ++r) x[r].re = taken[r];
  sync();
#pragma unroll
  for (unsigned r = 0; r < RADIX; ++r) given[r * ROW] = x[r].im;
  sync();
#pragma unroll
  for (unsigned r = 0; r < RADIX; ++r) x[r].im = taken[r];
}

// Of all arrays the numbers of the thread's points, from lanes that have RADIX numbers of one array; `fetch_next`: once all threads have what was fetched.
template <class Fetch>
__device__ inline void take_points(Complex (&points)[OWN_POINTS][ARRAYS], const Complex (&x)[RADIX],
                                   double* given, const double* taken, Fetch fetch_next) {
#pragma unroll
  for (unsigned k = 0; k < RADIX; ++k) given[k * RADIX] = x[k].re;
  block_sync();
  fetch_next();
#pragma unroll
  for (unsigned array = 0; array < ARRAYS; ++array) {
#pragma unroll
    for (unsigned i = 0; i < OWN_POINTS; ++i)
      points[i][array].re = taken[array * EXCHANGE + i * RADIX];
  }
  block_sync();
#pragma unroll
  for (unsigned k = 0; k < RADIX; ++k) given[k * RADIX] = x[k].im;
  block_sync();
#pragma unroll
  for (unsigned array = 0; array < ARRAYS; ++array) {
#pragma unroll
    for (unsigned i = 0; i < OWN_POINTS; ++i)
      points[i][array].im = taken[array * EXCHANGE + i * RADIX];
  }
}
// And back.
__device__ inline void give_points(Complex (&x)[RADIX], const Complex (&points)[OWN_POINTS][ARRAYS],
                                   double* given, const double* taken) {
  block_sync();
#pragma unroll
  for (unsigned array = 0; array < ARRAYS; ++array) {
#pragma unroll
    for (unsigned i = 0; i < OWN_POINTS; ++i)
      given[array * EXCHANGE + i * RADIX] = points[i][array].re;
  }
  block_sync();
#pragma unroll
  for (unsigned k = 0; k < RADIX; ++k) x[k].re = taken[k * RADIX];
  block_sync();
#pragma unroll
  for (unsigned array = 0; array < ARRAYS; ++array) {
#pragma unroll
    for (unsigned i = 0; i < OWN_POINTS; ++i)
      given[array * EXCHANGE + i * RADIX] = points[i][array].im;
  }
  block_sync();
#pragma unroll
  for (unsigned k = 0; k < RADIX; ++k) x[k].im = taken[k * RADIX];
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

// Number q of a lane is that of point `stretch` + RADIX q; lanes side by side have elements of one point.
__device__ inline void write_points(const SelfEnergy& s, const Complex (&x)[RADIX],
                                    const PairPlace& of, unsigned function, unsigned element,
                                    unsigned stretch, double weight) {
  const unsigned to_number =
      factor_place(of.row_node * BANDS + element / BANDS, of.column_node * BANDS + element % BANDS);
#pragma unroll
  for (unsigned q = 0; q < RADIX; ++q) {
    const unsigned at = stretch + RADIX * q, point = kept_point(s, at);
    if (s.points < POINTS && s.kept[point] != at) continue;
    double* const to =
        (double*)(block_of(s, s.factors, s.results, point, of.block) + (1 - function) * FACTOR);
    to[to_number] = weight * x[q].re, to[to_number ^ 4] = weight * x[q].im;
  }
}

extern "C" __global__ void __launch_bounds__(TEAM_THREADS, TEAMS_BESIDE)
    self_energy(const __grid_constant__ SelfEnergy s) {
  Complex* const numbers = (Complex*)diagc_shared;
  double* const planes = (double*)(numbers + NUMBERS);
  double* const exchanged = planes + 2 * ARRAYS * PLANE;
  const unsigned array = threadIdx.x / LANES, lane = threadIdx.x % LANES;
  double* const own = exchanged + array * EXCHANGE;
  double* const of_points = exchanged + array * OWN_POINTS * RADIX + lane;
  // Of the last pass, in which lanes side by side have elements of one point.
  const unsigned function = array / ELEMENTS, of_function = threadIdx.x % (ELEMENTS * LANES),
                 element = of_function % ELEMENTS, stretch = of_function / ELEMENTS;
  const double* const of_stretch =
      exchanged + (function * ELEMENTS + element) * EXCHANGE + stretch * ROW;
  // Between the passes; those of two axes turn nothing.
  const Complex turn = s.roots[lane], turn_back = root<-1>(s.roots[stretch]);
  const unsigned pairs = s.blocks * ORDER * ORDER;
  if (blockIdx.x < pairs) fetch_pair(s, planes, blockIdx.x);
  for (unsigned pair = blockIdx.x; pair < pairs; pair += gridDim.x) {
    const PairPlace of(s, pair);
    const unsigned column = (s.first_block + of.block) * ORDER + of.column_node;
    set_vertices(numbers, s.vertices[s.panels * ORDER + of.row_node] * s.vertices[column]);
    wait_for_fetched();
    block_sync();
    Complex x[RADIX];
#pragma unroll
    for (unsigned q = 0; q < RADIX; ++q) {
      const double* const from = planes + 2 * array * PLANE + lane + RADIX * q;
      x[q] = {from[0], from[PLANE]};
    }
    transform_turned<RADIX, 1, false>(x, {1, 0});
    exchange(x, own + lane, own + lane * ROW, [] { warp_sync(); });
    transform_turned<RADIX, 1, ONE_AXIS>(x, turn);
    warp_sync();
    Complex points[OWN_POINTS][ARRAYS];
    take_points(points, x, own + lane, of_points, [&] {
      if (pair + gridDim.x < pairs) fetch_pair(s, planes, pair + gridDim.x);
    });
#pragma unroll
    for (unsigned i = 0; i < OWN_POINTS; ++i) map_functions(points[i], numbers);
    give_points(x, points, of_points, own + lane);
    transform_turned<RADIX, -1, false>(x, {1, 0});
    warp_sync();
    exchange(x, own + lane, of_stretch, [] { block_sync(); });
    transform_turned<RADIX, -1, ONE_AXIS>(x, turn_back);
    write_points(s, x, of, function, element, stretch, s.weights[column]);
  }
}
