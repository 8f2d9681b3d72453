// Steps one after the other, each of whose results the next one reads: a tile of a is read, its values stay in shared memory from step to step,
// and a tile of c is written. Values between the steps have no power of two of their own.
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

// A place in shared memory. Of padded tiles one in 33 stays free.
template <bool is_padded, class Offset>
__device__ __forceinline__ Offset place_of(Offset at) {
  return is_padded ? at + at / 32 : at;
}

template <unsigned many>
struct alignas(many * sizeof(Number)) ChainPack {
  Number of[many];
};

// One step of a tile: c[row, column] = Σ over summed of a[row, summed] · b[row, column, summed], sums of some rows and columns in registers. The
// columns of b are neighbours.
template <class Stage, bool pads_a, bool pads_c>
__device__ __forceinline__ int take_stage(const Number *a, const Number *b, Number *c,
                                          const Arithmetic &with) {
  typedef typename Stage::Offset Offset;
  constexpr unsigned units_of_rows = Stage::rows / Stage::held_rows;
  constexpr unsigned groups = (Stage::columns + (Stage::held_columns - 1)) / Stage::held_columns;
  constexpr unsigned units = units_of_rows * groups;
  int most = 0;
#pragma unroll 1
  for (unsigned unit = threadIdx.x; unit < units; unit += block_threads) {
    const unsigned row = groups == 1 ? unit : unit % units_of_rows;
    const unsigned first_column = groups == 1 ? 0 : unit / units_of_rows * Stage::held_columns;
    Offset in_a[Stage::held_rows], in_b[Stage::held_rows], in_c[Stage::held_rows];
    Sum sums[Stage::held_rows][Stage::held_columns];
#pragma unroll
    for (unsigned l = 0; l < Stage::held_rows; ++l) {
      Stage::row(row + l * units_of_rows, in_a[l], in_b[l], in_c[l]);
#pragma unroll
      for (unsigned n = 0; n < Stage::held_columns; ++n) clear(sums[l][n]);
    }
#pragma unroll Stage::unrolled
    for (unsigned k = 0; k < Stage::summed; ++k) {
      Offset k_in_a, k_in_b;
      Stage::sum(k, k_in_a, k_in_b);
      Number x[Stage::held_rows];
#pragma unroll
      for (unsigned l = 0; l < Stage::held_rows; ++l)
        x[l] = scaled(a[place_of<pads_a>(in_a[l] + k_in_a)], with);
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
            add_product(sums[l][n + m], x[l], y.of[m], with);
        }
      }
    }
#pragma unroll
    for (unsigned l = 0; l < Stage::held_rows; ++l) {
#pragma unroll
      for (unsigned n = 0; n < Stage::held_columns; ++n) {
        const unsigned column = first_column + n;
        if (Stage::columns % Stage::held_columns != 0 && column >= Stage::columns) break;
        Offset n_in_c;
        Stage::column(column, n_in_c);
        const Number value = value_of(sums[l][n], with);
        c[place_of<pads_c>(in_c[l] + n_in_c)] = value;
        const int exponent = exponent_of(value);
        most = exponent > most ? exponent : most;
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
__device__ __forceinline__ void fetch_others(Stages<Stage>, const ChainArrays &arrays,
                                             Number *held) {
  const Number *const from = arrays.b[step] + *arrays.start_b[step];
  for (unsigned i = threadIdx.x; i < Stage::others; i += block_threads) {
    typename Stage::Offset at;
    Stage::other(i, at);
    held[Stage::other_at + i] = from[at];
  }
}
template <unsigned step, class Stage, class Next, class... Others>
__device__ __forceinline__ void fetch_others(Stages<Stage, Next, Others...>,
                                             const ChainArrays &arrays, Number *held) {
  fetch_others<step>(Stages<Stage>(), arrays, held);
  fetch_others<step + 1>(Stages<Next, Others...>(), arrays, held);
}

template <class Chain, unsigned step, class Stage>
__device__ __forceinline__ int take_stages(Stages<Stage>, const Number *from, Number *held,
                                           Number *result, const ChainFactors<Chain> &of) {
  return take_stage < Stage, Chain::is_padded && step != 0,
         false > (from, held + Stage::other_at, result, of.with[step]);
}
template <class Chain, unsigned step, class Stage, class Next, class... Others>
__device__ __forceinline__ int take_stages(Stages<Stage, Next, Others...>, const Number *from,
                                           Number *held, Number *result,
                                           const ChainFactors<Chain> &of) {
  // Steps write to the two buffers in turn.
  Number *const to = held + (step % 2 == 0 ? 0 : Chain::second_buffer);
  take_stage<Stage, Chain::is_padded && step != 0, Chain::is_padded>(from, held + Stage::other_at,
                                                                     to, of.with[step]);
  __syncthreads();
  return take_stages<Chain, step + 1>(Stages<Next, Others...>(), to, held, result, of);
}

template <class Chain>
__device__ __forceinline__ void chain(const ChainArrays &arrays) {
  typedef typename Chain::Index Index;
  typedef typename Chain::Offset Offset;
  const Number *const __restrict__ a = arrays.a + *arrays.start_a;
  Number *const held = (Number *)(diagc_shared + 16);
  ChainFactors<Chain> of;
  fetch_others<0>(typename Chain::All(), arrays, held);
#pragma unroll
  for (unsigned step = 0; step < Chain::steps; ++step) {
    of.with[step] = arithmetic_of(step == 0 ? *arrays.most_a : Chain::exponent_of_one,
                                  *arrays.most_b[step], arrays.prime);
  }
  __syncthreads();
  int most = 0;
  for (Index tile = blockIdx.x; tile < Chain::tiles; tile += gridDim.x) {
    Offset in_a, in_c;
    Chain::tile(tile, in_a, in_c);
    const int own =
        take_stages<Chain, 0>(typename Chain::All(), a + in_a, held, arrays.c + in_c, of);
    most = own > most ? own : most;
    // The last of an even number of steps reads the buffer that the first one writes.
    if (Chain::steps % 2 == 0) __syncthreads();
  }
  keep_most(most, arrays.most_c);
}
