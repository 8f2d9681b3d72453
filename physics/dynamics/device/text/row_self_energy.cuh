// Sigma at (t_row, t_j) of a uniform grid: a block of threads takes G of all points of the lattice at a pair of times, evaluates the theory, and
// writes what points that are kept need.
struct RowSelfEnergy {
  const Complex* row;      // L, D, as uniform_rows.cuh has them
  Complex* sigma;          // sigma <, sigma D, likewise
  const unsigned* place;   // of every point of the lattice: the kept one that has its G
  const unsigned* kept;    // of every kept point: itself on the lattice
  const double* vertices;  // U at all times
  const Complex* roots;
  Complex* work;  // of every block, where shared memory is too small
  unsigned points, times;
  unsigned first, end;  // times of the pairs that are evaluated
};

extern "C" __global__ void __launch_bounds__(THREADS, 1)
    row_self_energy(const __grid_constant__ RowSelfEnergy s) {
  Complex* const numbers = (Complex*)diagc_shared;
  Complex* const values = arrays_of_block(numbers, s.work);
  const Long of_point = numbers_in_row(s.times - 1);
  for (unsigned pair = s.first + blockIdx.x; pair < s.end; pair += gridDim.x) {
    block_sync();
    for (unsigned element = 0; element < ELEMENTS; ++element) {
      for_all<POINTS>([&](unsigned at) {
        const Complex* const own = s.row + s.place[at] * of_point + place_in_row(element, pair);
        const Complex lesser = own[0], spectral = own[ELEMENTS * OCTET];
        values[input_place(element) * APART + spread(at)] = lesser;
        values[input_place(ELEMENTS + element) * APART + spread(at)] = lesser + spectral;
      });
    }
    set_vertices(numbers, s.vertices[s.times - 1] * s.vertices[pair]);
    block_sync();
    evaluate_cyclic(values, numbers, s.roots);
    for (unsigned element = 0; element < ELEMENTS; ++element) {
      for (unsigned point = threadIdx.x; point < s.points; point += THREADS) {
        const unsigned from = spread(s.kept[point]);
        const Complex lesser = values[output_place(element) * APART + from],
                      greater = values[output_place(ELEMENTS + element) * APART + from];
        Complex* const to = s.sigma + point * of_point + place_in_row(element, pair);
        to[0] = lesser;
        to[ELEMENTS * OCTET] = greater - lesser;
      }
    }
  }
}
