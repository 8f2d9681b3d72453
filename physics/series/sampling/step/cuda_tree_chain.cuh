// What both forms of Markov chains around trees on devices have. Places of members stand in the integer rows of the launch; f and w of what a
// member is at are made from them again where they are not kept.

LANE_FUNCTION Block own_block(const Launch& l) {
  Block b = l.block;
  // Members have numbers of their own, whatever else is on the device.
  b.first_walker = (l.block_numbers[blockIdx.x] - blockIdx.x) * 128ull;
  return b;
}

// Puts all members to independent places.
extern "C" __global__ void __launch_bounds__(128) tree_start(const __grid_constant__ Launch l) {
  draw_tree(l.tables, own_block(l), l.first, l.block.integers, blockIdx.x * 128ull + threadIdx.x);
}

LANE_FUNCTION Vec finite_or_none(Vec f) { return choose(magnitude(f) < infinity, f, numbers(0)); }

LANE_FUNCTION void add_decision(MemberSums& sums, const Tables& t, const Decision& d) {
  if (!d.finite) sums.broken += 1;
  if (d.accepted) sums.accepted += 1;
  add(sums.totals, t, d);
}
