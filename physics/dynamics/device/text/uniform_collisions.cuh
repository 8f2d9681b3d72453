// Collision integrals of a row, I_L and I_D, with its self-energy.
// Twice the number of elements, or the power of two above it.
enum : unsigned { SUMS = ELEMENTS <= 1 ? 2 : ELEMENTS <= 4 ? 8 : ELEMENTS <= 16 ? 32 : 128 };

#if defined(__CUDA_ARCH__)
// Of COUNT numbers of every lane, a power of two, their sums over a warp, from number `at` on of those that are written: lanes whose numbers differ
// in a bit give each other half of what they have, so that few numbers travel.
template <unsigned COUNT, unsigned DISTANCE = 16>
__device__ inline void sum_over_warp(const double (&numbers)[COUNT], unsigned at, double* to) {
  enum : unsigned { HALF = COUNT > 1 ? COUNT / 2 : 1 };
  const bool is_upper = (threadIdx.x & DISTANCE) != 0;
  double own[HALF];
#pragma unroll
  for (unsigned i = 0; i < HALF; ++i) {
    const double lower = numbers[i], upper = numbers[COUNT - HALF + i];
    own[i] = (is_upper ? upper : lower) + __shfl_xor_sync(~0u, is_upper ? lower : upper, DISTANCE);
  }
  if (COUNT > 1 && is_upper) at += HALF;
  if constexpr (DISTANCE > 1) {
    sum_over_warp<HALF, DISTANCE / 2>(own, at, to);
  } else {
    // Lanes that have the same number write it all.
    for (unsigned i = 0; i < HALF; ++i)
      if (at + i < 2 * ELEMENTS) to[at + i] = own[i];
  }
}
#endif

// The sum over a warp of what its lanes have.
__device__ inline void sum_of_warp(const Complex (&sums)[ELEMENTS], Complex* to) {
#if defined(__CUDA_ARCH__)
  double numbers[SUMS] = {};
#pragma unroll
  for (unsigned e = 0; e < ELEMENTS; ++e)
    numbers[2 * e] = sums[e].re, numbers[2 * e + 1] = sums[e].im;
  sum_over_warp(numbers, 0, (double*)to);
#else
  for (unsigned e = 0; e < ELEMENTS && threadIdx.x % 32 == 0; ++e) to[e] = {0, 0};
  warp_sync();
  for (unsigned e = 0; e < ELEMENTS; ++e) to[e] = to[e] + sums[e];
#endif
}

struct Collided {
  const Complex* rows;
  const Complex* sigma;  // sigma <, sigma D of the row: as rows
  Complex* integrals;    // as rows
  Complex* parts;  // rows' sums of a block of threads' point: [block][columns' warp][time][element]
  double step;
  unsigned points, row;
  unsigned ahead;  // whether shared memory has room for rows that come ahead
};

// What a warp takes of rows comes while others are multiplied.
struct RowsAhead {
  enum : unsigned { ROWS = 3, OF_SIGMA = 2 * ELEMENTS * 32, NUMBERS_OF_ROW = OF_SIGMA + ELEMENTS };
  Complex* numbers;  // [row % ROWS]: [L, D][element][lane], sigma D of the row

  // Rows are read once: what the second-level cache is to keep are parts of sums.
  static __device__ void fetch_once(Complex* to, const Complex* from) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    Long policy;
    asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
    asm volatile("cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16, %2;" ::"r"(
                     (unsigned)__cvta_generic_to_shared(to)),
                 "l"(from), "l"(policy)
                 : "memory");
#else
    *to = *from;
#endif
  }
  static __device__ void fetch(Complex* to, const Complex* from) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile(
        "cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to)),
        "l"(from)
        : "memory");
#else
    *to = *from;
#endif
  }
  __device__ void bring(const Complex* from, const Complex* sigma, unsigned row,
                        unsigned column) const {
    Complex* const to = place(row);
    const unsigned lane = threadIdx.x % 32;
    const Complex* const own = from + place_in_row(0, column);
#pragma unroll
    for (unsigned e = 0; e < 2 * ELEMENTS && column <= row; ++e)
      fetch_once(to + e * 32 + lane, own + e * OCTET);
    for (unsigned e = lane; e < ELEMENTS; e += 32)
      fetch(to + OF_SIGMA + e, sigma + place_in_row(ELEMENTS + e, row));
  }
  __device__ void leave() const {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
  }
  // For all but those of ROWS - 2 rows that came last, of all lanes.
  __device__ void wait() const {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group %0;" ::"n"(ROWS - 2) : "memory");
#endif
    warp_sync();
  }
  __device__ Complex* place(unsigned row) const { return numbers + row % ROWS * NUMBERS_OF_ROW; }
};

