// Sigma at pairs of times whose arrays stand in the memory of a block of threads.

// G of a pair of times at all points. Of an even number of bands a lane reads real or imaginary parts of two bands side by side, and two lanes
// fill 32 bytes.
__device__ inline void read_pair(const SelfEnergy& s, Complex* values, const PairPlace& of) {
#if BANDS % 2 == 0
#pragma unroll
  for (unsigned pair = 0; pair < ELEMENTS / 2; ++pair) {
    const unsigned a = pair / (BANDS / 2), b = pair % (BANDS / 2) * 2;
    const unsigned row = of.row_node * BANDS + a, column = of.column_node * BANDS + b;
    const unsigned at_group = place(row, column % WIDTH);
    for_all<POINTS * 2>([&](unsigned task) {
      const unsigned part = task % 2, at = task / 2, from = at_group ^ (2 * part);
      const Complex* const group = of.group(s.place[at], column);
      const Pair lesser = *(const Pair*)((const double*)group + from);
      const Pair spectral = *(const Pair*)((const double*)(group + GROUP) + from);
#pragma unroll
      for (unsigned i = 0; i < 2; ++i) {
        const unsigned element = a * BANDS + b + i;
        ((double*)(values + input_place(element) * APART + spread(at)))[part] = lesser.of[i];
        ((double*)(values + input_place(ELEMENTS + element) * APART + spread(at)))[part] =
            lesser.of[i] + spectral.of[i];
      }
    });
  }
#else
#pragma unroll
  for (unsigned element = 0; element < ELEMENTS; ++element) {
    const unsigned row = of.row_node * BANDS + element / BANDS,
                   column = of.column_node * BANDS + element % BANDS;
    for_all<POINTS>([&](unsigned at) {
      const Complex* const group = of.group(s.place[at], column);
      const Complex lesser = get(group, row, column % WIDTH);
      values[input_place(element) * APART + spread(at)] = lesser;
      values[input_place(ELEMENTS + element) * APART + spread(at)] =
          lesser + get(group + GROUP, row, column % WIDTH);
    });
  }
#endif
}

// Sigma there, of the points that are kept; lanes side by side have numbers of one point. Of an even number of bands a lane has those of two bands
// side by side, and two lanes fill 32 bytes.
__device__ inline void write_pair(const SelfEnergy& s, const Complex* values, unsigned block,
                                  unsigned row_node, unsigned column_node, double weight) {
  enum : unsigned { SIDE = BANDS % 2 == 0 ? 2 : 1, TASKS = ELEMENTS / SIDE * 2 };
#pragma unroll 8
  for (unsigned task = threadIdx.x; task < s.points * TASKS; task += THREADS) {
    const unsigned a = task % BANDS, part = task / BANDS % 2,
                   b = task / (2 * BANDS) % (BANDS / SIDE) * SIDE, point = task / TASKS;
    const unsigned from = spread(s.kept[point]);
    double* const to = (double*)block_of(s, s.factors, s.results, point, block) +
                       factor_place(row_node * BANDS + a, column_node * BANDS + b) +
                       part * 32 * TILES;
    double lesser[SIDE], spectral[SIDE];
#pragma unroll
    for (unsigned i = 0; i < SIDE; ++i) {
      const unsigned element = a * BANDS + b + i;
      const double own = ((const double*)(values + output_place(element) * APART + from))[part];
      const double greater =
          ((const double*)(values + output_place(ELEMENTS + element) * APART + from))[part];
      lesser[i] = weight * own, spectral[i] = weight * (greater - own);
    }
#if BANDS % 2 == 0
    *(Pair*)to = {{spectral[0], spectral[1]}};
    *(Pair*)(to + 2 * FACTOR) = {{lesser[0], lesser[1]}};
#else
    to[0] = spectral[0], to[2 * FACTOR] = lesser[0];
#endif
  }
}

extern "C" __global__ void __launch_bounds__(THREADS, 1)
    self_energy(const __grid_constant__ SelfEnergy s) {
  Complex* const numbers = (Complex*)diagc_shared;
  Complex* const values = arrays_of_block(numbers, s.work);
  const unsigned pairs = s.blocks * ORDER * ORDER;
  for (unsigned pair = blockIdx.x; pair < pairs; pair += gridDim.x) {
    const PairPlace of(s, pair);
    const unsigned column = (s.first_block + of.block) * ORDER + of.column_node;
    block_sync();
    read_pair(s, values, of);
    set_vertices(numbers, s.vertices[s.panels * ORDER + of.row_node] * s.vertices[column]);
    block_sync();
    evaluate_cyclic(values, numbers, s.roots);
    write_pair(s, values, of.block, of.row_node, of.column_node, s.weights[column]);
  }
}
