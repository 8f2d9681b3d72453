// c[batch, row, column] = Σ over summed of a[batch, row, summed] · b[batch, column, summed] where rows, columns and summed values are many: a
// block stages tiles of both operands in shared memory, brought together by their strides, and a thread holds held_rows × held_columns sums. Of
// a long sum, cut into parts, each block takes one; the parts lie one after the other in c.
template <class Step>
struct Tiled {
  typedef typename Step::Index Index;
  typedef typename Step::Offset Offset;
  static constexpr unsigned rows = Step::threads_of_rows * Step::held_rows;
  static constexpr unsigned columns = block_threads / Step::threads_of_rows * Step::held_columns;
  // Numbers of 16 bytes, as many as one instruction loads.
  static constexpr unsigned pack = 16 / sizeof(Number);
  struct __align__(16) Pack {
    Number of[pack];
  };
  static constexpr unsigned row_pitch = rows + pack, column_pitch = columns + pack;
  struct __align__(16) Stage {
    Number a[Step::depth * row_pitch], b[Step::depth * column_pitch];
  };
  static constexpr unsigned a_loads = rows * Step::depth / block_threads;
  static constexpr unsigned b_loads = (columns * Step::depth + (block_threads - 1)) / block_threads;
  static constexpr Index row_tiles = (Step::rows + (rows - 1)) / rows;
  static constexpr Index column_tiles = (Step::columns + (columns - 1)) / columns;
  static constexpr Index tiles = Step::batch * Step::parts * row_tiles * column_tiles;
  static_assert(rows * Step::depth % block_threads == 0, "every thread loads as much");
  static_assert(rows + columns <= 2 * Step::listed,
                "offsets of a tile's rows and columns fit the list");
  static_assert(Step::held_rows % pack == 0 && Step::held_columns % pack == 0, "whole packs");
};

// Of an element of a stage with `many` numbers side by side: the place beside its neighbours, and the depth.
__device__ __forceinline__ void split_place(bool by_sum, unsigned place, unsigned many,
                                            unsigned depth, unsigned &across, unsigned &k) {
  across = by_sum ? place / depth : place % many;
  k = by_sum ? place % depth : place / many;
}

