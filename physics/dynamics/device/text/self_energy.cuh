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

extern "C" __global__ void __launch_bounds__(SIGMA_THREADS, 1)
    self_energy(const __grid_constant__ SelfEnergy s) {
  Complex* const numbers = (Complex*)diagc_shared;
  Complex* const values = s.work ? s.work + (Long)blockIdx.x * ARRAYS * APART : numbers + NUMBERS;
  const unsigned blocks = s.panels + 1;
  for (unsigned pair = blockIdx.x; pair < s.pairs; pair += gridDim.x) {
    const unsigned column_node = pair % ORDER, row_node = pair / ORDER % ORDER,
                   block = pair / (ORDER * ORDER);
    block_sync();
    for (unsigned at = threadIdx.x; at < POINTS; at += SIGMA_THREADS) {
      const Complex* const of_point =
          s.rows + ((Long)s.place[at] * blocks + block) * PIECES * 2 * GROUP;
#pragma unroll
      for (unsigned element = 0; element < ELEMENTS; ++element) {
        const unsigned row = row_node * BANDS + element / BANDS,
                       column = column_node * BANDS + element % BANDS;
        const Complex* const from =
            of_point + column / WIDTH * 2 * GROUP + place(row, column % WIDTH);
        const Complex lesser = from[0], spectral = from[GROUP];
        values[input_place(element) * APART + spread(at)] = lesser;
        values[input_place(ELEMENTS + element) * APART + spread(at)] = lesser + spectral;
      }
    }
    if (threadIdx.x == 0 && HAS_VERTEX) {
      numbers[input_place(2 * ELEMENTS)] = {
          s.vertices[s.panels * ORDER + row_node] * s.vertices[block * ORDER + column_node], 0};
      numbers[input_place(2 * ELEMENTS + 1)] = {1, 0};
    }
    block_sync();
    evaluate_cyclic(values, numbers, s.roots);
    const double weight = s.weights[block * ORDER + column_node];
    for (unsigned at = threadIdx.x; at < s.points; at += SIGMA_THREADS) {
      const unsigned from = spread(s.kept[at]);
      Complex* const to = s.factors + ((Long)at * blocks + block) * 2 * FACTOR;
#pragma unroll
      for (unsigned element = 0; element < ELEMENTS; ++element) {
        const unsigned where =
            factor_place(row_node * BANDS + element / BANDS, column_node * BANDS + element % BANDS);
        const Complex lesser = values[output_place(element) * APART + from],
                      greater = values[output_place(ELEMENTS + element) * APART + from];
        to[where] = weight * (greater - lesser);
        to[FACTOR + where] = weight * lesser;
      }
    }
  }
}
