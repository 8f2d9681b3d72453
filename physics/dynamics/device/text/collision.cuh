// Collision integrals from the sums over stored nodes, and what the new panel adds within itself (collision.h).
//
// Columns of the new panel's rows: groups of stored blocks, of the panel itself, then one of T+, whose columns beyond BANDS are zero. The group of T+
// stands in arrays of its own. Products of fields along the contour are the same without T+ (fields/contour_products.h).
struct Collision {
  const Complex *rows, *rows_edge;  // L and D on the new rows: [point][group], and of T+
  const Complex* own_sigma;   // sigma D, sigma < of the panel itself, as left factors: [point][2]
  const Complex* parts;       // of the history: [point - first_point][segment][row]
  Complex *sums, *sums_edge;  // in: columns' sums of stored blocks; out: collision integrals
  const double* integrals;    // the collocation matrix, [ORDER][ORDER]
  double length;
  double within;  // `length`, or 0 where what the panel's rows give is left out
  double sign;    // of the parts
  unsigned panels, own_blocks, segments;  // blocks of sigma before that of the panel itself
  unsigned first_point, points;
  unsigned first_group, groups;  // that this launch takes
  unsigned adds;                 // to what stands at the panel's own columns and that of T+
};

enum : unsigned { COLLIDING_WARPS = 4 };

extern "C" __global__ void __launch_bounds__(COLLIDING_WARPS * 32)
    collide(const __grid_constant__ Collision c) {
  const unsigned lane = threadIdx.x % 32;
  const unsigned stored = c.panels * PIECES, all = stored + PIECES;
  const Long task = (Long)blockIdx.x * COLLIDING_WARPS + threadIdx.x / 32;
  const unsigned local = task / (c.groups * PIECES), rest = task % (c.groups * PIECES);
  if (local >= c.points) return;
  const unsigned group = c.first_group + rest / PIECES, chunk = rest % PIECES;
  const Long point = c.first_point + local;
  const bool is_edge = group == all, is_own = !is_edge && group >= stored;
  const bool adds = (!is_edge && !is_own) || c.adds;
  const Complex* const x =
      is_edge ? c.rows_edge + point * 2 * GROUP : c.rows + (point * all + group) * 2 * GROUP;
  Complex* const to =
      is_edge ? c.sums_edge + point * 2 * GROUP : c.sums + (point * all + group) * 2 * GROUP;
  const Complex* const sigma = c.own_sigma + (point * c.own_blocks) * 2 * FACTOR;

  Result sums[2][TILES];
#pragma unroll
  for (unsigned tile = 0; tile < TILES; ++tile) {
    clear(sums[0][tile]), clear(sums[1][tile]);
#pragma unroll
    for (unsigned rows = 0; rows < TILES && adds; ++rows) {
      read(sums[0][tile], to, chunk, tile, rows);
      read(sums[1][tile], to + GROUP, chunk, tile, rows);
    }
#pragma unroll
    for (unsigned i = 0; i < 2 * TILES; ++i) {
      // Parts of segments that begin before the block; the panel and T+ are rows behind all.
      const unsigned row = is_edge ? c.panels + 1 : group / PIECES,
                     piece = is_edge ? 0 : group % PIECES;
      const unsigned before = (row * PIECES + STRIP - 1) / STRIP;
      const unsigned end = is_edge || is_own || c.segments < before ? c.segments : before;
      Complex sum = {0, 0};
      for (unsigned segment = 0; segment < end; ++segment) {
        sum =
            sum + c.parts[((((Long)local * c.segments + segment) * (c.panels + 2) + row) * PIECES +
                           piece) *
                              PIECES * PART +
                          chunk * PART + (tile * 2 * TILES + i) * 32 + lane];
      }
      sums[0][tile].re[i / 2][i % 2] += c.sign * sum.re;
      sums[0][tile].im[i / 2][i % 2] += c.sign * sum.im;
    }
  }
#pragma unroll 1
  for (unsigned piece = 0; piece < PIECES; ++piece) {
    Factor a;
    load(a, sigma, chunk, piece);
#pragma unroll
    for (unsigned step = 0; step < STEPS; ++step) {
#pragma unroll
      for (unsigned tile = 0; tile < TILES; ++tile) {
        const unsigned row = chunk * WIDTH + 8 * tile + lane / 4,
                       column = piece * WIDTH + 4 * step + lane % 4;
        const double weight = row < SIZE && column < SIZE
                                  ? c.within * c.integrals[row / BANDS * ORDER + column / BANDS]
                                  : 0;
        a.re[step][tile] *= weight, a.im[step][tile] *= weight;
      }
    }
#pragma unroll
    for (unsigned function = 0; function < 2; ++function) {
#pragma unroll
      for (unsigned tile = 0; tile < TILES; ++tile) {
        Column b;
        load_rows(b, x + function * GROUP, piece, tile);
        multiply(sums[function][tile], a, b);
      }
    }
    if (!is_own) continue;
    // Quadratures to the times of the panel's own columns.
#pragma unroll 1
    for (unsigned function = 0; function < 2; ++function) {
      load(a, sigma + (function == 0 ? FACTOR : 0), chunk, piece);
#pragma unroll
      for (unsigned tile = 0; tile < TILES; ++tile) {
        Column b;
        load_rows(b, x + GROUP, piece, tile);
        const unsigned column = (group - stored) * WIDTH + 8 * tile + lane / 4;
#pragma unroll
        for (unsigned step = 0; step < STEPS; ++step) {
          const unsigned row = piece * WIDTH + 4 * step + lane % 4;
          const double weight = row < SIZE && column < SIZE
                                    ? -c.length * c.integrals[column / BANDS * ORDER + row / BANDS]
                                    : 0;
          b.re[step] *= weight, b.im[step] *= weight;
        }
        if (function == 0) {
          multiply(sums[0][tile], a, b);
        } else {
          multiply(sums[1][tile], a, b);
        }
      }
    }
  }
#pragma unroll
  for (unsigned function = 0; function < 2; ++function) {
#pragma unroll
    for (unsigned tile = 0; tile < TILES; ++tile) {
#pragma unroll
      for (unsigned rows = 0; rows < TILES; ++rows) {
        Result& own = sums[function][tile];
#pragma unroll
        for (unsigned i = 0; i < 2; ++i) {
          if (is_edge && column_of(tile, i) >= BANDS) own.re[rows][i] = own.im[rows][i] = 0;
        }
        write(to + function * GROUP, chunk, tile, rows, own);
      }
    }
  }
}
