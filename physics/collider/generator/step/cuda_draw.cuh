// A thread draws a member; those of its block that pass are put together, and only for them weights and inputs of the amplitude are made.

// A block's memory while it draws.
struct Drawn {
  double numbers[event_rows][block_threads];
  unsigned members[block_threads], sets[block_threads];
  unsigned kept[warps], first;
};
static_assert(sizeof(Drawn) == drawn_bytes);

extern "C" __global__ void __launch_bounds__(block_threads, draw_blocks)
    generator_draw(const __grid_constant__ Launch l) {
  const Tables* const t = &l.tables;
  Drawn& drawn = *(Drawn*)diagc_shared;
  const unsigned thread = threadIdx.x, first = l.blocks[blockIdx.x % l.block_count] * block_threads;
  const unsigned long long step = l.step + blockIdx.x / l.block_count;
  const unsigned chosen = ordering_of(t->events.ordering, first, step);
  unsigned all;
  {
    Event event = drawn_event(t, first + thread, step, chosen);
    const unsigned sets = sets_passed(t, event);
    const bool kept = sets != 0 || t->keep_all;
    const unsigned place = place_of(drawn.kept, kept, all);
    if (thread == 0) {
      drawn.first = all > 0 ? atomicAdd(l.rows.count, all) : 0;
      l.rows.first[blockIdx.x] = drawn.first;
      l.rows.kept[blockIdx.x] = all;
    }
    if (kept) {
      for_numbers(event, [&](unsigned row, Number& x) { drawn.numbers[row][place] = x; });
      drawn.members[place] = first + thread;
      drawn.sets[place] = sets;
    }
  }
  __syncthreads();
  if (thread >= all) return;
  Event event;
  for_numbers(event, [&](unsigned row, Number& x) { x = drawn.numbers[row][thread]; });
  store_event(l, event, chosen, drawn.members[thread], step, drawn.sets[thread],
              drawn.first + thread);
}
