// Adds a term to a sum of many, each with a power of two of its own, by Kahan's way (Comm. ACM 8, 40 (1965)): `compensation` is what rounding has added to the
// sum too much. Complex numbers are two real ones.
struct CompensatedAddition {
  const Real *term;
  Real *sum, *compensation;
  const int *factors;  // exponents whose numbers the sum and the term are divided by, two each
  int *most;           // becomes the exponent of the sum's largest number
  Long elements;
  unsigned begins;
};

extern "C" __global__ void __launch_bounds__(block_threads)
    contract_add_compensated(const __grid_constant__ CompensatedAddition addition) {
  Real by[4];
#pragma unroll
  for (unsigned k = 0; k < 4; ++k) by[k] = power_for(addition.factors[k], Real());
  int most = 0;
#pragma unroll 4
  for (Long k = (Long)blockIdx.x * block_threads + threadIdx.x; k < addition.elements;
       k += (Long)gridDim.x * block_threads) {
    const Real term = addition.term[k] * by[2] * by[3];
    Real sum = term, compensation = 0;
    if (!addition.begins) {
      const Real before = addition.sum[k] * by[0] * by[1],
                 own = term - addition.compensation[k] * by[0] * by[1];
      sum = before + own;
      compensation = sum - before - own;
    }
    addition.sum[k] = sum;
    addition.compensation[k] = compensation;
    const int exponent = exponent_field(sum);
    most = exponent > most ? exponent : most;
  }
  keep_most(most, addition.most);
}
