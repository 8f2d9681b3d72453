// What is done between two values of a loop's label. A term, which lies beside the sum, is added with powers of two of its own: both arrays are brought to
// that of the larger one, so that no sum overflows. What is computed anew gets no largest number yet, and tensors begin further on.
struct Shift {
  Long stride;
  unsigned tensor;
};
struct Next {
  int *most;               // exponents of the largest numbers, by value
  const PowerTerm *terms;  // of the power in which the term is computed
  long long *of_launches;  // powers of sums and exchanges
  int *factors;     // become exponents whose numbers the sum and the term are divided by, two each
  long long given;  // the tensors' part of the power
  unsigned count, values, launch, term, sum;
  unsigned adds, begins;  // whether there is a term, and whether it is the first one
  const unsigned *made;   // values
  const Shift *shifts;
  Long *starts;
  unsigned made_count, shift_count;
  long long times;  // so many strides
};

extern "C" __global__ void __launch_bounds__(block_threads)
    contract_next(const __grid_constant__ Next next) {
  if (next.adds && exponent_of_one != 0) {
    const long long terms =
        sum_of_terms(next.most, next.terms, next.of_launches, next.count, next.values);
    if (threadIdx.x == 0) {
      const long long of_term = next.given + terms,
                      of_sum = next.begins ? of_term : next.of_launches[next.launch];
      const int most_term = next.most[next.term], most_sum = next.most[next.sum];
      long long common = most_term == 0 ? no_power() : of_term + power_of_field(most_term);
      if (!next.begins && most_sum != 0 && of_sum + power_of_field(most_sum) > common)
        common = of_sum + power_of_field(most_sum);
      if (common == no_power()) common = of_sum;
      write_factors(next.factors, of_sum - common);
      write_factors(next.factors + 2, of_term - common);
      next.of_launches[next.launch] = common;
      next.most[next.sum] = 0;
    }
    __syncthreads();
  }
  for (unsigned k = threadIdx.x; k < next.made_count; k += block_threads)
    next.most[next.made[k]] = 0;
  for (unsigned k = threadIdx.x; k < next.shift_count; k += block_threads)
    next.starts[next.shifts[k].tensor] += (Long)next.times * next.shifts[k].stride;
}

struct Addition {
  const Number *term;
  Number *sum;
  const int *factors;
  int *most;  // becomes the exponent of the sum's largest number
  Long elements;
  unsigned begins;
  unsigned prime;
};

extern "C" __global__ void __launch_bounds__(block_threads)
    contract_add_term(const __grid_constant__ Addition addition) {
  const Arithmetic of_sum = arithmetic_of(addition.factors[0], addition.factors[1], addition.prime),
                   of_term =
                       arithmetic_of(addition.factors[2], addition.factors[3], addition.prime);
  int most = 0;
#pragma unroll 4
  for (Long k = (Long)blockIdx.x * block_threads + threadIdx.x; k < addition.elements;
       k += (Long)gridDim.x * block_threads) {
    Sum sum;
    clear(sum);
    if (!addition.begins) add(sum, scaled(addition.sum[k], of_sum), of_sum);
    add(sum, scaled(addition.term[k], of_term), of_term);
    const Number value = value_of(sum, of_sum);
    addition.sum[k] = value;
    const int exponent = exponent_of(value);
    most = exponent > most ? exponent : most;
  }
  keep_most(most, addition.most);
}
