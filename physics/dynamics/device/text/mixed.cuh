// G between times and the imaginary branch (imaginary_branch.h): rows of all nodes of a panel, [point][row][node of the branch, band]. Sums are plain
// loops: they take little beside those over times.
struct MixedRow {
  const Complex* data;
};

// I of G between t and tau, from sigma D and what is stored, and from sigma between t and tau along the branch.
struct MixedCollision {
  const MixedRow* rows;  // of stored panels, then of the new one
  const Complex*
      factors;  // sigma D, sigma < as left factors times weights of full panels, those of the new panel without: [point][block]
  const Complex* sigma;         // as rows
  const Complex* continuation;  // [point][width][width]
  Complex* integrals;           // as rows
  const double* collocation;    // the collocation matrix
  double length;
  unsigned panels, points, width;
};

extern "C" __global__ void __launch_bounds__(MOVING_THREADS)
    mixed_integrals(const __grid_constant__ MixedCollision c) {
  const Long task = (Long)blockIdx.x * MOVING_THREADS + threadIdx.x;
  const unsigned column = task % c.width, row = task / c.width % SIZE;
  const Long point = task / ((Long)c.width * SIZE);
  if (point >= c.points) return;
  Complex sum = {0, 0};
  for (unsigned panel = 0; panel <= c.panels; ++panel) {
    const Complex* const factor = c.factors + (point * (c.panels + 1) + panel) * 2 * FACTOR;
    const Complex* const of_panel = c.rows[panel].data + point * SIZE * c.width + column;
    for (unsigned s = 0; s < SIZE; ++s) {
      const double weight =
          panel < c.panels ? 1 : c.length * c.collocation[row / BANDS * ORDER + s / BANDS];
      sum = add_product(weight * get_factor(factor, row, s), of_panel[(Long)s * c.width], sum);
    }
  }
  const Complex* const sigma = c.sigma + (point * SIZE + row) * c.width;
  const Complex* const along = c.continuation + point * c.width * c.width + column;
  for (unsigned i = 0; i < c.width; ++i) sum = add_product(sigma[i], along[(Long)i * c.width], sum);
  c.integrals[(point * SIZE + row) * c.width + column] = sum;
}

// What the branch adds to I_L: -i times the integral of sigma(t, tau) G(t', beta - tau)^+ over tau.
struct Branch {
  const MixedRow* rows;
  const Complex *edge, *sigma;  // rows of T+, [point][band][width]; as rows
  const double* weights;        // of the branch's nodes
  Complex *integrals, *integrals_edge;
  unsigned panels, points, width;
};

extern "C" __global__ void __launch_bounds__(MOVING_THREADS)
    add_branch(const __grid_constant__ Branch b) {
  const unsigned columns = (b.panels + 1) * SIZE + BANDS;
  const Long task = (Long)blockIdx.x * MOVING_THREADS + threadIdx.x;
  const unsigned row = task % SIZE, column = task / SIZE % columns;
  const Long point = task / ((Long)SIZE * columns);
  if (point >= b.points) return;
  const unsigned block = column / SIZE, of_block = column % SIZE;
  const bool is_edge = block > b.panels;
  const Complex* const other = is_edge ? b.edge + (point * BANDS + of_block) * b.width
                                       : b.rows[block].data + (point * SIZE + of_block) * b.width;
  const Complex* const sigma = b.sigma + (point * SIZE + row) * b.width;
  const unsigned nodes = b.width / BANDS;
  Complex sum = {0, 0};
  for (unsigned node = 0; node < nodes; ++node) {
    for (unsigned band = 0; band < BANDS; ++band) {
      const Complex product =
          sigma[node * BANDS + band] * conj(other[(nodes - 1 - node) * BANDS + band]);
      sum = sum + b.weights[node] * Complex{product.im, -product.re};
    }
  }
  Complex* const to =
      is_edge ? b.integrals_edge + point * 2 * GROUP
              : b.integrals +
                    ((point * (b.panels + 1) + block) * PIECES + of_block / WIDTH) * 2 * GROUP;
  set(to, row, of_block % WIDTH, get(to, row, of_block % WIDTH) + sum);
}

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
