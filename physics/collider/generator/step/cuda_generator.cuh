// Events on devices: what all kernels share, and generator_add, which comes behind the amplitude's own kernels. Before them come generator_draw
// (cuda_draw.cuh), or generator_screen, generator_finish (cuda_screen.cuh) and generator_narrow (cuda_narrow.cuh); behind it generator_vary
// (cuda_vary.cuh) and generator_pick (cuda_pick.cuh), where events are varied and picked.

extern "C" __shared__ __align__(16) unsigned char diagc_shared[];

typedef GeneratorLaunch Launch;

constexpr unsigned warps = block_threads / 32;

// Place of this thread's event among those that the block keeps; `all`: how many they are.
LANE_FUNCTION unsigned place_of(unsigned* counts, bool kept, unsigned& all) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned votes = __ballot_sync(~0u, kept);
  if (lane == 0) counts[warp] = __popc(votes);
  __syncthreads();
  unsigned place = __popc(votes & ((1u << lane) - 1));
  all = 0;
  for (unsigned w = 0; w < warps; ++w) {
    if (w < warp) place += counts[w];
    all += counts[w];
  }
  return place;
}

LANE_FUNCTION void store_jets(const Event& event, double* row, Size stride) {
#pragma unroll unrolled
  for (unsigned j = 0; j < jets; ++j) {
    row[j * stride] = event.pt[j];
    row[(jets + j) * stride] = event.y[j];
  }
}

LANE_FUNCTION void store_point(const DensityPoint& at, double central, double* row, Size stride) {
  row[0] = at.log_x1;
  row[stride] = at.log_x2;
  row[2 * stride] = at.log_q;
  row[3 * stride] = central;
}

LANE_FUNCTION void store_cells(const Tables* t, const Event& event, const DenseRows& rows, Size i) {
  const Ordered jets_by_pt = ordered(event);
  for (unsigned h = 0; h < histogram_count; ++h) {
    const HistogramCells& histogram = t->histograms[h];
    rows.cells[h * rows.stride + i] =
        histogram.first + 2 * bin_at(histogram, histogram_place(t, histogram, event, jets_by_pt));
  }
}

// All that is known of an event before its amplitude, but for the inputs of that, to row i; `weight`: that of phase space.
LANE_FUNCTION void store_known(const Launch& l, const Event& event, const DensityPoint& at,
                               Number weight, unsigned chosen, unsigned member,
                               unsigned long long step, unsigned sets, Size i) {
  const Tables* const t = &l.tables;
  const Size stride = l.rows.stride;
  const double central = central_factor(t, at);
  l.rows.factor[i] = factor_of(t, event, chosen, weight, central);
  l.rows.sets[i] = sets;
  if (varies) store_point(at, central, l.rows.points + i, stride);
  if (picks) {
    l.rows.members[i] = member;
    l.rows.steps[i] = (unsigned)(step - l.step);
  }
  if (l.rows.jets) store_jets(event, l.rows.jets + i, stride);
  if (histogram_count > 0 && l.cells)
    store_cells(t, t->orderings[chosen].mirrored ? mirror_image(event) : event, l.rows, i);
}

// The same with the inputs.
LANE_FUNCTION void store_event(const Launch& l, const Event& event, unsigned chosen,
                               unsigned member, unsigned long long step, unsigned sets, Size i) {
  Real* const p = (Real*)l.rows.inputs;
  store_inputs(&l.tables, event, chosen, member, step, p, p + momentum_rows * l.rows.stride,
               l.rows.stride, i);
  store_known(l, event, density_point(&l.tables, event), point_weight(&l.tables, event, chosen),
              chosen, member, step, sets, i);
}

constexpr unsigned pair_count = set_count * (set_count + 1) / 2;
enum : unsigned {
  field_second = set_count,
  field_largest = field_second + pair_count,
  field_passed = field_largest + set_count,
  field_broken = field_passed + set_count,
  field_count
};
static_assert(field_count == sum_fields);

LANE_FUNCTION double joined(unsigned field, double a, double b) {
  return field >= field_largest && field < field_passed ? greater(a, b) : a + b;
}

// A block's memory while it adds.
constexpr unsigned parts = 16, fields_at_once = block_threads / parts;
struct Added {
  double own[fields_at_once][block_threads], joined[block_threads];
  unsigned cells[2 * shared_cells + 1];  // low and high halves
};
static_assert(sizeof(Added) == added_bytes);

// To a number of 64 bits in two halves.
LANE_FUNCTION void add_to_halves(unsigned* halves, unsigned long long x) {
  const unsigned low = (unsigned)x, before = atomicAdd(halves, low);
  const unsigned high = (unsigned)(x >> 32) + (before + low < before ? 1 : 0);
  if (high != 0) atomicAdd(halves + 1, high);
}

