// Steps one after the other, each of whose results the next one reads: a tile of a is read, its values stay in shared memory from step to step,
// and a tile of c is written. Values between the steps have no power of two of their own. Where a tile of a is read more than once, it is copied to
// shared memory, too: the next one is on its way while the steps after the first are taken.
struct ChainArrays {
  const Number *a;
  Number *c;
  const Long *start_a;
  const int *most_a;
  int *most_c;
  unsigned prime;
  // Of each step, its other operand.
  const Number *b[8];
  const Long *start_b[8];
  const int *most_b[8];
};
template <class... Of>
struct Stages {};

template <unsigned many>
struct alignas(many * sizeof(Number)) ChainPack {
  Number of[many];
};

// One step of a tile: c[row, column] = Σ over summed of a[row, summed] · b[row, column, summed], sums of some rows and columns in registers. The
// columns of b are neighbours, and carry the powers of two of both operands.
template <class Stage>
__device__ __forceinline__ int take_stage(const Number *a, const Number *b, Number *c,
                                          const Arithmetic &with) {
  typedef typename Stage::Offset Offset;
  constexpr unsigned units_of_rows = Stage::rows / Stage::held_rows;
  constexpr unsigned groups = (Stage::columns + (Stage::held_columns - 1)) / Stage::held_columns;
  constexpr unsigned units = units_of_rows * groups;
  // Rows that lie side by side in both arrays go together.
  constexpr unsigned row_pack = Stage::row_pack, row_packs = Stage::held_rows / row_pack;
  typedef ChainPack<row_pack> Rows;
  int most = 0;
#pragma unroll 1
  for (unsigned unit = threadIdx.x; unit < units; unit += block_threads) {
    const unsigned row = (groups == 1 ? unit : unit % units_of_rows) * row_pack;
    const unsigned first_column = groups == 1 ? 0 : unit / units_of_rows * Stage::held_columns;
    Offset in_a[row_packs], in_b[row_packs], in_c[row_packs];
    typename Stage::Products sums[Stage::held_rows][Stage::held_columns];
#pragma unroll
    for (unsigned l = 0; l < row_packs; ++l)
      Stage::row(row + l * units_of_rows * row_pack, in_a[l], in_b[l], in_c[l]);
#pragma unroll
    for (unsigned l = 0; l < Stage::held_rows; ++l) {
#pragma unroll
      for (unsigned n = 0; n < Stage::held_columns; ++n) clear(sums[l][n]);
    }
#pragma unroll Stage::unrolled
    for (unsigned k = 0; k < Stage::summed; ++k) {
      Offset k_in_a, k_in_b;
      Stage::sum(k, k_in_a, k_in_b);
      Rows x[row_packs];
#pragma unroll
      for (unsigned l = 0; l < row_packs; ++l) x[l] = *(const Rows *)(a + (in_a[l] + k_in_a));
#pragma unroll
      for (unsigned n = 0; n < Stage::held_columns; n += Stage::pack) {
        const unsigned column = first_column + n;
        if (Stage::columns % Stage::held_columns != 0 && column >= Stage::columns) break;
        // All rows of a thread read the same of b.
        const ChainPack<Stage::pack> y =
            *(const ChainPack<Stage::pack> *)(b + in_b[0] + k_in_b + column);
#pragma unroll
        for (unsigned m = 0; m < Stage::pack; ++m) {
#pragma unroll
          for (unsigned l = 0; l < Stage::held_rows; ++l)
            add_product(sums[l][n + m], x[l / row_pack].of[l % row_pack], y.of[m], with);
        }
      }
    }
#pragma unroll
    for (unsigned l = 0; l < row_packs; ++l) {
#pragma unroll
      for (unsigned n = 0; n < Stage::held_columns; ++n) {
        const unsigned column = first_column + n;
        if (Stage::columns % Stage::held_columns != 0 && column >= Stage::columns) break;
        Offset n_in_c;
        Stage::column(column, n_in_c);
        Rows values;
#pragma unroll
        for (unsigned m = 0; m < row_pack; ++m) {
          values.of[m] = value_of(sums[l * row_pack + m][n], with);
          const int own = magnitude_of(values.of[m]);
          most = own > most ? own : most;
        }
        *(Rows *)(c + (in_c[l] + n_in_c)) = values;
      }
    }
  }
  return most;
}

