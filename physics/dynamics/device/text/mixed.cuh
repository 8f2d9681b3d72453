// G between times and the imaginary branch on the rows of a panel, where its integrals are given (mixed_integrals.cuh).
// X = Y X(T+) + Z I, as solve_rows.
struct MixedSolution {
  const Complex *solver, *edge, *integrals;
  Complex* rows;
  Control* control;
  unsigned points, width;
};

extern "C" __global__ void __launch_bounds__(MOVING_THREADS)
    solve_mixed(const __grid_constant__ MixedSolution m) {
  const Long all = (Long)m.points * SIZE * m.width;
  double change = 0;
  for (Long task = (Long)blockIdx.x * MOVING_THREADS + threadIdx.x; task < all;
       task += (Long)gridDim.x * MOVING_THREADS) {
    const unsigned column = task % m.width, row = task / m.width % SIZE;
    const Long point = task / ((Long)m.width * SIZE);
    const Complex *const from_edge = m.solver + point * 2 * FACTOR, *const from_integrals =
                                                                        from_edge + FACTOR;
    Complex sum = {0, 0};
    for (unsigned band = 0; band < BANDS; ++band)
      sum = add_product(get_factor(from_edge, row, band),
                        m.edge[(point * BANDS + band) * m.width + column], sum);
    for (unsigned s = 0; s < SIZE; ++s)
      sum = add_product(get_factor(from_integrals, row, s),
                        m.integrals[(point * SIZE + s) * m.width + column], sum);
    const Complex before = m.rows[task];
    change = largest_of(change, largest_of(fabs(sum.re - before.re), fabs(sum.im - before.im)));
    m.rows[task] = sum;
  }
  keep_largest(&m.control->change, change);
}

// Integrals of the panel before, continued; without factors zeros.
struct MixedContinued {
  const Complex* before;
  Complex* integrals;
  const double* factors;  // [node][node before]
  unsigned points, width;
};

extern "C" __global__ void __launch_bounds__(MOVING_THREADS)
    continue_mixed(const __grid_constant__ MixedContinued c) {
  const Long task = (Long)blockIdx.x * MOVING_THREADS + threadIdx.x;
  if (task >= (Long)c.points * SIZE * c.width) return;
  const unsigned column = task % c.width, row = task / c.width % SIZE;
  const Long point = task / ((Long)c.width * SIZE);
  Complex sum = {0, 0};
  for (unsigned m = 0; m < (c.factors ? ORDER : 0); ++m)
    sum = sum + c.factors[row / BANDS * ORDER + m] *
                    c.before[(point * SIZE + m * BANDS + row % BANDS) * c.width + column];
  c.integrals[task] = sum;
}

// The rows of T+: the last node's, turned by a kick where there is one.
struct MixedEdge {
  const Complex* rows;    // of the last panel; null: the edge's own
  Complex* edge;          // [point][band][width]
  const Complex* matrix;  // of a kick, [a][b], or null
  unsigned points, width;
};

extern "C" __global__ void __launch_bounds__(MOVING_THREADS)
    take_mixed_edge(const __grid_constant__ MixedEdge e) {
  const Long task = (Long)blockIdx.x * MOVING_THREADS + threadIdx.x;
  if (task >= (Long)e.points * e.width) return;
  const unsigned column = task % e.width;
  const Long point = task / e.width;
  Complex* const edge = e.edge + point * BANDS * e.width + column;
  Complex values[BANDS];
  for (unsigned band = 0; band < BANDS; ++band) {
    values[band] = e.rows ? e.rows[(point * SIZE + SIZE - BANDS + band) * e.width + column]
                          : edge[(Long)band * e.width];
  }
  for (unsigned a = 0; a < BANDS; ++a) {
    Complex sum = values[a];
    if (e.matrix) {
      sum = {0, 0};
      for (unsigned b = 0; b < BANDS; ++b)
        sum = add_product(e.matrix[a * BANDS + b], values[b], sum);
    }
    edge[(Long)a * e.width] = sum;
  }
}
