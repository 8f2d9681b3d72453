// The panel's rows at a group of stored columns, from complete sums that a warp has: what the panel itself adds to them is linear in its rows before,
// I = sums + C X, with C the collocation matrix times the panel's own sigma D, and X = Y X(T+) + Z I. Blocks of one piece alone.

// What a block of threads has in shared memory for its point.
struct SharedSolver {
  Complex*
      factors;    // C and Z as left factors, where STAGED_SOLVER says that there is room for them
  Long* largest;  // change, and Legendre coefficients

  // Threads meet before what it writes is read.
  __device__ void begin(const History& history, Long point) const {
    if (threadIdx.x < 4) largest[threadIdx.x] = 0;
    if (!STAGED_SOLVER) return;
    const Complex* const sigma =
        history.factors + (point * history.factor_blocks + history.panels) * 2 * FACTOR;
    for (unsigned at = threadIdx.x; at < PADDED * PADDED; at += blockDim.x) {
      const unsigned row = at / PADDED, column = at % PADDED;
      set_factor(factors, row, column,
                 own_weight(history, row, column) * get_factor(sigma, row, column));
      factors[FACTOR + at] = history.solver[(point * 2 + 1) * FACTOR + at];
    }
  }
  // All threads have come here with what they found.
  __device__ void end(const History& history) const {
    if (threadIdx.x == 0) keep_larger(&history.control[0].change, largest[0]);
    if (threadIdx.x > 0 && threadIdx.x < 4)
      keep_larger(history.control[1].largest + threadIdx.x - 1, largest[threadIdx.x]);
  }
  __device__ static double own_weight(const History& history, unsigned row, unsigned column) {
    return row < SIZE && column < SIZE
               ? history.length * history.integrals[row / BANDS * ORDER + column / BANDS]
               : 0;
  }
  __device__ void load_own(Factor& a, const History& history, Long point) const {
    if (STAGED_SOLVER) return load(a, factors, 0, 0);
    const unsigned lane = threadIdx.x % 32;
    load(a, history.factors + (point * history.factor_blocks + history.panels) * 2 * FACTOR, 0, 0);
#pragma unroll
    for (unsigned step = 0; step < STEPS; ++step) {
#pragma unroll
      for (unsigned tile = 0; tile < TILES; ++tile) {
        const double weight = own_weight(history, 8 * tile + lane / 4, 4 * step + lane % 4);
        a.re[step][tile] *= weight, a.im[step][tile] *= weight;
      }
    }
  }
  __device__ void load_from_integrals(Factor& a, const History& history, Long point) const {
    load(a, STAGED_SOLVER ? factors + FACTOR : history.solver + (point * 2 + 1) * FACTOR, 0, 0);
  }
};

// `before`, `edge`: the group's rows before, and those of T+; `own`: the warp's shared memory for a function of a group.
__device__ inline void solve_columns(Result (&sums)[2][TILES], const History& history, Long point,
                                     unsigned group, const Complex* before, const Complex* edge,
                                     Complex* own, const SharedSolver& solver) {
  const Long place = (point * history.sum_blocks + group) * 2 * GROUP;
  Complex *const to = history.solved + place, *const integrals = history.sums + place;
  const bool looks = history.coefficients != nullptr;
  Factor a;
  solver.load_own(a, history, point);
#pragma unroll
  for (unsigned function = 0; function < 2; ++function) {
#pragma unroll
    for (unsigned tile = 0; tile < TILES; ++tile) {
      Column b;
      load_rows(b, before + function * GROUP, 0, tile);
      multiply(sums[function][tile], a, b);
    }
    // Rows that are looked at may be the panel's last ones, whose integrals the next panel begins with.
    if (looks) put_chunk(integrals + function * GROUP, 0, sums[function]);
  }
  double change = 0, largest[3] = {0, 0, 0};
#pragma unroll
  for (unsigned function = 0; function < 2; ++function) {
    put_chunk(own, 0, sums[function]);
    Result x[TILES];
    load(a, history.solver + point * 2 * FACTOR, 0, 0);
    multiply_edge(x, a, edge + function * EDGE_GROUP);
    solver.load_from_integrals(a, history, point);
    warp_sync();
#pragma unroll
    for (unsigned tile = 0; tile < TILES; ++tile) {
      Column b;
      load_rows(b, own, 0, tile);
      multiply(x[tile], a, b);
    }
#pragma unroll
    for (unsigned tile = 0; tile < TILES; ++tile) {
      Result old;
#pragma unroll
      for (unsigned rows = 0; rows < TILES; ++rows)
        read(old, before + function * GROUP, 0, tile, rows);
      write_tile(to + function * GROUP, 0, tile, x[tile], old, change);
    }
    warp_sync();
    if (!looks) continue;
    put_chunk(own, 0, x);
    warp_sync();
    for (unsigned task = threadIdx.x % 32; task < BANDS * WIDTH; task += 32) {
      const unsigned band = task / WIDTH, column = task % WIDTH;
      keep_unresolved(largest, history.coefficients, [&](unsigned node) {
        return node == 0 ? get(edge + function * EDGE_GROUP, band, column)
                         : get(own, (node - 1) * BANDS + band, column);
      });
    }
    warp_sync();
  }
  keep_largest(solver.largest, change);
  if (!looks) return;
#pragma unroll
  for (unsigned d = 0; d < 3; ++d) keep_largest(solver.largest + 1 + d, largest[d]);
}
