// Colour-ordered amplitudes of scalars: all diagrams drawn as polygons cut into triangles and quadrangles.
#include <array>
#include <utility>

#include "compiler/graph/count_terms.h"
#include "tests/grammars/kernel.h"
#include "tests/grammars/random.h"

using namespace diagc;
using namespace diagc::grammars;

namespace {

constexpr const char* grammar = "gluons/scalar_current";

/// Corners of a polygon whose sides are the legs: side i leads from corner i to corner i + 1.
using Polygon = std::vector<int>;
using Diagonal = std::pair<int, int>;

bool cross(Diagonal a, Diagonal b) {
  if (a.first > b.first) std::swap(a, b);
  return a.first < b.first && b.first < a.second && a.second < b.second;
}

/// Numbers of triangles and quadrangles; other pieces count as neither.
struct Pieces {
  int triangles = 0, quadrangles = 0;
};

Pieces cut(const Polygon& polygon, const std::vector<Diagonal>& diagonals) {
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    for (std::size_t j = i + 2; j < polygon.size() - (i == 0); ++j) {
      for (const Diagonal& diagonal : diagonals) {
        if (diagonal != Diagonal{polygon[i], polygon[j]}) continue;
        Polygon inside(polygon.begin() + static_cast<std::ptrdiff_t>(i),
                       polygon.begin() + static_cast<std::ptrdiff_t>(j) + 1);
        Polygon outside(polygon.begin(), polygon.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        outside.insert(outside.end(), polygon.begin() + static_cast<std::ptrdiff_t>(j),
                       polygon.end());
        const Pieces a = cut(inside, diagonals), b = cut(outside, diagonals);
        return {a.triangles + b.triangles, a.quadrangles + b.quadrangles};
      }
    }
  }
  return {polygon.size() == 3, polygon.size() == 4};
}

using Momentum = std::array<Rational, 4>;

struct Theory {
  Rational g3, g4, m2;
};

struct Sum {
  Rational amplitude;
  int diagrams = 0;
};

/// Every set of diagonals that do not cross and leave triangles and quadrangles alone is a diagram, every diagonal a propagator.
Sum all_diagrams(const std::vector<Momentum>& p, const Theory& theory) {
  const int n = static_cast<int>(p.size());
  std::vector<Diagonal> diagonals;
  for (int i = 0; i < n; ++i) {
    for (int j = i + 2; j < n - (i == 0); ++j) diagonals.emplace_back(i, j);
  }
  Polygon polygon;
  for (int i = 0; i < n; ++i) polygon.push_back(i);
  Sum sum;
  for (unsigned chosen = 0; chosen < 1U << diagonals.size(); ++chosen) {
    std::vector<Diagonal> set;
    Rational value = 1;
    bool crossing = false;
    for (std::size_t d = 0; d < diagonals.size(); ++d) {
      if ((chosen >> d & 1U) == 0) continue;
      for (const Diagonal& other : set) crossing |= cross(other, diagonals[d]);
      set.push_back(diagonals[d]);
      Momentum k{};
      for (int leg = diagonals[d].first; leg < diagonals[d].second; ++leg) {
        for (std::size_t m = 0; m < 4; ++m) k[m] += p[static_cast<std::size_t>(leg)][m];
      }
      value /= theory.m2 - (k[0] * k[0] - k[1] * k[1] - k[2] * k[2] - k[3] * k[3]);
    }
    if (crossing) continue;
    const Pieces pieces = cut(polygon, set);
    if (pieces.triangles + pieces.quadrangles != static_cast<int>(set.size()) + 1) continue;
    for (int i = 0; i < pieces.triangles; ++i) value *= theory.g3;
    for (int i = 0; i < pieces.quadrangles; ++i) value *= theory.g4;
    sum.amplitude += value;
    ++sum.diagrams;
  }
  return sum;
}

std::vector<Momentum> momenta(int n, Random& random) {
  std::vector<Momentum> p(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i + 1 < p.size(); ++i) {
    for (std::size_t m = 0; m < 4; ++m) {
      p[i][m] = random.integer(-5, 5);
      p.back()[m] -= p[i][m];
    }
  }
  return p;
}

Rational amplitude(const std::vector<Momentum>& p, const Theory& theory) {
  Kernel kernel(grammar, static_cast<int>(p.size()));
  std::vector<Rational> values;
  for (const Momentum& momentum : p) values.insert(values.end(), momentum.begin(), momentum.end());
  kernel.set("p", values);
  kernel.param("g3", theory.g3);
  kernel.param("g4", theory.g4);
  kernel.param("m2", theory.m2);
  return kernel.exact().at(0);
}

}  // namespace

TEST_CASE("scalar_current is the sum of all colour-ordered diagrams, and counts them") {
  Random random;
  CAPTURE(random.seed);
  // Dissections of a polygon into triangles and quadrangles, A001002.
  const std::vector<int> published{1, 3, 10, 38, 154};
  for (int n = 3; n <= 7; ++n) {
    CAPTURE(n);
    const std::vector<Momentum> p = momenta(n, random);
    const Theory theory{Rational(2), Rational(-3, 5), Rational(1, 7)};  // no propagator has a pole
    const Sum sum = all_diagrams(p, theory);
    CHECK(sum.diagrams == published[static_cast<std::size_t>(n - 3)]);
    CHECK(amplitude(p, theory) == sum.amplitude);
    CHECK(*count_terms(Kernel(grammar, n).graph()) == sum.diagrams);
  }
}

TEST_CASE("scalar_current is cyclic") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 4; n <= 8; ++n) {
    CAPTURE(n);
    const std::vector<Momentum> p = momenta(n, random);
    std::vector<Momentum> turned(p.begin() + 1, p.end());
    turned.push_back(p.front());
    const Theory theory{Rational(3, 2), Rational(5), Rational(1, 11)};
    CHECK(amplitude(turned, theory) == amplitude(p, theory));
  }
}
