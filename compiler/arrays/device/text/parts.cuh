// The parts of sums that lie one after the other in a, added in their order.
template <class Step>
__device__ __forceinline__ void add_parts(const Arrays &arrays) {
  const Arithmetic with = arithmetic_of(0, 0, arrays.prime);
  int most = 0;
  for (Long k = (Long)blockIdx.x * block_threads + threadIdx.x; k < Step::elements;
       k += (Long)gridDim.x * block_threads) {
    Sum sum;
    clear(sum);
    for (unsigned part = 0; part < Step::parts; ++part)
      add(sum, arrays.a[(Long)part * Step::elements + k], with);
    const Number value = value_of(sum, with);
    arrays.c[k] = value;
    const int exponent = exponent_of(value);
    most = exponent > most ? exponent : most;
  }
  keep_most(most, arrays.most_c);
}
