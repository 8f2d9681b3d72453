// The same sums, where a block of threads fills a multiprocessor, by warps of two kinds that never meet within a strip: warps of columns keep the
// columns' sums of their groups in registers, warps of rows compute whole tiles of a row's sums, so that nothing is added up among warps.
// Rows come by a ring of stages (strip_rows.cuh).
// c += a b for two columns' tiles, four products that wait for none of each other at a time.
__device__ inline void multiply_tiles(Result (&c)[TILES], const Factor& a, Column (&b)[TILES]) {
#pragma unroll
  for (unsigned tile = 0; tile < TILES; ++tile) {
    multiply(c[tile].re, a.re, b[tile].re);
    multiply(c[tile].im, a.re, b[tile].im);
  }
#pragma unroll
  for (unsigned tile = 0; tile < TILES; ++tile) {
    multiply(c[tile].im, a.im, b[tile].re);
    negate(b[tile].im, b[tile].im);
    multiply(c[tile].re, a.im, b[tile].im);
  }
}
// Sums of a b^* by three real products for a complex one: of re re, im im, and (re + im)(re - im). Rounding errors are those of sums of products of
// numbers up to |re| + |im|, where four products have them up to |a| |b|.
struct Thirds {
  Sums of[3];
};
__device__ inline void clear(Thirds& c) {
#pragma unroll
  for (unsigned third = 0; third < 3; ++third) {
#pragma unroll
    for (unsigned rows = 0; rows < TILES; ++rows) c.of[third][rows][0] = c.of[third][rows][1] = 0;
  }
}
__device__ inline Complex number_of(const Thirds& c, unsigned rows, unsigned i) {
  const double of_re = c.of[0][rows][i], of_im = c.of[1][rows][i];
  return {of_re + of_im, c.of[2][rows][i] - of_re + of_im};
}
// c += a b^*, or c -= a b^*; `both`: re + im of a.
template <bool SUBTRACTS>
__device__ inline void multiply_conjugate(Thirds& c, const Factor& a, const Left& both, Column& b) {
  Right difference;
#pragma unroll
  for (unsigned step = 0; step < STEPS; ++step) {
    if (SUBTRACTS) b.re[step] = negative(b.re[step]), b.im[step] = negative(b.im[step]);
    difference[step] = b.re[step] - b.im[step];
  }
  multiply(c.of[0], a.re, b.re);
  multiply(c.of[1], a.im, b.im);
  multiply(c.of[2], both, difference);
}

// Warps of columns: of every panel of the strip one group and one chunk of rows.
enum : unsigned { OWN_GROUPS = PIECES * STRIP / COLUMN_WARPS };

struct ColumnWarp {
  unsigned chunk, group;
  // Group of the strip.
  __device__ unsigned group_of(unsigned own) const { return group + own * PIECES; }
};
__device__ inline ColumnWarp column_warp(unsigned warp) { return {warp % PIECES, warp / PIECES}; }

typedef Result ColumnSums[OWN_GROUPS][2][TILES];

__device__ inline void add_whole_row(ColumnSums& sums, const Walk& walk, const ColumnWarp& warp) {
  const STORED* const numbers = walk.numbers();
#pragma unroll 1
  for (unsigned piece = 0; piece < PIECES; ++piece) {
    Factor a;
    load(a, walk.row_factor(), warp.chunk, piece);
#pragma unroll
    for (unsigned own = 0; own < OWN_GROUPS; ++own) {
#pragma unroll
      for (unsigned function = 0; function < 2; ++function) {
        Column b[TILES];
#pragma unroll
        for (unsigned tile = 0; tile < TILES; ++tile)
          load_rows(b[tile], numbers + (warp.group_of(own) * 2 + function) * GROUP, piece, tile);
        multiply_tiles(sums[own][function], a, b);
      }
    }
  }
}

__device__ inline void add_group(Result (&sums)[2][TILES], const Walk& walk, unsigned group,
                                 unsigned chunk) {
#pragma unroll 1
  for (unsigned piece = 0; piece < PIECES; ++piece) {
    Factor a;
    load(a, walk.row_factor(), chunk, piece);
#pragma unroll
    for (unsigned function = 0; function < 2; ++function) {
      Column b[TILES];
#pragma unroll
      for (unsigned tile = 0; tile < TILES; ++tile)
        load_rows(b[tile], walk.numbers() + (group * 2 + function) * GROUP, piece, tile);
      multiply_tiles(sums[function], a, b);
    }
  }
}

