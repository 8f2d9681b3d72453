// Where few events pass: a thread draws a member in single precision and drops it if it fails the widest cuts by more than rounding can explain.
// Those that are left are put together; they are drawn again in double precision, and cut in it unless they are as clear of the cuts. Where the
// amplitude has single precision, too, and there is one set of cuts (`narrows`), those that are clear are left to cuda_narrow.cuh.

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

LANE_FUNCTION float narrow_gap(const Screen& screen, float square) {
  float gap = screen.gap[gap_terms - 1];
#pragma unroll
  for (int i = (int)gap_terms - 2; i >= 0; --i) gap = fma(gap, square, screen.gap[i]);
  return square * single_inverse_root(square) * gap;
}

// What antenna_draw() draws: jets but for the recoil, whose pT and azimuth follow.
struct NarrowDraw {
  unsigned recoil;
  float pt[jets], y[jets], up[jets], down[jets];  // e^y, e^−y
  float cosine[jets], sine[jets];
  unsigned cell[jets], before[jets], bin[jets];  // of y, of y of the jet before, of pT
  float all_x, all_y, all, all_up, all_down;     // sums of pT, pT e^±y
  float errors;                                  // of directions, in units of that of one
  bool opens;                                    // a gap is not known well enough
};

LANE_FUNCTION NarrowDraw narrow_draw(const Launch& l, unsigned member, unsigned long long step,
                                     unsigned before) {
  const EventTables& t = l.tables.events;
  const Screen& screen = l.screen;
  NarrowDraw d;
  d.recoil = __umulhi(event_random(t, member, step, jets).x, jets);
  d.all_x = d.all_y = d.all = d.all_up = d.all_down = 0;
  d.errors = 1;
  d.opens = false;
  unsigned cell = y_cell_count;
  float last_y = 0, last_up = 1, last_down = 1, last_cosine = 1, last_sine = 0;
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
    d.cell[j] = row + cell;
    d.y[j] = fma((float)cell + (float)r.z * 0x1p-32f, screen.y_width, -screen.y_most);
    const float log_up = d.y[j] * screen.inverse_of_ln_2, up = single_power_of_2(log_up),
                down = single_power_of_2(-log_up);
    d.up[j] = up;
    d.down[j] = down;
    const unsigned bin = __umulhi(r.x, pt_bin_count), part = r.x * pt_bin_count;
    d.bin[j] = bin;
    d.pt[j] = single_power_of_2(fma((float)part * 0x1p-32f, __ldg(screen.pt_bins + 2 * bin + 1),
                                    __ldg(screen.pt_bins + 2 * bin)));
    const float cosh_eta = fma(0.5f, fma(up, last_down, down * last_up), screen.core);
    // Where the gap opens, Δy is not known well enough to tell how wide it is.
    const float dy = d.y[j] - last_y, square_gap = fma(-dy, dy, screen.least_square);
    d.opens |= !alone && screen.least_square > 0 && square_gap < gap_opens &&
               square_gap > -gap_opens / 100;
    const float gap = alone || square_gap < gap_opens ? 0.0f : narrow_gap(screen, square_gap);
    const float turn = (float)(int)r.w * 0x1p-32f;
    float c, s;
    single_circle(fma(turn, fma(-2.0f, gap, 1.0f), copysign(gap, turn)), &c, &s);
    const float whole = single_inverse(cosh_eta + c), square = fma(cosh_eta, cosh_eta, -1.0f);
    const float turn_cosine = alone ? c : fma(c, cosh_eta, 1.0f) * whole,
                turn_sine = alone ? s : s * (square * single_inverse_root(square)) * whole;
    d.cosine[j] = fma(last_cosine, turn_cosine, -last_sine * turn_sine);
    d.sine[j] = fma(last_sine, turn_cosine, last_cosine * turn_sine);
    if (d.recoil == j) continue;
    // The derivatives of cos Δφ by c and by cosh η are sinh² η and −s² over (cosh η + c)², those of sin Δφ are no larger.
    d.errors += alone ? 1.0f : fma(fma(s, s, square), whole * whole, 1.0f);
    last_cosine = d.cosine[j];
    last_sine = d.sine[j];
    last_y = d.y[j];
    last_up = up;
    last_down = down;
    alone = false;
    d.all_x = fma(d.pt[j], d.cosine[j], d.all_x);
    d.all_y = fma(d.pt[j], d.sine[j], d.all_y);
    d.all += d.pt[j];
    d.all_up = fma(d.pt[j], up, d.all_up);
    d.all_down = fma(d.pt[j], down, d.all_down);
  }
  return d;
}

