// The rows of a panel where h and the collision integrals are given (panel.h): X = Y X(T+) + Z I for all columns.
struct Control {
  Long change;      // the largest change of a value
  Long largest[3];  // Legendre coefficients of degrees ORDER, ORDER - 1, ORDER - 2
};

struct PanelRows {
  const Complex* edge;    // X(T+, t'): [point][group of stored columns, then T+][L, D][8 rows]
  const Complex* solver;  // Y, Z as left factors: [point][2]
  const Complex *integrals, *integrals_edge;  // collision integrals
  // Those of the panel before at stored columns, [point][group], and their left factors, Z times what continues them; null where there are none.
  const Complex *before, *of_before;
  Complex *rows, *rows_edge;
  const Complex*
      rho;  // at the nodes: [node][point of all devices][element], from the first one here on
  Control* control;
  unsigned panels, points, all_points, correlated;
  unsigned begins;                  // the first sweep: rows have no values yet, and count as zeros
  unsigned first_group, end_group;  // of stored columns, and behind them that of T+
  unsigned before_first,
      before_blocks;  // of `before`: blocks that are forgotten, and all of a point
};

// Y X(T+), the first term of a chunk of rows; `a` is Y.
__device__ inline void multiply_edge(Result (&x)[2][TILES], const Factor& a, const Complex* edge) {
  const unsigned lane = threadIdx.x % 32;
#pragma unroll
  for (unsigned function = 0; function < 2; ++function) {
#pragma unroll
    for (unsigned tile = 0; tile < TILES; ++tile) {
      clear(x[function][tile]);
      Column b;
#pragma unroll
      for (unsigned step = 0; step < STEPS; ++step) {
        const unsigned band = 4 * step + lane % 4;
        const Complex value = band < BANDS
                                  ? get(edge + function * EDGE_GROUP, band, 8 * tile + lane / 4)
                                  : Complex{0, 0};
        b.re[step] = value.re, b.im[step] = value.im;
      }
      multiply_first<(BANDS + 3) / 4>(x[function][tile], a, b);
    }
  }
}

// `change` becomes the largest change of a value, if it was less.
__device__ inline void write_changes(Complex* to, unsigned chunk, const Result (&x)[2][TILES],
                                     const Result (&before)[2][TILES], double& change) {
#pragma unroll
  for (unsigned function = 0; function < 2; ++function) {
#pragma unroll
    for (unsigned tile = 0; tile < TILES; ++tile) {
      const Result &value = x[function][tile], &old = before[function][tile];
#pragma unroll
      for (unsigned rows = 0; rows < TILES; ++rows) {
#pragma unroll
        for (unsigned i = 0; i < 2; ++i) {
          change = largest_of(change, largest_of(fabs(value.re[rows][i] - old.re[rows][i]),
                                                 fabs(value.im[rows][i] - old.im[rows][i])));
        }
        write(to + function * GROUP, chunk, tile, rows, value);
      }
    }
  }
}

enum : unsigned { SOLVING_WARPS = 4, OWN_THREADS = 128 };
// Tasks of warps, and of threads, are shared by the blocks that there are: each block has one largest change to tell.

extern "C" __global__ void __launch_bounds__(SOLVING_WARPS * 32)
    solve_rows(const __grid_constant__ PanelRows p) {
  const unsigned stored = p.panels * PIECES, groups = stored + 1;
  const unsigned chunks = (p.end_group - p.first_group) * PIECES;  // of a point
  const Long tasks = (Long)p.points * chunks;
  double change = 0;
  for (Long task = (Long)blockIdx.x * SOLVING_WARPS + threadIdx.x / 32; task < tasks;
       task += (Long)gridDim.x * SOLVING_WARPS) {
    const Long point = task / chunks;
    const unsigned rest = task % chunks, group = p.first_group + rest / PIECES,
                   chunk = rest % PIECES;
    const bool is_edge = group == stored;
    const Complex* const edge = p.edge + (point * groups + group) * 2 * EDGE_GROUP;
    const Long place_of_group = is_edge ? point : point * (stored + PIECES) + group;
    const bool continues = !is_edge && p.before != nullptr;
    const Complex* const integrals =
        continues
            ? p.before + ((point * p.before_blocks + p.before_first) * PIECES + group) * 2 * GROUP
            : (is_edge ? p.integrals_edge : p.integrals) + place_of_group * 2 * GROUP;
    Complex* const to = (is_edge ? p.rows_edge : p.rows) + place_of_group * 2 * GROUP;
    const Complex* const solver = p.solver + point * 2 * FACTOR;
    const Complex* const of_integrals = continues ? p.of_before + point * FACTOR : solver + FACTOR;
    Result x[2][TILES];
    Factor a;
    load(a, solver, chunk, 0);
    multiply_edge(x, a, edge);
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
#pragma unroll
      for (unsigned tile = 0; tile < TILES; ++tile) {
        clear(before[function][tile]);
#pragma unroll
        for (unsigned rows = 0; rows < TILES; ++rows) {
          if (!p.begins) read(before[function][tile], to + function * GROUP, chunk, tile, rows);
        }
      }
    }
    write_changes(to, chunk, x, before, change);
  }
  keep_largest(&p.control->change, change);
}

