// Left factors as matrices, and what products of a library with stored rows give (history_products.h).
struct FactorMatrix {
  const Complex* factors;  // [point][block][sigma D, sigma <]
  Complex* matrix;
  unsigned panels, first_row, end_row, first_point, points;
};

// sigma D, [point][row][row of the stored rows], zero for those of the new panel and of T+.
extern "C" __global__ void __launch_bounds__(MOVING_THREADS)
    spread_factors(const __grid_constant__ FactorMatrix f) {
  const unsigned inner = (f.end_row - f.first_row) * SIZE;
  const Long task = (Long)blockIdx.x * MOVING_THREADS + threadIdx.x;
  const unsigned at = task % inner, row = task / inner % SIZE, panel = f.first_row + at / SIZE;
  const Long local = task / ((Long)inner * SIZE);
  if (local >= f.points) return;
  const Complex* const factor =
      f.factors + ((f.first_point + local) * (f.panels + 1) + panel) * 2 * FACTOR;
  f.matrix[task] = panel < f.panels ? get_factor(factor, row, at % SIZE) : Complex{0, 0};
}

// The conjugates of -sigma D and of sigma <, [point][row][L, D][column of stored panels]: X(t', t) = -X(t, t')^+.
extern "C" __global__ void __launch_bounds__(MOVING_THREADS)
    turn_factors(const __grid_constant__ FactorMatrix f) {
  const unsigned columns = f.panels * SIZE;
  const Long task = (Long)blockIdx.x * MOVING_THREADS + threadIdx.x;
  const unsigned column = task % columns, function = task / columns % 2,
                 row = task / (2 * columns) % SIZE;
  const Long local = task / ((Long)2 * columns * SIZE);
  if (local >= f.points) return;
  const Complex* const factor =
      f.factors + ((f.first_point + local) * (f.panels + 1) + column / SIZE) * 2 * FACTOR;
  const Complex value = get_factor(factor + function * FACTOR, row, column % SIZE);
  f.matrix[task] = function == 0 ? Complex{-value.re, value.im} : conj(value);
}

struct HistoryResult {
  const Complex* values;
  Complex *sums, *sums_edge;  // [point][block]; of T+, [point]
  double sign;
  unsigned panels, first_row, end_row, first_point, points;
};

// Columns' sums: values are [point][row][L, D][column of stored panels].
extern "C" __global__ void __launch_bounds__(MOVING_THREADS)
    add_columns(const __grid_constant__ HistoryResult h) {
  const unsigned columns = h.panels * SIZE;
  const Long task = (Long)blockIdx.x * MOVING_THREADS + threadIdx.x;
  const unsigned column = task % columns, function = task / columns % 2,
                 row = task / (2 * columns) % SIZE;
  const Long local = task / ((Long)2 * columns * SIZE);
  if (local >= h.points) return;
  const Long block = (h.first_point + local) * (h.panels + 1) + column / SIZE;
  const unsigned of_block = column % SIZE;
  Complex* const to = h.sums + ((block * PIECES + of_block / WIDTH) * 2 + function) * GROUP;
  set(to, row, of_block % WIDTH, get(to, row, of_block % WIDTH) + h.values[task]);
}

// Rows' sums, which are those of columns at their times: values are conjugates, [point][row][row of the stored rows].
extern "C" __global__ void __launch_bounds__(MOVING_THREADS)
    add_rows(const __grid_constant__ HistoryResult h) {
  const unsigned columns = (h.end_row - h.first_row) * SIZE;
  const Long task = (Long)blockIdx.x * MOVING_THREADS + threadIdx.x;
  const unsigned column = task % columns, row = task / columns % SIZE,
                 panel = h.first_row + column / SIZE, of_block = column % SIZE;
  const Long local = task / ((Long)columns * SIZE);
  if (local >= h.points) return;
  const bool is_edge = panel > h.panels;
  if (is_edge && of_block >= BANDS) return;
  const Long point = h.first_point + local;
  Complex* const to =
      is_edge ? h.sums_edge + point * 2 * GROUP
              : h.sums + ((point * (h.panels + 1) + panel) * PIECES + of_block / WIDTH) * 2 * GROUP;
  set(to, row, of_block % WIDTH, get(to, row, of_block % WIDTH) + h.sign * conj(h.values[task]));
}
