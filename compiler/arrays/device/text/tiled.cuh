// c[batch, row, column] = Σ over summed of a[batch, row, summed] · b[batch, column, summed] where rows, columns and summed values are many: a
// block stages tiles of both operands in shared memory, brought together by their strides, and a thread holds held_rows × held_columns sums. Of
// a long sum, cut into parts, each block takes one; the parts lie one after the other in c. Blocks take tiles in turns: the numbers of a block's
// next tiles are on their way while it multiplies and writes.
template <class Step>
struct Tiled {
  typedef typename Step::Index Index;
  typedef typename Step::Offset Offset;
  // Threads of a group share the sums of a tile; each group takes some of a stage's summed values.
  static constexpr unsigned group_threads = block_threads / Step::threads_of_sum;
  static constexpr unsigned threads_of_columns = group_threads / Step::threads_of_rows;
  static constexpr unsigned rows = Step::threads_of_rows * Step::held_rows;
  static constexpr unsigned columns = threads_of_columns * Step::held_columns;
  // Numbers of 16 bytes, as many as one instruction loads.
  static constexpr unsigned pack = 16 / sizeof(Number);
  struct __align__(16) Pack {
    Number of[pack];
  };
  static constexpr unsigned row_pitch = rows + pack, column_pitch = columns + pack;
  // Of sums on their way to c, rows side by side: a pack is left free behind so many, that rows which are neighbours in c alone meet different banks.
  static constexpr unsigned written_pitch = rows + rows / Step::spread * pack + pack;
  static __device__ __forceinline__ unsigned written_place(unsigned row) {
    return row + row / Step::spread * pack;
  }
  struct __align__(16) Stage {
    Number a[Step::depth * row_pitch], b[Step::depth * column_pitch];
  };
  // Rows of a that are fetched at once.
  static constexpr unsigned a_pack = Step::a_is_packed ? pack : 1;
  static constexpr unsigned a_across = rows / a_pack;
  static constexpr unsigned a_loads =
      (a_across * Step::depth + (block_threads - 1)) / block_threads;
  // Columns of b that are fetched at once, where b is a plain matrix for each of the batch, with the columns fastest and both powers of two in it.
  static constexpr unsigned b_pack = Step::b_is_plain ? pack : 1;
  static constexpr unsigned b_across = columns / b_pack;
  static constexpr unsigned b_loads =
      (b_across * Step::depth + (block_threads - 1)) / block_threads;
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
  static_assert(Step::held_rows % pack == 0 && Step::held_columns % pack == 0, "whole packs");
  static_assert(Step::depth % Step::threads_of_sum == 0, "groups take as many summed values");

  struct Place {
    Index first_row, first_column, part, batch;
  };
  static __device__ __forceinline__ Place place(Index tile) {
    Place own;
    own.first_column = tile % column_tiles * columns;
    tile /= column_tiles;
    own.first_row = tile % row_tiles * rows;
    tile /= row_tiles;
    own.part = tile % Step::parts;
    own.batch = tile / Step::parts;
    return own;
  }
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
  constexpr unsigned pack = Shape::pack, a_pack = Shape::a_pack;
  const Arithmetic with = arithmetic_of(*arrays.most_a, *arrays.most_b, arrays.prime);
  const Number *const __restrict__ a = arrays.a + *arrays.start_a;
  const Number *const __restrict__ b = arrays.b + *arrays.start_b;
  Stage *const stages = (Stage *)(diagc_shared + 16);
  // Sums on their way to c, or from group to group.
  Number *const staged = (Number *)(stages + Step::stages);
  // Offsets of some summed values in both operands, and of a tile's rows and columns in the result.
  Offset *const sums_in_a = (Offset *)(staged + Step::staged);
  Offset *const sums_in_b = sums_in_a + Step::listed, *const in_c = sums_in_b + Step::listed;
  // A warp has 8 × 4 threads, so that both of its operands come in few lines.
  const unsigned group = threadIdx.x / Shape::group_threads;
  const unsigned of_group = threadIdx.x % Shape::group_threads;
  const unsigned lane = of_group % 32, warp = of_group / 32;
  constexpr unsigned warps_of_rows = Step::threads_of_rows / 8;
  const unsigned tx = lane % 8 + 8 * (warp % warps_of_rows);
  const unsigned ty = lane / 8 + 4 * (warp / warps_of_rows);
  constexpr unsigned threads_of_columns = Shape::threads_of_columns;

