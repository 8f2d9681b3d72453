// What solves for rows (panel.h), and the rows at columns of T+ and of the panel itself: a block of threads has a point.
struct OwnRows {
  Solver solver;
  const Complex* edge;  // as in PanelRows
  const Complex *integrals, *integrals_edge;
  Complex *rows, *rows_edge;
  const Complex*
      rho;  // at the nodes: [node][point of all devices][element], from the first one here on
  Control* control;
  unsigned panels, correlated;
  unsigned begins;  // as in PanelRows
};

enum : unsigned {
  OWN_THREADS = INVERTING_THREADS,
  OWN_WARPS = OWN_THREADS / 32,
  BESIDE = SIZE > 32 ? 1 : 2,  // functions that shared memory has room for
  STAGED_OWN = PIECES == 1,    // whether it has room for all that is read
  OWN_FUNCTIONS = PIECES * 2 * GROUP,
  // Numbers of 16 bytes: of what the inverse takes, then the panel's own columns.
  OWN_WORK = SIZE > 32 ? SIZE* SIZE + SIZE + (SIZE + 3) / 4 : 2 * SIZE* SIZE + SIZE
};

// What is read of a point, in shared memory where it has room: numbers of a point stand far from those of another one, and come while the solver is made.
struct OwnPoint {
  const Complex *solver, *edge, *integrals, *integrals_edge, *rows;
  const Complex* rows_edge;  // before, then those that are solved for
  Complex* staged_edge;      // where these are put, too; null where nothing is staged

  __device__ OwnPoint(const OwnRows& o, Long point)
      : solver(o.solver.solver + point * 2 * FACTOR),
        edge(o.edge + (point + 1) * ((Long)o.panels * PIECES + 1) * 2 * EDGE_GROUP -
             2 * EDGE_GROUP),
        integrals(o.integrals + (point * (o.panels + 1) + o.panels) * OWN_FUNCTIONS),
        integrals_edge(o.integrals_edge + point * 2 * GROUP),
        rows(o.rows + (point * (o.panels + 1) + o.panels) * OWN_FUNCTIONS),
        rows_edge(o.rows_edge + point * 2 * GROUP),
        staged_edge(nullptr) {}

  // `stages`: a factor's pair, which make_solver() writes, and all that is copied; `full` says when that is there.
  __device__ void stage(const OwnRows& o, Complex* stages, Long* full) {
    Complex *const own_integrals = stages + 2 * FACTOR,
                   *const own_integrals_edge = own_integrals + OWN_FUNCTIONS,
                   *const own_rows = own_integrals_edge + 2 * GROUP,
                   *const own_rows_edge = own_rows + OWN_FUNCTIONS,
                   *const own_edge = own_rows_edge + 2 * GROUP;
    const unsigned of_functions = (OWN_FUNCTIONS + 2 * GROUP) * sizeof(Complex),
                   of_edge = 2 * EDGE_GROUP * sizeof(Complex);
    if (begins_copies()) {
      expect(of_edge + (o.correlated ? of_functions : 0) + (o.begins ? 0 : of_functions), full);
      fetch(own_edge, edge, of_edge, full);
      if (o.correlated) {
        fetch(own_integrals, integrals, OWN_FUNCTIONS * sizeof(Complex), full);
        fetch(own_integrals_edge, integrals_edge, 2 * GROUP * sizeof(Complex), full);
      }
      if (!o.begins) {
        fetch(own_rows, rows, OWN_FUNCTIONS * sizeof(Complex), full);
        fetch(own_rows_edge, rows_edge, 2 * GROUP * sizeof(Complex), full);
      }
    }
    solver = stages, edge = own_edge, integrals = own_integrals,
    integrals_edge = own_integrals_edge, rows = own_rows;
    rows_edge = staged_edge = own_rows_edge;
  }
};

// A chunk of rows at T+, of which there are BANDS columns.
__device__ inline void solve_edge_chunk(const OwnRows& o, const OwnPoint& p, Long point,
                                        unsigned function, unsigned chunk, double& change) {
  Result x[TILES], before[TILES];
  Factor a;
  load(a, p.solver, chunk, 0);
  multiply_edge(x, a, p.edge + function * EDGE_GROUP);
#pragma unroll 1
  for (unsigned piece = 0; piece < (o.correlated ? PIECES : 0); ++piece) {
    load(a, p.solver + FACTOR, chunk, piece);
#pragma unroll
    for (unsigned tile = 0; tile < TILES; ++tile) {
      Column b;
      load_rows(b, p.integrals_edge + function * GROUP, piece, tile);
      multiply(x[tile], a, b);
    }
  }
  if (o.begins) {
#pragma unroll
    for (unsigned tile = 0; tile < TILES; ++tile) clear(before[tile]);
  } else {
    read_chunk(before, p.rows_edge + function * GROUP, chunk);
  }
  write_chunk(o.rows_edge + (point * 2 + function) * GROUP, chunk, x, before, change);
  if (p.staged_edge != nullptr) put_chunk(p.staged_edge + function * GROUP, chunk, x);
}

