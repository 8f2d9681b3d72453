#include "physics/series/sampling/step_turns.h"

namespace diagc::integrate {

const char* step_frame() {
  return R"(
struct Launch {
  Tables tables;
  Block block;
  const unsigned *block_numbers;
  Sums *walker_sums, *sums;
  unsigned long long first, steps;
  Real *history;                       // [slot][f, w][walker]
  unsigned *broken;                    // [walker]
  unsigned decided, proposed, slot, folded, fold_at, fresh;
};

LANE_FUNCTION Size walker() { return blockIdx.x * 128ull + threadIdx.x; }
// Walkers have numbers of their own, whatever else is on the device.
LANE_FUNCTION Block own_block(const Launch &l) {
  Block b = l.block;
  b.first_walker = (l.block_numbers[blockIdx.x] - blockIdx.x) * 128ull;
  return b;
}

extern "C" __global__ void __launch_bounds__(128) step_start(const __grid_constant__ Launch l) {
  Block b = own_block(l);
  draw_all(l.tables, b, l.first, b.integers, walker());
}

// One number of a block's sums, those of its walkers in turn. All numbers of sums are eight bytes; the first five are no integers.
extern "C" __global__ void __launch_bounds__(128) step_sum(const __grid_constant__ Launch l) {
  constexpr unsigned fields = sizeof(Sums) / 8;
  const Size block = walker() / fields, field = walker() % fields;
  if (block * 128 >= l.block.walkers) return;
  if (field < 5) {
    const double *const from = (const double *)(l.walker_sums + block * 128) + field;
    double sum = 0;
    #pragma unroll 16
    for (unsigned i = 0; i < 128; ++i) sum += from[i * fields];
    ((double *)(l.sums + block))[field] = sum;
  } else {
    const unsigned long long *const from = (const unsigned long long *)(l.walker_sums + block * 128) + field;
    unsigned long long sum = 0;
    #pragma unroll 16
    for (unsigned i = 0; i < 128; ++i) sum += from[i * fields];
    ((unsigned long long *)(l.sums + block))[field] = sum;
  }
}
)";
}

