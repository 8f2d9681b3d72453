// Copies the array a to c, whose axes lie otherwise: tiles come as whole lines and go as whole lines, by way of shared memory.
// Where the numbers lie as they should, `moves` is false and only the largest exponent is looked for.
template <class Step>
__device__ __forceinline__ void copy(const Arrays &arrays) {
  typedef typename Step::Index Index;
  typedef typename Step::Offset Offset;
  const Arithmetic with = arithmetic_of(*arrays.most_a, *arrays.most_b, arrays.prime);
  const Number *const __restrict__ from = arrays.a + *arrays.start_a;
  Number *const __restrict__ to = arrays.c;
  Number *const shared = (Number *)(diagc_shared + 16);
  int most = 0;
  for (Index tile = blockIdx.x; tile < Step::tiles; tile += gridDim.x) {
    Offset tile_from, tile_to;
    unsigned left[Step::axes];  // of each axis, what the tile has
    Step::tile(tile, tile_from, tile_to, left);
#pragma unroll 8
    for (unsigned i = threadIdx.x; i < Step::elements; i += block_threads) {
      Offset at;
      unsigned place;
      if (!Step::read(i, left, at, place)) continue;
      const Number value = scaled(from[tile_from + at], with);
      // One place in 32 stays free: lines of powers of two then lie in different banks.
      if (Step::moves) shared[place + place / 32] = value;
      const int exponent = exponent_of(value);
      most = exponent > most ? exponent : most;
    }
    if (!Step::moves) continue;
    __syncthreads();
#pragma unroll 8
    for (unsigned i = threadIdx.x; i < Step::elements; i += block_threads) {
      Offset at;
      if (Step::write(i, left, at)) to[tile_to + at] = shared[i + i / 32];
    }
    __syncthreads();
  }
  keep_most(most, arrays.most_c);
}
