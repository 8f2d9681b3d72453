#include "physics/series/sampling/tree/tree_shapes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace diagc::series {

namespace {

using Levels =
    std::vector<std::uint8_t>;  // distance from the root, in the order of a depth-first walk

/// The next one in descending order of canonical sequences; false after the last, the star.
bool advance(Levels& levels) {
  std::size_t p = levels.size();
  while (p > 0 && levels[p - 1] <= 1) --p;
  if (p == 0) return false;
  --p;
  std::size_t q = p;
  while (levels[q] != levels[p] - 1) --q;
  for (std::size_t i = p; i < levels.size(); ++i) levels[i] = levels[i - (p - q)];
  return true;
}

/// The end of the subtree of a vertex in the walk.
std::size_t end_of(const Levels& levels, std::size_t vertex) {
  std::size_t end = vertex + 1;
  while (end < levels.size() && levels[end] > levels[vertex]) ++end;
  return end;
}

/// The order of the automorphism group of a subtree: equal children stand side by side in a canonical sequence.
double automorphisms(const Levels& levels, std::size_t vertex) {
  double product = 1;
  std::uint32_t equal = 1;
  std::size_t before = vertex;
  const std::size_t end = end_of(levels, vertex);
  for (std::size_t child = vertex + 1; child < end; child = end_of(levels, child)) {
    const auto begin = levels.begin();
    const auto at = [&](std::size_t i) { return begin + static_cast<std::ptrdiff_t>(i); };
    const bool same = before != vertex && std::equal(at(before), at(end_of(levels, before)),
                                                     at(child), at(end_of(levels, child)));
    equal = same ? equal + 1 : 1;
    product *= equal * automorphisms(levels, child);
    before = child;
  }
  return product;
}

}  // namespace

std::vector<TreeShape> tree_shapes(std::uint32_t m) {
  Levels levels(m + 1);
  std::iota(levels.begin(), levels.end(), std::uint8_t{0});
  std::vector<TreeShape> shapes;
  do {
    TreeShape shape;
    Levels last(m + 1);  // vertex met last at each level
    for (std::uint32_t v = 1; v <= m; ++v) {
      shape.parents.push_back(last[levels[v] - 1U]);
      last[levels[v]] = static_cast<std::uint8_t>(v);
    }
    shape.root_degree =
        static_cast<std::uint32_t>(std::ranges::count(shape.parents, std::uint8_t{0}));
    shape.labellings = std::tgamma(m + 1.0) / automorphisms(levels, 0);
    shapes.push_back(std::move(shape));
  } while (advance(levels));
  return shapes;
}

std::uint32_t packed_parents(const std::vector<std::uint8_t>& parents) {
  std::uint32_t packed = 0, at = 0;
  for (std::uint32_t v = 2; v <= parents.size(); ++v) {
    packed |= std::uint32_t{parents[v - 1]} << at;
    at += static_cast<std::uint32_t>(std::bit_width(v - 1));
  }
  return packed;
}

double tree_count(std::uint32_t m, double alpha) {
  return m == 0 ? 1 : alpha * std::pow(alpha + m, m - 1.0);
}

}  // namespace diagc::series
