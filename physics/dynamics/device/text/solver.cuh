// Y and Z of a point (panel.h): the inverse of 1 + i length A h by elimination in place, with the largest pivots of columns.
struct Solver {
  const Complex* h;  // [node][point of all devices][element], from the first one here on
  const double* integrals;
  Complex* solver;    // Y, Z as left factors: [point][2]
  Complex* solved_h;  // h that they are of: [point][node][element]
  // What continues integrals of the panel before, F: [node][node before], and Z F, [point]; null where that is not wanted.
  const double* continued;
  Complex* of_before;
  double length;
  unsigned all_points;  // of all devices
};

// An element of Z F.
__device__ inline Complex of_continued(const Solver& s, const Complex* from_integrals, unsigned row,
                                       unsigned column) {
  Complex sum = {0, 0};
  for (unsigned node = 0; node < ORDER; ++node)
    sum = sum + s.continued[node * ORDER + column / BANDS] *
                    get_factor(from_integrals, row, node * BANDS + column % BANDS);
  return sum;
}

// `matrix`: shared memory that the inverse takes; `staged`: more of it for Y and Z, or null. All threads of a block call it, and meet before it returns.
__device__ inline void make_solver(const Solver& s, Long point, Complex* matrix, Complex* staged) {
  for (unsigned at = threadIdx.x; at < ORDER * ELEMENTS; at += INVERTING_THREADS)
    s.solved_h[point * ORDER * ELEMENTS + at] =
        s.h[((Long)(at / ELEMENTS) * s.all_points + point) * ELEMENTS + at % ELEMENTS];
#pragma unroll 2
  for (unsigned at = threadIdx.x; at < SIZE * SIZE; at += INVERTING_THREADS) {
    const unsigned row = at / SIZE, column = at % SIZE, m = column / BANDS;
    const double factor = s.length * s.integrals[row / BANDS * ORDER + m];
    const Complex h =
        s.h[((Long)m * s.all_points + point) * ELEMENTS + row % BANDS * BANDS + column % BANDS];
    matrix[at] = {(row == column ? 1. : 0.) - factor * h.im, factor * h.re};
  }
#if ORDER * BANDS <= 32
  const Complex* const inverse = invert_small(matrix);
  block_sync();
#else
  invert(matrix, SIZE);
  const Complex* const inverse = matrix;
#endif
  Complex *const from_edge = s.solver + point * 2 * FACTOR, *const from_integrals =
                                                                from_edge + FACTOR;
  for (unsigned at = threadIdx.x; at < PADDED * PADDED; at += INVERTING_THREADS) {
    const unsigned row = at / PADDED, column = at % PADDED, band = column % BANDS,
                   m = column / BANDS;
    Complex of_edge = {0, 0}, integral = {0, 0};
    if (row < SIZE && column < SIZE) {
#pragma unroll
      for (unsigned l = 0; l < ORDER; ++l) {
        const Complex value = inverse[row * SIZE + l * BANDS + band];
        of_edge = of_edge + value;
        integral = integral + s.integrals[l * ORDER + m] * value;
      }
    }
    if (column >= BANDS) of_edge = {0, 0};
    integral = {s.length * integral.im, -s.length * integral.re};
    set_factor(from_edge, row, column, of_edge);
    set_factor(from_integrals, row, column, integral);
    if (staged == nullptr) continue;
    set_factor(staged, row, column, of_edge);
    set_factor(staged + FACTOR, row, column, integral);
  }
  block_sync();
  if (s.continued == nullptr) return;
  for (unsigned at = threadIdx.x; at < PADDED * PADDED; at += INVERTING_THREADS) {
    const unsigned row = at / PADDED, column = at % PADDED;
    const Complex* const from = staged == nullptr ? from_integrals : staged + FACTOR;
    set_factor(s.of_before + point * FACTOR, row, column,
               row < SIZE && column < SIZE ? of_continued(s, from, row, column) : Complex{0, 0});
  }
}

// Z C, with C the collocation matrix times the panel's own sigma D: what the rows before give to rows from sums (summed_rows.cuh).
struct OwnSigma {
  const Complex* solver;  // Y, Z
  const Complex* sigma;   // as in Collision
  const double* integrals;
  Complex* own_solver;  // Z C: [point]
  double length;
  unsigned blocks;  // of sigma, that of the panel itself the last
};

extern "C" __global__ void __launch_bounds__(MOVING_THREADS)
    turn_own_sigma(const __grid_constant__ OwnSigma s) {
  const Long point = blockIdx.x;
  const Complex* const from_integrals = s.solver + (point * 2 + 1) * FACTOR;
  const Complex* const sigma = s.sigma + point * s.blocks * 2 * FACTOR;
  for (unsigned at = threadIdx.x; at < PADDED * PADDED; at += MOVING_THREADS) {
    const unsigned row = at / PADDED, column = at % PADDED;
    Complex sum = {0, 0};
#pragma unroll 8
    for (unsigned inner = 0; inner < (row < SIZE && column < SIZE ? SIZE : 0); ++inner) {
      const double weight = s.length * s.integrals[inner / BANDS * ORDER + column / BANDS];
      sum = add_product(get_factor(from_integrals, row, inner),
                        weight * get_factor(sigma, inner, column), sum);
    }
    set_factor(s.own_solver + point * FACTOR, row, column, sum);
  }
}
