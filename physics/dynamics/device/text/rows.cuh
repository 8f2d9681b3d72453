// The rows of a panel where h and the collision integrals are given (panel.h), at stored columns: X = Y X(T+) + Z I.
struct PanelRows {
  const Complex* edge;       // X(T+, t'): [point][group of stored columns, then T+][L, D][8 rows]
  const Complex* solver;     // Y, Z as left factors: [point][2]
  const Complex* integrals;  // collision integrals
  // Those of the panel before, [point][group], and their left factors, Z times what continues them; null where there are none.
  const Complex *before, *of_before;
  Complex* rows;
  Control* control;
  unsigned panels, points, correlated;
  unsigned begins;  // the first sweep: rows have no values yet, and count as zeros
  unsigned first_group, end_group;
  unsigned before_first,
      before_blocks;  // of `before`: blocks that are forgotten, and all of a point
};

enum : unsigned { SOLVING_WARPS = 4 };
// Tasks of warps, and of threads, are shared by the blocks that there are: each block has one largest change to tell.

extern "C" __global__ void __launch_bounds__(SOLVING_WARPS * 32)
    solve_rows(const __grid_constant__ PanelRows p) {
  const unsigned stored = p.panels * PIECES;
  const unsigned chunks = (p.end_group - p.first_group) * PIECES;  // of a point
  const Long tasks = (Long)p.points * chunks;
  double change = 0;
  for (Long task = (Long)blockIdx.x * SOLVING_WARPS + threadIdx.x / 32; task < tasks;
       task += (Long)gridDim.x * SOLVING_WARPS) {
    const Long point = task / chunks;
    const unsigned rest = task % chunks, group = p.first_group + rest / PIECES,
                   chunk = rest % PIECES;
    const Complex* const edge = p.edge + (point * (stored + 1) + group) * 2 * EDGE_GROUP;
    const Long place_of_group = point * (stored + PIECES) + group;
    const bool continues = p.before != nullptr;
    const Complex* const integrals =
        continues
            ? p.before + ((point * p.before_blocks + p.before_first) * PIECES + group) * 2 * GROUP
            : p.integrals + place_of_group * 2 * GROUP;
    Complex* const to = p.rows + place_of_group * 2 * GROUP;
    const Complex* const solver = p.solver + point * 2 * FACTOR;
    const Complex* const of_integrals = continues ? p.of_before + point * FACTOR : solver + FACTOR;
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