// A chunk of rows at eight columns of the panel itself, which begin at X(T+, t') = -X(t', T+)^+.
__device__ inline void solve_own_tile(Result& x, const OwnRows& o, const OwnPoint& p,
                                      unsigned function, unsigned chunk, unsigned group,
                                      unsigned tile) {
  const Complex* const edge = p.rows_edge + function * GROUP;
  const Complex* const integrals = p.integrals + (group * 2 + function) * GROUP;
  const unsigned lane = threadIdx.x % 32, column = group * WIDTH + 8 * tile + lane / 4;
  clear(x);
  Factor a;
  Column b;
  load(a, p.solver, chunk, 0);
#pragma unroll
  for (unsigned step = 0; step < STEPS; ++step) {
    const unsigned band = 4 * step + lane % 4;
    const Complex value = band < BANDS && column < SIZE ? get(edge, column, band) : Complex{0, 0};
    b.re[step] = -value.re, b.im[step] = value.im;
  }
  multiply_first<(BANDS + 3) / 4>(x, a, b);
#pragma unroll 1
  for (unsigned piece = 0; piece < (o.correlated ? PIECES : 0); ++piece) {
    load(a, p.solver + FACTOR, chunk, piece);
    load_rows(b, integrals, piece, tile);
#pragma unroll
    for (unsigned step = 0; step < STEPS; ++step) {
      // Nobody writes what fills a block up.
      if (piece * WIDTH + 4 * step + lane % 4 >= SIZE) b.re[step] = b.im[step] = 0;
    }
    multiply(x, a, b);
  }
}

// Half of X - X^+ in place of X, [function][SIZE][SIZE] from the first one on; equal times are those of rho.
__device__ inline void settle_own(const OwnRows& o, const OwnPoint& p, Long point, unsigned first,
                                  const Complex* x, double& change) {
  Complex* const rows = o.rows + (point * (o.panels + 1) + o.panels) * OWN_FUNCTIONS;
  for (unsigned task = threadIdx.x; task < BESIDE * SIZE * SIZE; task += OWN_THREADS) {
    const unsigned of_first = task / (SIZE * SIZE), function = first + of_first,
                   at = task % (SIZE * SIZE), row = at / SIZE, column = at % SIZE;
    const Complex* const own = x + of_first * SIZE * SIZE;
    Complex value = 0.5 * (own[at] - conj(own[column * SIZE + row]));
    if (row / BANDS == column / BANDS) {
      const unsigned element = row % BANDS * BANDS + column % BANDS;
      const Complex rho =
          o.rho[((Long)(row / BANDS) * o.solver.all_points + point) * ELEMENTS + element];
      value = function == 0 ? Complex{-rho.im, rho.re} : Complex{0, row == column ? -1. : 0.};
    }
    const unsigned group = (column / WIDTH * 2 + function) * GROUP;
    const Complex before = o.begins ? Complex{0, 0} : get(p.rows + group, row, column % WIDTH);
    change = largest_of(change, largest_of(fabs(value.re - before.re), fabs(value.im - before.im)));
    set(rows + group, row, column % WIDTH, value);
  }
}

extern "C" __global__ void __launch_bounds__(OWN_THREADS)
    solve_own(const __grid_constant__ OwnRows o) {
  const Long point = blockIdx.x;
  Complex *const shared = (Complex*)diagc_shared, *const stages = shared + OWN_WORK;
  Long* const full = (Long*)(stages + 2 * FACTOR + 2 * (OWN_FUNCTIONS + 2 * GROUP + EDGE_GROUP));
  OwnPoint p(o, point);
  if (STAGED_OWN) {
    begin_stages(full, 1);
    p.stage(o, stages, full);
  }
  make_solver(o.solver, point, shared, STAGED_OWN ? stages : nullptr);
  if (STAGED_OWN) wait_for(full, 0);
  const unsigned warp = threadIdx.x / 32;
  double change = 0;
  for (unsigned task = warp; task < 2 * PIECES; task += OWN_WARPS)
    solve_edge_chunk(o, p, point, task / PIECES, task % PIECES, change);
  block_sync();
  enum : unsigned { TASKS = PIECES * PIECES * TILES };
  for (unsigned first = 0; first < 2; first += BESIDE) {
    for (unsigned task = warp; task < BESIDE * TASKS; task += OWN_WARPS) {
      const unsigned tile = task % TILES, group = task / TILES % PIECES,
                     chunk = task / (TILES * PIECES) % PIECES, of_first = task / TASKS;
      Result value;
      solve_own_tile(value, o, p, first + of_first, chunk, group, tile);
#pragma unroll
      for (unsigned rows = 0; rows < TILES; ++rows) {
#pragma unroll
        for (unsigned i = 0; i < 2; ++i) {
          const unsigned row = row_of(chunk, rows), column = group * WIDTH + column_of(tile, i);
          if (row < SIZE && column < SIZE)
            shared[(of_first * SIZE + row) * SIZE + column] = {value.re[rows][i],
                                                               value.im[rows][i]};
        }
      }
    }
    block_sync();
    settle_own(o, p, point, first, shared, change);
    block_sync();
  }
  keep_largest(&o.control->change, change);
}
