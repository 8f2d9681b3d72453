// Steps that move one vertex. The same numbers as propose_one() and decide() make (moves.inc), in the same order; but all loads go ahead of
// what they wait for, and what does not change is neither read nor written. Rows of scratch memory: old lines (old_rows of them); what else
// a proposal is, is given from one function to the other as a struct Trial. Lines of `most_pairs` pairs are made at once, which
// hides their look-ups behind each other but takes registers and code; the form of the step says how many.

constexpr unsigned pairs_at_once = order < most_pairs ? order : most_pairs;
// Of old lines: those from and to the other vertices in turn, then G[v,v].
constexpr unsigned old_own = 2 * order, old_rows = old_own + own_lines;

struct VertexMove {
  unsigned v;
  bool root, shifted;
};
LANE_FUNCTION VertexMove vertex_move(unsigned move) {
  const bool root = move > 2 * order, shifted = !root && move > order;
  return {root ? 0 : shifted ? move - order : move, root, shifted};
}
// The vertices other than v.
LANE_FUNCTION unsigned other_than(unsigned v, unsigned k) { return k < v ? k : k + 1; }

// The densities of the links that end at v and at v + 1, where there are such, and the random number that decides.
struct Trial {
  Place place;
  Vec link, next, chance;
};

LANE_FUNCTION Trial propose_vertex(const Tables& t, Block& b, VertexMove m, unsigned long long step,
                                   Size i) {
  const unsigned v = m.v;
  Place before;
  if (v > 0) before = place(b.integers, b.stride, m.shifted ? v : v - 1, i);
  const Random r = philox(walker_numbers(b, i), step, t.use, t.key);
  Trial trial;
  trial.link = trial.next = numbers(0);
  trial.chance = uniform(r.w);
  Place& p = trial.place;
  if (v == 0) {
    p = draw_root(t, r.x);
  } else if (m.shifted) {
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
      const Way w = way(t, first, second);
      const Pair pair = propagators(t.coefficients, w);
      there[j] = k < v ? pair.ab : pair.ba;
      back[j] = k < v ? pair.ba : pair.ab;
      if (m.shifted && k + 1 == v) trial.link = link_density(t, v, link_class(t, w), w.forward);
      if (k == v) trial.next = link_density(t, v + 1, link_class(t, w), w.forward);
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
    store(b.scratch_numbers + old_own * b.stride + i,
          load(b.numbers + (v * vertices + v) * b.stride + i));
    own_line(t, b, v, i, p);
  }
  return trial;
}

// The integrand of the trial is f.
LANE_FUNCTION Decision decide_vertex(const Tables& t, const Block& b, VertexMove m,
                                     const Trial& trial, Vec f, Size i) {
  const unsigned v = m.v;
  Real* const state = b.numbers + row_f * b.stride + i;
  const Vec old_f = load(state), old_weight = load(state + b.stride),
            old_norm = load(state + 2 * b.stride);
  Vec least = trial.chance * old_weight, norm = numbers(t.normalisation), old_link = numbers(1);
#pragma unroll
  for (unsigned u = 1; u < vertices; ++u) {
    const Vec own = load(b.numbers + (row_link + u) * b.stride + i);
    norm = norm * (u == v ? trial.link : u == v + 1 ? trial.next : own);
    if (u == v) old_link = own;
  }
  if (!m.root && !m.shifted) least = least * (trial.link / old_link);
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
    if (own_lines)
      store(b.numbers + (v * vertices + v) * b.stride + i,
            load(b.scratch_numbers + old_own * b.stride + i));
  }
  return {choose(accepted, f, old_f), choose(accepted, weight, old_weight),
          choose(accepted, norm, old_norm), accepted, finite};
}