// Copies of the other operands, and what products of each step are multiplied by.
template <class Chain>
struct ChainFactors {
  Arithmetic with[Chain::steps];
};
template <unsigned step, class Stage>
__device__ __forceinline__ void fetch_others(Stages<Stage>, const ChainArrays &arrays, Number *held,
                                             const Arithmetic *with) {
  const Number *const from = arrays.b[step] + *arrays.start_b[step];
  for (unsigned i = threadIdx.x; i < Stage::others; i += block_threads) {
    typename Stage::Offset at;
    Stage::other(i, at);
    held[Stage::other_at + i] = scaled(from[at], with[step]);
  }
}
template <unsigned step, class Stage, class Next, class... Others>
__device__ __forceinline__ void fetch_others(Stages<Stage, Next, Others...>,
                                             const ChainArrays &arrays, Number *held,
                                             const Arithmetic *with) {
  fetch_others<step>(Stages<Stage>(), arrays, held, with);
  fetch_others<step + 1>(Stages<Next, Others...>(), arrays, held, with);
}

// Begins to copy a tile of a.
template <class Chain>
__device__ __forceinline__ void fetch_first(const Number *a, Number *held,
                                            typename Chain::Index tile) {
  typedef typename Chain::Offset Offset;
  typedef ChainPack<Chain::first_pack> Pack;
  constexpr unsigned packs = Chain::firsts / Chain::first_pack;
  // What the threads take at once: where whole axes make that up, the turns of a thread are constant distances apart.
  constexpr unsigned at_once = block_threads * Chain::first_pack;
  if (tile < Chain::tiles) {
    Offset in_a, in_c, own_from, own_to;
    Chain::tile(tile, in_a, in_c);
    Chain::first(threadIdx.x * Chain::first_pack, own_from, own_to);
#pragma unroll
    for (unsigned turn = 0; turn < (packs + (block_threads - 1)) / block_threads; ++turn) {
      Offset from, to;
      if (Chain::first_by_turns) {
        Chain::first(turn * at_once, from, to);
        from += own_from;
        to += own_to;
      } else {
        Chain::first(turn * at_once + threadIdx.x * Chain::first_pack, from, to);
      }
      if (packs % block_threads == 0 || turn * block_threads + threadIdx.x < packs)
        begin_copy((Pack *)(held + Chain::first_at + to), (const Pack *)(a + in_a + from));
    }
  }
  end_of_copies();
}

template <class Chain, unsigned step, class Stage, class Ahead>
__device__ __forceinline__ int take_stages(Stages<Stage>, const Number *from, Number *held,
                                           Number *result, const ChainFactors<Chain> &of,
                                           const Ahead &) {
  return take_stage<Stage>(from, held + Stage::other_at, result, of.with[step]);
}
template <class Chain, unsigned step, class Stage, class Next, class... Others, class Ahead>
__device__ __forceinline__ int take_stages(Stages<Stage, Next, Others...>, const Number *from,
                                           Number *held, Number *result,
                                           const ChainFactors<Chain> &of, const Ahead &ahead) {
  // Steps write to the two buffers in turn.
  Number *const to = held + (step % 2 == 0 ? 0 : Chain::second_buffer);
  take_stage<Stage>(from, held + Stage::other_at, to, of.with[step]);
  __syncthreads();
  // What the first step has read makes room for what it reads next.
  if (step == 0) ahead();
  return take_stages<Chain, step + 1>(Stages<Next, Others...>(), to, held, result, of, ahead);
}

template <class Chain>
__device__ __forceinline__ void chain(const ChainArrays &arrays) {
  typedef typename Chain::Index Index;
  typedef typename Chain::Offset Offset;
  const Number *const __restrict__ a = arrays.a + *arrays.start_a;
  Number *const held = (Number *)(diagc_shared + 16);
  constexpr bool copies_first = Chain::firsts != 0;
  if (copies_first) fetch_first<Chain>(a, held, blockIdx.x);
  ChainFactors<Chain> of;
#pragma unroll
  for (unsigned step = 0; step < Chain::steps; ++step) {
    of.with[step] = arithmetic_of(step == 0 ? *arrays.most_a : Chain::exponent_of_one,
                                  *arrays.most_b[step], arrays.prime);
  }
  fetch_others<0>(typename Chain::All(), arrays, held, of.with);
  int most = 0;
  for (Index tile = blockIdx.x; tile < Chain::tiles; tile += gridDim.x) {
    if (copies_first) wait_for_copies<0>();
    // The others are there, and this tile; what the last step of the tile before it read has been read.
    if (copies_first || tile == blockIdx.x || Chain::steps % 2 == 0) __syncthreads();
    Offset in_a, in_c;
    Chain::tile(tile, in_a, in_c);
    const Number *const from = copies_first ? held + Chain::first_at : a + in_a;
    const int own =
        take_stages<Chain, 0>(typename Chain::All(), from, held, arrays.c + in_c, of, [&] {
          if (copies_first) fetch_first<Chain>(a, held, tile + gridDim.x);
        });
    most = own > most ? own : most;
  }
  keep_most(exponent_of_magnitude(most), arrays.most_c);
}
