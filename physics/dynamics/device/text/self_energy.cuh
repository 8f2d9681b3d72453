// Sigma at a pair of times of the new rows: a block of threads takes G of all points of the lattice, evaluates the theory, and writes what points
// that are kept need, as left factors: times weights of full panels for columns of stored nodes.
struct SelfEnergy {
  const Complex* rows;     // L and D on the new rows: [point][group]
  Complex* factors;        // [point][block][sigma D, sigma <]
  const unsigned* place;   // of every point of the lattice: the kept one that has its G
  const unsigned* kept;    // of every kept point: itself on the lattice
  const double* vertices;  // U at all nodes, those of the new panel last
  const double* weights;   // of all nodes; 1 for those of the new panel
  const Complex* roots;
  Complex* work;            // of every block, where shared memory is too small: else null
  unsigned panels, points;  // stored panels, kept points
  unsigned pairs;
};

enum : unsigned { SIGMA_THREADS = 512 };

// G of a pair of times at all points. Of an even number of bands a lane reads real or imaginary parts of two bands side by side, and two lanes
// fill 32 bytes.
__device__ inline void read_pair(const SelfEnergy& s, Complex* values, unsigned block,
                                 unsigned row_node, unsigned column_node) {
  const Long apart = (Long)(s.panels + 1) * PIECES * 2 * GROUP;
  const Complex* const rows = s.rows + (Long)block * PIECES * 2 * GROUP;
#if BANDS % 2 == 0
  for (unsigned task = threadIdx.x; task < POINTS * 2 * (ELEMENTS / 2); task += SIGMA_THREADS) {
    const unsigned part = task % 2, at = task / 2 % POINTS, pair = task / (2 * POINTS);
    const unsigned a = pair / (BANDS / 2), b = pair % (BANDS / 2) * 2;
    const unsigned row = row_node * BANDS + a, column = column_node * BANDS + b;
    const Complex* const group = rows + s.place[at] * apart + column / WIDTH * 2 * GROUP;
    const unsigned from = place(row, column % WIDTH) ^ (2 * part);
    const Pair lesser = *(const Pair*)((const double*)group + from);
    const Pair spectral = *(const Pair*)((const double*)(group + GROUP) + from);
#pragma unroll
    for (unsigned i = 0; i < 2; ++i) {
      const unsigned element = a * BANDS + b + i;
      ((double*)(values + input_place(element) * APART + spread(at)))[part] = lesser.of[i];
      ((double*)(values + input_place(ELEMENTS + element) * APART + spread(at)))[part] =
          lesser.of[i] + spectral.of[i];
    }
  }
#else
  for (unsigned at = threadIdx.x; at < POINTS; at += SIGMA_THREADS) {
    for (unsigned element = 0; element < ELEMENTS; ++element) {
      const unsigned row = row_node * BANDS + element / BANDS,
                     column = column_node * BANDS + element % BANDS;
      const Complex* const group = rows + s.place[at] * apart + column / WIDTH * 2 * GROUP;
      const Complex lesser = get(group, row, column % WIDTH);
      values[input_place(element) * APART + spread(at)] = lesser;
      values[input_place(ELEMENTS + element) * APART + spread(at)] =
          lesser + get(group + GROUP, row, column % WIDTH);
    }
  }
#endif
}

// Sigma there, of the points that are kept; lanes side by side have rows of one point.
__device__ inline void write_pair(const SelfEnergy& s, const Complex* values, unsigned block,
                                  unsigned row_node, unsigned column_node, double weight) {
  const Long apart = (Long)(s.panels + 1) * 2 * FACTOR;
  for (unsigned task = threadIdx.x; task < s.points * ELEMENTS * 2; task += SIGMA_THREADS) {
    const unsigned b = task % BANDS, a = task / BANDS % BANDS, part = task / ELEMENTS % 2,
                   point = task / (2 * ELEMENTS);
    const unsigned element = a * BANDS + b, from = spread(s.kept[point]);
    const double lesser = ((const double*)(values + output_place(element) * APART + from))[part];
    const double greater =
        ((const double*)(values + output_place(ELEMENTS + element) * APART + from))[part];
    double* const to = (double*)(s.factors + point * apart + (Long)block * 2 * FACTOR) +
                       factor_place(row_node * BANDS + a, column_node * BANDS + b) +
                       part * 32 * TILES;
    to[0] = weight * (greater - lesser);
    to[2 * FACTOR] = weight * lesser;
  }
}

extern "C" __global__ void __launch_bounds__(SIGMA_THREADS, 1)
    self_energy(const __grid_constant__ SelfEnergy s) {
  Complex* const numbers = (Complex*)diagc_shared;
  Complex* const values = s.work ? s.work + (Long)blockIdx.x * ARRAYS * APART : numbers + NUMBERS;
  const unsigned blocks = s.panels + 1;
  for (unsigned pair = blockIdx.x; pair < s.pairs; pair += gridDim.x) {
    const unsigned column_node = pair % ORDER, row_node = pair / ORDER % ORDER,
                   block = pair / (ORDER * ORDER);
    block_sync();
    read_pair(s, values, block, row_node, column_node);
    if (threadIdx.x == 0 && HAS_VERTEX) {
      numbers[input_place(2 * ELEMENTS)] = {
          s.vertices[s.panels * ORDER + row_node] * s.vertices[block * ORDER + column_node], 0};
      numbers[input_place(2 * ELEMENTS + 1)] = {1, 0};
    }
    block_sync();
    evaluate_cyclic(values, numbers, s.roots);
    write_pair(s, values, block, row_node, column_node, s.weights[block * ORDER + column_node]);
  }
}
