// Events that are clear of the cuts, in single precision: momenta on the mass shell and balanced to rounding, weights to some 1e-6.

struct NarrowVector {
  float e, x, y, z;
};
LANE_FUNCTION void store_vector(Real* rows, Size stride, Size i, NarrowVector v, double factor) {
  const float by = (float)factor;
  store(rows + i, v.e * by);
  store(rows + stride + i, v.x * by);
  store(rows + 2 * stride + i, v.y * by);
  store(rows + 3 * stride + i, v.z * by);
}

// Jets with the recoil among them; `draw` has unit vectors and e^±y that are inverse to each other to rounding.
struct NarrowEvent {
  NarrowDraw draw;
  float x[jets], y[jets];  // pT
  float x1, x2;
};

LANE_FUNCTION NarrowEvent narrow_event(const Launch& l, unsigned member, unsigned long long step,
                                       unsigned before) {
  NarrowEvent event;
  NarrowDraw& d = event.draw;
  d = narrow_draw(l, member, step, before);
  float all_x = 0, all_y = 0;
#pragma unroll unrolled
  for (unsigned j = 0; j < jets; ++j) {
    d.down[j] *= fma(-d.up[j], d.down[j], 2.0f);
    const float longer = fma(-0.5f, fma(d.cosine[j], d.cosine[j], d.sine[j] * d.sine[j]), 1.5f);
    d.cosine[j] *= longer;
    d.sine[j] *= longer;
    const float pt = d.recoil == j ? 0 : d.pt[j];
    event.x[j] = pt * d.cosine[j];
    event.y[j] = pt * d.sine[j];
    all_x += event.x[j];
    all_y += event.y[j];
  }
  const float square = fma(all_x, all_x, all_y * all_y), rough = single_inverse_root(square),
              inverse_pt = rough * fma(-0.5f * square * rough, rough, 1.5f),
              pt = square * inverse_pt;
  float up = 0, down = 0;
#pragma unroll unrolled
  for (unsigned j = 0; j < jets; ++j) {
    const bool own = d.recoil == j;
    d.pt[j] = own ? pt : d.pt[j];
    event.x[j] = own ? -all_x : event.x[j];
    event.y[j] = own ? -all_y : event.y[j];
    d.cosine[j] = own ? -all_x * inverse_pt : d.cosine[j];
    d.sine[j] = own ? -all_y * inverse_pt : d.sine[j];
    up = fma(d.pt[j], d.up[j], up);
    down = fma(d.pt[j], d.down[j], down);
  }
  const float inverse_root_s = single_inverse(l.screen.root_s);
  event.x1 = up * inverse_root_s;
  event.x2 = down * inverse_root_s;
  return event;
}

// As antenna_link().
LANE_FUNCTION float narrow_link(const Screen& screen, const NarrowDraw& d, unsigned a, unsigned b) {
  const float cosh_eta = fma(0.5f, fma(d.up[a], d.down[b], d.down[a] * d.up[b]), screen.core),
              dy = d.y[a] - d.y[b],
              gap = narrow_gap(screen, single_greater(fma(-dy, dy, screen.least_square), 1e-30f)),
              cosine = fma(d.cosine[a], d.cosine[b], d.sine[a] * d.sine[b]);
  return (cosh_eta - cosine) * fma(-2.0f, gap, 1.0f) *
         single_inverse_root(fma(cosh_eta, cosh_eta, -1.0f));
}

