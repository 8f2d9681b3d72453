__device__ inline Complex complex_at(const Real *number) { return {number[0], number[1]}; }
__device__ inline void set(Real *to, Complex value) { to[0] = value.re, to[1] = value.im; }

// Adds a product of operands; the real ones make a factor of their own.
__device__ inline void add_product(Real *to, const unsigned *operands, unsigned count,
                                   const Real *values, const Real *known) {
  Real scale = *find(operands[0], values, known);
  Complex product;
  bool complex = false;
  for (unsigned i = 1; i < count; ++i) {
    const Real *factor = find(operands[i], values, known);
    if (operands[i] & is_complex) {
      product = complex ? product * complex_at(factor) : complex_at(factor);
      complex = true;
    } else {
      scale = scale * *factor;
    }
  }
  atomicAdd(to, complex ? scale * product.re : scale);
  if (complex) atomicAdd(to + 1, scale * product.im);
}
