// The new rows' self-energy times all that is stored (history.h): a block of threads takes a strip of columns of one point through all rows
// below them, one strip of its segment after the other. Every stored block is read once, for the columns' sums, which stay in registers, and for
// those of its rows, which leave as a part for each segment.
// Rows come to one of two stages in shared memory while those of the other are used.
enum : unsigned {
  WARPS = STRIP * PIECES,
  SOLVES = PIECES == 1 && sizeof(STORED) == sizeof(Complex),  // for rows, where that is asked for
  STAGE = STRIP * 2 * GROUP,                                  // stored numbers
  // With the left factor of their row behind them where there is room for it.
  STAGE_BYTES = STAGE * sizeof(STORED) + (STAGED_FACTOR ? FACTOR * sizeof(Complex) : 0)
};

struct HistoryPlace {
  const History& history;
  unsigned strip;
  Long point;

  __device__ unsigned block_bytes(unsigned row) const {
    return 2 * sizeof(STORED) * (row > history.panels ? EDGE_GROUP : GROUP);
  }
  // Groups of the strip that a row has before the block of the diagonal.
  __device__ unsigned groups(unsigned row) const {
    const unsigned all = (row < history.panels ? row : history.panels) * PIECES,
                   first = strip * STRIP;
    return all <= first ? 0 : all - first < STRIP ? all - first : STRIP;
  }
  __device__ const Complex* factor(unsigned row) const {
    return history.factors + (point * history.factor_blocks + row) * 2 * FACTOR;
  }
  // Numbers of a row from a group of the strip on.
  __device__ const unsigned char* numbers(unsigned row, unsigned of_strip) const {
    const Row from = history.rows[row];
    const Long group = (point * from.blocks + from.first) * PIECES +
                       (row > history.panels ? point : 0) + strip * STRIP + of_strip;
    return (const unsigned char*)from.data + group * block_bytes(row);
  }
  __device__ void fetch_row(unsigned row, unsigned char* stage, Long* full) const {
    if (!begins_copies() || row >= history.end_row) return;
    const unsigned bytes = groups(row) * block_bytes(row),
                   of_factor = STAGED_FACTOR && row < history.panels ? FACTOR * sizeof(Complex) : 0;
    expect(bytes + of_factor, full);
    fetch_once(stage, numbers(row, 0), bytes, full);
    if (of_factor > 0) fetch(stage + STAGE * sizeof(STORED), factor(row), of_factor, full);
  }
};

// Columns' sums of a stored row below the diagonal's block.
__device__ inline void add_columns(Result (&sums)[2][TILES], const Complex* factor,
                                   const STORED* group, unsigned chunk) {
#pragma unroll 1
  for (unsigned piece = 0; piece < PIECES; ++piece) {
    Factor a;
    load(a, factor, chunk, piece);
#pragma unroll
    for (unsigned function = 0; function < 2; ++function) {
#pragma unroll
      for (unsigned tile = 0; tile < TILES; ++tile) {
        Column b;
        load_rows(b, group + function * GROUP, piece, tile);
        multiply(sums[function][tile], a, b);
      }
    }
  }
}

// Those of a block of the diagonal, where D is shared between quadratures to the row's time and to the column's.
__device__ inline void add_diagonal(Result (&sums)[2][TILES], const Complex* sigma_d,
                                    const Complex* sigma_lesser, const STORED* group,
                                    unsigned chunk, unsigned own_piece, const double* shares) {
  const unsigned lane = threadIdx.x % 32;
#pragma unroll 1
  for (unsigned piece = 0; piece < PIECES; ++piece) {
#pragma unroll 1
    for (unsigned part = 0; part < 3; ++part) {
      Factor a;
      load(a, part == 2 ? sigma_lesser : sigma_d, chunk, piece);
#pragma unroll
      for (unsigned tile = 0; tile < TILES; ++tile) {
        Column b;
        load_rows(b, group + (part == 0 ? 0 : GROUP), piece, tile);
        const unsigned column = own_piece * WIDTH + 8 * tile + lane / 4;
#pragma unroll
        for (unsigned step = 0; step < STEPS; ++step) {
          const unsigned row = piece * WIDTH + 4 * step + lane % 4;
          const double share =
              row < SIZE && column < SIZE ? shares[column / BANDS * ORDER + row / BANDS] : 0;
          const double weight = part == 0 ? 1 : part == 1 ? 1 - share : -share;
          b.re[step] *= weight, b.im[step] *= weight;
        }
        if (part == 1) {
          multiply(sums[1][tile], a, b);
        } else {
          multiply(sums[0][tile], a, b);
        }
      }
    }
  }
}