LANE_FUNCTION void add_to_cell(const Launch& l, Added& added, unsigned cell, double x) {
  const unsigned long long whole = (unsigned long long)rounded(x);
  if (shared_cells > 0)
    add_to_halves(added.cells + 2 * cell, whole);
  else
    atomicAdd(l.cells + cell, whole);
}

LANE_FUNCTION void fill(const Launch& l, Added& added, Size i, unsigned sets, double weight) {
  for (unsigned h = 0; h < histogram_count; ++h) {
    if ((sets >> l.tables.histograms[h].cuts & 1) == 0) continue;
    const unsigned cell = l.rows.cells[h * l.rows.stride + i];
    add_to_cell(l, added, cell, weight * l.tables.unit);
    add_to_cell(l, added, cell + 1, weight * weight * l.tables.square_unit);
  }
}

// An event, to the sums of its thread.
LANE_FUNCTION void add_event(const Launch& l, Added& added, Size i, double* fields) {
  const unsigned sets = l.rows.sets[i];
  double weight = l.rows.factor[i] * square_of((const Real*)l.rows.amplitude + i, l.rows.stride);
  const bool finite = fabs(weight) < 1.7976931348623157e308;
  if (sets == 0 || !finite) weight = 0;
  l.rows.factor[i] = weight;
  double own[set_count];
#pragma unroll
  for (unsigned s = 0; s < set_count; ++s) {
    const bool in = sets >> s & 1;
    own[s] = in ? weight : 0;
    fields[s] += own[s];
    fields[field_largest + s] = greater(fields[field_largest + s], fabs(own[s]));
    fields[field_passed + s] += in ? 1 : 0;
  }
  unsigned pair = field_second;
#pragma unroll
  for (unsigned s = 0; s < set_count; ++s)
#pragma unroll
    for (unsigned r = s; r < set_count; ++r, ++pair)
      fields[pair] = fma(own[s], own[r], fields[pair]);
  fields[field_broken] += sets != 0 && !finite ? 1 : 0;
  if (histogram_count > 0 && l.cells) fill(l, added, i, sets, weight);
}

// The sums of all threads, to those of the block. The order never changes.
LANE_FUNCTION void add_fields(const Launch& l, Added& added, const double* fields, bool fresh) {
  const unsigned thread = threadIdx.x, own = thread / parts, part = thread % parts;
#pragma unroll
  for (unsigned base = 0; base < field_count; base += fields_at_once) {
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < fields_at_once; ++k)
      if (base + k < field_count) added.own[k][thread] = fields[base + k];
    __syncthreads();
    const unsigned field = base + own;
    double sum = added.own[own][part];
    for (unsigned k = part + parts; k < block_threads; k += parts)
      sum = joined(field, sum, added.own[own][k]);
    added.joined[thread] = sum;
    __syncthreads();
    if (part > 0 || field >= field_count) continue;
    for (unsigned k = 1; k < parts; ++k) sum = joined(field, sum, added.joined[thread + k]);
    double* const to = l.sums + (Size)field * l.block_count + blockIdx.x;
    *to = fresh ? sum : joined(field, *to, sum);
  }
}

// Every block adds the events of its members: `chunk_steps` steps at a time, whatever a batch is.
extern "C" __global__ void __launch_bounds__(block_threads)
    generator_add(const __grid_constant__ Launch l) {
  Added& added = *(Added*)diagc_shared;
  const unsigned thread = threadIdx.x;
  if (shared_cells > 0 && l.cells) {
    for (unsigned c = thread; c < 2 * shared_cells; c += block_threads) added.cells[c] = 0;
    __syncthreads();
  }
  for (unsigned chunk = 0; chunk < l.steps; chunk += chunk_steps) {
    double fields[field_count];
#pragma unroll
    for (unsigned f = 0; f < field_count; ++f) fields[f] = 0;
    for (unsigned s = chunk; s < chunk + chunk_steps && s < l.steps; ++s) {
      const unsigned from = s * l.block_count + blockIdx.x;
      if (thread < l.rows.kept[from]) add_event(l, added, l.rows.first[from] + thread, fields);
    }
    add_fields(l, added, fields, l.fresh && chunk == 0);
  }
  if (shared_cells > 0 && l.cells) {
    __syncthreads();
    for (unsigned c = thread; c < shared_cells; c += block_threads) {
      const unsigned long long x = added.cells[2 * c] | (unsigned long long)added.cells[2 * c + 1]
                                                            << 32;
      if (x != 0) atomicAdd(l.cells + c, x);
    }
  }
  if (blockIdx.x == 0 && thread == 0) {
    l.rows.count[0] = l.rows.count[1] = 0;
    if (picks) *l.picked_count = 0;
  }
}
