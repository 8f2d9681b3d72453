// Vertex number `vertex` at z, or at z', as the theory takes it: a number, or one for every point of the lattice.
__device__ inline void set_vertex(Complex* values, Complex* numbers, const double* along_axis,
                                  unsigned vertex, unsigned at_second, double value) {
  const unsigned to = input_place(2 * READS + 2 * vertex + at_second);
  if (is_along_axis(vertex)) {
    for_all<POINTS>([&](unsigned at) {
      values[to * APART + spread(at)] = {value * along_axis[vertex * POINTS + at], 0};
    });
  } else if (threadIdx.x == 0) {
    numbers[to] = {value, 0};
  }
}
