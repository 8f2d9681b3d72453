// Sigma at pairs of times whose arrays stand in the memory of a block of threads.

// G of a pair of times at all points; lanes side by side have elements of one point.
__device__ inline void read_pair(const SelfEnergy& s, Complex* values, const PairPlace& of) {
  for_all<POINTS * ELEMENTS>([&](unsigned task) {
    const unsigned element = task % ELEMENTS, at = task / ELEMENTS;
    const unsigned row = of.row_node * BANDS + element / BANDS,
                   column = of.column_node * BANDS + element % BANDS;
    const Complex* const group = of.group(s.place[at], column);
    const Complex lesser = get(group, row, column % WIDTH);
    values[input_place(element) * APART + spread(at)] = lesser;
    values[input_place(ELEMENTS + element) * APART + spread(at)] =
        lesser + get(group + GROUP, row, column % WIDTH);
  });
}

// Sigma there, of the points that are kept.
__device__ inline void write_pair(const SelfEnergy& s, const Complex* values, const PairPlace& of,
                                  double weight) {
#pragma unroll 8
  for (unsigned task = threadIdx.x; task < s.points * ELEMENTS; task += THREADS) {
    const unsigned element = task % ELEMENTS, point = task / ELEMENTS;
    const unsigned row = of.row_node * BANDS + element / BANDS,
                   column = of.column_node * BANDS + element % BANDS;
    const unsigned from = spread(s.kept[point]);
    const Complex lesser = values[output_place(element) * APART + from],
                  greater = values[output_place(ELEMENTS + element) * APART + from];
    Complex* const to = block_of(s, s.factors, s.results, point, of.block);
    set_factor(to, row, column, weight * (greater - lesser));
    set_factor(to + FACTOR, row, column, weight * lesser);
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
    write_pair(s, values, of, s.weights[column]);
  }
}