template <class Step>
__device__ __forceinline__ void tiled(const Arrays &arrays) {
  typedef Tiled<Step> Shape;
  typedef typename Step::Index Index;
  typedef typename Step::Offset Offset;
  typedef typename Shape::Pack Pack;
  typedef typename Shape::Stage Stage;
  const Arithmetic with = arithmetic_of(*arrays.most_a, *arrays.most_b, arrays.prime);
  const Number *const __restrict__ a = arrays.a + *arrays.start_a;
  const Number *const __restrict__ b = arrays.b + *arrays.start_b;
  Stage *const stages = (Stage *)(diagc_shared + 16);
  // Offsets of some summed values in both operands.
  Offset *const sums_in_a = (Offset *)(stages + 2), *const sums_in_b = sums_in_a + Step::listed;
  // A warp has 8 × 4 threads, so that both of its operands come in few lines.
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  constexpr unsigned warps_of_rows = Step::threads_of_rows / 8;
  const unsigned tx = lane % 8 + 8 * (warp % warps_of_rows);
  const unsigned ty = lane / 8 + 4 * (warp / warps_of_rows);
  constexpr unsigned threads_of_columns = block_threads / Step::threads_of_rows;
  constexpr unsigned pack = Shape::pack;
  int most = 0;
  for (Index tile = blockIdx.x; tile < Shape::tiles; tile += gridDim.x) {
    Index rest = tile;
    const Index first_column = rest % Shape::column_tiles * Shape::columns;
    rest /= Shape::column_tiles;
    const Index first_row = rest % Shape::row_tiles * Shape::rows;
    rest /= Shape::row_tiles;
    const Index part = rest % Step::parts, batch = rest / Step::parts;
    const Index begin_k = part * Step::part_sums;
    const Index end_k =
        begin_k + Step::part_sums < Step::summed ? begin_k + Step::part_sums : Step::summed;
    Offset batch_in_a, batch_in_b, batch_in_c;
    Step::batch_at(batch, batch_in_a, batch_in_b, batch_in_c);
    Offset a_at[Shape::a_loads], b_at[Shape::b_loads];
    unsigned a_lives = 0, b_lives = 0;  // bits: whether there is such a row or column
#pragma unroll
    for (unsigned l = 0; l < Shape::a_loads; ++l) {
      unsigned across, k;
      split_place(Step::a_by_sum, threadIdx.x + l * block_threads, Shape::rows, Step::depth, across,
                  k);
      const Index row = first_row + across;
      Offset row_in_c;
      Step::row(row < Step::rows ? row : 0, a_at[l], row_in_c);
      a_at[l] += batch_in_a;
      a_lives |= (unsigned)(row < Step::rows) << l;
    }
#pragma unroll
    for (unsigned l = 0; l < Shape::b_loads; ++l) {
      unsigned across, k;
      split_place(Step::b_by_sum, threadIdx.x + l * block_threads, Shape::columns, Step::depth,
                  across, k);
      const Index column = first_column + across;
      Offset column_in_c;
      Step::column(column < Step::columns ? column : 0, b_at[l], column_in_c);
      b_at[l] += batch_in_b;
      b_lives |= (unsigned)(column < Step::columns) << l;
    }
    Number a_next[Shape::a_loads], b_next[Shape::b_loads];
    unsigned length = 0;  // of the list
    const auto fetch = [&](unsigned depth) {
#pragma unroll
      for (unsigned l = 0; l < Shape::a_loads; ++l) {
        unsigned across, k;
        split_place(Step::a_by_sum, threadIdx.x + l * block_threads, Shape::rows, Step::depth,
                    across, k);
        a_next[l] = zero();
        if ((a_lives >> l & 1) && depth + k < length) a_next[l] = a[a_at[l] + sums_in_a[depth + k]];
      }
#pragma unroll
      for (unsigned l = 0; l < Shape::b_loads; ++l) {
        unsigned across, k;
        split_place(Step::b_by_sum, threadIdx.x + l * block_threads, Shape::columns, Step::depth,
                    across, k);
        b_next[l] = zero();
        if ((b_lives >> l & 1) && k < Step::depth && depth + k < length)
          b_next[l] = b[b_at[l] + sums_in_b[depth + k]];
      }
    };
    const auto put = [&](Stage &stage) {
#pragma unroll
      for (unsigned l = 0; l < Shape::a_loads; ++l) {
        unsigned across, k;
        split_place(Step::a_by_sum, threadIdx.x + l * block_threads, Shape::rows, Step::depth,
                    across, k);
        stage.a[k * Shape::row_pitch + across] = scaled(a_next[l], with);
      }
#pragma unroll
      for (unsigned l = 0; l < Shape::b_loads; ++l) {
        unsigned across, k;
        split_place(Step::b_by_sum, threadIdx.x + l * block_threads, Shape::columns, Step::depth,
                    across, k);
        if (k < Step::depth && across < Shape::columns)
          stage.b[k * Shape::column_pitch + across] = b_next[l];
      }
    };
    Sum sums[Step::held_rows][Step::held_columns];
#pragma unroll
    for (unsigned m = 0; m < Step::held_rows; ++m) {
#pragma unroll
      for (unsigned n = 0; n < Step::held_columns; ++n) clear(sums[m][n]);
    }
    for (Index first_k = begin_k; first_k < end_k; first_k += Step::listed) {
      length = (unsigned)(end_k - first_k < Step::listed ? end_k - first_k : Step::listed);
      __syncthreads();
      for (unsigned k = threadIdx.x; k < length; k += block_threads)
        Step::sum(first_k + k, sums_in_a[k], sums_in_b[k]);
      __syncthreads();
      fetch(0);
      put(stages[0]);
      __syncthreads();
      unsigned now = 0;
      for (unsigned depth = 0; depth < length; depth += Step::depth) {
        const bool goes_on = depth + Step::depth < length;
        if (goes_on) fetch(depth + Step::depth);
        const Stage &stage = stages[now];
        // The code of all at once is slower: it is larger than what a multiprocessor keeps of it.
#pragma unroll 4
        for (unsigned k = 0; k < Step::depth; ++k) {
          Pack x[Step::held_rows / pack], y[Step::held_columns / pack];
#pragma unroll
          for (unsigned m = 0; m < Step::held_rows / pack; ++m) {
            x[m] = *(const Pack *)(stage.a + k * Shape::row_pitch +
                                   (m * Step::threads_of_rows + tx) * pack);
          }
#pragma unroll
          for (unsigned n = 0; n < Step::held_columns / pack; ++n) {
            y[n] = *(const Pack *)(stage.b + k * Shape::column_pitch +
                                   (n * threads_of_columns + ty) * pack);
          }
#pragma unroll
          for (unsigned m = 0; m < Step::held_rows; ++m) {
#pragma unroll
            for (unsigned n = 0; n < Step::held_columns; ++n)
              add_product(sums[m][n], x[m / pack].of[m % pack], y[n / pack].of[n % pack], with);
          }
        }
        now ^= 1;
        if (goes_on) put(stages[now]);
        __syncthreads();
      }
    }
    // Sums go to c by way of shared memory, so that threads side by side write neighbours: a column of every thread at once, or a row.
    Number *const c = arrays.c + (Long)part * Step::elements + batch_in_c;
    Number *const staged = (Number *)stages;
    Offset *const in_c = sums_in_a;  // of the tile's rows, then of its columns
    for (unsigned k = threadIdx.x; k < Shape::rows + Shape::columns; k += block_threads) {
      Offset elsewhere;
      if (k < Shape::rows) {
        const Index row = first_row + k;
        Step::row(row < Step::rows ? row : 0, elsewhere, in_c[k]);
      } else {
        const Index column = first_column + (k - Shape::rows);
        Step::column(column < Step::columns ? column : 0, elsewhere, in_c[k]);
      }
    }
    const auto write = [&](unsigned row, unsigned column, const Number &value) {
      if (first_row + row >= Step::rows || first_column + column >= Step::columns) return;
      c[in_c[row] + in_c[Shape::rows + column]] = value;
      const int exponent = exponent_of(value);
      most = exponent > most ? exponent : most;
    };
    if (Step::c_by_column) {
#pragma unroll
      for (unsigned m = 0; m < Step::held_rows; ++m) {
        __syncthreads();
#pragma unroll
        for (unsigned n = 0; n < Step::held_columns / pack; ++n) {
          Pack values;
#pragma unroll
          for (unsigned k = 0; k < pack; ++k) values.of[k] = value_of(sums[m][n * pack + k], with);
          *(Pack *)(staged + tx * Shape::column_pitch + (n * threads_of_columns + ty) * pack) =
              values;
        }
        __syncthreads();
        for (unsigned k = threadIdx.x; k < Step::threads_of_rows * Shape::columns;
             k += block_threads) {
          const unsigned x = k / Shape::columns, column = k % Shape::columns;
          write((m / pack * Step::threads_of_rows + x) * pack + m % pack, column,
                staged[x * Shape::column_pitch + column]);
        }
      }
    } else {
#pragma unroll
      for (unsigned n = 0; n < Step::held_columns; ++n) {
        __syncthreads();
#pragma unroll
        for (unsigned m = 0; m < Step::held_rows / pack; ++m) {
          Pack values;
#pragma unroll
          for (unsigned k = 0; k < pack; ++k) values.of[k] = value_of(sums[m * pack + k][n], with);
          *(Pack *)(staged + ty * Shape::row_pitch + (m * Step::threads_of_rows + tx) * pack) =
              values;
        }
        __syncthreads();
        for (unsigned k = threadIdx.x; k < threads_of_columns * Shape::rows; k += block_threads) {
          const unsigned y = k / Shape::rows, row = k % Shape::rows;
          write(row, (n / pack * threads_of_columns + y) * pack + n % pack,
                staged[y * Shape::row_pitch + row]);
        }
      }
    }
    __syncthreads();
  }
  keep_most(most, arrays.most_c);
}