// That of the diagonal, where D is shared between quadratures to the row's time and to the column's.
__device__ inline void add_diagonal(Result (&sums)[2][TILES], const Walk& walk, unsigned group,
                                    unsigned chunk, unsigned block) {
  const unsigned lane = threadIdx.x % 32, own_piece = group % PIECES;
#pragma unroll 1
  for (unsigned piece = 0; piece < PIECES; ++piece) {
#pragma unroll 1
    for (unsigned part = 0; part < 3; ++part) {
      Factor a;
      load(a, part == 2 ? walk.factor(block) + FACTOR : walk.row_factor(), chunk, piece);
      Column b[TILES];
#pragma unroll
      for (unsigned tile = 0; tile < TILES; ++tile) {
        load_rows(b[tile], walk.numbers() + (group * 2 + (part == 0 ? 0 : 1)) * GROUP, piece, tile);
        const unsigned column = own_piece * WIDTH + 8 * tile + lane / 4;
#pragma unroll
        for (unsigned step = 0; step < STEPS; ++step) {
          const unsigned row = piece * WIDTH + 4 * step + lane % 4;
          const double share = row < SIZE && column < SIZE
                                   ? walk.history.shares[column / BANDS * ORDER + row / BANDS]
                                   : 0;
          const double weight = part == 0 ? 1 : part == 1 ? 1 - share : -share;
          b[tile].re[step] *= weight, b[tile].im[step] *= weight;
        }
      }
      if (part == 1) {
        multiply_tiles(sums[1], a, b);
      } else {
        multiply_tiles(sums[0], a, b);
      }
    }
  }
}

__device__ inline void add_row(ColumnSums& sums, const Walk& walk, const ColumnWarp& warp,
                               const StripRow& at) {
  const unsigned first = at.strip * STRIP_PANELS;
  if (at.row >= walk.history.panels) return;
  if (at.row >= first + STRIP_PANELS) return add_whole_row(sums, walk, warp);
#pragma unroll
  for (unsigned own = 0; own < OWN_GROUPS; ++own) {
    const unsigned group = warp.group_of(own), block = first + group / PIECES;
    if (block < at.row) {
      add_group(sums[own], walk, group, warp.chunk);
    } else if (block == at.row) {
      add_diagonal(sums[own], walk, group, warp.chunk, block);
    }
  }
}

// What the lane has of a part.
struct OwnPart {
  Complex of[TILES][2 * TILES];
};
__device__ inline OwnPart read_part(const Complex* part) {
  OwnPart own;
#pragma unroll
  for (unsigned tile = 0; tile < TILES; ++tile) {
#pragma unroll
    for (unsigned i = 0; i < 2 * TILES; ++i) own.of[tile][i] = part[(tile * 2 * TILES + i) * 32];
  }
  return own;
}

__device__ inline void write_sums(ColumnSums& sums, const Walk& walk, const ColumnWarp& warp,
                                  const Complex* parts, unsigned strip) {
  const History& history = walk.history;
  // Without stored rows they stay as they are.
  if (history.first_row >= history.panels) return;
#pragma unroll
  for (unsigned own = 0; own < OWN_GROUPS; ++own) {
    const unsigned group = strip * STRIP + warp.group_of(own), block = group / PIECES;
    if (block >= history.panels) continue;
    if (history.completes && block > 0 && block >= history.first_row && block < history.end_row) {
      const OwnPart part =
          read_part(parts + (Long)(group * PIECES + warp.chunk) * PART + threadIdx.x % 32);
#pragma unroll
      for (unsigned tile = 0; tile < TILES; ++tile) {
#pragma unroll
        for (unsigned i = 0; i < 2 * TILES; ++i) {
          sums[own][0][tile].re[i / 2][i % 2] += part.of[tile][i].re;
          sums[own][0][tile].im[i / 2][i % 2] += part.of[tile][i].im;
        }
      }
    }
    Complex* const to =
        history.sums + (walk.point * history.sum_blocks * PIECES + group) * 2 * GROUP;
#pragma unroll
    for (unsigned function = 0; function < 2; ++function) {
#pragma unroll
      for (unsigned tile = 0; tile < TILES; ++tile) {
#pragma unroll
        for (unsigned rows = 0; rows < TILES; ++rows) {
          Result& result = sums[own][function][tile];
          if (history.adds) {
            Result before;
            read(before, to + function * GROUP, warp.chunk, tile, rows);
#pragma unroll
            for (unsigned i = 0; i < 2; ++i)
              result.re[rows][i] += before.re[rows][i], result.im[rows][i] += before.im[rows][i];
          }
          write(to + function * GROUP, warp.chunk, tile, rows, result);
        }
      }
    }
  }
}