LANE_FUNCTION float of_recoil(const NarrowDraw& d, const float (&numbers)[jets]) {
  float x = numbers[0];
#pragma unroll unrolled
  for (unsigned j = 1; j < jets; ++j) x = d.recoil == j ? numbers[j] : x;
  return x;
}

// Of the widest cuts.
LANE_FUNCTION Verdict verdict(const Launch& l, unsigned member, unsigned long long step,
                              unsigned before) {
  const Screen& screen = l.screen;
  const NarrowDraw d = narrow_draw(l, member, step, before);
  if (d.opens) return unsure;
  const float recoil_up = of_recoil(d, d.up), recoil_down = of_recoil(d, d.down);
  // Errors of directions are below `margin`, those of the recoil as large in units of all pT.
  const float square = fma(d.all_x, d.all_x, fma(d.all_y, d.all_y, 1e-20f)),
              inverse_pt = single_inverse_root(square), pt = square * inverse_pt;
  const float margin = screen.margin * d.errors,
              recoil_margin = fma(margin, d.all * inverse_pt, margin);
  const float largest =
                  single_greater(fma(pt, recoil_up, d.all_up), fma(pt, recoil_down, d.all_down)),
              error = margin * (single_greater(recoil_up, recoil_down) * d.all + largest);
  if (pt < screen.pt - margin * d.all || largest - error > screen.root_s) return fails;
  float cosine[jets], sine[jets];
#pragma unroll unrolled
  for (unsigned j = 0; j < jets; ++j) {
    cosine[j] = d.recoil == j ? -d.all_x * inverse_pt : d.cosine[j];
    sine[j] = d.recoil == j ? -d.all_y * inverse_pt : d.sine[j];
  }
  // In units of margins, so that below −1 and above 1 all is clear.
  const float unit = single_inverse(margin), recoil_unit = single_inverse(recoil_margin);
  float nearest = -2;
#pragma unroll unrolled
  for (unsigned j = 1; j < jets; ++j) {
#pragma unroll unrolled
    for (unsigned i = 0; i < j; ++i) {
      const float dy = d.y[i] - d.y[j], z = fma(-dy, dy, screen.dr_square);
      float limit = screen_series[single_root_terms - 1];
#pragma unroll
      for (int k = (int)single_root_terms - 2; k >= 0; --k) limit = fma(limit, z, screen_series[k]);
      // Beyond the cut in dy the series is above 1.
      const float over = fma(cosine[i], cosine[j], fma(sine[i], sine[j], -limit));
      nearest =
          single_greater(nearest, over * (d.recoil == i || d.recoil == j ? recoil_unit : unit));
    }
  }
  if (nearest > 1) return fails;
  const bool clear =
      nearest < -1 && pt > screen.pt + margin * d.all && largest + error < screen.root_s;
  return clear ? passes_all : unsure;
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
  if (narrows && own == unsure) l.rows.unsure[atomicAdd(l.rows.count + 1, 1u)] = (unsigned)i;
}

// In double precision.
LANE_FUNCTION void finish_row(const Launch& l, Size i) {
  const unsigned member = l.rows.members[i];
  const unsigned long long step = l.step + l.rows.steps[i];
  const unsigned chosen = ordering_of(l.tables.events.ordering, member, step);
  const Event event = drawn_event(&l.tables, member, step, chosen);
  // What is clear of the widest cuts passes them, where no other cuts are asked for.
  const bool clear = set_count == 1 && l.rows.sets[i] == passes_all;
  const unsigned sets = clear ? event.weight > 0 : sets_passed(&l.tables, event);
  store_event(l, event, chosen, member, step, sets, i);
}

// All events, or those that are not clear of the cuts, by any number of blocks.
extern "C" __global__ void __launch_bounds__(block_threads, finish_blocks)
    generator_finish(const __grid_constant__ Launch l) {
  const unsigned first = blockIdx.x * block_threads + threadIdx.x;
  if constexpr (narrows) {
    const unsigned count = l.rows.count[1];
    for (unsigned k = first; k < count; k += gridDim.x * block_threads)
      finish_row(l, l.rows.unsure[k]);
  } else if (first < l.rows.count[0]) {
    finish_row(l, first);
  }
}