// a b^* + sum
__device__ inline Complex add_conjugate(Complex a, Complex b, Complex sum) {
  return {fma(a.re, b.re, fma(a.im, b.im, sum.re)), fma(a.im, b.re, fma(-a.re, b.im, sum.im))};
}

// to += a x; `a`: gives an element, so that few of them are in registers at once.
template <class Left>
__device__ inline void add_matrices(Complex (&to)[ELEMENTS], Left a, const Complex (&x)[ELEMENTS]) {
#pragma unroll
  for (unsigned row = 0; row < BANDS; ++row) {
#pragma unroll
    for (unsigned s = 0; s < BANDS; ++s) {
      const Complex left = a(row * BANDS + s);
#pragma unroll
      for (unsigned column = 0; column < BANDS; ++column)
        to[row * BANDS + column] =
            add_product(left, x[s * BANDS + column], to[row * BANDS + column]);
    }
  }
}
// to += a x^+
__device__ inline void add_adjoint(Complex (&to)[ELEMENTS], const Complex (&a)[ELEMENTS],
                                   const Complex (&x)[ELEMENTS]) {
#pragma unroll
  for (unsigned row = 0; row < BANDS; ++row) {
#pragma unroll
    for (unsigned column = 0; column < BANDS; ++column) {
#pragma unroll
      for (unsigned s = 0; s < BANDS; ++s)
        to[row * BANDS + column] =
            add_conjugate(a[row * BANDS + s], x[column * BANDS + s], to[row * BANDS + column]);
    }
  }
}

// A lane's column: its sums, and the row's sigma at its time times the weight, of sigma D the negative.
struct OwnColumn {
  Complex lesser[ELEMENTS], spectral[ELEMENTS], minus_d[ELEMENTS], own_lesser[ELEMENTS];
};

// Rows of one point, as a warp takes them: it has 32 columns, and goes through all rows from theirs on. AHEAD: whether they come ahead.
template <bool AHEAD>
struct WarpColumns {
  const Collided& c;
  const RowsAhead& ahead;
  Long point;
  const Complex* sigma;
  Complex* parts;  // of these columns, by time

