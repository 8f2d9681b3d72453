// Adds a product of operands.
__device__ inline void add_product(Real *to, const unsigned *operands, unsigned count,
                                   const Real *values, const Real *known) {
  Real product = *find(operands[0], values, known);
  for (unsigned i = 1; i < count; ++i) product = product * *find(operands[i], values, known);
  atomicAdd(to, product);
}
