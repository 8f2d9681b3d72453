// A stage between the new panel's nodes and the imaginary branch: of lesser = X(t, tau), greater = +- X(t, beta - tau).
struct MixedStage {
  const Complex* rows;  // G: [kept point][row][node of the branch, band]
  const Complex* const*
      reads;  // fields that are read after all elements of G: [kept point][row][node of the branch]
  Complex* const* writes;  // what is written, as they are
  Complex* sigma;          // of the last stage, as G
  const unsigned *place, *kept;
  const double* signs;       // of what is read: 1 where it is periodic in imaginary time, else -1
  const double* vertices;    // [vertex][node], those of the new panel last
  const double* on_branch;   // [vertex]
  const double* along_axis;  // [vertex][point of the lattice]
  const Complex* roots;
  Complex* work;
  unsigned panels, points, width;
};

extern "C" __global__ void __launch_bounds__(THREADS, 1)
    mixed_stage(const __grid_constant__ MixedStage s) {
  Complex* const numbers = (Complex*)diagc_shared;
  Complex* const values = arrays_of_block(numbers, s.work);
  const unsigned nodes = s.width / BANDS, of_vertex = (s.panels + 1) * ORDER;
  for (unsigned pair = blockIdx.x; pair < ORDER * nodes; pair += gridDim.x) {
    const unsigned row_node = pair / nodes, node = pair % nodes, backwards = nodes - 1 - node;
    block_sync();
    for (unsigned read = 0; read < READS; ++read) {
      const unsigned row = row_node * BANDS + read / BANDS, band = read % BANDS;
      for_all<POINTS>([&](unsigned at) {
        const Long point = s.place[at];
        Complex forwards, other;
        if (read < ELEMENTS) {
          const Complex* const own = s.rows + (point * SIZE + row) * s.width + band;
          forwards = own[node * BANDS], other = own[backwards * BANDS];
        } else {
          const Complex* const own = s.reads[read - ELEMENTS] + (point * ORDER + row_node) * nodes;
          forwards = own[node], other = own[backwards];
        }
        values[input_place(read) * APART + spread(at)] = forwards;
        values[input_place(READS + read) * APART + spread(at)] = s.signs[read] * other;
      });
    }
    for (unsigned vertex = 0; vertex < VERTICES; ++vertex) {
      set_vertex(values, numbers, s.along_axis, vertex, 0,
                 s.vertices[vertex * of_vertex + s.panels * ORDER + row_node]);
      set_vertex(values, numbers, s.along_axis, vertex, 1, s.on_branch[vertex]);
    }
    block_sync();
    evaluate_cyclic(values, numbers, s.roots);
    for (unsigned write = 0; write < WRITES; ++write) {
      const unsigned row = row_node * BANDS + write / BANDS, band = write % BANDS;
      for (unsigned point = threadIdx.x; point < s.points; point += THREADS) {
        const Complex value = values[output_place(write) * APART + spread(s.kept[point])];
#if IS_LAST
        s.sigma[((Long)point * SIZE + row) * s.width + node * BANDS + band] = value;
#else
        s.writes[write][((Long)point * ORDER + row_node) * nodes + node] = value;
#endif
      }
    }
  }
}
