// Devices that share arrays bring the pieces of an exchange to one power of two: that of the largest number that any of them has. Each adds up
// the power of its own array, they send these to each other, and each takes the largest one.
struct PowerTerm {
  unsigned index;  // of a value, or behind all values of an exchange
  int weight;
};
struct Powers {
  const int *most;         // exponents of the largest numbers, by value
  const PowerTerm *terms;  // of the power in which the array is computed
  long long *of_exchanges;
  long long *
      of_ranks;  // of this exchange, by rank; behind them the power in which this device's array is computed
  int *factors;     // become exponents whose numbers a copy divides by
  long long given;  // the tensors' part of the power
  unsigned count, values, value, exchange, rank, ranks;
};

__device__ __forceinline__ long long power_of_field(int field) {
  if (field == 0 || field > 2 * exponent_of_one) return 0;
  return (field < 2 * exponent_of_one - 1 ? field : 2 * exponent_of_one - 1) - exponent_of_one;
}
// An array of zeros has none.
__device__ __forceinline__ long long no_power() { return -(1LL << 62); }

extern "C" __global__ void __launch_bounds__(block_threads)
    contract_own_power(const __grid_constant__ Powers powers) {
  long long *const held = (long long *)(diagc_shared + 16);
  long long sum = 0;
  for (unsigned k = threadIdx.x; k < powers.count; k += block_threads) {
    const PowerTerm term = powers.terms[k];
    sum += term.weight * (term.index < powers.values
                              ? power_of_field(powers.most[term.index])
                              : powers.of_exchanges[term.index - powers.values]);
  }
  held[threadIdx.x] = sum;
  for (unsigned half = block_threads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) held[threadIdx.x] += held[threadIdx.x + half];
  }
  if (threadIdx.x != 0) return;
  const long long computed = powers.given + held[0];
  const int most = powers.most[powers.value];
  powers.of_ranks[powers.ranks] = computed;
  powers.of_ranks[powers.rank] = most == 0 ? no_power() : computed + power_of_field(most);
}

extern "C" __global__ void __launch_bounds__(block_threads)
    contract_common_power(const __grid_constant__ Powers powers) {
  if (threadIdx.x != 0) return;
  long long common = no_power();
  for (unsigned rank = 0; rank < powers.ranks; ++rank)
    common = powers.of_ranks[rank] > common ? powers.of_ranks[rank] : common;
  if (common == no_power()) common = 0;
  powers.of_exchanges[powers.exchange] = common;
  // In two factors, of which one alone may be out of range; what vanishes is too small to matter.
  const long long bound = exponent_of_one - 1;
  long long shift = powers.of_ranks[powers.ranks] - common;
  for (unsigned k = 0; k < 2; ++k) {
    const long long own = shift < -bound ? -bound : shift > bound ? bound : shift;
    powers.factors[k] = exponent_of_one - (int)own;
    shift -= own;
  }
}
