// The rows of a panel where h and the collision integrals are given (panel.h), at stored columns: X = Y X(T+) + Z I.
struct PanelRows {
  const Complex* edge;       // X(T+, t'): [point][group][L, D][8 rows]
  const Complex* solver;     // Y, Z as left factors: [point][2]
  const Complex* integrals;  // collision integrals: [point][group]
  // Left factors of integrals, where these are those of the panel before: Z times what continues them. Else null.
  const Complex* of_before;
  Complex* rows;  // [point][group]
  Control* control;
  unsigned points, correlated;
  unsigned begins;  // the first sweep: rows have no values yet, and count as zeros
  unsigned groups;  // that are solved for, the first ones of the arrays
  unsigned of_edge, of_integrals, of_rows;  // groups of a point in these
};

enum : unsigned { SOLVING_WARPS = 4 };
// Tasks of warps, and of threads, are shared by the blocks that there are: each block has one largest change to tell.

extern "C" __global__ void __launch_bounds__(SOLVING_WARPS * 32)
    solve_rows(const __grid_constant__ PanelRows p) {
  const unsigned chunks = p.groups * PIECES;  // of a point
  const Long tasks = (Long)p.points * chunks;
  double change = 0;
  for (Long task = (Long)blockIdx.x * SOLVING_WARPS + threadIdx.x / 32; task < tasks;
       task += (Long)gridDim.x * SOLVING_WARPS) {
    const Long point = task / chunks;
    const unsigned rest = task % chunks, group = rest / PIECES, chunk = rest % PIECES;
    const Complex* const edge = p.edge + (point * p.of_edge + group) * 2 * EDGE_GROUP;
    const Complex* const integrals = p.integrals + (point * p.of_integrals + group) * 2 * GROUP;
    Complex* const to = p.rows + (point * p.of_rows + group) * 2 * GROUP;
    const Complex* const solver = p.solver + point * 2 * FACTOR;
    const Complex* const of_integrals =
        p.of_before ? p.of_before + point * FACTOR : solver + FACTOR;
    Result x[2][TILES];
    Factor a;
    load(a, solver, chunk, 0);
    multiply_edges(x, a, edge);
#pragma unroll 1
    for (unsigned piece = 0; piece < (p.correlated ? PIECES : 0); ++piece) {
      load(a, of_integrals, chunk, piece);
#pragma unroll
      for (unsigned function = 0; function < 2; ++function) {
#pragma unroll
        for (unsigned tile = 0; tile < TILES; ++tile) {
          Column b;
          load_rows(b, integrals + function * GROUP, piece, tile);
          multiply(x[function][tile], a, b);
        }
      }
    }
    // All that was there is read before any of it is written: caches lose lines that are written.
    Result before[2][TILES];
#pragma unroll
    for (unsigned function = 0; function < 2; ++function) {
      if (p.begins) {
#pragma unroll
        for (unsigned tile = 0; tile < TILES; ++tile) clear(before[function][tile]);
      } else {
        read_chunk(before[function], to + function * GROUP, chunk);
      }
    }
#pragma unroll
    for (unsigned function = 0; function < 2; ++function)
      write_chunk(to + function * GROUP, chunk, x[function], before[function], change);
  }
  keep_largest(&p.control->change, change);
}

// What polynomials of the panel do not resolve: the largest Legendre coefficients of columns, and of rho.
struct Resolution {
  const Complex *edge, *rows, *rows_edge, *initial, *rho;  // rho as in PanelRows
  const double* coefficients;                              // [3][ORDER + 1]
  Control* control;
  unsigned panels, points, all_points;
  unsigned first_group;  // of stored columns; those before have been looked at (solved_columns.cuh)
};

enum : unsigned { LOOKING_THREADS = 128 };

extern "C" __global__ void __launch_bounds__(LOOKING_THREADS)
    unresolved(const __grid_constant__ Resolution r) {
  const unsigned stored = r.panels * PIECES, groups = stored + 1, taken = groups - r.first_group;
  const Long of_functions = (Long)r.points * taken * 2 * BANDS * WIDTH,
             all = of_functions + (Long)r.points * ELEMENTS;
  double largest[3] = {0, 0, 0};
  for (Long task = (Long)blockIdx.x * LOOKING_THREADS + threadIdx.x; task < all;
       task += (Long)gridDim.x * LOOKING_THREADS) {
    if (task >= of_functions) {
      const Long at = task - of_functions;
      keep_unresolved(largest, r.coefficients, [&](unsigned node) {
        return node == 0 ? r.initial[at] : r.rho[(Long)(node - 1) * r.all_points * ELEMENTS + at];
      });
      continue;
    }
    const unsigned column = task % WIDTH, band = task / WIDTH % BANDS,
                   function = task / (WIDTH * BANDS) % 2;
    const unsigned group = r.first_group + task / (WIDTH * BANDS * 2) % taken;
    const Long point = task / ((Long)WIDTH * BANDS * 2 * taken);
    const Long of_rows = group == stored ? point : point * (stored + PIECES) + group;
    const Complex* const rows =
        (group == stored ? r.rows_edge : r.rows) + (of_rows * 2 + function) * GROUP;
    const Complex* const edge = r.edge + ((point * groups + group) * 2 + function) * EDGE_GROUP;
    keep_unresolved(largest, r.coefficients, [&](unsigned node) {
      return node == 0 ? get(edge, band, column) : get(rows, (node - 1) * BANDS + band, column);
    });
  }
  for (unsigned d = 0; d < 3; ++d) keep_largest(r.control->largest + d, largest[d]);
}

