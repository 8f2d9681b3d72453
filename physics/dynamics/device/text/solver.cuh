// Y and Z of every point: the inverse of 1 + i length A h by elimination in place, with the largest pivots of columns.
struct Solver {
  const Complex* h;  // [node][point of all devices][element], from the first one here on
  const double* integrals;
  Complex* solver;           // Y, Z as left factors: [point][2]
  const Complex* own_sigma;  // as in Collision; null where Z C is not wanted (summed_rows.cuh)
  // What continues integrals of the panel before, F: [node][node before]; null where Z F is not wanted, which own_solver becomes else.
  const double* continued;
  Complex* own_solver;
  double length;
  unsigned all_points;  // of all devices
  unsigned own_blocks;  // of sigma before that of the panel itself
};

// An element of Z C.
__device__ inline Complex of_own_sigma(const Solver& s, Long point, const Complex* from_integrals,
                                       unsigned row, unsigned column) {
  const Complex* const sigma = s.own_sigma + point * s.own_blocks * 2 * FACTOR;
  Complex sum = {0, 0};
  for (unsigned inner = 0; inner < SIZE; ++inner) {
    const double weight = s.length * s.integrals[inner / BANDS * ORDER + column / BANDS];
    sum = add_product(get_factor(from_integrals, row, inner),
                      weight * get_factor(sigma, inner, column), sum);
  }
  return sum;
}

// An element of Z F.
__device__ inline Complex of_continued(const Solver& s, const Complex* from_integrals, unsigned row,
                                       unsigned column) {
  Complex sum = {0, 0};
  for (unsigned node = 0; node < ORDER; ++node)
    sum = sum + s.continued[node * ORDER + column / BANDS] *
                    get_factor(from_integrals, row, node * BANDS + column % BANDS);
  return sum;
}

extern "C" __global__ void __launch_bounds__(INVERTING_THREADS)
    make_solver(const __grid_constant__ Solver s) {
  const Long point = blockIdx.x;
  Complex* const matrix = (Complex*)diagc_shared;  // [SIZE][SIZE]
  for (unsigned at = threadIdx.x; at < SIZE * SIZE; at += INVERTING_THREADS) {
    const unsigned row = at / SIZE, column = at % SIZE, m = column / BANDS;
    const double factor = s.length * s.integrals[row / BANDS * ORDER + m];
    const Complex h =
        s.h[((Long)m * s.all_points + point) * ELEMENTS + row % BANDS * BANDS + column % BANDS];
    matrix[at] = {(row == column ? 1. : 0.) - factor * h.im, factor * h.re};
  }
  invert(matrix, SIZE);
  Complex *const from_edge = s.solver + point * 2 * FACTOR, *const from_integrals =
                                                                from_edge + FACTOR;
  for (unsigned at = threadIdx.x; at < PADDED * PADDED; at += INVERTING_THREADS) {
    const unsigned row = at / PADDED, column = at % PADDED, band = column % BANDS,
                   m = column / BANDS;
    Complex of_edge = {0, 0}, integral = {0, 0};
    if (row < SIZE && column < SIZE) {
      for (unsigned l = 0; l < ORDER; ++l) {
        const Complex value = matrix[row * SIZE + l * BANDS + band];
        of_edge = of_edge + value;
        integral = integral + s.integrals[l * ORDER + m] * value;
      }
    }
    set_factor(from_edge, row, column, column < BANDS ? of_edge : Complex{0, 0});
    set_factor(from_integrals, row, column, {s.length * integral.im, -s.length * integral.re});
  }
  if (s.own_sigma == nullptr && s.continued == nullptr) return;
  block_sync();
  for (unsigned at = threadIdx.x; at < PADDED * PADDED; at += INVERTING_THREADS) {
    const unsigned row = at / PADDED, column = at % PADDED;
    Complex sum = {0, 0};
    if (row < SIZE && column < SIZE) {
      sum = s.continued == nullptr ? of_own_sigma(s, point, from_integrals, row, column)
                                   : of_continued(s, from_integrals, row, column);
    }
    set_factor(s.own_solver + point * FACTOR, row, column, sum);
  }
}