// c = -sigma_D L^+ + sigma_< D^+ for columns that are rows `piece` of the group; of T+ there are eight at most, of which those beyond EDGE_ROWS are
// numbers of no meaning, which nobody reads.
template <unsigned OF_ROWS, unsigned FUNCTION>
__device__ inline void add_rows(Result (&c)[TILES], const Factor (&turned)[2], const STORED* group,
                                unsigned piece) {
#pragma unroll
  for (unsigned function = 0; function < 2; ++function) {
#pragma unroll
    for (unsigned tile = 0; tile < OF_ROWS; ++tile) {
      Column b;
      load_turned(b, group + function * FUNCTION, piece, tile);
      multiply_conjugate(c[tile], turned[function], b);
    }
  }
}

// Where a block of threads stands.
struct HistoryStage {
  unsigned char* stages;
  Complex* slots;
  Long* full;
  SharedSolver solver;
  unsigned step, slot;  // rows that were taken; which set of slots is next
};

// Numbers of a part that a thread has.
enum : unsigned { OWN = (PIECES * PART + WARPS * 32 - 1) / (WARPS * 32) };

// A part of rows as the strips before have left it.
__device__ inline void read_part(Complex (&before)[OWN], const Complex* part, bool adds) {
#pragma unroll
  for (unsigned i = 0; i < OWN; ++i) {
    const unsigned at = threadIdx.x + i * WARPS * 32;
    before[i] = adds && at < PIECES * PART ? part[at] : Complex{0, 0};
  }
}
__device__ inline void reduce(const Complex* of_chunks, const Complex (&before)[OWN], Complex* to) {
  block_sync();
#pragma unroll
  for (unsigned i = 0; i < OWN; ++i) {
    const unsigned at = threadIdx.x + i * WARPS * 32;
    if (at >= PIECES * PART) break;
    Complex sum = before[i];
#pragma unroll
    for (unsigned other = 0; other < STRIP; ++other)
      sum = sum + of_chunks[other * PIECES * PART + at];
    to[at] = sum;
  }
}

__device__ inline void take_strip(const History& history, unsigned strip, Long point,
                                  Complex* parts, bool adds, HistoryStage& at) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, chunk = warp % PIECES,
                 group = warp / PIECES;
  const HistoryPlace place_of{history, strip, point};
  const unsigned column = strip * STRIP + group, block = column / PIECES, piece = column % PIECES;
  const bool has_columns = block < history.panels;

  Result sums[2][TILES];
#pragma unroll
  for (unsigned tile = 0; tile < TILES; ++tile) clear(sums[0][tile]), clear(sums[1][tile]);
  Factor turned[2];
  if (has_columns) {
    load(turned[0], place_of.factor(block), chunk, piece);
    load(turned[1], place_of.factor(block) + FACTOR, chunk, piece);
    negate(turned[0].re);
    negate(turned[0].im);
  }
  const unsigned behind = strip * STRIP / PIECES + 1;  // the block that the strip begins in
  const unsigned begin = history.first_row < behind ? behind : history.first_row;
  for (unsigned ahead = 0; ahead < 2; ++ahead) {
    const unsigned stage = (at.step + ahead) % 2;
    place_of.fetch_row(begin + ahead, at.stages + stage * STAGE_BYTES, at.full + stage);
  }
  // All warps at once, and while the first rows come.
  if (has_columns && block >= history.first_row && block < history.end_row)
    add_diagonal(sums, place_of.factor(block), place_of.factor(block) + FACTOR,
                 (const STORED*)place_of.numbers(block, group), chunk, piece, history.shares);