// Collision integrals between the panel's own columns, those of T+ among them, continued from what the panel before had as far behind its start.
struct Continued {
  const Complex* before;  // [point][groups of all columns of the panel before, its own the last]
  Complex *integrals, *integrals_edge;
  const double* factors;  // for T+ and all nodes: [T+ and all nodes][node before]
  unsigned panels;        // stored ones, the panel before among them
  unsigned blocks;        // of `before`, of a point
};

enum : unsigned {
  CONTINUING_THREADS = 64,
  CONTINUED_OWN = PIECES * GROUP,    // numbers of a function at the panel's own columns
  CONTINUED_EDGE = SIZE * BANDS,     // and at those of T+
  CONTINUING = (ORDER + 1) * ORDER,  // factors
};

// A block of threads has a function of a point.
extern "C" __global__ void __launch_bounds__(CONTINUING_THREADS)
    continue_integrals(const __grid_constant__ Continued c) {
  const Long point = blockIdx.x / 2;
  const unsigned function = blockIdx.x % 2;
  Complex *const own = (Complex*)diagc_shared, *const edge = own + CONTINUED_OWN;
  double* const factors = (double*)(edge + CONTINUED_EDGE);
  const Complex* const from =
      c.before + (((point + 1) * c.blocks - 1) * PIECES * 2 + function) * GROUP;
  for (unsigned at = threadIdx.x; at < CONTINUED_OWN; at += CONTINUING_THREADS)
    own[at] = from[at / GROUP * 2 * GROUP + at % GROUP];
  for (unsigned at = threadIdx.x; at < CONTINUING; at += CONTINUING_THREADS)
    factors[at] = c.factors[at];
  block_sync();
  // Columns, in place: a thread has those of all nodes, of a row and a band.
  for (unsigned task = threadIdx.x; task < SIZE * BANDS; task += CONTINUING_THREADS) {
    const unsigned row = task / BANDS, band = task % BANDS;
    Complex values[ORDER];
#pragma unroll
    for (unsigned other = 0; other < ORDER; ++other) {
      const unsigned column = other * BANDS + band;
      values[other] = get(own + column / WIDTH * GROUP, row, column % WIDTH);
    }
#pragma unroll
    for (unsigned node = 0; node <= ORDER; ++node) {
      Complex sum = {0, 0};
#pragma unroll
      for (unsigned other = 0; other < ORDER; ++other)
        sum = sum + factors[node * ORDER + other] * values[other];
      if (node == 0) {
        edge[row * BANDS + band] = sum;
      } else {
        const unsigned column = (node - 1) * BANDS + band;
        set(own + column / WIDTH * GROUP, row, column % WIDTH, sum);
      }
    }
  }
  block_sync();
  // Rows, of a column and a band; columns of T+ come last, and those beyond a block are zero.
  Complex* const to =
      c.integrals + ((point * (c.panels + 1) + c.panels) * PIECES * 2 + function) * GROUP;
  Complex* const to_edge = c.integrals_edge + (point * 2 + function) * GROUP;
  for (unsigned task = threadIdx.x; task < (PADDED + WIDTH) * BANDS; task += CONTINUING_THREADS) {
    const unsigned column = task / BANDS, band = task % BANDS;
    const bool is_edge = column >= PADDED;
    const unsigned of_block = is_edge ? column - PADDED : column;
    const bool is_zero = of_block >= (is_edge ? BANDS : SIZE);
    Complex values[ORDER];
#pragma unroll
    for (unsigned m = 0; m < ORDER; ++m) {
      const unsigned row = m * BANDS + band;
      values[m] = is_zero   ? Complex{0, 0}
                  : is_edge ? edge[row * BANDS + of_block]
                            : get(own + of_block / WIDTH * GROUP, row, of_block % WIDTH);
    }
    Complex* const group = is_edge ? to_edge : to + of_block / WIDTH * 2 * GROUP;
#pragma unroll
    for (unsigned node = 0; node < ORDER; ++node) {
      Complex sum = {0, 0};
#pragma unroll
      for (unsigned m = 0; m < ORDER; ++m) sum = sum + factors[(node + 1) * ORDER + m] * values[m];
      set(group, node * BANDS + band, of_block % WIDTH, sum);
    }
  }
}