  // What is fetched: stage after stage of a tile, from its list of summed values.
  Index ahead = blockIdx.x;
  unsigned ahead_depth = 0, length = Shape::one_list ? (unsigned)Step::summed : 0;
  Offset a_at[Shape::a_loads], b_at[Shape::b_loads];
  unsigned a_lives = 0, b_lives = 0;  // bits: whether there is such a row or column
  Index ahead_k = 0;                  // the first summed value of the list
  Number b_next[Shape::b_loads];
  bool b_waits = false;
  const auto enter = [&](const typename Shape::Place &of) {
    Offset batch_in_a, batch_in_b, batch_in_c;
    Step::batch_at(of.batch, batch_in_a, batch_in_b, batch_in_c);
    a_lives = b_lives = 0;
#pragma unroll
    for (unsigned l = 0; l < Shape::a_loads; ++l) {
      unsigned across, k;
      split_place(Step::a_by_sum, threadIdx.x + l * block_threads, Shape::a_across, Step::depth,
                  across, k);
      const Index row = of.first_row + across * a_pack;
      const bool lives = Shape::whole_rows || row < Step::rows;
      Offset row_in_c;
      Step::row(lives ? row : 0, a_at[l], row_in_c);
      a_at[l] += batch_in_a;
      a_lives |= (unsigned)lives << l;
    }
#pragma unroll
    for (unsigned l = 0; l < Shape::b_loads; ++l) {
      unsigned across, k;
      split_place(!Step::b_is_plain && Step::b_by_sum, threadIdx.x + l * block_threads,
                  Shape::b_across, Step::depth, across, k);
      const Index column = of.first_column + across * Shape::b_pack;
      const bool lives = Shape::whole_columns || column < Step::columns;
      if (Step::b_is_plain) {
        b_at[l] = (Offset)((of.batch * Step::summed + k) * Step::columns + column);
      } else {
        Offset column_in_c;
        Step::column(lives ? column : 0, b_at[l], column_in_c);
        b_at[l] += batch_in_b;
      }
      b_lives |= (unsigned)lives << l;
    }
  };
  const auto list = [&](Index first_k, Index end_k) {
    ahead_k = first_k;
    if (!Shape::one_list)
      length = (unsigned)(end_k - first_k < Step::listed ? end_k - first_k : Step::listed);
    for (unsigned k = threadIdx.x; k < length; k += block_threads)
      Step::sum(first_k + k, sums_in_a[k], sums_in_b[k]);
  };
  const auto fetch = [&](unsigned slot) {
    // b is scaled in registers, and put one stage later; a plain one comes as a does.
    if (!Step::b_is_plain && b_waits) {
      Stage &stage = stages[slot == 0 ? Step::stages - 1 : slot - 1];
#pragma unroll
      for (unsigned l = 0; l < Shape::b_loads; ++l) {
        unsigned across, k;
        split_place(Step::b_by_sum, threadIdx.x + l * block_threads, Shape::columns, Step::depth,
                    across, k);
        if (k < Step::depth && across < Shape::columns)
          stage.b[k * Shape::column_pitch + across] = scaled(b_next[l], with);
      }
    }
    b_waits = ahead_depth < length;
    if (b_waits) {
      Stage &stage = stages[slot];
#pragma unroll
      for (unsigned l = 0; l < Shape::a_loads; ++l) {
        unsigned across, k;
        split_place(Step::a_by_sum, threadIdx.x + l * block_threads, Shape::a_across, Step::depth,
                    across, k);
        if (Shape::a_across * Step::depth % block_threads != 0 &&
            (k >= Step::depth || across >= Shape::a_across))
          continue;
        Number *const to = stage.a + (k * Shape::row_pitch + across * a_pack);
        if ((Shape::whole_rows || (a_lives >> l & 1)) &&
            (Shape::whole_sums || ahead_depth + k < length)) {
          const Number *const from = a + (a_at[l] + sums_in_a[ahead_depth + k]);
          if (Step::a_is_packed)
            begin_copy((Pack *)to, (const Pack *)from);
          else
            begin_copy(to, from);
        } else {
#pragma unroll
          for (unsigned m = 0; m < a_pack; ++m) to[m] = zero();
        }
      }
#pragma unroll
      for (unsigned l = 0; l < Shape::b_loads; ++l) {
        unsigned across, k;
        if (Step::b_is_plain) {
          split_place(false, threadIdx.x + l * block_threads, Shape::b_across, Step::depth, across,
                      k);
          if (Shape::b_across * Step::depth % block_threads != 0 && k >= Step::depth) continue;
          Number *const to = stage.b + (k * Shape::column_pitch + across * Shape::b_pack);
          if ((Shape::whole_columns || (b_lives >> l & 1)) &&
              (Shape::whole_sums || ahead_depth + k < length)) {
            begin_copy((Pack *)to,
                       (const Pack *)(b + (b_at[l] + (ahead_k + ahead_depth) * Step::columns)));
          } else {
#pragma unroll
            for (unsigned m = 0; m < Shape::b_pack; ++m) to[m] = zero();
          }
          continue;
        }
        split_place(Step::b_by_sum, threadIdx.x + l * block_threads, Shape::columns, Step::depth,
                    across, k);
        b_next[l] = zero();
        if ((Shape::whole_columns || (b_lives >> l & 1)) && k < Step::depth &&
            (Shape::whole_sums || ahead_depth + k < length))
          b_next[l] = b[b_at[l] + sums_in_b[ahead_depth + k]];
      }
      ahead_depth += Step::depth;
      if (Shape::one_list && ahead_depth >= length) {
        ahead += gridDim.x;
        if (ahead < Shape::tiles) {
          enter(Shape::place(ahead));
          ahead_depth = 0;
        }
      }
    }
    end_of_copies();
  };
  const auto begin = [&](unsigned first) {
#pragma unroll 1
    for (unsigned k = 0; k + 1 < Step::stages; ++k) fetch((first + k) % Step::stages);
  };

