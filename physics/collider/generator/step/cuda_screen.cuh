// Where few events pass: a thread draws a member in single precision and drops it if it fails the widest cuts by more than rounding can explain.
// Those that are left are put together; they are drawn again and cut in double precision, which alone decides.

// 1 / (2i)!, with changing signs, as root_series.
LANE_TABLE float screen_series[] = {1.0f,
                                    -1.0f / 2,
                                    1.0f / 24,
                                    -1.0f / 720,
                                    1.0f / 40320,
                                    -1.0f / 3628800,
                                    1.0f / 479001600,
                                    -1.0f / 87178291200,
                                    1.0f / 20922789888000,
                                    -1.0f / 6402373705728000,
                                    1.0f / 2.43290200817664e18f,
                                    -1.0f / 1.1240007277776077e21f,
                                    1.0f / 6.204484017332394e23f};

// antenna_draw() up to the cuts.
LANE_FUNCTION bool may_pass(const Launch& l, unsigned member, unsigned long long step,
                            unsigned before) {
  const EventTables& t = l.tables.events;
  const Screen& screen = l.screen;
  const unsigned recoil = __umulhi(event_random(t, member, step, jets).x, jets);
  float y[jets], cosine[jets], sine[jets];
  float all_x = 0, all_y = 0, all = 0;
  unsigned cell = y_cell_count;
  float last_up = 1, last_down = 1, last_cosine = 1, last_sine = 0;
  bool alone = true;
#pragma unroll unrolled
  for (unsigned j = 0; j < jets; ++j) {
    if (begins_chain(j, before)) {
      cell = y_cell_count;
      last_up = last_down = last_cosine = 1;
      last_sine = 0;
      alone = true;
    }
    const Random r = event_random(t, member, step, j);
    const unsigned after = (j < before ? before : jets) - 1 - j;
    const unsigned row = (cell + after * (y_cell_count + 1)) * y_cell_count;
    const unsigned entry = __umulhi(r.y, y_cell_count), rest = r.y * y_cell_count;
    const unsigned threshold = look_up(t.antenna.y_draws, (row + entry) * 2u);
    cell = rest < threshold ? entry : look_up(t.antenna.y_draws, (row + entry) * 2u + 1u);
    y[j] = fma((float)cell + (float)r.z * 0x1p-32f, screen.y_width, -screen.y_most);
    const float up = __expf(y[j]), down = __expf(-y[j]);
    const unsigned bin = __umulhi(r.x, pt_bin_count), part = r.x * pt_bin_count;
    const float pt = __expf(fma((float)part * 0x1p-32f, __ldg(screen.pt_bins + 2 * bin + 1),
                                __ldg(screen.pt_bins + 2 * bin)));
    const float cosh_eta = fma(0.5f, fma(up, last_down, down * last_up), screen.core);
    float c, s;
    __sincosf((float)(int)r.w * 0x1.921fb6p-30f, &s, &c);
    const float whole = __fdividef(1.0f, cosh_eta + c), square = fma(cosh_eta, cosh_eta, -1.0f);
    const float turn_cosine = alone ? c : fma(c, cosh_eta, 1.0f) * whole,
                turn_sine = alone ? s : s * (square * rsqrtf(square)) * whole;
    cosine[j] = fma(last_cosine, turn_cosine, -last_sine * turn_sine);
    sine[j] = fma(last_sine, turn_cosine, last_cosine * turn_sine);
    if (recoil != j) {
      last_cosine = cosine[j];
      last_sine = sine[j];
      last_up = up;
      last_down = down;
      alone = false;
      all_x = fma(pt, cosine[j], all_x);
      all_y = fma(pt, sine[j], all_y);
      all += pt;
    }
  }
  // Errors of directions are below `margin`, those of the recoil as large in units of all pT.
  const float square = fma(all_x, all_x, fma(all_y, all_y, 1e-20f)), inverse_pt = rsqrtf(square);
  if (square * inverse_pt < screen.pt - screen.margin * all) return false;
  const float recoil_margin = fma(screen.margin, all * inverse_pt, screen.margin);
#pragma unroll unrolled
  for (unsigned j = 0; j < jets; ++j) {
    cosine[j] = recoil == j ? -all_x * inverse_pt : cosine[j];
    sine[j] = recoil == j ? -all_y * inverse_pt : sine[j];
  }
  bool near = false;
#pragma unroll unrolled
  for (unsigned j = 1; j < jets; ++j) {
#pragma unroll unrolled
    for (unsigned i = 0; i < j; ++i) {
      const float dy = y[i] - y[j], z = fma(-dy, dy, screen.dr_square);
      float limit = screen_series[root_terms - 1];
#pragma unroll
      for (int k = root_terms - 2; k >= 0; --k) limit = fma(limit, z, screen_series[k]);
      const float margin = recoil == i || recoil == j ? recoil_margin : screen.margin;
      // Beyond the cut in dy the series is above 1.
      near |= fma(cosine[i], cosine[j], sine[i] * sine[j]) > limit + margin;
    }
  }
  return !near;
}

extern "C" __global__ void __launch_bounds__(block_threads, screen_blocks)
    generator_screen(const __grid_constant__ Launch l) {
  unsigned* const counts = (unsigned*)diagc_shared;  // of warps, and the first row
  const unsigned thread = threadIdx.x, from = blockIdx.x / l.block_count,
                 first = l.blocks[blockIdx.x % l.block_count] * block_threads;
  const unsigned long long step = l.step + from;
  const OrderingTable& orderings = l.tables.events.ordering;
  const unsigned before = l.tables.orderings[ordering_of(orderings, first, step)].before;
  const bool kept = l.tables.keep_all || may_pass(l, first + thread, step, before);
  unsigned all;
  const unsigned place = place_of(counts, kept, all);
  if (thread == 0) {
    counts[warps] = all > 0 ? atomicAdd(l.rows.count, all) : 0;
    l.rows.first[blockIdx.x] = counts[warps];
    l.rows.kept[blockIdx.x] = all;
  }
  __syncthreads();
  if (!kept) return;
  l.rows.members[counts[warps] + place] = first + thread;
  l.rows.steps[counts[warps] + place] = from;
}

extern "C" __global__ void __launch_bounds__(block_threads, draw_blocks)
    generator_finish(const __grid_constant__ Launch l) {
  const Size i = blockIdx.x * (Size)block_threads + threadIdx.x;
  if (i >= *l.rows.count) return;
  const unsigned member = l.rows.members[i];
  const unsigned long long step = l.step + l.rows.steps[i];
  const unsigned chosen = ordering_of(l.tables.events.ordering, member, step);
  const Event event = drawn_event(&l.tables, member, step, chosen);
  store_event(l, event, chosen, member, step, sets_passed(&l.tables, event), i);
}