__device__ inline void take_columns(Walk& walk, const Complex* parts, unsigned number) {
  const ColumnWarp warp = column_warp(number);
  const Strips& strips = walk.strips;
#pragma unroll 1
  for (unsigned round = 0; strips.is_round(round); ++round) {
    const unsigned strip = strips.strip_of(round);
    ColumnSums sums;
#pragma unroll
    for (unsigned own = 0; own < OWN_GROUPS; ++own) {
#pragma unroll
      for (unsigned tile = 0; tile < TILES; ++tile)
        clear(sums[own][0][tile]), clear(sums[own][1][tile]);
    }
#pragma unroll 1
    for (StripRow at{round, strip, strips.first_row(strip)}; strips.is_there(at); ++at.row) {
      walk.enter();
      add_row(sums, walk, warp, at);
      walk.leave(at);
    }
    // Parts of its rows are there, which no other strip adds to.
    if (walk.history.completes) wait_for_count(walk.ring.strips, (round + 1) * ROW_WARPS);
    write_sums(sums, walk, warp, parts, strip);
  }
}

// Of a row's sums a warp has the tile of a chunk and of rows `piece`; of T+ there is one piece.
struct RowWarp {
  unsigned chunk, piece;

  __device__ bool takes(const Walk& walk, unsigned row) const {
    return !walk.is_edge(row) || piece == 0;
  }
};

// c = -sigma_D L^+ + sigma_< D^+ for columns that are rows `piece` of the groups; of T+ there are eight at most.
template <bool OF_EDGE>
__device__ inline void add_panel(Thirds (&c)[TILES], const Walk& walk, const RowWarp& warp,
                                 unsigned panel) {
  constexpr unsigned function_numbers = OF_EDGE ? EDGE_GROUP : GROUP, tiles = OF_EDGE ? 1 : TILES;
#pragma unroll
  for (unsigned piece = 0; piece < PIECES; ++piece) {
    const STORED* const group = walk.numbers() + (panel * PIECES + piece) * 2 * function_numbers;
#pragma unroll
    for (unsigned function = 0; function < 2; ++function) {
      Factor a;
      load(a, walk.ring.factors + (panel * 2 + function) * FACTOR, warp.chunk, piece);
      Left both;
#pragma unroll
      for (unsigned step = 0; step < STEPS; ++step) {
#pragma unroll
        for (unsigned tile = 0; tile < TILES; ++tile)
          both[step][tile] = a.re[step][tile] + a.im[step][tile];
      }
#pragma unroll
      for (unsigned tile = 0; tile < tiles; ++tile) {
        Column b;
        load_turned(b, group + function * function_numbers, OF_EDGE ? 0 : warp.piece, tile);
        if (function == 0) {
          multiply_conjugate<true>(c[tile], a, both, b);
        } else {
          multiply_conjugate<false>(c[tile], a, both, b);
        }
      }
    }
  }
}

