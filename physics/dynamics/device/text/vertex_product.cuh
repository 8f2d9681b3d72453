// The product of U at both times, and 1, where the self-energy has one vertex.
__device__ inline void set_vertices(Complex* numbers, double product) {
  if (threadIdx.x == 0 && HAS_VERTEX) {
    numbers[input_place(2 * ELEMENTS)] = {product, 0};
    numbers[input_place(2 * ELEMENTS + 1)] = {1, 0};
  }
}