#pragma unroll 1
  for (unsigned row = begin; row < history.end_row; ++row) {
    const unsigned stage = at.step % 2;
    // The part comes while the row does.
    Complex before[OWN];
    read_part(before, parts + (Long)row * PIECES * PIECES * PART, adds);
    wait_for(at.full + stage, at.step / 2 % 2);
    const bool is_edge = row > history.panels;
    unsigned char* const of_stage = at.stages + stage * STAGE_BYTES;
    const STORED* const own = (const STORED*)of_stage + group * 2 * (is_edge ? EDGE_GROUP : GROUP);
    if (has_columns && row < history.panels && block < row) {
      const Complex* const factor = STAGED_FACTOR
                                        ? (const Complex*)(of_stage + STAGE * sizeof(STORED))
                                        : place_of.factor(row);
      add_columns(sums, factor, own, chunk);
    }
#pragma unroll 1
    for (unsigned rows = 0; rows < (is_edge ? 1 : PIECES); ++rows) {
      Complex* const part = parts + ((Long)row * PIECES + rows) * PIECES * PART;
      if (rows > 0) read_part(before, part, adds);
      Result c[TILES];
#pragma unroll
      for (unsigned tile = 0; tile < TILES; ++tile) clear(c[tile]);
      if (has_columns && is_edge) {
        add_rows<1, EDGE_GROUP>(c, turned, own, 0);
      } else if (has_columns && block < row) {
        add_rows<TILES, GROUP>(c, turned, own, rows);
      }
      Complex* const slot_of_warp = at.slots + (at.slot * WARPS + warp) * PART + lane;
#pragma unroll
      for (unsigned tile = 0; tile < TILES; ++tile) {
#pragma unroll
        for (unsigned i = 0; i < 2 * TILES; ++i)
          slot_of_warp[(tile * 2 * TILES + i) * 32] = {c[tile].re[i / 2][i % 2],
                                                       c[tile].im[i / 2][i % 2]};
      }
      reduce(at.slots + at.slot * WARPS * PART, before, part);
      if (SLOTS > 1) {
        at.slot ^= 1;
      } else {
        block_sync();
      }
    }
    place_of.fetch_row(row + 2, of_stage, at.full + stage);
    ++at.step;
  }
  // Strips before this one have left their parts of its rows, which no other one adds to.
  if (history.completes) block_sync();
  // Without stored rows their sums stay as they are.
  if (!has_columns || history.first_row >= history.panels) return;
  if (history.completes && block > 0 && block >= history.first_row && block < history.end_row) {
    const Complex* const part =
        parts + (((Long)block * PIECES + piece) * PIECES + chunk) * PART + lane;
#pragma unroll
    for (unsigned tile = 0; tile < TILES; ++tile) {
#pragma unroll
      for (unsigned i = 0; i < 2 * TILES; ++i) {
        const Complex value = part[(tile * 2 * TILES + i) * 32];
        sums[0][tile].re[i / 2][i % 2] += value.re, sums[0][tile].im[i / 2][i % 2] += value.im;
      }
    }
  }
  // Stages have the panel's own rows and those of T+ yet, which came last.
  if (SOLVES && history.solved != nullptr) {
    const Complex *const before = (const Complex*)(at.stages + at.step % 2 * STAGE_BYTES) +
                                  group * 2 * GROUP,
                         *const edge =
                             (const Complex*)(at.stages + (at.step + 1) % 2 * STAGE_BYTES) +
                             group * 2 * EDGE_GROUP;
    return solve_columns(sums, history, point, block, before, edge,
                         at.slots + (at.slot * WARPS + warp) * PART, at.solver);
  }
  Complex* const to =
      history.sums + ((point * history.sum_blocks + block) * PIECES + piece) * 2 * GROUP;
#pragma unroll
  for (unsigned function = 0; function < 2; ++function) {
#pragma unroll
    for (unsigned tile = 0; tile < TILES; ++tile) {
#pragma unroll
      for (unsigned rows = 0; rows < TILES; ++rows) {
        Result& own = sums[function][tile];
        if (history.adds) {
          Result before;
          read(before, to + function * GROUP, chunk, tile, rows);
#pragma unroll
          for (unsigned i = 0; i < 2; ++i)
            own.re[rows][i] += before.re[rows][i], own.im[rows][i] += before.im[rows][i];
        }
        write(to + function * GROUP, chunk, tile, rows, own);
      }
    }
  }
}

// Segments take strips in turn, forwards and backwards, so that all have about as many rows.
extern "C" __global__ void __launch_bounds__(WARPS * 32, BLOCKS)
    history(const __grid_constant__ History of) {
  const unsigned local = blockIdx.x % of.points, segment = blockIdx.x / of.points;
  HistoryStage at;
  at.stages = diagc_shared;
  at.slots = (Complex*)(at.stages + 2 * STAGE_BYTES);
  at.full = (Long*)(at.slots + SLOTS * WARPS * PART);
  at.solver.largest = at.full + 2;
  at.solver.factors = (Complex*)(at.full + 6);
  at.step = at.slot = 0;
  begin_stages(at.full, 2);
  const bool solves = SOLVES && of.solved != nullptr;
  if (solves) at.solver.begin(of, of.first_point + local);
  Complex* const parts =
      of.parts + ((Long)local * of.segments + segment) * (of.panels + 2) * PIECES * PIECES * PART;
#pragma unroll 1
  for (unsigned round = 0;; ++round) {
    const unsigned strip =
        round * of.segments + (round % 2 == 0 ? segment : of.segments - 1 - segment);
    if (round * of.segments >= of.strips) break;
    if (strip < of.strips) take_strip(of, strip, of.first_point + local, parts, round > 0, at);
    // Before rows of the next strip come in place of those that the last one's columns are solved with.
    if (solves) block_sync();
  }
  if (solves) at.solver.end(of);
}