// As antenna_weight().
LANE_FUNCTION double narrow_weight(const Launch& l, const NarrowEvent& event, unsigned before) {
  const Screen& screen = l.screen;
  const NarrowDraw& d = event.draw;
  float link[jets];
#pragma unroll unrolled
  for (unsigned j = 0; j + 1 < jets; ++j)
    link[j] = ends_chain(j, before) ? 1.0f : narrow_link(screen, d, j, j + 1);
  const float place = (single_logarithm_of_2(of_recoil(d, d.pt)) - screen.least_log_pt) *
                      screen.pt_cells_per_log,
              recoil_density = __ldg(screen.pt_inverse_density +
                                     (unsigned)single_smaller(single_greater(place, 0.0f),
                                                              (float)(pt_cell_count - 1)));
  double product = 1;
  float shares = 0, probability = 1, some = 1;  // of the product: three shares stay below 1e38
#pragma unroll unrolled
  for (unsigned j = 0; j < jets; ++j) {
    const float inverse_density =
        d.recoil == j ? recoil_density
                      : __ldg(screen.pt_bins + 2 * d.bin[j] + 1) * screen.inverse_density_of_width;
    probability *= __ldg(screen.y_probability + d.cell[j]) * (float)y_cell_count;
    float share = d.pt[j] * d.pt[j] * inverse_density;
    if (j + 1 < jets) share *= link[j];
    some *= share;
    if (j % 3 == 2 || j + 1 == jets) {
      product *= some;
      some = 1;
    }
    if (j > 0) share *= link[j - 1];
    if (j > 0 && j + 1 < jets && !begins_chain(j, before) && !ends_chain(j, before))
      share *= single_inverse(narrow_link(screen, d, j - 1, j + 1));
    shares += share;
  }
  const float density = event.x1 * event.x2 * event.x1 * event.x2 * shares * probability;
  return antenna_constants(l.tables.events) * whole_power(number(y_cell_count), jets) * product *
         inverse(number(density));
}

// As density_point().
LANE_FUNCTION DensityPoint narrow_point(const Tables* t, const NarrowEvent& event) {
  constexpr float ln_2 = 0x1.62e42fp-1f;
  const auto log = [](float x) { return (double)(ln_2 * single_logarithm_of_2(x)); };
  DensityPoint at = {log(event.x1), log(event.x2), t->log_scale};
  if (t->scale_factor == 0) return at;
  float sum = event.draw.pt[0];
#pragma unroll unrolled
  for (unsigned j = 1; j < jets; ++j) sum += event.draw.pt[j];
  at.log_q = log((float)t->scale_factor * sum);
  return at;
}

LANE_FUNCTION Event widened(const NarrowEvent& event) {
  const NarrowDraw& d = event.draw;
  Event wide;
  wide.x1 = event.x1;
  wide.x2 = event.x2;
  wide.weight = 1;
#pragma unroll unrolled
  for (unsigned j = 0; j < jets; ++j) {
    wide.pt[j] = d.pt[j];
    wide.y[j] = d.y[j];
    wide.cosine[j] = d.cosine[j];
    wide.sine[j] = d.sine[j];
    wide.up[j] = d.pt[j] * d.up[j];
    wide.down[j] = d.pt[j] * d.down[j];
    wide.inverse_density[j] = 1;
  }
  return wide;
}

extern "C" __global__ void __launch_bounds__(block_threads, narrow_blocks)
    generator_narrow(const __grid_constant__ Launch l) {
  const Size i = blockIdx.x * (Size)block_threads + threadIdx.x;
  if (i >= *l.rows.count || l.rows.sets[i] != passes_all) return;
  const Tables* const t = &l.tables;
  const unsigned member = l.rows.members[i];
  const unsigned long long step = l.step + l.rows.steps[i];
  const unsigned chosen = ordering_of(t->events.ordering, member, step),
                 before = t->orderings[chosen].before;
  const NarrowEvent event = narrow_event(l, member, step, before);
  NarrowVector second;
  second.x = second.y = 0;
  second.e = event.x2 * (-0.5f * l.screen.root_s);
  second.z = -second.e;
  const auto jet_vector = [&](unsigned j) {
    const NarrowDraw& d = event.draw;
    const float half = 0.5f * d.pt[j];
    NarrowVector v;
    v.e = half * (d.up[j] + d.down[j]);
    v.x = event.x[j];
    v.y = event.y[j];
    v.z = half * (d.up[j] - d.down[j]);
    return v;
  };
  Real* const p = (Real*)l.rows.inputs;
  store_legs(t, chosen, member, step, second, jet_vector, p, p + momentum_rows * l.rows.stride,
             l.rows.stride, i);
  store_known(l, widened(event), narrow_point(t, event), narrow_weight(l, event, before), chosen,
              member, step, 1, i);
}
