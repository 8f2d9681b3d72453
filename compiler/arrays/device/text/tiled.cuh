// c[batch, row, column] = Σ over summed of a[batch, row, summed] · b[batch, column, summed] where rows, columns and summed values are many: a
// block stages tiles of both operands in shared memory, brought together by their strides, and a thread holds held_rows × held_columns sums. Of
// a long sum, cut into parts, each block takes one; the parts lie one after the other in c. Blocks take tiles in turns: the numbers of a block's
// next tiles are on their way while it multiplies and writes.
template <class Step>
__device__ __forceinline__ void tiled(const Arrays &arrays) {
  typedef Tiled<Step> Shape;
  typedef typename Step::Index Index;
  typedef typename Step::Offset Offset;
  typedef typename Shape::Pack Pack;
  typedef typename Shape::Stage Stage;
  constexpr unsigned pack = Shape::pack, a_pack = Shape::a_pack;
  const Arithmetic with = arithmetic_of(*arrays.most_a, *arrays.most_b, arrays.prime);
  // Indices of one term: sums of an index and where an operand begins are longer than what is added to an address at once.
  const Number *const __restrict__ a = own_register(arrays.a + *arrays.start_a);
  const Number *const __restrict__ b = own_register(arrays.b + *arrays.start_b);
  Stage *const stages = (Stage *)(diagc_shared + 16);
  // Sums on their way to c, or from group to group.
  Number *const staged = (Number *)(stages + Step::stages);
  // Offsets of some summed values in both operands, and of a tile's rows and columns in the result.
  Offset *const sums_in_a = (Offset *)(staged + Step::staged);
  Offset *const sums_in_b = sums_in_a + Step::listed, *const in_c = sums_in_b + Step::listed;
  // A warp has 8 × 4 threads, so that both of its operands come in few lines; half of it has 8 × 2, and a quarter 4 × 2, so that no half reads more
  // than 128 bytes of either.
  const unsigned group = threadIdx.x / Shape::group_threads;
  const unsigned of_group = threadIdx.x % Shape::group_threads;
  const unsigned lane = of_group % 32, warp = of_group / 32;
  constexpr unsigned warps_of_rows = Step::threads_of_rows / 8;
  const unsigned tx = lane / 2 % 8 + 8 * (warp % warps_of_rows);
  const unsigned ty = lane % 2 + lane / 16 * 2 + 4 * (warp / warps_of_rows);
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
      split_place(Step::a_by_sum, l, Shape::a_across, Step::depth, across, k);
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
      split_place(!Step::b_is_plain && Step::b_by_sum, l, Shape::b_across, Step::depth, across, k);
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
        split_place(Step::b_by_sum, l, Shape::columns, Step::depth, across, k);
        if (Shape::whole_b || (k < Step::depth && across < Shape::columns))
          stage.b[k * Shape::column_pitch + across] = scaled(b_next[l], with);
      }
    }
    b_waits = ahead_depth < length;
    if (b_waits) {
      Stage &stage = stages[slot];
      // All offsets are read before the first copy, behind which nothing is read earlier.
      Offset from_a[Shape::a_loads];
#pragma unroll
      for (unsigned l = 0; l < Shape::a_loads; ++l) {
        unsigned across, k;
        split_place(Step::a_by_sum, l, Shape::a_across, Step::depth, across, k);
        const bool is_listed = Shape::whole_a || k < Step::depth;
        from_a[l] = a_at[l] + (is_listed ? sums_in_a[ahead_depth + k] : 0);
      }
#pragma unroll
      for (unsigned l = 0; l < Shape::a_loads; ++l) {
        unsigned across, k;
        split_place(Step::a_by_sum, l, Shape::a_across, Step::depth, across, k);
        if (!Shape::whole_a && (k >= Step::depth || across >= Shape::a_across)) continue;
        Number *const to = stage.a + (k * Shape::row_pitch + Step::row_placed(across * a_pack));
        if ((Shape::whole_rows || (a_lives >> l & 1)) &&
            (Shape::whole_sums || ahead_depth + k < length)) {
          if (Step::a_is_packed)
            begin_copy((Pack *)to, (const Pack *)(a + from_a[l]));
          else
            begin_copy(to, a + from_a[l]);
        } else {
#pragma unroll
          for (unsigned m = 0; m < a_pack; ++m) to[m] = zero();
        }
      }
#pragma unroll
      for (unsigned l = 0; l < Shape::b_loads; ++l) {
        unsigned across, k;
        if (Step::b_is_plain) {
          split_place(false, l, Shape::b_across, Step::depth, across, k);
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
        split_place(Step::b_by_sum, l, Shape::columns, Step::depth, across, k);
        b_next[l] = zero();
        if ((Shape::whole_columns || (b_lives >> l & 1)) && (Shape::whole_b || k < Step::depth) &&
            (Shape::whole_sums || ahead_depth + k < length))
          b_next[l] = read_only(b + (Offset)(b_at[l] + sums_in_b[ahead_depth + k]));
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
              Step::row(Shape::whole_rows || row < Step::rows ? row : 0, elsewhere,
                        in_c[Step::row_placed(k)]);
            } else {
              const Index column = own.first_column + (k - Shape::rows);
              Step::column(Shape::whole_columns || column < Step::columns ? column : 0, elsewhere,
                           in_c[Shape::row_pitch + (k - Shape::rows)]);
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
            x[m] =
                *(const Pack *)(stage_a + k * Shape::row_pitch + m * Shape::held_pitch + tx * pack);
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
    write_tile<Step>(own, sums, in_c, staged, c + batch_in_c, group, tx, ty, with, most);
  }
  keep_most(exponent_of_magnitude(most), arrays.most_c);
}
