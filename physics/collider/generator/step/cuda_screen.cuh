// Where few events pass: a thread draws a member in single precision and drops it if it fails the widest cuts by more than rounding can explain.
// Those that are left are put together; they are drawn again in double precision, and cut in it unless they are as clear of the cuts.

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

// A gap's φ² below which rounding of Δy turns Δφ by more than the margin has room for.
constexpr float gap_opens = 1e-3f;

enum Verdict : unsigned { fails, unsure, passes_all };

// antenna_draw() up to the cuts.
LANE_FUNCTION Verdict verdict(const Launch& l, unsigned member, unsigned long long step,
                              unsigned before) {
  const EventTables& t = l.tables.events;
  const Screen& screen = l.screen;
  const unsigned recoil = __umulhi(event_random(t, member, step, jets).x, jets);
  float y[jets], cosine[jets], sine[jets];
  float all_x = 0, all_y = 0, all = 0, all_up = 0, all_down = 0, recoil_up = 0, recoil_down = 0;
  float errors = 1;
  unsigned cell = y_cell_count;
  float last_y = 0, last_up = 1, last_down = 1, last_cosine = 1, last_sine = 0;
  bool alone = true, opens = false;
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
    // Where the gap opens, Δy is not known well enough to tell how wide it is.
    const float dy = y[j] - last_y, square_gap = fma(-dy, dy, screen.least_square);
    opens |= !alone && screen.least_square > 0 && square_gap < gap_opens &&
             square_gap > -gap_opens / 100;
    float gap = screen.gap[gap_terms - 1];
#pragma unroll
    for (int i = (int)gap_terms - 2; i >= 0; --i) gap = fma(gap, square_gap, screen.gap[i]);
    gap = alone || square_gap < gap_opens ? 0.0f : square_gap * rsqrtf(square_gap) * gap;
    const float turn = (float)(int)r.w * 0x1p-32f;
    float c, s;
    __sincosf(fma(turn, fma(-2.0f, gap, 1.0f), copysignf(gap, turn)) * 0x1.921fb6p2f, &s, &c);
    const float whole = __fdividef(1.0f, cosh_eta + c), square = fma(cosh_eta, cosh_eta, -1.0f);
    const float turn_cosine = alone ? c : fma(c, cosh_eta, 1.0f) * whole,
                turn_sine = alone ? s : s * (square * rsqrtf(square)) * whole;
    cosine[j] = fma(last_cosine, turn_cosine, -last_sine * turn_sine);
    sine[j] = fma(last_sine, turn_cosine, last_cosine * turn_sine);
    if (recoil != j) {
      // The derivatives of cos Δφ by c and by cosh η are sinh² η and −s² over (cosh η + c)², those of sin Δφ are no larger.
      errors += alone ? 1.0f : fma(fma(s, s, square), whole * whole, 1.0f);
      last_cosine = cosine[j];
      last_sine = sine[j];
      last_y = y[j];
      last_up = up;
      last_down = down;
      alone = false;
      all_x = fma(pt, cosine[j], all_x);
      all_y = fma(pt, sine[j], all_y);
      all += pt;
      all_up = fma(pt, up, all_up);
      all_down = fma(pt, down, all_down);
    } else {
      recoil_up = up;
      recoil_down = down;
    }
  }
  if (opens) return unsure;
  // Errors of directions are below `margin`, those of the recoil as large in units of all pT.
  const float square = fma(all_x, all_x, fma(all_y, all_y, 1e-20f)), inverse_pt = rsqrtf(square),
              pt = square * inverse_pt;
  const float margin = screen.margin * errors,
              recoil_margin = fma(margin, all * inverse_pt, margin);
  const float largest = greater(fma(pt, recoil_up, all_up), fma(pt, recoil_down, all_down)),
              error = margin * (greater(recoil_up, recoil_down) * all + largest);
  if (pt < screen.pt - margin * all || largest - error > screen.root_s) return fails;
#pragma unroll unrolled
  for (unsigned j = 0; j < jets; ++j) {
    cosine[j] = recoil == j ? -all_x * inverse_pt : cosine[j];
    sine[j] = recoil == j ? -all_y * inverse_pt : sine[j];
  }
  // In units of margins, so that below −1 and above 1 all is clear.
  const float unit = __fdividef(1.0f, margin), recoil_unit = __fdividef(1.0f, recoil_margin);
  float nearest = -2;
#pragma unroll unrolled
  for (unsigned j = 1; j < jets; ++j) {
#pragma unroll unrolled
    for (unsigned i = 0; i < j; ++i) {
      const float dy = y[i] - y[j], z = fma(-dy, dy, screen.dr_square);
      float limit = screen_series[root_terms - 1];
#pragma unroll
      for (int k = root_terms - 2; k >= 0; --k) limit = fma(limit, z, screen_series[k]);
      // Beyond the cut in dy the series is above 1.
      const float over = fma(cosine[i], cosine[j], fma(sine[i], sine[j], -limit));
      nearest = greater(nearest, over * (recoil == i || recoil == j ? recoil_unit : unit));
    }
  }
  if (nearest > 1) return fails;
  return nearest < -1 && pt > screen.pt + margin * all ? passes_all : unsure;
}

extern "C" __global__ void __launch_bounds__(block_threads, screen_blocks)
    generator_screen(const __grid_constant__ Launch l) {
  unsigned* const counts = (unsigned*)diagc_shared;  // of warps, and the first row
  const unsigned thread = threadIdx.x, from = blockIdx.x / l.block_count,
                 first = l.blocks[blockIdx.x % l.block_count] * block_threads;
  const unsigned long long step = l.step + from;
  const OrderingTable& orderings = l.tables.events.ordering;
  const unsigned before = l.tables.orderings[ordering_of(orderings, first, step)].before;
  const Verdict own = l.tables.keep_all ? unsure : verdict(l, first + thread, step, before);
  const bool kept = own != fails;
  unsigned all;
  const unsigned place = place_of(counts, kept, all);
  if (thread == 0) {
    counts[warps] = all > 0 ? atomicAdd(l.rows.count, all) : 0;
    l.rows.first[blockIdx.x] = counts[warps];
    l.rows.kept[blockIdx.x] = all;
  }
  __syncthreads();
  if (!kept) return;
  const Size i = counts[warps] + place;
  l.rows.members[i] = first + thread;
  l.rows.steps[i] = from;
  l.rows.sets[i] = own;
}

extern "C" __global__ void __launch_bounds__(block_threads, finish_blocks)
    generator_finish(const __grid_constant__ Launch l) {
  const Size i = blockIdx.x * (Size)block_threads + threadIdx.x;
  if (i >= *l.rows.count) return;
  const unsigned member = l.rows.members[i];
  const unsigned long long step = l.step + l.rows.steps[i];
  const unsigned chosen = ordering_of(l.tables.events.ordering, member, step);
  const Event event = drawn_event(&l.tables, member, step, chosen);
  // What is clear of the widest cuts passes them, where no other cuts are asked for.
  const bool clear = set_count == 1 && l.rows.sets[i] == passes_all;
  const unsigned sets = clear ? event.weight > 0 : sets_passed(&l.tables, event);
  store_event(l, event, chosen, member, step, sets, i);
}
