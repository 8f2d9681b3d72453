#include "compiler/emit/rotations/orbits.h"

#include <algorithm>
#include <bit>
#include <set>

namespace diagc {

VertexSet rotated(VertexSet set, unsigned turns, unsigned vertices) {
  if (vertices == 0) return set;
  const VertexSet all = (VertexSet{1} << vertices) - 1;
  turns %= vertices;
  return (set << turns | set >> (vertices - turns)) & all;
}

std::vector<unsigned> vertices_of(VertexSet set) {
  std::vector<unsigned> vertices;
  for (; set; set &= set - 1) vertices.push_back(static_cast<unsigned>(std::countr_zero(set)));
  return vertices;
}

Orbits::Orbits(unsigned vertices) : vertices_(vertices) {
  // Of a set of m vertices, as many values as there are ways to part the others.
  // All may be rotated together, so that one vertex is vertex 0.
  of_sets_ = best(1, [this](const Representatives& of) {
    unsigned score = 0;
    for (const auto& [least, set] : of) {
      for (unsigned v = 0; v < vertices_; ++v) {
        const VertexSet without = set & ~(VertexSet{1} << v);
        if (without == set || without == 0) continue;
        if (member(without, of).turns == 0) score += 1U << (std::popcount(set) - 1);
      }
    }
    return score;
  });
  of_ways_ = best(0, [this](const Representatives& of) {
    unsigned score = 0;
    for (const auto& [least, once] : of) {
      for (unsigned v = 0; v < vertices_; ++v) {
        const VertexSet vertex = VertexSet{1} << v;
        if (once & vertex) {
          score += set(all() & ~vertex).turns == 0;
        } else {
          score += !fixed(once | vertex) && member(once | vertex, of).turns == 0;
        }
      }
    }
    return score;
  });
}

unsigned Orbits::lanes(VertexSet set) const {
  unsigned turns = 1;
  while (rotated(set, turns, vertices_) != set) ++turns;
  return turns == vertices_ ? 0 : turns;
}

VertexSet Orbits::least(VertexSet set) const {
  VertexSet least = set;
  for (unsigned turns = 1; turns < vertices_; ++turns) {
    least = std::min(least, rotated(set, turns, vertices_));
  }
  return least;
}

Orbits::Member Orbits::member(VertexSet set, const Representatives& of) const {
  const auto found = of.find(least(set));
  const VertexSet representative = found == of.end() ? least(set) : found->second;
  unsigned turns = 0;
  while (rotated(representative, turns, vertices_) != set) ++turns;
  return {representative, turns};
}

std::vector<VertexSet> Orbits::of_size(unsigned size, const Representatives& of) const {
  std::set<VertexSet> sets;
  for (VertexSet set = 0; set <= all(); ++set) {
    if (std::popcount(set) == static_cast<int>(size)) sets.insert(member(set, of).representative);
  }
  return {sets.begin(), sets.end()};
}

/// Of all choices the first with the highest score. That of `given` is what it is.
template <class Score>
Orbits::Representatives Orbits::best(VertexSet given, Score score) const {
  std::set<VertexSet> orbits;
  for (VertexSet set = 1; set < all(); ++set) orbits.insert(least(set));
  Representatives trial, best;
  for (const VertexSet orbit : orbits) trial[orbit] = orbit;
  unsigned highest = 0;
  for (bool more = !trial.empty(); more;) {
    const unsigned of_trial = score(trial);
    if (best.empty() || of_trial > highest) best = trial, highest = of_trial;
    more = false;
    for (auto& [orbit, representative] : trial) {
      if (orbit == given) continue;
      representative = rotated(representative, 1, vertices_);
      more = representative != orbit;
      if (more) break;
    }
  }
  return best;
}

}  // namespace diagc
