// Devices that share arrays bring the pieces of an exchange to one power of two: that of the largest number that any of them has. Each adds up
// the power of its own array, they send these to each other, and each takes the largest one.
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

extern "C" __global__ void __launch_bounds__(block_threads)
    contract_own_power(const __grid_constant__ Powers powers) {
  const long long terms =
      sum_of_terms(powers.most, powers.terms, powers.of_exchanges, powers.count, powers.values);
  if (threadIdx.x != 0) return;
  const long long computed = powers.given + terms;
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
  write_factors(powers.factors, powers.of_ranks[powers.ranks] - common);
}
