// Hands on the events of a batch that are picked, each with its number and its weight.

extern "C" __global__ void __launch_bounds__(block_threads)
    generator_pick(const __grid_constant__ Launch l) {
  unsigned* const counts = (unsigned*)diagc_shared;  // of warps, and the first place
  const Size i = blockIdx.x * (Size)block_threads + threadIdx.x;
  PickedEvent event = {};
  if (i < l.events) {
    event.step = l.step + l.rows.steps[i];
    event.member = l.rows.members[i];
    event.weight =
        picked_weight(&l.tables, event.member, event.step, l.rows.sets[i], l.rows.factor[i]);
  }
  const bool picked = event.weight > 0;
  unsigned all;
  const unsigned place = place_of(counts, picked, all);
  if (threadIdx.x == 0) counts[warps] = all > 0 ? atomicAdd(l.picked_count, all) : 0;
  __syncthreads();
  if (picked) l.picked[counts[warps] + place] = event;
}
