// Cross sections with other scales and densities: a block adds one variation of some events. Sums are whole numbers, which do not depend on an
// order.

LANE_FUNCTION long long sum_of_block(long long own) {
  long long* const sums = (long long*)diagc_shared;
  const unsigned thread = threadIdx.x;
  __syncthreads();
  sums[thread] = own;
  for (unsigned half = block_threads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (thread < half) sums[thread] += sums[thread + half];
  }
  __syncthreads();
  return sums[0];
}

extern "C" __global__ void __launch_bounds__(block_threads)
    generator_vary(const __grid_constant__ Launch l) {
  const Tables* const t = &l.tables;
  const VariedWeight& varied = t->varied[blockIdx.x % t->varied_count];
  const Size first = blockIdx.x / t->varied_count * (Size)varied_events, stride = l.rows.stride;
  long long weights = 0, squares = 0, products = 0;
  for (Size i = first + threadIdx.x; i < first + varied_events && i < l.events;
       i += block_threads) {
    const double* const point = l.rows.points + i;
    const double own = l.rows.factor[i], central = point[3 * stride];
    if ((l.rows.sets[i] & 1) == 0 || !(own > 0) || !(central > 0)) continue;
    const DensityPoint at = {point[0], point[stride], point[2 * stride]};
    const double weight = own / central * varied_factor(t, varied, at);
    weights += rounded(weight * t->unit);
    squares += rounded(weight * weight * t->square_unit);
    products += rounded(weight * own * t->square_unit);
  }
  const long long sums[] = {sum_of_block(weights), sum_of_block(squares), sum_of_block(products)};
  if (threadIdx.x > 0) return;
  for (unsigned k = 0; k < 3; ++k)
    atomicAdd(l.cells + varied.first + k, (unsigned long long)sums[k]);
}
