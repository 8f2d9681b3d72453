// The power of two in which an array is computed: a sum over powers of what it is computed from.
struct PowerTerm {
  unsigned index;  // of a value, or behind all values of an exchange or a sum over a loop
  int weight;
};

__device__ __forceinline__ long long power_of_field(int field) {
  if (field == 0 || field > 2 * exponent_of_one) return 0;
  return (field < 2 * exponent_of_one - 1 ? field : 2 * exponent_of_one - 1) - exponent_of_one;
}
// An array of zeros has none.
__device__ __forceinline__ long long no_power() { return -(1LL << 62); }

// Exponents whose numbers a copy divides by.
__device__ __forceinline__ void write_factors(int *factors, long long shift) {
  // In two factors, of which one alone may be out of range; what vanishes is too small to matter.
  const long long bound = exponent_of_one - 1;
  for (unsigned k = 0; k < 2; ++k) {
    const long long own = shift < -bound ? -bound : shift > bound ? bound : shift;
    factors[k] = exponent_of_one - (int)own;
    shift -= own;
  }
}

// Of a block; the first thread has the sum. `of_launches` are powers of exchanges and sums.
__device__ __forceinline__ long long sum_of_terms(const int *most, const PowerTerm *terms,
                                                  const long long *of_launches, unsigned count,
                                                  unsigned values) {
  long long *const held = (long long *)(diagc_shared + 16);
  long long sum = 0;
  for (unsigned k = threadIdx.x; k < count; k += block_threads) {
    const PowerTerm term = terms[k];
    sum += term.weight * (term.index < values ? power_of_field(most[term.index])
                                              : of_launches[term.index - values]);
  }
  held[threadIdx.x] = sum;
  for (unsigned half = block_threads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) held[threadIdx.x] += held[threadIdx.x + half];
  }
  return held[0];
}