// A chunk of rows at eight columns of the panel itself, which begin at X(T+, t') = -X(t', T+)^+.
__device__ inline void solve_own_tile(Result& x, const PanelRows& p, const Complex* from_edge,
                                      const Complex* from_integrals, const Complex* edge,
                                      const Complex* integrals, unsigned chunk, unsigned group,
                                      unsigned tile) {
  const unsigned lane = threadIdx.x % 32, column = group * WIDTH + 8 * tile + lane / 4;
  clear(x);
  Factor a;
  Column b;
  load(a, from_edge, chunk, 0);
#pragma unroll
  for (unsigned step = 0; step < STEPS; ++step) {
    const unsigned band = 4 * step + lane % 4;
    const Complex value = band < BANDS && column < SIZE ? get(edge, column, band) : Complex{0, 0};
    b.re[step] = -value.re, b.im[step] = value.im;
  }
  multiply_first<(BANDS + 3) / 4>(x, a, b);
#pragma unroll 1
  for (unsigned piece = 0; piece < (p.correlated ? PIECES : 0); ++piece) {
    load(a, from_integrals, chunk, piece);
    load_rows(b, integrals, piece, tile);
#pragma unroll
    for (unsigned step = 0; step < STEPS; ++step) {
      // Nobody writes what fills a block up.
      if (piece * WIDTH + 4 * step + lane % 4 >= SIZE) b.re[step] = b.im[step] = 0;
    }
    multiply(x, a, b);
  }
}

// Columns of the panel itself; equal times are those of rho.
extern "C" __global__ void __launch_bounds__(OWN_THREADS)
    solve_own(const __grid_constant__ PanelRows p) {
  const Long point = blockIdx.x;
  Complex* const x = (Complex*)diagc_shared;  // [SIZE][SIZE]
  const Complex *const from_edge = p.solver + point * 2 * FACTOR, *const from_integrals =
                                                                      from_edge + FACTOR;
  const Long own_group = (point * (p.panels + 1) + p.panels) * PIECES;
  double change = 0;
  for (unsigned function = 0; function < 2; ++function) {
    const Complex* const edge = p.rows_edge + (point * 2 + function) * GROUP;
    for (unsigned task = threadIdx.x / 32; task < PIECES * PIECES * TILES;
         task += OWN_THREADS / 32) {
      const unsigned tile = task % TILES, group = task / TILES % PIECES,
                     chunk = task / (TILES * PIECES);
      Result value;
      solve_own_tile(value, p, from_edge, from_integrals, edge,
                     p.integrals + ((own_group + group) * 2 + function) * GROUP, chunk, group,
                     tile);
#pragma unroll
      for (unsigned rows = 0; rows < TILES; ++rows) {
#pragma unroll
        for (unsigned i = 0; i < 2; ++i) {
          const unsigned row = row_of(chunk, rows), column = group * WIDTH + column_of(tile, i);
          if (row < SIZE && column < SIZE)
            x[row * SIZE + column] = {value.re[rows][i], value.im[rows][i]};
        }
      }
    }
    block_sync();
    for (unsigned at = threadIdx.x; at < SIZE * SIZE; at += OWN_THREADS) {
      const unsigned row = at / SIZE, column = at % SIZE;
      Complex value = 0.5 * (x[at] - conj(x[column * SIZE + row]));
      if (row / BANDS == column / BANDS) {
        const unsigned element = row % BANDS * BANDS + column % BANDS;
        const Complex rho =
            p.rho[((Long)(row / BANDS) * p.all_points + point) * ELEMENTS + element];
        value = function == 0 ? Complex{-rho.im, rho.re} : Complex{0, row == column ? -1. : 0.};
      }
      Complex* const to = p.rows + (own_group + column / WIDTH) * 2 * GROUP + function * GROUP;
      const Complex before = p.begins ? Complex{0, 0} : get(to, row, column % WIDTH);
      change =
          largest_of(change, largest_of(fabs(value.re - before.re), fabs(value.im - before.im)));
      set(to, row, column % WIDTH, value);
    }
    block_sync();
  }
  keep_largest(&p.control->change, change);
}

// What polynomials of the panel do not resolve: the largest Legendre coefficients of columns, and of rho.
struct Resolution {
  const Complex *edge, *rows, *rows_edge, *initial, *rho;  // rho as in PanelRows
  const double* coefficients;                              // [3][ORDER + 1]
  Control* control;
  unsigned panels, points, all_points;
};

enum : unsigned { LOOKING_THREADS = 128 };

