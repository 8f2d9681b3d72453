// Rows from sums over stored nodes, without collision integrals between them: at columns of stored panels these are linear in the rows before,
// I = sums + C X, with C the collocation matrix times the panel's own sigma D. So X = Y X(T+) + Z sums + (Z C) X_before, and every number is read
// and written once.
struct SummedRows {
  const Complex *edge, *solver;  // as in PanelRows
  const Complex* own_solver;     // Z C: [point]
  const Complex* sums;           // columns' sums of the history: [point][group]
  const Complex* parts;          // and those of its rows: [point][segment][row]
  Complex* rows;
  Control* control;
  unsigned panels, points, segments;
  unsigned first_group, end_group;
};

// The warps of a team have the chunks of one group, which they read as a whole before any of them writes to it.
enum : unsigned {
  TEAMS = PIECES < 4 ? 4 / PIECES : 1,
  SUMMED_THREADS = TEAMS * PIECES * 32,
};

// A segment's row sums of a group of stored columns, a lane's rows `piece` of `tile` as load_rows() has them.
__device__ inline void load_part(Column& b, const Complex* part, unsigned piece, unsigned tile) {
  const unsigned lane = threadIdx.x % 32, column = lane / 4;
  const Complex* const own =
      part + piece * PART + (tile * 2 * TILES + column % 2) * 32 + column / 2;
#pragma unroll
  for (unsigned step = 0; step < STEPS; ++step) {
    const unsigned row = 4 * step + lane % 4;
    const Complex value = own[row / 8 * 64 + row % 8 * 4];
    b.re[step] = value.re, b.im[step] = value.im;
  }
}

__device__ inline void solve_group(Result (&x)[2][TILES], const SummedRows& s, Long point,
                                   unsigned group, unsigned chunk, const Complex* sums,
                                   const Complex* before) {
  const unsigned stored = s.panels * PIECES;
  const Complex* const edge = s.edge + (point * (stored + 1) + group) * 2 * EDGE_GROUP;
  const Complex* const solver = s.solver + point * 2 * FACTOR;
  const unsigned row = group / PIECES, first_behind = (row * PIECES + STRIP - 1) / STRIP;
  const unsigned segments = s.segments < first_behind ? s.segments : first_behind;
  const Long of_row = PIECES * PIECES * PART, apart = (s.panels + 2) * of_row;
  const Complex* const part =
      s.parts + point * s.segments * apart + row * of_row + group % PIECES * PIECES * PART;
  Factor a;
  load(a, solver, chunk, 0);
  multiply_edges(x, a, edge);
#pragma unroll 1
  for (unsigned piece = 0; piece < PIECES; ++piece) {
    load(a, solver + FACTOR, chunk, piece);
#pragma unroll
    for (unsigned function = 0; function < 2; ++function) {
#pragma unroll
      for (unsigned tile = 0; tile < TILES; ++tile) {
        Column b;
        load_rows(b, sums + function * GROUP, piece, tile);
        multiply(x[function][tile], a, b);
      }
    }
    load(a, s.own_solver + point * FACTOR, chunk, piece);
#pragma unroll
    for (unsigned function = 0; function < 2; ++function) {
#pragma unroll
      for (unsigned tile = 0; tile < TILES; ++tile) {
        Column b;
        load_rows(b, before + function * GROUP, piece, tile);
        multiply(x[function][tile], a, b);
      }
    }
  }
#pragma unroll 1
  for (unsigned at = 0; at < segments * PIECES; ++at) {
    const unsigned segment = at / PIECES, piece = at % PIECES;
    load(a, solver + FACTOR, chunk, piece);
#pragma unroll
    for (unsigned tile = 0; tile < TILES; ++tile) {
      Column b;
      load_part(b, part + segment * apart, piece, tile);
      multiply(x[0][tile], a, b);
    }
  }
}

extern "C" __global__ void __launch_bounds__(SUMMED_THREADS)
    solve_summed(const __grid_constant__ SummedRows s) {
  const unsigned chunk = threadIdx.x / 32 % PIECES, team = threadIdx.x / 32 / PIECES;
  const unsigned stored = s.panels * PIECES, groups = s.end_group - s.first_group;
  const Long tasks = (Long)s.points * groups;
  double change = 0;
  for (Long first = (Long)blockIdx.x * TEAMS; first < tasks; first += (Long)gridDim.x * TEAMS) {
    const Long task = first + team, point = task / groups;
    const unsigned group = s.first_group + task % groups;
    const bool is_there = task < tasks;
    const Long place_of_group = (point * (stored + PIECES) + group) * 2 * GROUP;
    const Complex* const sums = s.sums + place_of_group;
    Complex* const to = s.rows + place_of_group;
    Result x[2][TILES], before[2][TILES];
    if (is_there) {
      solve_group(x, s, point, group, chunk, sums, to);
#pragma unroll
      for (unsigned function = 0; function < 2; ++function)
        read_chunk(before[function], to + function * GROUP, chunk);
    }
    if (PIECES > 1) {
      block_sync();
    } else {
      warp_sync();
    }
    if (!is_there) continue;
#pragma unroll
    for (unsigned function = 0; function < 2; ++function)
      write_chunk(to + function * GROUP, chunk, x[function], before[function], change);
  }
  keep_largest(&s.control->change, change);
}

// Collision integrals that rows have been solved from, for the panel to come: I = i dX/dt - h X at the nodes.
struct IntegralsOfRows {
  const Complex *edge, *rows;  // as in PanelRows
  const Complex* h;            // that rows were solved with: [point][node][element]
  const double* derivatives;   // over the panel's length: [node][T+ and all nodes]
  Complex* integrals;          // of stored columns
  double length;
  unsigned panels, points;
};

extern "C" __global__ void __launch_bounds__(MOVING_THREADS)
    integrals_of_rows(const __grid_constant__ IntegralsOfRows f) {
  const unsigned stored = f.panels * PIECES;
  const Long task = (Long)blockIdx.x * MOVING_THREADS + threadIdx.x;
  const unsigned column = task % WIDTH, band = task / WIDTH % BANDS,
                 function = task / (WIDTH * BANDS) % 2;
  const unsigned group = task / (WIDTH * BANDS * 2) % stored;
  const Long point = task / ((Long)WIDTH * BANDS * 2 * stored);
  if (point >= f.points) return;
  const Long place_of_function = ((point * (stored + PIECES) + group) * 2 + function) * GROUP;
  const Complex* const rows = f.rows + place_of_function;
  Complex values[ORDER + 1];
  values[0] =
      get(f.edge + ((point * (stored + 1) + group) * 2 + function) * EDGE_GROUP, band, column);
#pragma unroll
  for (unsigned node = 0; node < ORDER; ++node)
    values[node + 1] = get(rows, node * BANDS + band, column);
  for (unsigned node = 0; node < ORDER; ++node) {
    Complex slope = {0, 0}, turned = {0, 0};
#pragma unroll
    for (unsigned of = 0; of <= ORDER; ++of)
      slope = slope + f.derivatives[node * (ORDER + 1) + of] * values[of];
    const Complex* const h = f.h + (point * ORDER + node) * ELEMENTS + band * BANDS;
    for (unsigned other = 0; other < BANDS; ++other)
      turned = add_product(h[other], get(rows, node * BANDS + other, column), turned);
    set(f.integrals + place_of_function, node * BANDS + band, column,
        Complex{-slope.im / f.length, slope.re / f.length} - turned);
  }
}
