// The SU(N) Hubbard atom: the series of the density is known exactly, and the mean over time orders of the vertices is the
// integral over imaginary times.
#include <algorithm>
#include <numeric>

#include <catch2/catch.hpp>

#include "physics/series/exact/atom_series.h"
#include "tests/grammars/kernel.h"

using namespace diagc;
using namespace diagc::grammars;
using series::exact::atom_series;
using series::exact::AtomSeries;

namespace {

/// Coefficients of (beta U)^k, k = 0..order, of the total density at fugacity z.
std::vector<Rational> exact_series(int flavours, const Rational& z, int order) {
  std::vector<Rational> series =
      atom_series<Rational>(flavours, Rational(z / (1 + z)), order).density;
  for (Rational& coefficient : series) coefficient *= flavours;
  return series;
}

/// The same coefficient from the diagrams of order n.
Rational from_diagrams(int flavours, const Rational& z, int n) {
  Kernel kernel("hubbard/hubbard_sun_density", n);
  kernel.param("N", flavours);
  const Rational filling = z / (1 + z);
  std::vector<int> time(
      static_cast<std::size_t>(n + 1));  // of each vertex; vertex 0 is the earliest
  std::iota(time.begin(), time.end(), 0);
  Rational sum = 0;
  int orders = 0;
  do {
    std::vector<Rational> g;
    for (const int a : time) {
      for (const int b : time) g.push_back(a >= b ? filling : filling - 1);
    }
    kernel.set("G", g);
    sum += kernel.exact()[0];
    ++orders;
  } while (std::next_permutation(time.begin() + 1, time.end()));
  return (n % 2 ? 1 : -1) * flavours * sum / orders;
}

/// G[a,b] of vertices whose times increase, less alpha at equal times.
std::vector<Rational> ordered_propagators(int vertices, const Rational& filling,
                                          const Rational& alpha) {
  std::vector<Rational> g;
  for (int a = 0; a < vertices; ++a) {
    for (int b = 0; b < vertices; ++b) {
      g.push_back(a > b ? filling : Rational(filling - (a == b ? alpha : Rational(1))));
    }
  }
  return g;
}

/// dG/d(mu) at beta = 1: G[a,b] (t - f) for t, the time from a to b, in (0, 1], and G[a,b] (t + 1 - f) for t in (-1, 0]. Time k of n is k/n.
std::vector<Rational> ordered_derivatives(int vertices, const Rational& filling) {
  std::vector<Rational> h = ordered_propagators(vertices, filling, 0);
  for (int a = 0; a < vertices; ++a) {
    for (int b = 0; b < vertices; ++b) {
      h[static_cast<std::size_t>(vertices * a + b)] *=
          Rational(b - a, vertices) - filling + (b <= a ? 1 : 0);
    }
  }
  return h;
}

Rational inverse_factorial(int n) { return n < 2 ? Rational(1) : inverse_factorial(n - 1) / n; }

/// alpha is that of the Hartree shift.
struct AtomCase {
  Rational flavours, filling, alpha;
  int last;
};

const std::vector<AtomCase> atom_cases{
    {2, Rational(1, 2), 0, 8},
    {3, Rational(2, 5), 0, 8},
    {6, Rational(1, 4), 0, 8},
    {Rational(-3, 2), Rational(3, 5), 0, 8},
    {6, Rational(1, 4), Rational(1, 4), 6},
    {Rational(9, 2), Rational(3, 5), Rational(1, 3), 6},
};

std::string text_of(const AtomCase& atom) {
  return "N = " + to_string(atom.flavours) + ", filling " + to_string(atom.filling) + ", alpha " +
         to_string(atom.alpha);
}

AtomSeries<Rational> exact(const AtomCase& atom) {
  return atom_series<Rational>(atom.flavours, atom.filling, atom.last, atom.alpha);
}

}  // namespace

TEST_CASE("the exact series of the half-filled SU(2) atom") {
  CHECK(exact_series(2, 1, 8) ==
        std::vector<Rational>{1, Rational(-1, 4), Rational(1, 16), Rational(1, 192),
                              Rational(-5, 768), Rational(13, 15360), Rational(77, 184320),
                              Rational(-823, 5160960), Rational(-25, 4128768)});
}

TEST_CASE("hubbard_sun_density gives the series of the SU(N) atom exactly") {
  for (const int flavours : {2, 3, 6}) {
    for (const Rational& z : {Rational(1), Rational(1, 3)}) {
      const int last = z == 1 ? 5 : 4;
      const std::vector<Rational> expected = exact_series(flavours, z, last);
      for (int n = 0; n <= last; ++n) {
        CAPTURE(flavours, to_string(z), n);
        CHECK(from_diagrams(flavours, z, n) == expected[static_cast<std::size_t>(n)]);
      }
    }
  }
}

