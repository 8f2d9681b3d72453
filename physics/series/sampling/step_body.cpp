#include "physics/series/sampling/step_text.h"

namespace diagc::integrate {

std::string step_body() {
  return R"(
// ---- random numbers: Philox4x32-10 (Salmon et al., SC 2011), counter = (walker, step, step's high part, order and use), key = seed
struct Random { Int x, y, z, w; };
struct RandomWords { Word x, y, z, w; };
// Only the low halves of words count. High halves are what products leave there.
LANE_FUNCTION RandomWords philox_words(Word walker, unsigned long long step, unsigned use, const unsigned *key) {
  RandomWords r = {walker, words((unsigned)step), words((unsigned)(step >> 32)), words(use)};
  unsigned k0 = key[0], k1 = key[1];
  #pragma unroll
  for (int round = 0; round < 10; ++round) {
    const Word p = (r.x & 0xffffffffull) * 0xD2511F53ull, q = (r.z & 0xffffffffull) * 0xCD9E8D57ull;
    r = {(q >> 32) ^ r.y ^ words(k0), q, (p >> 32) ^ r.w ^ words(k1), p};
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  return r;
}

LANE_FUNCTION Random philox(Int walker, unsigned long long step, unsigned use, const unsigned *key) {
  const RandomWords a = philox_words(even(walker), step, use, key), b = philox_words(odd(walker), step, use, key);
  return {joined(a.x, b.x), joined(a.y, b.y), joined(a.z, b.z), joined(a.w, b.w)};
}

// ---- what steps are told; pointers to tables that no step changes
struct Link {
  const Real *density;                 // [cell]
  const unsigned *draws;               // [entry][4]: threshold, own displacement step · bins + bin, that of the alias, both classes
};
struct Tables {
  const Real *coefficients;            // [row][interval][there, back][power]
  const Real *equal_time;              // [code]
  const unsigned *row;                 // [pair]
  const unsigned *link_class;          // [pair]
  const unsigned *first_draw;          // [code of the anchor]: the first entry of its links
  const unsigned *landing_code, *landing_anchor;         // [code + displacement step]
  const unsigned *root_threshold, *root_alias, *root_code, *root_anchor;
  const Link *links;                   // [vertex]; 0 is not used
  const unsigned char *moves;          // of one cycle: 0 redraw all, v draw, n + v shift, 2 n + 1 root
  const Real *params;
  unsigned long long cycle;
  unsigned key[2], use, shift, root_count, draw_count;   // shift: 2 s + 1 for shifts of up to s ticks
  Real normalisation;                  // λ
};
// One block of walkers. Rows are `stride` apart. Integer rows: times in ticks of β / 2³², codes, anchors of all vertices.
// Number rows: G, links, then f, weight |f| + λ w, λ w.
struct Block {
  Real *numbers, *scratch_numbers;
  unsigned *integers, *scratch_integers;
  Real *work;
  unsigned long long stride, walkers, first_walker;
};
struct Sums {
  double f, w, ff, fw, ww;             // of f and λ w over the weight, and their products
  unsigned long long accepted[4];      // of redraw, draw, shift, root
  unsigned long long broken;           // proposals with an integrand that is no finite number
};

constexpr unsigned vertices = order + 1;
constexpr unsigned row_link = vertices * vertices, row_f = row_link + vertices, row_weight = row_f + 1, row_norm = row_f + 2, number_rows = row_f + 3;
constexpr unsigned row_time = 0, row_code = vertices, row_anchor = one_code ? row_code : 2 * vertices;
constexpr unsigned integer_rows = (one_code ? 2 : 3) * vertices;
// Scratch: the old G, the links of the trial, its f, the random number that decides on it.
constexpr unsigned scratch_link = row_link, scratch_f = row_f, scratch_chance = row_f + 1, scratch_rows = row_f + 2;

LANE_FUNCTION Vec fraction(Int ticks) { return to_number(ticks << interval_bits); }

struct Place { Int time, code, anchor; };
LANE_FUNCTION Place place(const unsigned *integers, Size stride, unsigned v, Size i) {
  const unsigned *at = integers + v * stride + i;
  Place p;
  p.time = load_integers(at + row_time * stride);
  if (!one_site) p.code = load_integers(at + row_code * stride);
  if (!one_site) p.anchor = one_code ? p.code : load_integers(at + row_anchor * stride);
  return p;
}
LANE_FUNCTION void put(unsigned *integers, Size stride, unsigned v, Size i, Place p) {
  unsigned *at = integers + v * stride + i;
  store_integers(at + row_time * stride, p.time);
  if (!one_site) store_integers(at + row_code * stride, p.code);
  if (!one_site && !one_code) store_integers(at + row_anchor * stride, p.anchor);
}

// G[a,b] and G[b,a]. Of two vertices at one tick b is the later.
struct Pair { Vec ab, ba; Int index, row; };
LANE_FUNCTION Pair propagators(const Tables &t, Place a, Place b) {
  const Int forward = b.time - a.time;
  const Mask later = b.time >= a.time;
  Pair pair;
  pair.index = pair.row = integers(0);
  if (!one_site) {
    pair.index = b.code - a.anchor + pair_offset;
    pair.row = look_up(t.row, pair.index);
  }
  // Both polynomials stand together: that of the way back, in the interval that mirrors this one, behind that of the way there.
  Vec c[2 * coefficients];
  polynomials(t.coefficients, ((pair.row << interval_bits) + interval(forward)) * (2 * coefficients), c);
  const Vec g = polynomial(c, fraction(forward)), h = polynomial(c + coefficients, fraction(~forward));
  pair.ab = choose(later, g, -g);
  pair.ba = choose(later, -h, h);
  return pair;
}

// Of the link that ends at vertex v; from the class of displacements it has.
LANE_FUNCTION Vec link_density(const Tables &t, unsigned v, Int link_class, Int ticks) {
  return look_up(t.links[v].density, first_bin(link_class) + bin(ticks));
}
LANE_FUNCTION Int link_class(const Tables &t, const Pair &pair) {
  return class_is_row || one_site ? pair.row : look_up(t.link_class, pair.index);
}

// A place for vertex v, given vertex v − 1, and how probable it is.
LANE_FUNCTION Place draw(const Tables &t, unsigned v, Place before, Random r, Vec &density) {
  const Link link = t.links[v];
  Int entry = high_product(r.x, integers(t.draw_count));
  const Int rest = r.x * t.draw_count;
  if (!one_code) entry += look_up(t.first_draw, before.code);
  Int e[4];
  quads(link.draws, entry * 4u, e);
  const Mask own = rest < e[0];
  const Int cell = choose(own, e[1], e[2]);
  density = link_density(t, v, choose(own, e[3] & 0xffffu, e[3] >> 16), bin_start(cell));
  Place p;
  p.time = before.time + bin_start(cell) + below_bin(r.y);
  if (!one_site) {
    const Int landing = before.code + above_bin(cell);
    p.code = look_up(t.landing_code, landing);
    p.anchor = one_code ? p.code : look_up(t.landing_anchor, landing);
  }
  return p;
}

LANE_FUNCTION Place draw_root(const Tables &t, Random r) {
  Place p;
  p.time = integers(0);
  Int root = high_product(r.x, integers(t.root_count));
  const Int rest = r.x * t.root_count;
  root = choose(rest < look_up(t.root_threshold, root), root, look_up(t.root_alias, root));
  if (!one_site) p.code = look_up(t.root_code, root);
  if (!one_site) p.anchor = one_code ? p.code : look_up(t.root_anchor, root);
  return p;
}

LANE_FUNCTION Int walker_numbers(const Block &b, Size i) { return counting() + (unsigned)(b.first_walker + i); }

LANE_FUNCTION void own_line(const Tables &t, Block &b, unsigned v, Size i, Place p) {
  const Vec g = one_site ? numbers(t.equal_time[0]) : look_up(t.equal_time, p.code);
  store(b.numbers + (v * vertices + v) * b.stride + i, g);
}

// All of G, and links to `links`, from places.
LANE_FUNCTION void all_lines(const Tables &t, Block &b, const unsigned *places, Real *links, Size i) {
  for (unsigned v = 0; v < vertices; ++v) {
    const Place p = place(places, b.stride, v, i);
    own_line(t, b, v, i, p);
    for (unsigned u = 0; u < v; ++u) {
      const Place other = place(places, b.stride, u, i);
      const Pair pair = propagators(t, other, p);
      store(b.numbers + (u * vertices + v) * b.stride + i, pair.ab);
      store(b.numbers + (v * vertices + u) * b.stride + i, pair.ba);
      if (u + 1 == v) store(links + v * b.stride + i, link_density(t, v, link_class(t, pair), p.time - other.time));
    }
  }
}

// Every vertex anew from the chain.
LANE_FUNCTION void draw_all(const Tables &t, Block &b, unsigned long long step, unsigned *places, Size i) {
  Place p;
  p.time = p.code = p.anchor = integers(0);
  if (roots) p = draw_root(t, philox(walker_numbers(b, i), step, t.use + vertices, t.key));
  else if (!one_site) { p.code = integers(t.root_code[0]); p.anchor = integers(t.root_anchor[0]); }
  put(places, b.stride, 0, i, p);
  // A redraw is rare: its code should push little of the graph's out of the caches.
  #pragma unroll 1
  for (unsigned v = 1; v < vertices; ++v) {
    Vec density;
    p = draw(t, v, p, philox(walker_numbers(b, i), step, t.use + v, t.key), density);
    put(places, b.stride, v, i, p);
  }
}

LANE_FUNCTION void propose_all(const Tables &t, Block &b, unsigned long long step, Size i) {
  draw_all(t, b, step, b.scratch_integers, i);
  const Random r = philox(walker_numbers(b, i), step, t.use, t.key);
  store(b.scratch_numbers + scratch_chance * b.stride + i, uniform(r.w));
  for (unsigned row = 0; row < vertices * vertices; ++row) {
    store(b.scratch_numbers + row * b.stride + i, load(b.numbers + row * b.stride + i));
  }
  all_lines(t, b, b.scratch_integers, b.scratch_numbers + scratch_link * b.stride, i);
}

// One vertex; rows and columns of G that are not its own stay as they are.
LANE_FUNCTION void propose_one(const Tables &t, Block &b, unsigned long long step, unsigned v, bool shifted, Size i) {
  const Random r = philox(walker_numbers(b, i), step, t.use, t.key);
  store(b.scratch_numbers + scratch_chance * b.stride + i, uniform(r.w));
  Place p;
  if (v == 0) {
    p = draw_root(t, r);
  } else if (shifted) {
    p = place(b.integers, b.stride, v, i);
    p.time += high_product(r.y, t.shift) - t.shift / 2;
  } else {
    Vec density;
    p = draw(t, v, place(b.integers, b.stride, v - 1, i), r, density);
    store(b.scratch_numbers + (scratch_link + v) * b.stride + i, density);
  }
  put(b.scratch_integers, b.stride, v, i, p);
  for (unsigned u = 0; u < vertices; ++u) {
    if (u == v) continue;
    const Place other = place(b.integers, b.stride, u, i);
    // Both ways alike but for who is first.
    const Pair pair = u < v ? propagators(t, other, p) : propagators(t, p, other);
    Real *const to = b.numbers + (u * vertices + v) * b.stride + i, *const from = b.numbers + (v * vertices + u) * b.stride + i;
    store(b.scratch_numbers + (u * vertices + v) * b.stride + i, load(to));
    store(b.scratch_numbers + (v * vertices + u) * b.stride + i, load(from));
    store(to, u < v ? pair.ab : pair.ba);
    store(from, u < v ? pair.ba : pair.ab);
    if (u + 1 == v && shifted) {
      store(b.scratch_numbers + (scratch_link + v) * b.stride + i, link_density(t, v, link_class(t, pair), p.time - other.time));
    }
    if (u == v + 1) {
      store(b.scratch_numbers + (scratch_link + u) * b.stride + i, link_density(t, u, link_class(t, pair), other.time - p.time));
    }
  }
  if (own_lines) {
    store(b.scratch_numbers + (v * vertices + v) * b.stride + i, load(b.numbers + (v * vertices + v) * b.stride + i));
    own_line(t, b, v, i, p);
  }
}

// λ w of the trial: its links where they differ from those of the walker, those `from` … `to` − 1.
LANE_FUNCTION Vec trial_norm(const Tables &t, const Block &b, unsigned from, unsigned to, Size i) {
  Vec product = numbers(t.normalisation);
  for (unsigned v = 1; v < vertices; ++v) {
    product = product * load((v >= from && v < to ? b.scratch_numbers : b.numbers) + (row_link + v) * b.stride + i);
  }
  return product;
}

LANE_FUNCTION void replace(Choice accepted, Real *row, const Real *trial) { store(row, choose(accepted, load(trial), load(row))); }
LANE_FUNCTION void restore(Choice accepted, Real *row, const Real *old) { store(row, choose(accepted, load(row), load(old))); }

// What a step adds: f and λ w over the weight.
struct Shares { Vec f, w; };
struct Totals { Wide f, w, ff, fw, ww; };
LANE_FUNCTION void add(Totals &totals, Shares shares) {
  const Wide a = widen(shares.f), c = widen(shares.w);
  totals.f += a;
  totals.w += c;
  totals.ff += a * a;
  totals.fw += a * c;
  totals.ww += c * c;
}

// What a walker is after a step.
struct Decision { Vec f, weight, norm; Choice accepted, finite; };
LANE_FUNCTION Shares shares_of(const Decision &d) {
  const Vec inverse = numbers(1) / d.weight;
  return {d.f * inverse, d.norm * inverse};
}

// Takes or leaves what was proposed, whose integrand is f.
LANE_FUNCTION Decision decide(const Tables &t, Block &b, unsigned move, Vec f, Size i) {
  const bool all = move == 0, root = move > 2 * order, shifted = !all && !root && move > order;
  const unsigned v = all || root ? 0 : shifted ? move - order : move;
  Real *const state = b.numbers + row_f * b.stride + i;
  const Vec norm = trial_norm(t, b, all ? 1 : v, all ? vertices : v + 2, i);
  const Vec weight = magnitude(f) + norm;
  const Vec old_f = load(state), old_weight = load(state + b.stride), old_norm = load(state + 2 * b.stride);
  // Proposals drawn from links are as probable as these say.
  Vec least = load(b.scratch_numbers + scratch_chance * b.stride + i) * old_weight;
  if (all) {
    least = least * (norm / old_norm);
  } else if (!root && !shifted) {
    least = least * (load(b.scratch_numbers + (scratch_link + v) * b.stride + i) / load(b.numbers + (row_link + v) * b.stride + i));
  }
  const Choice finite = magnitude(f) < infinity, accepted = (least < weight) & finite;
  const Vec new_f = choose(accepted, f, old_f), new_weight = choose(accepted, weight, old_weight), new_norm = choose(accepted, norm, old_norm);
  store(state, new_f);
  store(state + b.stride, new_weight);
  store(state + 2 * b.stride, new_norm);
  for (unsigned u = all ? 0 : v; u < (all ? vertices : v + 1); ++u) {
    const Place old = place(b.integers, b.stride, u, i), trial = place(b.scratch_integers, b.stride, u, i);
    Place p;
    p.time = choose(accepted, trial.time, old.time);
    if (!one_site) p.code = choose(accepted, trial.code, old.code);
    if (!one_site) p.anchor = choose(accepted, trial.anchor, old.anchor);
    put(b.integers, b.stride, u, i, p);
  }
  for (unsigned u = 1; u < vertices; ++u) {
    if (all || u == v || u == v + 1) {
      const Size row = (row_link + u) * b.stride + i;
      replace(accepted, b.numbers + row, b.scratch_numbers + row);
    }
  }
  if (all) {
    for (unsigned row = 0; row < vertices * vertices; ++row) {
      restore(accepted, b.numbers + row * b.stride + i, b.scratch_numbers + row * b.stride + i);
    }
  } else {
    for (unsigned u = 0; u < vertices; ++u) {
      if (u == v && !own_lines) continue;
      const Size to = (u * vertices + v) * b.stride + i, from = (v * vertices + u) * b.stride + i;
      restore(accepted, b.numbers + to, b.scratch_numbers + to);
      restore(accepted, b.numbers + from, b.scratch_numbers + from);
    }
  }
  return {new_f, new_weight, new_norm, accepted, finite};
}

// After lines and f were made from the walkers' places: f, weight, λ w.
LANE_FUNCTION void settle(const Tables &t, Block &b, Vec f, Size i) {
  Real *const state = b.numbers + row_f * b.stride + i;
  const Vec norm = trial_norm(t, b, 0, 0, i);
  store(state, f);
  store(state + b.stride, magnitude(f) + norm);
  store(state + 2 * b.stride, norm);
}
)";
}

}  // namespace diagc::integrate
