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
  // Whether no tile sticks out.
  static constexpr bool whole_rows = Step::rows % rows == 0;
  static constexpr bool whole_columns = Step::columns % columns == 0;
  static constexpr bool whole_sums =
      Step::summed % Step::depth == 0 && Step::part_sums % Step::depth == 0;
  // Whether all tiles have the same list of summed values.
  static constexpr bool one_list = Step::parts == 1 && Step::summed <= Step::listed;
  static_assert(rows * Step::depth % block_threads == 0, "every thread loads as much");
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
  // Offsets of some summed values in both operands, and of a tile's rows and columns in the result.
  Offset *const sums_in_a = (Offset *)(stages + 2), *const sums_in_b = sums_in_a + Step::listed;
  Offset *const in_c = sums_in_b + Step::listed;
  // A warp has 8 × 4 threads, so that both of its operands come in few lines.
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  constexpr unsigned warps_of_rows = Step::threads_of_rows / 8;
  const unsigned tx = lane % 8 + 8 * (warp % warps_of_rows);
  const unsigned ty = lane / 8 + 4 * (warp / warps_of_rows);
  constexpr unsigned threads_of_columns = block_threads / Step::threads_of_rows;
  constexpr unsigned pack = Shape::pack;
  // Of a tile whose numbers are fetched.
  Index first_row = 0, first_column = 0, part = 0, begin_k = 0, end_k = 0;
  Offset batch_in_c = 0;
  Offset a_at[Shape::a_loads], b_at[Shape::b_loads];
  unsigned a_lives = 0, b_lives = 0;  // bits: whether there is such a row or column
  const auto enter = [&](Index tile) {
    first_column = tile % Shape::column_tiles * Shape::columns;
    tile /= Shape::column_tiles;
    first_row = tile % Shape::row_tiles * Shape::rows;
    tile /= Shape::row_tiles;
    part = tile % Step::parts;
    const Index batch = tile / Step::parts;
    begin_k = part * Step::part_sums;
    end_k = begin_k + Step::part_sums < Step::summed ? begin_k + Step::part_sums : Step::summed;
    Offset batch_in_a, batch_in_b;
    Step::batch_at(batch, batch_in_a, batch_in_b, batch_in_c);
    a_lives = b_lives = 0;
#pragma unroll
    for (unsigned l = 0; l < Shape::a_loads; ++l) {
      unsigned across, k;
      split_place(Step::a_by_sum, threadIdx.x + l * block_threads, Shape::rows, Step::depth, across,
                  k);
      const Index row = first_row + across;
      const bool lives = Shape::whole_rows || row < Step::rows;
      Offset row_in_c;
      Step::row(lives ? row : 0, a_at[l], row_in_c);
      a_at[l] += batch_in_a;
      a_lives |= (unsigned)lives << l;
    }
#pragma unroll
    for (unsigned l = 0; l < Shape::b_loads; ++l) {
      unsigned across, k;
      split_place(Step::b_by_sum, threadIdx.x + l * block_threads, Shape::columns, Step::depth,
                  across, k);
      const Index column = first_column + across;
      const bool lives = Shape::whole_columns || column < Step::columns;
      Offset column_in_c;
      Step::column(lives ? column : 0, b_at[l], column_in_c);
      b_at[l] += batch_in_b;
      b_lives |= (unsigned)lives << l;
    }
  };
  unsigned length = 0;  // of the list of summed values
  const auto list = [&](Index first_k) {
    length = (unsigned)(end_k - first_k < Step::listed ? end_k - first_k : Step::listed);
    for (unsigned k = threadIdx.x; k < length; k += block_threads)
      Step::sum(first_k + k, sums_in_a[k], sums_in_b[k]);
  };
  Number a_next[Shape::a_loads], b_next[Shape::b_loads];
  const auto fetch = [&](unsigned depth) {
#pragma unroll
    for (unsigned l = 0; l < Shape::a_loads; ++l) {
      unsigned across, k;
      split_place(Step::a_by_sum, threadIdx.x + l * block_threads, Shape::rows, Step::depth, across,
                  k);
      a_next[l] = zero();
      if ((Shape::whole_rows || (a_lives >> l & 1)) && (Shape::whole_sums || depth + k < length))
        a_next[l] = a[a_at[l] + sums_in_a[depth + k]];
    }
#pragma unroll
    for (unsigned l = 0; l < Shape::b_loads; ++l) {
      unsigned across, k;
      split_place(Step::b_by_sum, threadIdx.x + l * block_threads, Shape::columns, Step::depth,
                  across, k);
      b_next[l] = zero();
      if ((Shape::whole_columns || (b_lives >> l & 1)) && k < Step::depth &&
          (Shape::whole_sums || depth + k < length))
        b_next[l] = b[b_at[l] + sums_in_b[depth + k]];
    }
  };
  const auto put = [&](Stage &stage) {
#pragma unroll
    for (unsigned l = 0; l < Shape::a_loads; ++l) {
      unsigned across, k;
      split_place(Step::a_by_sum, threadIdx.x + l * block_threads, Shape::rows, Step::depth, across,
                  k);
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
  int most = 0;
  Index tile = blockIdx.x;
  if (tile < Shape::tiles) enter(tile);
  if (Shape::one_list && tile < Shape::tiles) {
    list(0);
    __syncthreads();
    fetch(0);
  }
  for (; tile < Shape::tiles; tile += gridDim.x) {
    Sum sums[Step::held_rows][Step::held_columns];
#pragma unroll
    for (unsigned m = 0; m < Step::held_rows; ++m) {
#pragma unroll
      for (unsigned n = 0; n < Step::held_columns; ++n) clear(sums[m][n]);
    }
    for (Index first_k = begin_k; first_k < end_k; first_k += Step::listed) {
      if (!Shape::one_list) {
        __syncthreads();
        list(first_k);
        __syncthreads();
        fetch(0);
      }
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
    const Index row_of_tile = first_row, column_of_tile = first_column;
    for (unsigned k = threadIdx.x; k < Shape::rows + Shape::columns; k += block_threads) {
      Offset elsewhere;
      if (k < Shape::rows) {
        const Index row = row_of_tile + k;
        Step::row(Shape::whole_rows || row < Step::rows ? row : 0, elsewhere, in_c[k]);
      } else {
        const Index column = column_of_tile + (k - Shape::rows);
        Step::column(Shape::whole_columns || column < Step::columns ? column : 0, elsewhere,
                     in_c[k]);
      }
    }
    // The next tile's first numbers come while this one is written.
    const Index next = tile + gridDim.x;
    if (next < Shape::tiles) {
      enter(next);
      if (Shape::one_list) fetch(0);
    }
    const auto write = [&](unsigned row, unsigned column, const Number &value) {
      if (!Shape::whole_rows && row_of_tile + row >= Step::rows) return;
      if (!Shape::whole_columns && column_of_tile + column >= Step::columns) return;
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