extern "C" __global__ void __launch_bounds__(LOOKING_THREADS)
    unresolved(const __grid_constant__ Resolution r) {
  const unsigned stored = r.panels * PIECES, groups = stored + 1;
  const Long of_functions = (Long)r.points * groups * 2 * BANDS * WIDTH,
             all = of_functions + (Long)r.points * ELEMENTS;
  double largest[3] = {0, 0, 0};
  for (Long task = (Long)blockIdx.x * LOOKING_THREADS + threadIdx.x; task < all;
       task += (Long)gridDim.x * LOOKING_THREADS) {
    Complex sums[3] = {};
    for (unsigned node = 0; node <= ORDER; ++node) {
      Complex value;
      if (task < of_functions) {
        const unsigned column = task % WIDTH, band = task / WIDTH % BANDS,
                       function = task / (WIDTH * BANDS) % 2;
        const unsigned group = task / (WIDTH * BANDS * 2) % groups;
        const Long point = task / ((Long)WIDTH * BANDS * 2 * groups);
        const Long of_rows = group == stored ? point : point * (stored + PIECES) + group;
        if (node == 0) {
          value =
              get(r.edge + ((point * groups + group) * 2 + function) * EDGE_GROUP, band, column);
        } else {
          const Complex* const rows = group == stored ? r.rows_edge : r.rows;
          value = get(rows + (of_rows * 2 + function) * GROUP, (node - 1) * BANDS + band, column);
        }
      } else {
        const Long at = task - of_functions;
        value = node == 0 ? r.initial[at] : r.rho[(Long)(node - 1) * r.all_points * ELEMENTS + at];
      }
      for (unsigned d = 0; d < 3; ++d) {
        const double coefficient = r.coefficients[d * (ORDER + 1) + node];
        sums[d] = {fma(coefficient, value.re, sums[d].re), fma(coefficient, value.im, sums[d].im)};
      }
    }
    for (unsigned d = 0; d < 3; ++d)
      largest[d] = largest_of(largest[d], largest_of(fabs(sums[d].re), fabs(sums[d].im)));
  }
  for (unsigned d = 0; d < 3; ++d) keep_largest(r.control->largest + d, largest[d]);
}

// Collision integrals of the panel before, continued; without factors zeros.
struct Continued {
  const Complex* before;  // [point][groups of all columns of the panel before]
  Complex *integrals, *integrals_edge;
  // [node][node before]; behind it for times as far behind T+ as behind the start before: [T+ and all nodes][node before].
  const double* factors;
  unsigned panels, points;  // stored ones, the panel before among them
  unsigned first, blocks;   // of `before`: blocks that are forgotten, and all of a point
  unsigned first_group;     // that is continued, and all behind it
};

extern "C" __global__ void __launch_bounds__(MOVING_THREADS)
    continue_integrals(const __grid_constant__ Continued c) {
  const unsigned stored = c.panels * PIECES, groups = stored + PIECES + 1,
                 taken = groups - c.first_group;
  const Long task = (Long)blockIdx.x * MOVING_THREADS + threadIdx.x;
  const unsigned column = task % WIDTH, band = task / WIDTH % BANDS,
                 function = task / (WIDTH * BANDS) % 2;
  const unsigned group = c.first_group + task / (WIDTH * BANDS * 2) % taken;
  const Long point = task / ((Long)WIDTH * BANDS * 2 * taken);
  if (point >= c.points) return;
  const bool is_edge = group == groups - 1;
  Complex* const to = is_edge
                          ? c.integrals_edge + (point * 2 + function) * GROUP
                          : c.integrals + ((point * (groups - 1) + group) * 2 + function) * GROUP;
  const bool is_own = group >= stored;
  const unsigned of_block = is_edge ? column : is_own ? (group - stored) * WIDTH + column : 0;
  const bool is_zero = c.factors == nullptr || of_block >= (is_edge ? BANDS : SIZE);
  // T+ and the panel have the columns that the panel before had itself, as far behind its start.
  const Complex* const from =
      c.before + (((point * c.blocks + c.first) * PIECES + (is_own ? stored - PIECES : group)) * 2 +
                  function) *
                     GROUP;
  const double* rows = c.factors;
  Complex values[ORDER];
#pragma unroll
  for (unsigned m = 0; m < ORDER; ++m)
    values[m] = is_zero || is_own ? Complex{0, 0} : get(from, m * BANDS + band, column);
  if (is_own && !is_zero) {
    const double* const of_column = rows + (ORDER + (is_edge ? 0 : 1 + of_block / BANDS)) * ORDER;
    unsigned at = of_block % BANDS;
#pragma unroll
    for (unsigned other = 0; other < ORDER; ++other, at += BANDS) {
      const Complex* const of_group = from + at / WIDTH * 2 * GROUP;
#pragma unroll
      for (unsigned m = 0; m < ORDER; ++m)
        values[m] = values[m] + of_column[other] * get(of_group, m * BANDS + band, at % WIDTH);
    }
    rows += (ORDER + 1) * ORDER;
  }
  for (unsigned node = 0; node < ORDER; ++node) {
    Complex sum = {0, 0};
#pragma unroll
    for (unsigned m = 0; m < ORDER; ++m)
      sum = sum + (is_zero ? 0 : rows[node * ORDER + m]) * values[m];
    set(to, node * BANDS + band, column, sum);
  }
}
