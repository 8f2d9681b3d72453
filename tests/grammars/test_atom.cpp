// The SU(N) Hubbard atom: the series of the density is known exactly, and the mean over time orders of the vertices is the
// integral over imaginary times.
#include <algorithm>
#include <numeric>

#include <catch2/catch.hpp>

#include "tests/grammars/kernel.h"

using namespace diagc;
using namespace diagc::grammars;

namespace {

/// Coefficients of (beta U)^k, k = 0..order, of the total density at fugacity z, from the grand-canonical sum.
std::vector<Rational> exact_series(int flavours, const Rational& z, int order) {
  const auto size = static_cast<std::size_t>(order) + 1;
  std::vector<Rational> number(size), partition(size), density(size);
  Rational weight = 1;  // binomial(N, m) z^m
  for (int m = 0; m <= flavours; ++m) {
    Rational term = weight;
    for (std::size_t k = 0; k < size; ++k) {
      partition[k] += term;
      number[k] += m * term;
      term *= Rational(-m * (m - 1), 2 * (static_cast<int>(k) + 1));
    }
    weight *= z * (flavours - m) / (m + 1);
  }
  for (std::size_t k = 0; k < size; ++k) {
    density[k] = number[k];
    for (std::size_t i = 1; i <= k; ++i) density[k] -= partition[i] * density[k - i];
    density[k] /= partition[0];
  }
  return density;
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

/// Coefficients of (beta U)^k, k = 0..order, of log Z at fugacity z.
std::vector<Rational> exact_log_z(int flavours, const Rational& z, int order) {
  const auto size = static_cast<std::size_t>(order) + 1;
  std::vector<Rational> partition(size), logarithm(size);
  Rational weight = 1;
  for (int m = 0; m <= flavours; ++m) {
    Rational term = weight;
    for (std::size_t k = 0; k < size; ++k) {
      partition[k] += term;
      term *= Rational(-m * (m - 1), 2 * (static_cast<int>(k) + 1));
    }
    weight *= z * (flavours - m) / (m + 1);
  }
  for (std::size_t k = 1; k < size; ++k) {  // k Z_k = sum over i of i (log Z)_i Z_(k-i)
    logarithm[k] = static_cast<int>(k) * partition[k];
    for (std::size_t i = 1; i < k; ++i) {
      logarithm[k] -= static_cast<int>(i) * logarithm[i] * partition[k - i];
    }
    logarithm[k] /= static_cast<int>(k) * partition[0];
  }
  return logarithm;
}

/// The coefficient of (beta U)^n of the density per flavour for any real number of flavours, in which it is a polynomial of degree n.
Rational exact_per_flavour(const Rational& flavours, const Rational& z, int n) {
  Rational sum = 0;
  for (int i = 1; i <= n + 1; ++i) {
    Rational term = exact_series(i, z, n)[static_cast<std::size_t>(n)] / i;
    for (int j = 1; j <= n + 1; ++j) {
      if (j != i) term *= (flavours - j) / (i - j);
    }
    sum += term;
  }
  return sum;
}

/// G[a,b] of vertices whose times increase.
std::vector<Rational> ordered_propagators(int vertices, const Rational& filling) {
  std::vector<Rational> g;
  for (int a = 0; a < vertices; ++a) {
    for (int b = 0; b < vertices; ++b) g.push_back(a >= b ? filling : filling - 1);
  }
  return g;
}

Rational inverse_factorial(int n) { return n < 2 ? Rational(1) : inverse_factorial(n - 1) / n; }

struct AtomCase {
  Rational flavours, z;
  int last;
};

const std::vector<AtomCase> atom_cases{{2, 1, 8},
                                       {3, Rational(2, 3), 6},
                                       {6, Rational(1, 3), 8},
                                       {Rational(-3, 2), Rational(3, 2), 6},
                                       {Rational(9, 2), 1, 6}};

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
  for (const auto& [flavours, z, last] : atom_cases) {
    for (const std::string grammar :
         {"hubbard_sun_cdet_density", "hubbard_sun_symmetric_density"}) {
      for (int n = 0; n <= last; ++n) {
        if (n > 6 && grammar == "hubbard_sun_symmetric_density") break;
        Kernel kernel("hubbard/" + grammar, n);
        kernel.param("N", flavours);
        kernel.set("G", ordered_propagators(n + 1, z / (1 + z)));
        CAPTURE(grammar, to_string(flavours), to_string(z), n);
        CHECK((n % 2 ? 1 : -1) * inverse_factorial(n) * kernel.exact()[0] ==
              exact_per_flavour(flavours, z, n));
      }
    }
  }
}

TEST_CASE("hubbard_sun_cdet_density_fixed gives the series of the atom exactly") {
  // At beta = 1, H[a,b] = G[a,b] (t - f) for t, the time from a to b, in (0, 1], and G[a,b] (t + 1 - f) for t in (-1, 0). Every diagram has
  // one H, so the integrand is linear in the times as long as their order stays: its mean over ordered times is its value at their
  // means, k/n for vertex k, and all orders count the same.
  for (const auto& [flavours, z, last] : atom_cases) {
    const Rational filling = z / (1 + z);
    for (int n = 1; n <= last; ++n) {
      const std::vector<Rational> g = ordered_propagators(n, filling);
      std::vector<Rational> h = g;
      for (int a = 0; a < n; ++a) {
        for (int b = 0; b < n; ++b) {
          h[static_cast<std::size_t>(n * a + b)] *= Rational(b - a, n) - filling + (b <= a ? 1 : 0);
        }
      }
      Kernel kernel("hubbard/hubbard_sun_cdet_density_fixed", n);
      kernel.param("N", flavours);
      kernel.set("G", g);
      kernel.set("H", h);
      CAPTURE(to_string(flavours), to_string(z), n);
      CHECK((n % 2 ? -1 : 1) * inverse_factorial(n) * kernel.exact()[0] ==
            exact_per_flavour(flavours, z, n));
    }
  }
}

TEST_CASE("hubbard_sun_cdet_log_z gives the series of log Z of the atom exactly") {
  for (const auto& [flavours, z, last] :
       {std::tuple{2, Rational(1), 8}, {3, Rational(2, 5), 6}, {6, Rational(1, 3), 8}}) {
    const std::vector<Rational> expected = exact_log_z(flavours, z, last);
    for (int n = 1; n <= last; ++n) {
      Kernel kernel("hubbard/hubbard_sun_cdet_log_z", n);
      kernel.param("N", flavours);
      kernel.set("G", ordered_propagators(n, z / (1 + z)));
      CAPTURE(flavours, to_string(z), n);
      CHECK((n % 2 ? -1 : 1) * inverse_factorial(n) * kernel.exact()[0] ==
            expected[static_cast<std::size_t>(n)]);
    }
  }
}