  __device__ double weight(unsigned time, bool is_end) const {
    return time == 0 || is_end ? c.step / 2 : c.step;
  }
  __device__ void bring(unsigned row, unsigned column) const {
    if (row <= c.row) ahead.bring(c.rows + place_of(row, c.points, point), sigma, row, column);
    ahead.leave();
  }
  // L or D of a row in the lane's column.
  __device__ void read(Complex (&x)[ELEMENTS], unsigned function, unsigned row,
                       unsigned column) const {
    const Complex* const stage = ahead.place(row) + function * ELEMENTS * 32 + threadIdx.x % 32;
    const Complex* const from =
        c.rows + place_of(row, c.points, point) + place_in_row(function * ELEMENTS, column);
#pragma unroll
    for (unsigned e = 0; e < ELEMENTS; ++e) x[e] = AHEAD ? stage[e * 32] : from[e * OCTET];
  }
  // An element of sigma D at the row's time, times its weight.
  __device__ Complex sigma_at(unsigned element, unsigned row) const {
    return weight(row, row == c.row) * (AHEAD ? ahead.place(row)[RowsAhead::OF_SIGMA + element]
                                              : sigma[place_in_row(ELEMENTS + element, row)]);
  }
  // A row before its diagonal, for the column's sums and for the row's.
  __device__ void add(OwnColumn& own, Complex (&sums)[ELEMENTS], unsigned row,
                      unsigned column) const {
    const auto w = [&](unsigned element) { return sigma_at(element, row); };
    Complex x[ELEMENTS];
    // X(t', t) = -X(t, t')^+
    read(x, 0, row, column);
    add_matrices(own.lesser, w, x);
    add_adjoint(sums, own.minus_d, x);
    read(x, 1, row, column);
    add_matrices(own.spectral, w, x);
    add_adjoint(sums, own.own_lesser, x);
  }
  // A row whose diagonal is here: half of the weight is the column's own, for whichever of both; of the first time all of it is the row's.
  __device__ void add_diagonal(OwnColumn& own, unsigned row) const {
    Complex x[ELEMENTS];
    read(x, 0, row, row);
    add_matrices(own.lesser, [&](unsigned element) { return sigma_at(element, row); }, x);
    read(x, 1, row, row);
    const auto half_of = [&](unsigned function, double half) {
      const Complex* const numbers = sigma + place_in_row(function * ELEMENTS, row);
      return [=](unsigned e) { return half * numbers[e * OCTET]; };
    };
    if (row < c.row) add_matrices(own.spectral, half_of(1, c.step / 2), x);
    if (row > 0) add_matrices(own.lesser, half_of(0, -c.step / 2), x);
  }
  // MEETS_DIAGONAL: whether the row may end in these columns.
  template <bool MEETS_DIAGONAL>
  __device__ void take(OwnColumn& own, unsigned row, unsigned column) const {
    if (AHEAD) {
      ahead.wait();
      bring(row + RowsAhead::ROWS - 1, column);
    }
    Complex sums[ELEMENTS] = {};
    if (!MEETS_DIAGONAL || column < row) {
      add(own, sums, row, column);
    } else if (column == row) {
      add_diagonal(own, row);
    }
    sum_of_warp(sums, parts + (Long)row * ELEMENTS);
  }
  __device__ void take_all(unsigned first, Complex* to) const {
    const unsigned times = c.row + 1, column = first + threadIdx.x % 32;
    OwnColumn own;
    for (unsigned e = 0; e < ELEMENTS; ++e) {
      own.lesser[e] = own.spectral[e] = own.minus_d[e] = own.own_lesser[e] = {0, 0};
      if (column >= times) continue;
      own.minus_d[e] = -weight(column, column == c.row) * sigma[place_in_row(ELEMENTS + e, column)];
      own.own_lesser[e] = weight(column, false) * sigma[place_in_row(e, column)];
    }
    // Stages are free once all lanes have read what they had of the columns before.
    if (AHEAD) {
      warp_sync();
      for (unsigned row = first; row + 1 < first + RowsAhead::ROWS; ++row) bring(row, column);
    }
    unsigned row = first;
    for (; row < times && row < first + 32; ++row) take<true>(own, row, column);
    for (; row < times; ++row) take<false>(own, row, column);
    for (unsigned e = 0; e < ELEMENTS && column < times; ++e) {
      to[place_in_row(e, column)] = own.lesser[e];
      to[place_in_row(ELEMENTS + e, column)] = own.spectral[e];
    }
  }
};

// I_L and I_D of a point from all rows up to this one, of which each number is read once, for the sum of its column and for that of its row. Warps take
// columns without waiting for each other, in turn forwards and backwards, so that all have about as many numbers; rows' sums of all of them are
// added at the end.
template <bool AHEAD>
__device__ inline void collide_points(const Collided& c) {
  const unsigned times = c.row + 1, of_warps = (times + 31) / 32, warp = threadIdx.x / 32;
  const RowsAhead ahead{(Complex*)diagc_shared +
                        warp * RowsAhead::ROWS * RowsAhead::NUMBERS_OF_ROW};
  Complex* const parts = c.parts + (Long)blockIdx.x * of_warps * times * ELEMENTS;
  for (Long point = blockIdx.x; point < c.points; point += gridDim.x) {
    const Long of_point = point * numbers_in_row(c.row);
    Complex* const to = c.integrals + of_point;
    for (unsigned round = 0; round * GRID_WARPS < of_warps; ++round) {
      const unsigned own = round * GRID_WARPS + (round % 2 == 0 ? warp : GRID_WARPS - 1 - warp);
      if (own >= of_warps) continue;
      const WarpColumns<AHEAD> columns{c, ahead, point, c.sigma + of_point,
                                       parts + (Long)own * times * ELEMENTS};
      columns.take_all(own * 32, to);
    }
    block_sync();
    for (unsigned at = threadIdx.x; at < ELEMENTS * times; at += GRID_THREADS) {
      const unsigned e = at % ELEMENTS, row = at / ELEMENTS;
      Complex sum = to[place_in_row(e, row)];
      for (unsigned other = 0; other <= row / 32; ++other)
        sum = sum + parts[((Long)other * times + row) * ELEMENTS + e];
      to[place_in_row(e, row)] = sum;
    }
    block_sync();
  }
}

extern "C" __global__ void __launch_bounds__(GRID_THREADS, BANDS < 3 ? 2 : 1)
    collide_row(const __grid_constant__ Collided c) {
  if (c.ahead) {
    collide_points<true>(c);
  } else {
    collide_points<false>(c);
  }
}
