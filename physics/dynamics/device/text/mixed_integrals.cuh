// Integrals with functions of a time and a point of the imaginary branch (imaginary_branch.h): rows of all nodes of a panel, [point][row][node of the
// branch, band]. Sums are plain loops: they take little beside those over times. Products of fields along the contour take them, too, with one band.
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
  double length;                // 0: what the panel's rows give is left out
  double sign;                  // of sigma between t and tau
  unsigned panels, points, width;
  unsigned adds;  // to the integrals that are there
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
  for (unsigned i = 0; i < c.width; ++i)
    sum = add_product(c.sign * sigma[i], along[(Long)i * c.width], sum);
  Complex* const to = c.integrals + (point * SIZE + row) * c.width + column;
  *to = c.adds ? *to + sum : sum;
}

// What the branch adds to I_L: -i times the integral of sigma(t, tau) G(t', beta - tau)^+ over tau.
struct Branch {
  const MixedRow* rows;
  const Complex *edge, *sigma;  // rows of T+, [point][band][width]; as rows
  const double* weights;        // of the branch's nodes
  Complex *integrals, *integrals_edge;
  double sign;
  unsigned panels, points, width;
  unsigned first_column, columns;  // those of T+ behind all others
};

extern "C" __global__ void __launch_bounds__(MOVING_THREADS)
    add_branch(const __grid_constant__ Branch b) {
  const Long task = (Long)blockIdx.x * MOVING_THREADS + threadIdx.x;
  const unsigned row = task % SIZE, column = b.first_column + task / SIZE % b.columns;
  const Long point = task / ((Long)SIZE * b.columns);
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
  set(to, row, of_block % WIDTH, get(to, row, of_block % WIDTH) + b.sign * sum);
}
