// Sizes of tiles, and which tile is where.
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
  // Rows that all threads hold at once, a pack of each, lie side by side; threads have such packs that far apart.
  static constexpr unsigned held_pitch = Step::threads_of_rows * pack + Step::gap;
  static constexpr unsigned row_pitch = Step::held_rows / pack * held_pitch + pack;
  static constexpr unsigned column_pitch = columns + pack;
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
  // Whether all threads fetch as many rows, and as many columns.
  static constexpr bool whole_a = a_across * Step::depth % block_threads == 0;
  static constexpr bool whole_b = columns * Step::depth % block_threads == 0;
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

// Of the l-th element that a thread fetches of a stage with `many` numbers side by side: the place beside its neighbours, and the depth.
__device__ __forceinline__ void split_place(bool by_sum, unsigned l, unsigned many, unsigned depth,
                                            unsigned &across, unsigned &k) {
  const unsigned side = by_sum ? depth : many;
  unsigned beside, behind;
  if (block_threads % side == 0) {
    // What the l-th element adds is known before the program runs.
    beside = threadIdx.x % side;
    behind = threadIdx.x / side + l * (block_threads / side);
  } else {
    beside = (threadIdx.x + l * block_threads) % side;
    behind = (threadIdx.x + l * block_threads) / side;
  }
  across = by_sum ? behind : beside;
  k = by_sum ? beside : behind;
}