TEST_CASE("hubbard_su2_cdet gives the series of log Z of the atom exactly") {
  // Z'/Z in powers of beta U, against n times the coefficient of order n; all time orders of the vertices count the same.
  const int last = 6;
  for (const Rational& z : {Rational(1), Rational(2, 5)}) {
    const Rational filling = z / (1 + z);
    std::vector<Rational> partition, derivative;
    Rational doubly_occupied = z * z;
    for (int k = 0; k <= last; ++k) {
      partition.push_back(doubly_occupied + (k == 0 ? 1 + 2 * z : Rational(0)));
      doubly_occupied /= -(k + 1);
    }
    Rational factor = 1;
    for (int n = 1; n <= last; ++n) {
      Rational expected = n * partition[static_cast<std::size_t>(n)];
      for (int i = 1; i < n; ++i) {
        expected -= partition[static_cast<std::size_t>(i)] *
                    derivative[static_cast<std::size_t>(n - 1 - i)];
      }
      derivative.push_back(expected / partition[0]);

      Kernel kernel("hubbard/hubbard_su2_cdet", n);
      std::vector<Rational> g;
      for (int a = 0; a < n; ++a) {
        for (int b = 0; b < n; ++b) g.push_back(a >= b ? filling : filling - 1);
      }
      kernel.set("G", g);
      factor *= Rational(-1) / n;
      CAPTURE(to_string(z), n);
      CHECK(n * factor * kernel.exact()[0] == derivative.back());
    }
  }
}

TEST_CASE("SU(N) densities in all labellings give the series of the atom exactly") {
  // All orders of the times of 1..n count the same: one evaluation.
  for (const AtomCase& atom : atom_cases) {
    const std::vector<Rational> expected = exact(atom).density;
    for (const std::string grammar :
         {"hubbard_sun_cdet_density", "hubbard_sun_symmetric_density"}) {
      for (int n = 0; n <= atom.last; ++n) {
        if (n > 6 && grammar == "hubbard_sun_symmetric_density") break;
        Kernel kernel("hubbard/" + grammar, n);
        kernel.param("N", atom.flavours);
        std::vector<Rational> g = ordered_propagators(n + 1, atom.filling, atom.alpha);
        if (n == 0) g[0] = atom.filling;  // the shift is no part of the density
        kernel.set("G", g);
        CAPTURE(grammar, text_of(atom), n);
        CHECK((n % 2 ? 1 : -1) * inverse_factorial(n) * kernel.exact()[0] ==
              expected[static_cast<std::size_t>(n)]);
      }
    }
  }
}

TEST_CASE("hubbard_sun_cdet_density_fixed gives the series of the atom exactly") {
  // Every diagram has one H, so the integrand is linear in the times as long as their order stays: its mean over ordered times is its
  // value at their means, k/n for vertex k, and all orders count the same.
  for (const AtomCase& atom : atom_cases) {
    const std::vector<Rational> expected = exact(atom).density;
    for (int n = 1; n <= atom.last; ++n) {
      Kernel kernel("hubbard/hubbard_sun_cdet_density_fixed", n);
      kernel.param("N", atom.flavours);
      kernel.set("G", ordered_propagators(n, atom.filling, atom.alpha));
      kernel.set("H", ordered_derivatives(n, atom.filling));
      CAPTURE(text_of(atom), n);
      CHECK((n % 2 ? -1 : 1) * inverse_factorial(n) * kernel.exact()[0] ==
            expected[static_cast<std::size_t>(n)]);
    }
  }
}

TEST_CASE("hubbard_sun_cdet_log_z gives ln Z and the double occupancy of the atom exactly") {
  for (const AtomCase& atom : atom_cases) {
    const AtomSeries<Rational> expected = exact(atom);
    const Rational pairs = atom.flavours * (atom.flavours - 1) / 2;
    for (int n = 1; n <= atom.last; ++n) {
      Kernel kernel("hubbard/hubbard_sun_cdet_log_z", n);
      kernel.param("N", atom.flavours);
      kernel.set("G", ordered_propagators(n, atom.filling, atom.alpha));
      const Rational log_z = (n % 2 ? -1 : 1) * inverse_factorial(n) * kernel.exact()[0];
      CAPTURE(text_of(atom), n);
      // Diagrams of shifted propagators are those of (U/2) sum (n - alpha)(n' - alpha): a constant more than the shift of mu.
      const Rational constant = n == 1 ? Rational(pairs * atom.alpha * atom.alpha) : Rational(0);
      CHECK(log_z == expected.log_z[static_cast<std::size_t>(n)] - constant);
      if (atom.alpha == 0) {
        CHECK(-n * log_z / pairs == expected.double_occupancy[static_cast<std::size_t>(n - 1)]);
      }
    }
  }
}
