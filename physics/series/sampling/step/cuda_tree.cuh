// What all samples from trees on devices have: sums of members, and of blocks.

typedef TreeLaunch<Real> Launch;
constexpr unsigned sum_fields = sizeof(Sums) / 8, field_largest = 7, field_broken = 8;

// What a member has added up since its sums were begun.
struct MemberSums {
  Totals totals;
  double broken, accepted;
};
LANE_FUNCTION MemberSums no_sums() { return {{0, 0, 0, 0, 0, 0, 0, 0}, 0, 0}; }
LANE_FUNCTION void add_sample(MemberSums& sums, Vec f, Vec w) {
  const Vec x = f / w;
  const bool finite = magnitude(x) < infinity;
  if (!finite) sums.broken += 1;
  add(sums.totals, choose(finite, x, numbers(0)));
}

// In the order of the fields of TreeSums.
LANE_FUNCTION void store_sums(const Launch& l, Size i, const MemberSums& sums) {
  const Totals& t = sums.totals;
  const double values[sum_fields] = {t.x,         t.magnitude,        t.square, t.x_magnitude,
                                     t.x_square,  t.magnitude_square, t.fourth, t.largest,
                                     sums.broken, sums.accepted};
#pragma unroll
  for (unsigned field = 0; field < sum_fields; ++field) {
    double* const at = l.member_sums + field * l.block.stride + i;
    const double before = l.fresh ? 0 : *at;
    *at = field == field_largest ? larger(before, values[field]) : before + values[field];
  }
}

// One number of a block's sums, those of its members in turn.
extern "C" __global__ void __launch_bounds__(128) tree_sum(const __grid_constant__ Launch l) {
  const Size thread = blockIdx.x * 128ull + threadIdx.x;
  const Size block = thread / sum_fields, field = thread % sum_fields;
  if (block * 128 >= l.block.walkers) return;
  const double* const from = l.member_sums + field * l.block.stride + block * 128;
  double sum = 0;
#pragma unroll 16
  for (unsigned i = 0; i < 128; ++i)
    sum = field == field_largest ? larger(sum, from[i]) : sum + from[i];
  if (field >= field_broken)  // whole numbers
    ((unsigned long long*)(l.sums + block))[field] = (unsigned long long)sum;
  else
    ((double*)(l.sums + block))[field] = sum;
}