  int most = 0;
  unsigned now = 0;
  if (Shape::one_list && ahead < Shape::tiles) {
    enter(Shape::place(ahead));
    list(0, Step::summed);
    __syncthreads();
    begin(0);
  }
  for (Index tile = blockIdx.x; tile < Shape::tiles; tile += gridDim.x) {
    const typename Shape::Place own = Shape::place(tile);
    const Index begin_k = own.part * Step::part_sums;
    const Index end_k =
        begin_k + Step::part_sums < Step::summed ? begin_k + Step::part_sums : Step::summed;
    Sum sums[Step::held_rows][Step::held_columns];
#pragma unroll
    for (unsigned m = 0; m < Step::held_rows; ++m) {
#pragma unroll
      for (unsigned n = 0; n < Step::held_columns; ++n) clear(sums[m][n]);
    }
    if (!Shape::one_list) enter(own);
    for (Index first_k = begin_k; first_k < end_k; first_k += Step::listed) {
      if (!Shape::one_list) {
        __syncthreads();
        list(first_k, end_k);
        __syncthreads();
        ahead_depth = 0;
        begin(now);
      }
      for (unsigned depth = 0; depth < length; depth += Step::depth) {
        wait_for_copies<Step::stages - 2>();
        __syncthreads();
        if (depth == 0 && first_k == begin_k) {
          for (unsigned k = threadIdx.x; k < Shape::rows + Shape::columns; k += block_threads) {
            Offset elsewhere;
            if (k < Shape::rows) {
              const Index row = own.first_row + k;
              Step::row(Shape::whole_rows || row < Step::rows ? row : 0, elsewhere, in_c[k]);
            } else {
              const Index column = own.first_column + (k - Shape::rows);
              Step::column(Shape::whole_columns || column < Step::columns ? column : 0, elsewhere,
                           in_c[k]);
            }
          }
        }
        fetch(now == 0 ? Step::stages - 1 : now - 1);
        const Stage &stage = stages[now];
        constexpr unsigned group_depth = Step::depth / Step::threads_of_sum;
        const Number *const stage_a = stage.a + group * group_depth * Shape::row_pitch;
        const Number *const stage_b = stage.b + group * group_depth * Shape::column_pitch;
        // Of some elements the code of all at once is slower: it is larger than what a multiprocessor keeps of it.
#pragma unroll Step::unrolled
        for (unsigned k = 0; k < group_depth; ++k) {
          Pack x[Step::held_rows / pack], y[Step::held_columns / pack];
#pragma unroll
          for (unsigned m = 0; m < Step::held_rows / pack; ++m) {
            x[m] = *(const Pack *)(stage_a + k * Shape::row_pitch +
                                   (m * Step::threads_of_rows + tx) * pack);
          }
#pragma unroll
          for (unsigned n = 0; n < Step::held_columns / pack; ++n) {
            y[n] = *(const Pack *)(stage_b + k * Shape::column_pitch +
                                   (n * threads_of_columns + ty) * pack);
          }
#pragma unroll
          for (unsigned m = 0; m < Step::held_rows; ++m) {
#pragma unroll
            for (unsigned n = 0; n < Step::held_columns; ++n)
              add_product(sums[m][n], x[m / pack].of[m % pack], y[n / pack].of[n % pack], with);
          }
        }
        now = now + 1 == Step::stages ? 0 : now + 1;
      }
    }
    // The first group adds up what all have.
#pragma unroll 1
    for (unsigned other = 1; other < Step::threads_of_sum; ++other) {
      __syncthreads();
#pragma unroll
      for (unsigned m = 0; m < Step::held_rows; ++m) {
#pragma unroll
        for (unsigned n = 0; n < Step::held_columns; ++n) {
          if (group == other)
            staged[(m * Step::held_columns + n) * Shape::group_threads + of_group] =
                value_of(sums[m][n], with);
        }
      }
      __syncthreads();
      if (group != 0) continue;
#pragma unroll
      for (unsigned m = 0; m < Step::held_rows; ++m) {
#pragma unroll
        for (unsigned n = 0; n < Step::held_columns; ++n)
          add(sums[m][n], staged[(m * Step::held_columns + n) * Shape::group_threads + of_group],
              with);
      }
    }
    Number *const c = arrays.c + (Long)own.part * Step::elements;
    Offset elsewhere_a, elsewhere_b, batch_in_c;
    Step::batch_at(own.batch, elsewhere_a, elsewhere_b, batch_in_c);
    // Where there was one stage, nothing has come between the offsets and their use.
    if (Step::part_sums <= Step::depth) __syncthreads();
    const auto note = [&](const Number &value) {
      const int exponent = exponent_of(value);
      most = exponent > most ? exponent : most;
    };
    if (Step::c_is_packed) {
      // Threads side by side have neighbours in c.
      if (group == 0) {
#pragma unroll
        for (unsigned m = 0; m < Step::held_rows / pack; ++m) {
          const unsigned row = (m * Step::threads_of_rows + tx) * pack;
          if (!Shape::whole_rows && own.first_row + row >= Step::rows) continue;
          Number *const row_of_c = c + batch_in_c + in_c[row];
#pragma unroll
          for (unsigned n = 0; n < Step::held_columns; ++n) {
            const unsigned column = (n / pack * threads_of_columns + ty) * pack + n % pack;
            if (!Shape::whole_columns && own.first_column + column >= Step::columns) continue;
            Pack values;
#pragma unroll
            for (unsigned k = 0; k < pack; ++k) {
              values.of[k] = value_of(sums[m * pack + k][n], with);
              note(values.of[k]);
            }
            *(Pack *)(row_of_c + in_c[Shape::rows + column]) = values;
          }
        }
      }
      continue;
    }
    // Else sums go to c by way of shared memory, so that threads side by side write neighbours: a column of every thread at once, or a row.
    const auto write = [&](unsigned row, unsigned column, const Number &value) {
      if (!Shape::whole_rows && own.first_row + row >= Step::rows) return;
      if (!Shape::whole_columns && own.first_column + column >= Step::columns) return;
      c[batch_in_c + in_c[row] + in_c[Shape::rows + column]] = value;
      note(value);
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
          if (group == 0)
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
          if (group == 0)
            *(Pack *)(staged + ty * Shape::written_pitch +
                      Shape::written_place((m * Step::threads_of_rows + tx) * pack)) = values;
        }
        __syncthreads();
        for (unsigned k = threadIdx.x; k < threads_of_columns * Shape::rows; k += block_threads) {
          const unsigned y = k / Shape::rows, row = Step::row_written(k % Shape::rows);
          write(row, (n / pack * threads_of_columns + y) * pack + n % pack,
                staged[y * Shape::written_pitch + Shape::written_place(row)]);
        }
      }
    }
  }
  keep_most(most, arrays.most_c);
}