const char* step_turns() {
  return R"(
constexpr unsigned pairs_at_once = order < most_pairs ? order : most_pairs;
// Of old lines: those from and to the other vertices in turn, then G[v,v].
constexpr unsigned old_own = 2 * order, old_rows = old_own + own_lines;

struct Turned { unsigned v; bool root, shifted; };
LANE_FUNCTION Turned turned(unsigned move) {
  const bool root = move > 2 * order, shifted = !root && move > order;
  return {root ? 0 : shifted ? move - order : move, root, shifted};
}
// The vertices other than v.
LANE_FUNCTION unsigned other_than(unsigned v, unsigned k) { return k < v ? k : k + 1; }

// The densities of the links that end at v and at v + 1, where there are such, and the random number that decides.
struct Trial { Place place; Vec link, next, chance; };

LANE_FUNCTION Trial propose_turn(const Tables &t, Block &b, Turned turn, unsigned long long step, Size i) {
  const unsigned v = turn.v;
  Place before;
  if (v > 0) before = place(b.integers, b.stride, turn.shifted ? v : v - 1, i);
  const Random r = philox(walker_numbers(b, i), step, t.use, t.key);
  Trial trial;
  trial.link = trial.next = numbers(0);
  trial.chance = uniform(r.w);
  Place &p = trial.place;
  if (v == 0) {
    p = draw_root(t, r);
  } else if (turn.shifted) {
    p = before;
    p.time += high_product(r.y, t.shift) - t.shift / 2;
  } else {
    p = draw(t, v, before, r, trial.link);
  }
  // As many pairs at once as registers hold the polynomials of.
  #pragma unroll 1
  for (unsigned begin = 0; begin < order; begin += pairs_at_once) {
    Place others[pairs_at_once];
    Vec there[pairs_at_once], back[pairs_at_once], to[pairs_at_once], from[pairs_at_once];
    #pragma unroll
    for (unsigned j = 0; j < pairs_at_once; ++j) {
      if (begin + j >= order) continue;
      const unsigned u = other_than(v, begin + j);
      others[j] = place(b.integers, b.stride, u, i);
      to[j] = load(b.numbers + (u * vertices + v) * b.stride + i);
      from[j] = load(b.numbers + (v * vertices + u) * b.stride + i);
    }
    #pragma unroll
    for (unsigned j = 0; j < pairs_at_once; ++j) {
      const unsigned k = begin + j;
      if (k >= order) continue;
      Place first = others[j], second = p;
      if (k >= v) first = p, second = others[j];
      const Pair pair = propagators(t, first, second);
      there[j] = k < v ? pair.ab : pair.ba;
      back[j] = k < v ? pair.ba : pair.ab;
      if (turn.shifted && k + 1 == v) trial.link = link_density(t, v, link_class(t, pair), p.time - others[j].time);
      if (k == v) trial.next = link_density(t, v + 1, link_class(t, pair), others[j].time - p.time);
    }
    #pragma unroll
    for (unsigned j = 0; j < pairs_at_once; ++j) {
      const unsigned k = begin + j;
      if (k >= order) continue;
      const unsigned u = other_than(v, k);
      store(b.scratch_numbers + 2 * k * b.stride + i, to[j]);
      store(b.scratch_numbers + (2 * k + 1) * b.stride + i, from[j]);
      store(b.numbers + (u * vertices + v) * b.stride + i, there[j]);
      store(b.numbers + (v * vertices + u) * b.stride + i, back[j]);
    }
  }
  if (own_lines) {
    store(b.scratch_numbers + old_own * b.stride + i, load(b.numbers + (v * vertices + v) * b.stride + i));
    own_line(t, b, v, i, p);
  }
  return trial;
}

// The integrand of the trial is f.
LANE_FUNCTION Decision decide_turn(const Tables &t, const Block &b, Turned turn, const Trial &trial, Vec f, Size i) {
  const unsigned v = turn.v;
  Real *const state = b.numbers + row_f * b.stride + i;
  const Vec old_f = load(state), old_weight = load(state + b.stride), old_norm = load(state + 2 * b.stride);
  Vec least = trial.chance * old_weight, norm = numbers(t.normalisation), old_link = numbers(1);
  #pragma unroll
  for (unsigned u = 1; u < vertices; ++u) {
    const Vec own = load(b.numbers + (row_link + u) * b.stride + i);
    norm = norm * (u == v ? trial.link : u == v + 1 ? trial.next : own);
    if (u == v) old_link = own;
  }
  if (!turn.root && !turn.shifted) least = least * (trial.link / old_link);
  const Vec weight = magnitude(f) + norm;
  const bool finite = magnitude(f) < infinity, accepted = (least < weight) & finite;
  if (accepted) {
    store(state, f);
    store(state + b.stride, weight);
    store(state + 2 * b.stride, norm);
    put(b.integers, b.stride, v, i, trial.place);
    if (v > 0) store(b.numbers + (row_link + v) * b.stride + i, trial.link);
    if (v < order) store(b.numbers + (row_link + v + 1) * b.stride + i, trial.next);
  } else {
    Vec to[order], from[order];
    #pragma unroll
    for (unsigned k = 0; k < order; ++k) {
      to[k] = load(b.scratch_numbers + 2 * k * b.stride + i);
      from[k] = load(b.scratch_numbers + (2 * k + 1) * b.stride + i);
    }
    #pragma unroll
    for (unsigned k = 0; k < order; ++k) {
      const unsigned u = other_than(v, k);
      store(b.numbers + (u * vertices + v) * b.stride + i, to[k]);
      store(b.numbers + (v * vertices + u) * b.stride + i, from[k]);
    }
    if (own_lines) store(b.numbers + (v * vertices + v) * b.stride + i, load(b.scratch_numbers + old_own * b.stride + i));
  }
  return {choose(accepted, f, old_f), choose(accepted, weight, old_weight), choose(accepted, norm, old_norm), accepted, finite};
}

// A step in the history: where it was accepted, the share of the normalisation is negative.
LANE_FUNCTION void record(const Launch &l, Size i, unsigned slot, const Decision &d) {
  const Shares shares = shares_of(d);
  Real *const to = l.history + 2 * slot * l.block.stride + i;
  store(to, shares.f);
  store(to + l.block.stride, d.accepted ? -shares.w : shares.w);
  if (!d.finite) ++l.broken[i];
}

// The first `count` steps in the history, one after the other, into the sums of a walker; the first is at this place of the cycle of moves.
static __device__ __noinline__ void fold(const Launch &l, Size i, unsigned count, unsigned at, bool fresh) {
  Sums sums = {};
  if (!fresh) sums = l.walker_sums[i];
  Totals totals = {sums.f, sums.w, sums.ff, sums.fw, sums.ww};
  Int redraws = 0, draws = 0, shifts = 0, others = 0;
  #pragma unroll 1
  for (unsigned k = 0; k < count; ++k) {
    const unsigned move = l.tables.moves[at];
    if (++at == l.tables.cycle) at = 0;
    const Real *const from = l.history + 2 * k * l.block.stride + i;
    const Vec f = load(from), w = load(from + l.block.stride);
    add(totals, {f, magnitude(w)});
    const Int accepted = copysign(numbers(1), w) < 0;
    if (move == 0) redraws += accepted;
    else if (move <= order) draws += accepted;
    else if (move <= 2 * order) shifts += accepted;
    else others += accepted;
  }
  sums.f = totals.f, sums.w = totals.w, sums.ff = totals.ff, sums.fw = totals.fw, sums.ww = totals.ww;
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
)";
}

}  // namespace diagc::integrate
