// Rows that are taken over, turned, rounded, and cleared.

// The rows of T+: the last node's of a panel, and the pair (T+, T+).
struct Edge {
  const Complex* rows;
  Complex* edge;
  const Complex* matrix;  // of a kick, [a][b]
  Complex* initial;       // rho at T+: [point][element]
  const Complex* rho;     // so many numbers that `initial` becomes
  unsigned densities;
  unsigned panels, points;  // stored ones, the panel of `rows` the last
  unsigned first, blocks;   // of `rows`: blocks that are forgotten, and all of a point
};

extern "C" __global__ void __launch_bounds__(MOVING_THREADS)
    take_edge(const __grid_constant__ Edge e) {
  const unsigned stored = e.panels * PIECES, groups = stored + 1;
  const Long task = (Long)blockIdx.x * MOVING_THREADS + threadIdx.x;
  const unsigned column = task % WIDTH, band = task / WIDTH % EDGE_ROWS,
                 function = task / (WIDTH * EDGE_ROWS) % 2;
  const unsigned group = task / (WIDTH * EDGE_ROWS * 2) % groups;
  const Long point = task / ((Long)WIDTH * EDGE_ROWS * 2 * groups);
  if (task < e.densities) e.initial[task] = e.rho[task];
  if (point >= e.points) return;
  Complex value = {0, 0};
  const unsigned of_block = group == stored ? SIZE - BANDS + column : 0;
  const unsigned from_group = group == stored ? stored - PIECES + of_block / WIDTH : group;
  const unsigned from_column = group == stored ? of_block % WIDTH : column;
  if (band < BANDS && (group < stored || column < BANDS))
    value =
        get(e.rows + (((point * e.blocks + e.first) * PIECES + from_group) * 2 + function) * GROUP,
            SIZE - BANDS + band, from_column);
  set(e.edge + ((point * groups + group) * 2 + function) * EDGE_GROUP, band, column, value);
}

// G -> K G K^+ there. A thread has a column; of the pair (T+, T+) the first one has all.
extern "C" __global__ void __launch_bounds__(MOVING_THREADS)
    kick_edge(const __grid_constant__ Edge e) {
  const unsigned stored = e.panels * PIECES, groups = stored + 1;
  const Long task = (Long)blockIdx.x * MOVING_THREADS + threadIdx.x;
  const unsigned column = task % WIDTH, function = task / WIDTH % 2,
                 group = task / (WIDTH * 2) % groups;
  const Long point = task / ((Long)WIDTH * 2 * groups);
  if (point >= e.points) return;
  const bool is_corner = group == stored;
  if (is_corner && column > 0) return;
  Complex* const x = e.edge + ((point * groups + group) * 2 + function) * EDGE_GROUP;
  Complex values[BANDS];
  for (unsigned own = column; own < (is_corner ? BANDS : column + 1); ++own) {
    for (unsigned a = 0; a < BANDS; ++a) {
      values[a] = {0, 0};
      for (unsigned b = 0; b < BANDS; ++b)
        values[a] = values[a] + e.matrix[a * BANDS + b] * get(x, b, own);
    }
    for (unsigned a = 0; a < BANDS; ++a) set(x, a, own, values[a]);
  }
  for (unsigned a = 0; a < (is_corner ? BANDS : 0); ++a) {
    for (unsigned c = 0; c < BANDS; ++c) {
      values[c] = {0, 0};
      for (unsigned b = 0; b < BANDS; ++b)
        values[c] = values[c] + get(x, a, b) * conj(e.matrix[c * BANDS + b]);
    }
    for (unsigned c = 0; c < BANDS; ++c) set(x, a, c, values[c]);
  }
}

extern "C" __global__ void __launch_bounds__(MOVING_THREADS)
    read_density(const __grid_constant__ Edge e) {
  const Long task = (Long)blockIdx.x * MOVING_THREADS + threadIdx.x;
  if (task >= (Long)e.points * ELEMENTS) return;
  const unsigned element = task % ELEMENTS;
  const Long group = task / ELEMENTS * (e.panels * PIECES + 1) + e.panels * PIECES;
  const Complex value = get(e.edge + group * 2 * EDGE_GROUP, element / BANDS, element % BANDS);
  e.initial[task] = {value.im, -value.re};
}

// Rows in single precision.
struct Rounded {
  const Complex* from;
  Single* to;
  Long count;
};

extern "C" __global__ void __launch_bounds__(MOVING_THREADS)
    round_rows(const __grid_constant__ Rounded r) {
  for (Long at = (Long)blockIdx.x * MOVING_THREADS + threadIdx.x; at < r.count;
       at += (Long)gridDim.x * MOVING_THREADS) {
    const Complex value = r.from[at];
    r.to[at] = {(float)value.re, (float)value.im};
  }
}

struct Zeros {
  Complex* to;
  Long count;
};

extern "C" __global__ void __launch_bounds__(MOVING_THREADS)
    clear_numbers(const __grid_constant__ Zeros z) {
  for (Long at = (Long)blockIdx.x * MOVING_THREADS + threadIdx.x; at < z.count;
       at += (Long)gridDim.x * MOVING_THREADS)
    z.to[at] = {0, 0};
}
