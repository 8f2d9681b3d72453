// Cross sections and histograms with other scales and densities: a block adds one variation of some events. Sums are whole numbers, which do not
// depend on an order.

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

// Cells of bins of one variation in shared memory, low and high halves, behind what sum_of_block() takes; none where they are too many.
LANE_FUNCTION unsigned* varied_halves() { return (unsigned*)diagc_shared + 2 * block_threads; }

LANE_FUNCTION void add_varied(const Launch& l, const VariedWeight& varied, Size cell,
                              const VariedSum& sum) {
  const long long sums[] = {sum.weight, sum.square, sum.product};
  const Size place = varied_cell(cell);
#pragma unroll
  for (unsigned k = 0; k < varied_cells; ++k) {
    if (varied_shared_cells > 0)
      add_to_halves(varied_halves() + 2 * (place - varied_cells + k), (unsigned long long)sums[k]);
    else
      atomicAdd(l.cells + varied.first + place + k, (unsigned long long)sums[k]);
  }
}

extern "C" __global__ void __launch_bounds__(block_threads)
    generator_vary(const __grid_constant__ Launch l) {
  const Tables* const t = &l.tables;
  const VariedWeight& varied = t->varied[blockIdx.x % t->varied_count];
  const Size first = blockIdx.x / t->varied_count * (Size)varied_events, stride = l.rows.stride;
  if (varied_shared_cells > 0) {
    for (unsigned c = threadIdx.x; c < 2 * varied_shared_cells; c += block_threads)
      varied_halves()[c] = 0;
    __syncthreads();
  }
  long long weights = 0, squares = 0, products = 0;
  for (Size i = first + threadIdx.x; i < first + varied_events && i < l.events;
       i += block_threads) {
    const double* const point = l.rows.points + i;
    const unsigned sets = l.rows.sets[i];
    const double own = l.rows.factor[i], central = point[3 * stride];
    if (sets == 0 || !(own > 0) || !(central > 0)) continue;
    const DensityPoint at = {point[0], point[stride], point[2 * stride]};
    const VariedSum sum = varied_sum(t, own / central * varied_factor(t, varied, at), own);
    if ((sets & 1) != 0) {
      weights += sum.weight;
      squares += sum.square;
      products += sum.product;
    }
    if constexpr (!varied_histograms) continue;
    for (unsigned h = 0; h < histogram_count; ++h)
      if ((sets >> t->histograms[h].cuts & 1) != 0)
        add_varied(l, varied, l.rows.cells[h * stride + i], sum);
  }
  const long long sums[] = {sum_of_block(weights), sum_of_block(squares), sum_of_block(products)};
  for (unsigned c = threadIdx.x; c < varied_shared_cells; c += block_threads) {
    const unsigned* const halves = varied_halves() + 2 * c;
    const unsigned long long x = halves[0] | (unsigned long long)halves[1] << 32;
    if (x != 0) atomicAdd(l.cells + varied.first + varied_cells + c, x);
  }
  if (threadIdx.x > 0) return;
  for (unsigned k = 0; k < varied_cells; ++k)
    atomicAdd(l.cells + varied.first + k, (unsigned long long)sums[k]);
}