__device__ inline void take_part(const Walk& walk, const RowWarp& warp, unsigned row,
                                 unsigned panels, Complex* part, bool adds) {
  const bool is_edge = walk.is_edge(row);
  Thirds c[TILES];
#pragma unroll
  for (unsigned tile = 0; tile < TILES; ++tile) clear(c[tile]);
  // Added at the end: until then it comes from memory.
  OwnPart before = {};
  if (adds) before = read_part(part);
  if (is_edge) {
#pragma unroll 1
    for (unsigned panel = 0; panel < panels; ++panel) add_panel<true>(c, walk, warp, panel);
  } else if (panels == STRIP_PANELS) {
#pragma unroll
    for (unsigned panel = 0; panel < STRIP_PANELS; ++panel) add_panel<false>(c, walk, warp, panel);
  } else {
#pragma unroll 1
    for (unsigned panel = 0; panel < panels; ++panel) add_panel<false>(c, walk, warp, panel);
  }
#pragma unroll
  for (unsigned tile = 0; tile < TILES; ++tile) {
#pragma unroll
    for (unsigned i = 0; i < 2 * TILES; ++i) {
      part[(tile * 2 * TILES + i) * 32] = number_of(c[tile], i / 2, i % 2) + before.of[tile][i];
    }
  }
}

__device__ inline void leave_own_rows(const Walk& walk) {
  warp_sync();
  if (threadIdx.x % 32 == 0) add_to_count(walk.ring.strips);
}

__device__ inline void take_rows(Walk& walk, Complex* parts, unsigned number) {
  const RowWarp warp{number % PIECES, number / PIECES};
  const Strips& strips = walk.strips;
  const History& history = walk.history;
#pragma unroll 1
  for (unsigned round = 0; strips.is_round(round); ++round) {
    const unsigned strip = strips.strip_of(round), first = strip * STRIP_PANELS,
                   all = history.panels - first < STRIP_PANELS ? history.panels - first
                                                               : STRIP_PANELS;
    // All have left the factors before.
    row_warps_sync();
    if (threadIdx.x == COLUMN_WARPS * 32) {
      const unsigned bytes = all * 2 * FACTOR * sizeof(Complex);
      expect(bytes, walk.ring.full + STAGES);
      fetch(walk.ring.factors, walk.factor(first), bytes, walk.ring.full + STAGES);
    }
    wait_for(walk.ring.full + STAGES, round % 2);
    // Rows of the strip's own panels, whose parts other warps take.
    const unsigned end_of_own =
        first + STRIP_PANELS < history.end_row ? first + STRIP_PANELS : history.end_row;
    if (strips.first_row(strip) >= end_of_own) leave_own_rows(walk);
#pragma unroll 1
    for (StripRow at{round, strip, strips.first_row(strip)}; strips.is_there(at); ++at.row) {
      walk.enter();
      const unsigned before = (at.row < history.panels ? at.row : history.panels) - first,
                     panels = before < STRIP_PANELS ? before : STRIP_PANELS;
      if (panels > 0 && warp.takes(walk, at.row)) {
        Complex* const part = parts +
                              ((Long)(at.row * PIECES + warp.piece) * PIECES + warp.chunk) * PART +
                              threadIdx.x % 32;
        take_part(walk, warp, at.row, panels, part, round > 0);
      }
      if (at.row + 1 == end_of_own) leave_own_rows(walk);
      walk.leave(at);
    }
  }
}

extern "C" __global__ void __launch_bounds__(ALL_WARPS * 32, 1)
    history(const __grid_constant__ History of) {
  const unsigned local = blockIdx.x % of.points, segment = blockIdx.x / of.points;
  unsigned char* const factors = diagc_shared + STAGES * STAGED_BYTES;
  Row* const sources = (Row*)(factors + STRIP_FACTORS * sizeof(Complex));
  Long* const full = (Long*)(sources + STAGES);
  Long* const left = full + STAGES + 1;
  unsigned* const strips_left = (unsigned*)(left + STAGES);
  const Ring ring{diagc_shared, (Complex*)factors, full, left, strips_left, sources};
  Walk walk{of, Strips{of, segment}, ring, of.first_point + local, 0};
  begin_leaving(left);
  if (threadIdx.x == 0) *ring.strips = 0;
  begin_stages(full, STAGES + 1);
  if (threadIdx.x == 0) walk.begin();
  Complex* const parts =
      of.parts + ((Long)local * of.segments + segment) * (of.panels + 2) * PIECES * PIECES * PART;
  const unsigned warp = threadIdx.x / 32;
  if (warp < COLUMN_WARPS) {
    take_columns(walk, parts, warp);
  } else {
    take_rows(walk, parts, warp - COLUMN_WARPS);
  }
}
