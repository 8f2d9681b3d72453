// What steps add to the sums waits in a history of `history_steps`, so that sums, in double precision, are read and written only now and
// then and need no registers.

// A step in the history: where it was accepted, the share of the normalisation is negative.
LANE_FUNCTION void record(const Launch& l, Size i, unsigned slot, const Decision& d) {
  const Shares shares = shares_of(d);
  Real* const to = l.history + 2 * slot * l.block.stride + i;
  store(to, shares.f);
  store(to + l.block.stride, d.accepted ? -shares.w : shares.w);
  if (!d.finite) ++l.broken[i];
}

// The first `count` steps in the history, one after the other, into the sums of a walker; the first is at this place of the cycle of moves.
static __device__ __noinline__ void fold(const Launch& l, Size i, unsigned count, unsigned at,
                                         bool fresh) {
  Sums sums = {};
  if (!fresh) sums = l.walker_sums[i];
  Totals totals = {sums.f, sums.w, sums.ff, sums.fw, sums.ww};
  Int redraws = 0, draws = 0, shifts = 0, others = 0;
#pragma unroll 1
  for (unsigned k = 0; k < count; ++k) {
    const unsigned move = l.tables.moves[at];
    if (++at == l.tables.cycle) at = 0;
    const Real* const from = l.history + 2 * k * l.block.stride + i;
    const Vec f = load(from), w = load(from + l.block.stride);
    add(totals, {f, magnitude(w)});
    const Int accepted = copysign(numbers(1), w) < 0;
    if (move == 0)
      redraws += accepted;
    else if (move <= order)
      draws += accepted;
    else if (move <= 2 * order)
      shifts += accepted;
    else
      others += accepted;
  }
  sums.f = totals.f, sums.w = totals.w, sums.ff = totals.ff, sums.fw = totals.fw,
  sums.ww = totals.ww;
  sums.accepted[0] += redraws;
  sums.accepted[1] += draws;
  sums.accepted[2] += shifts;
  sums.accepted[3] += others;
  if (const unsigned broken = l.broken[i]) {
    sums.broken += broken;
    l.broken[i] = 0;
  }
  l.walker_sums[i] = sums;
}
