// Stored rows as matrices, for products of a library (history_products.h): of a panel, or of T+, SIZE rows each.
struct Row {
  const STORED* data;  // of point 0
  unsigned first;      // blocks before the first column that counts
  unsigned blocks;     // of a point
};

// A number of a function at a column of stored panels; of T+ there are BANDS rows.
__device__ inline Complex stored_number(const Row& from, bool is_edge, Long point,
                                        unsigned function, unsigned row, unsigned column) {
  const unsigned of_function = is_edge ? EDGE_GROUP : GROUP, block = column / SIZE,
                 of_block = column % SIZE;
  const Long group = (point * from.blocks + from.first + block) * PIECES + of_block / WIDTH +
                     (is_edge ? point : 0);
  const auto* const numbers = numbers_of(from.data + (group * 2 + function) * of_function);
  const unsigned at = place(row, of_block % WIDTH);
  return {numbers[at], numbers[at ^ 4]};
}

struct StoredRows {
  const Row* rows;  // of stored panels, of the new panel, of T+
  Complex*
      matrix;  // [point][row][L, D][column of stored panels], zero from the diagonal's block on
  const Complex* factors;  // [point][block][sigma D, sigma <]
  Complex* sums;           // [point][block]
  const double* shares;    // [column][row] of a block of the diagonal (history.cuh)
  unsigned panels, first_row, end_row, first_point, points;
};

extern "C" __global__ void __launch_bounds__(MOVING_THREADS)
    spread_rows(const __grid_constant__ StoredRows s) {
  const unsigned columns = s.panels * SIZE;
  const Long task = (Long)blockIdx.x * MOVING_THREADS + threadIdx.x;
  const unsigned column = task % columns, function = task / columns % 2;
  const Long row = task / columns / 2;  // of all points
  const unsigned rows = (s.end_row - s.first_row) * SIZE;
  if (row >= (Long)s.points * rows) return;
  const unsigned of_panel = row % SIZE, panel = s.first_row + row % rows / SIZE;
  const bool is_edge = panel > s.panels;
  const bool is_there =
      (panel >= s.panels || column / SIZE < panel) && (!is_edge || of_panel < BANDS);
  s.matrix[task] = is_there ? stored_number(s.rows[panel], is_edge, s.first_point + row / rows,
                                            function, of_panel, column)
                            : Complex{0, 0};
}

// What blocks of the diagonal give to their columns.
extern "C" __global__ void __launch_bounds__(MOVING_THREADS)
    add_diagonal(const __grid_constant__ StoredRows s) {
  const Long task = (Long)blockIdx.x * MOVING_THREADS + threadIdx.x;
  const unsigned column = task % SIZE, row = task / SIZE % SIZE,
                 panel = s.first_row + task / (SIZE * SIZE) % (s.end_row - s.first_row);
  const Long local = task / ((Long)SIZE * SIZE * (s.end_row - s.first_row));
  if (local >= s.points) return;
  const Long point = s.first_point + local, block = point * (s.panels + 1) + panel;
  const Complex* const factor = s.factors + block * 2 * FACTOR;
  Complex lesser = {0, 0}, spectral = {0, 0};
  for (unsigned at = 0; at < SIZE; ++at) {
    const unsigned of_column = panel * SIZE + column;
    const Complex l = stored_number(s.rows[panel], false, point, 0, at, of_column);
    const Complex d = stored_number(s.rows[panel], false, point, 1, at, of_column);
    const double share = s.shares[column / BANDS * ORDER + at / BANDS];
    const Complex sigma = get_factor(factor, row, at);
    lesser = add_product(sigma, l, lesser);
    lesser = add_product(-share * get_factor(factor + FACTOR, row, at), d, lesser);
    spectral = add_product((1 - share) * sigma, d, spectral);
  }
  Complex* const to = s.sums + (block * PIECES + column / WIDTH) * 2 * GROUP;
  set(to, row, column % WIDTH, get(to, row, column % WIDTH) + lesser);
  set(to + GROUP, row, column % WIDTH, get(to + GROUP, row, column % WIDTH) + spectral);
}
