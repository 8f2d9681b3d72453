// Sigma between the new panel's nodes and the imaginary branch: of lesser = G(t, tau), greater = -G(t, beta - tau).
struct MixedSelfEnergy {
  const Complex* rows;  // [point][row][node of the branch, band]
  Complex* sigma;
  const unsigned *place, *kept;
  const double* vertices;  // U at the new panel's nodes
  const Complex* roots;
  Complex* work;
  double vertex;  // on the branch
  unsigned points, width;
};

extern "C" __global__ void __launch_bounds__(THREADS, 1)
    mixed_self_energy(const __grid_constant__ MixedSelfEnergy s) {
  Complex* const numbers = (Complex*)diagc_shared;
  Complex* const values = arrays_of_block(numbers, s.work);
  const unsigned nodes = s.width / BANDS;
  for (unsigned pair = blockIdx.x; pair < ORDER * nodes; pair += gridDim.x) {
    const unsigned row_node = pair / nodes, node = pair % nodes;
    block_sync();
    for (unsigned element = 0; element < ELEMENTS; ++element) {
      const unsigned row = row_node * BANDS + element / BANDS, band = element % BANDS;
      for_all<POINTS>([&](unsigned at) {
        const Complex* const own = s.rows + ((Long)s.place[at] * SIZE + row) * s.width;
        const Complex backwards = own[(nodes - 1 - node) * BANDS + band];
        values[input_place(element) * APART + spread(at)] = own[node * BANDS + band];
        values[input_place(ELEMENTS + element) * APART + spread(at)] = {-backwards.re,
                                                                        -backwards.im};
      });
    }
    set_vertices(numbers, s.vertices[row_node] * s.vertex);
    block_sync();
    evaluate_cyclic(values, numbers, s.roots);
    for (unsigned element = 0; element < ELEMENTS; ++element) {
      const unsigned row = row_node * BANDS + element / BANDS, band = element % BANDS;
      for (unsigned point = threadIdx.x; point < s.points; point += THREADS) {
        s.sigma[((Long)point * SIZE + row) * s.width + node * BANDS + band] =
            values[output_place(element) * APART + spread(s.kept[point])];
      }
    }
  }
}
