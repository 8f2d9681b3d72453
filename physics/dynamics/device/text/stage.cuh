// A stage on the new rows: fields at pairs of times, or the self-energy, which is the last one's, as left factors times weights of full panels.
struct Stage {
  const Complex* rows;          // L and D on the new rows, of points here: [point][block]
  const Complex* received;      // and of all others, of the blocks that are evaluated here
  const Complex* const* reads;  // rows of the fields that are read after all elements of G
  const Complex* const* reads_received;
  Complex* const* writes;  // of what is written
  Complex* const* writes_results;
  Complex* factors;  // of the last stage, of points here: [point][block][sigma D, sigma <]
  Complex* results;
  const unsigned* place;     // of every point of the lattice: the kept one that has its values
  const unsigned* kept;      // of every kept point: itself on the lattice
  const double* vertices;    // [vertex][node], those of the new panel last
  const double* along_axis;  // [vertex][point of the lattice]
  const double* weights;     // of all nodes; 1 for those of the new panel
  const Complex* roots;
  Complex* work;                     // of every block, where shared memory is too small
  unsigned panels, points;           // stored panels, kept points
  unsigned first_point, own_points;  // of them those here
  unsigned first_block, blocks;      // of columns, that are evaluated
  unsigned others;                   // blocks of others before those
};

// Block number `block` of those that are evaluated, of `size` numbers: of a point that is here, or of another one.
template <class Number>
__device__ inline Number* block_of(const Stage& s, Number* own, Number* others, unsigned point,
                                   unsigned block, unsigned size) {
  const unsigned here = point - s.first_point;
  if (here < s.own_points)
    return own + ((Long)here * (s.panels + 1) + s.first_block + block) * size;
  const unsigned other = point < s.first_point ? point : point - s.own_points;
  return others + (s.others + (Long)other * s.blocks + block) * size;
}

extern "C" __global__ void __launch_bounds__(THREADS, 1) stage(const __grid_constant__ Stage s) {
  Complex* const numbers = (Complex*)diagc_shared;
  Complex* const values = arrays_of_block(numbers, s.work);
  const unsigned nodes = (s.panels + 1) * ORDER;
  for (unsigned pair = blockIdx.x; pair < s.blocks * ORDER * ORDER; pair += gridDim.x) {
    const unsigned block = pair / (ORDER * ORDER), row_node = pair / ORDER % ORDER,
                   column_node = pair % ORDER, node = (s.first_block + block) * ORDER + column_node;
    block_sync();
#pragma unroll
    for (unsigned read = 0; read < READS; ++read) {
      const unsigned row = row_node * BANDS + read / BANDS,
                     column = column_node * BANDS + read % BANDS;
      for_all<POINTS>([&](unsigned at) {
        Complex lesser, spectral;
        if (read < ELEMENTS) {
          const Complex* const group =
              block_of(s, s.rows, s.received, s.place[at], block, 2 * FACTOR) +
              column / WIDTH * 2 * GROUP;
          lesser = get(group, row, column % WIDTH);
          spectral = get(group + GROUP, row, column % WIDTH);
        } else {
          const Complex* const own =
              block_of(s, s.reads[read - ELEMENTS], s.reads_received[read - ELEMENTS], s.place[at],
                       block, FIELD_BLOCK);
          lesser = get_field(own, field_place(row_node, column_node));
          spectral = get_field(own + FIELD_GROUP, field_place(row_node, column_node));
        }
        values[input_place(read) * APART + spread(at)] = lesser;
        values[input_place(READS + read) * APART + spread(at)] = lesser + spectral;
      });
    }
    for (unsigned vertex = 0; vertex < VERTICES; ++vertex) {
      const double* const of_nodes = s.vertices + vertex * nodes;
      set_vertex(values, numbers, s.along_axis, vertex, 0, of_nodes[s.panels * ORDER + row_node]);
      set_vertex(values, numbers, s.along_axis, vertex, 1, of_nodes[node]);
    }
    block_sync();
    evaluate_cyclic(values, numbers, s.roots);
#pragma unroll
    for (unsigned write = 0; write < WRITES; ++write) {
      for (unsigned point = threadIdx.x; point < s.points; point += THREADS) {
        const unsigned from = spread(s.kept[point]);
        const Complex lesser = values[output_place(write) * APART + from];
        const Complex spectral = values[output_place(WRITES + write) * APART + from] - lesser;
#if IS_LAST
        const unsigned row = row_node * BANDS + write / BANDS,
                       column = column_node * BANDS + write % BANDS;
        Complex* const to = block_of(s, s.factors, s.results, point, block, 2 * FACTOR);
        set_factor(to, row, column, s.weights[node] * spectral);
        set_factor(to + FACTOR, row, column, s.weights[node] * lesser);
#else
        Complex* const to =
            block_of(s, s.writes[write], s.writes_results[write], point, block, FIELD_BLOCK);
        set_field(to, field_place(row_node, column_node), lesser);
        set_field(to + FIELD_GROUP, field_place(row_node, column_node), spectral);
#endif
      }
    }
  }
}
