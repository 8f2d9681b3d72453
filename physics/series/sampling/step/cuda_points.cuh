// What both forms of walkers at any points on devices have: their start, what a step measures, and the sums of blocks.

typedef PointLaunch<Real> Launch;

constexpr unsigned field_square = component_count, field_product = 2 * component_count,
                   field_norm = fields_of_component * component_count,
                   field_accepted = field_norm + 2, field_broken = field_accepted + 4,
                   fields = fields_of_component * component_count + further_fields;
struct WalkerSums {
  double of[fields];
};

LANE_FUNCTION Block own_block(const Launch& l) {
  Block b = l.block;
  // Walkers have numbers of their own, whatever else is on the device.
  b.first_walker = (l.block_numbers[blockIdx.x] - blockIdx.x) * 128ull;
  return b;
}

// Puts all walkers to independent places.
extern "C" __global__ void __launch_bounds__(128) point_start(const __grid_constant__ Launch l) {
  draw_all(l.tables, own_block(l), l.first, l.block.integers, blockIdx.x * 128ull + threadIdx.x);
}

// Adds f, of ends so many ticks apart, times the factor of each frequency.
LANE_FUNCTION void add_waves(Real re, Real im, Int ticks, Real* to) {
#pragma unroll 1
  for (unsigned j = 0; j < component_count / 2; ++j) {
    // Half turns in units of 2^-32, of which 2^33 are none, within one half turn.
    const unsigned long long turned =
        (unsigned long long)(long long)half_turns[j] * ticks & 0x1ffffffffull;
    const long long nearest = (long long)(turned ^ 0x100000000ull) - 0x100000000ll;
    Real sine, cosine;
    sine_and_cosine((Real)nearest * (Real)0x1p-32, sine, cosine);
    to[2 * j] += re * cosine - im * sine;
    to[2 * j + 1] += re * sine + im * cosine;
  }
}
LANE_FUNCTION void add_bins(Real f, bool one_point, Int ticks, Real* to) {
  if (one_point) {
    to[0] += f;
    return;
  }
#pragma unroll 1
  for (unsigned bin = 1; bin < component_count; ++bin) {
    if (ticks >= edges[bin - 1] && ticks < edges[bin]) to[bin] += f * per_width[bin - 1];
  }
}

// The sum over outputs of f times its factor in each component.
LANE_FUNCTION void measure(const Launch& l, const Block& b, Size i, Real* to) {
  for (unsigned c = 0; c < component_count; ++c) to[c] = 0;
#pragma unroll 1
  for (unsigned k = 0; k < leaf_count; ++k) {
    const Real f = load(b.numbers + k * b.stride + i);
    if (measured == nothing) {
      to[0] += f;
      continue;
    }
    if (f == 0) continue;
    const unsigned from = end_from[k], end = end_to[k];
    const Place begins = place(b.integers, b.stride, from, i),
                ends = place(b.integers, b.stride, end, i);
    const bool earlier =
        from < end ? ends.time < begins.time : from != end && ends.time <= begins.time;
    const Real size = earlier && fermion ? -f : f;
    Real re = size, im = 0;
    if (!local_ends && !one_site) {
      const Int pair = ends.code - begins.anchor + pair_offset;
      re = size * look_up(l.phases, 2 * pair);
      im = size * look_up(l.phases, 2 * pair + 1);
    }
    const Int ticks = ends.time - begins.time;
    if (measured == frequencies)
      add_waves(re, im, ticks, to);
    else
      add_bins(re, from == end, ticks, to);
  }
}

// Adds what a walker is at after a step.
LANE_FUNCTION void add_step(const Launch& l, const Block& b, unsigned move, const Decision& d,
                            Size i, WalkerSums& sums) {
  const Real inverse = 1 / load(b.numbers + row_weight * b.stride + i);
  Real components[component_count];
  measure(l, b, i, components);
  const double norm = load(b.numbers + row_norm * b.stride + i) * inverse;
  for (unsigned c = 0; c < component_count; ++c) {
    const double x = components[c] * inverse;
    sums.of[c] += x;
    sums.of[field_square + c] += x * x;
    sums.of[field_product + c] += x * norm;
  }
  sums.of[field_norm] += norm;
  sums.of[field_norm + 1] += norm * norm;
  const unsigned kind = move == 0 ? 0 : move <= order ? 1 : move <= 2 * order ? 2 : 3;
  if (d.accepted) sums.of[field_accepted + kind] += 1;
  if (!d.finite) sums.of[field_broken] += 1;
}

LANE_FUNCTION WalkerSums no_sums() {
  WalkerSums sums;
  for (unsigned field = 0; field < fields; ++field) sums.of[field] = 0;
  return sums;
}

// One number of a block's sums, those of its walkers in turn.
extern "C" __global__ void __launch_bounds__(128) point_sum(const __grid_constant__ Launch l) {
  const Size thread = blockIdx.x * 128ull + threadIdx.x, block = thread / fields;
  if (block * 128 >= l.block.walkers) return;
  const double* const from = l.walker_sums + (thread % fields) * l.block.walkers + block * 128;
  double sum = 0;
#pragma unroll 16
  for (unsigned i = 0; i < 128; ++i) sum += from[i];
  l.sums[thread] = sum;
}
