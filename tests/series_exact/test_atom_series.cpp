// The atom in exact fractions: integer numbers of flavours by the grand-canonical sum, real ones by identities.
#include <boost/multiprecision/cpp_int.hpp>
#include <catch2/catch.hpp>
#include <string>

#include "physics/series/exact/atom_series.h"

namespace {

using Rational = boost::multiprecision::cpp_rational;
using diagc::series::exact::atom_series;
using diagc::series::exact::AtomSeries;
using Series = std::vector<Rational>;

constexpr int last = 6;

/// Σ_k C(N,k) z^k e^(−βU (k(k−1)/2 − (N−1) α k)) times each of 1, k, k(k−1), as series in βU.
struct Sums {
  Series z, particles, pairs;
};

Sums grand_canonical(int flavours, const Rational& fugacity, const Rational& alpha) {
  Sums sums{Series(last + 1), Series(last + 1), Series(last + 1)};
  Rational ways = 1;
  for (int k = 0; k <= flavours; ++k) {
    Rational term = ways;
    for (int n = 0; n <= last; ++n) {
      const auto at = static_cast<std::size_t>(n);
      sums.z[at] += term;
      sums.particles[at] += k * term;
      sums.pairs[at] += k * (k - 1) * term;
      term *= -(Rational(k * (k - 1), 2) - (flavours - 1) * alpha * k) / (n + 1);
    }
    ways *= fugacity * (flavours - k) / (k + 1);
  }
  return sums;
}

Series product(const Series& a, const Series& b) {
  Series result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; i + j < a.size(); ++j) result[i + j] += a[i] * b[j];
  }
  return result;
}

Series times(const Rational& factor, Series series) {
  for (Rational& coefficient : series) coefficient *= factor;
  return series;
}

/// e^s for a series without constant term, by its own series.
Series exponential(const Series& s) {
  Series power(s.size()), result(s.size());
  power[0] = result[0] = 1;
  for (std::size_t n = 1; n < s.size(); ++n) {
    power = times(Rational(1) / static_cast<int>(n), product(power, s));
    for (std::size_t i = 0; i < s.size(); ++i) result[i] += power[i];
  }
  return result;
}

const std::vector<Rational> real_flavours{Rational(-3, 2), 0, Rational(1, 3), 1, 2, Rational(9, 2)};

}  // namespace

TEST_CASE("The series of atoms are those of their grand-canonical sums") {
  for (const int flavours : {2, 3, 4, 6}) {
    for (const Rational& fugacity : {Rational(1), Rational(2, 5)}) {
      for (const Rational& alpha : {Rational(0), Rational(2, 7)}) {
        const Rational filling = fugacity / (1 + fugacity);
        const AtomSeries<Rational> series = atom_series<Rational>(flavours, filling, last, alpha);
        const Sums sums = grand_canonical(flavours, fugacity, alpha);
        CAPTURE(flavours, fugacity.str(), alpha.str());
        CHECK(product(times(flavours, series.density), sums.z) == sums.particles);
        CHECK(product(times(flavours * (flavours - 1), series.double_occupancy), sums.z) ==
              sums.pairs);
        CHECK(times(sums.z[0], exponential(series.log_z)) == sums.z);
      }
    }
  }
}

TEST_CASE("One flavour has no interaction; the lowest orders of any number of flavours") {
  const Rational filling(2, 5);
  const AtomSeries<Rational> one = atom_series<Rational>(1, filling, last);
  CHECK(one.density == [&] {
    Series free(last + 1);
    free[0] = filling;
    return free;
  }());
  CHECK(one.log_z == Series(last + 1));
  CHECK(atom_series<Rational>(0, filling, last).log_z == Series(last + 1));
  for (const Rational& flavours : real_flavours) {
    const AtomSeries<Rational> series = atom_series<Rational>(flavours, filling, 2);
    // First order: one pair of flavours, both occupied, and the density's answer to a potential.
    CHECK(series.double_occupancy[0] == filling * filling);
    CHECK(series.density[1] == -(flavours - 1) * filling * filling * (1 - filling));
  }
}

TEST_CASE("Coefficients are polynomials in the number of flavours") {
  // Of degree n for the density, n + 1 for its order in the double occupancy, 2n for ln Z: Lagrange's formula through whole numbers.
  const Rational filling(3, 8), alpha(1, 5);
  for (const Rational& flavours : real_flavours) {
    for (int n = 1; n <= last; ++n) {
      const auto at = static_cast<std::size_t>(n);
      Rational density, pairs, log_z;
      for (int i = 2; i <= 2 * n + 3; ++i) {
        Rational weight = 1;
        for (int j = 2; j <= 2 * n + 3; ++j) {
          if (j != i) weight *= (flavours - j) / (i - j);
        }
        const AtomSeries<Rational> whole = atom_series<Rational>(i, filling, n, alpha);
        density += weight * whole.density[at];
        pairs += weight * whole.double_occupancy[at];
        log_z += weight * whole.log_z[at];
      }
      const AtomSeries<Rational> series = atom_series<Rational>(flavours, filling, n, alpha);
      CAPTURE(flavours.str(), n);
      CHECK(series.density[at] == density);
      CHECK(series.double_occupancy[at] == pairs);
      CHECK(series.log_z[at] == log_z);
    }
  }
}

TEST_CASE("The atom's double occupancy is the derivative of ln Z by U") {
  for (const Rational& flavours : real_flavours) {
    const AtomSeries<Rational> series = atom_series<Rational>(flavours, Rational(3, 7), last);
    CAPTURE(flavours.str());
    for (int n = 1; n <= last; ++n) {
      const auto at = static_cast<std::size_t>(n);
      CHECK(n * series.log_z[at] ==
            -flavours * (flavours - 1) / 2 * series.double_occupancy[at - 1]);
    }
  }
}

TEST_CASE("The atom's density and double occupancy are derivatives of one function") {
  // n = f + f (1 − f)/N ∂(ln Z/Z₀)/∂f, so that ∂n/∂(βU) = −((N − 1)/2) f (1 − f) ∂D/∂f. D is a polynomial in f of degree 2n + 2.
  const Rational filling(3, 7);
  for (const Rational& flavours : real_flavours) {
    const AtomSeries<Rational> series = atom_series<Rational>(flavours, filling, last);
    for (int n = 0; n < last; ++n) {
      const auto at = static_cast<std::size_t>(n);
      Rational slope = 0;
      for (int i = -n - 1; i <= n + 1; ++i) {
        if (i == 0) continue;  // Lagrange's formula about f: even, its derivative odd
        Rational weight = Rational(1) / i;
        for (int j = -n - 1; j <= n + 1; ++j) {
          if (j != i && j != 0) weight *= Rational(-j) / (i - j);
        }
        const Rational shifted = filling + Rational(i, 16);
        slope += 16 * weight * atom_series<Rational>(flavours, shifted, n).double_occupancy[at];
      }
      CAPTURE(flavours.str(), n);
      CHECK((n + 1) * series.density[at + 1] ==
            -(flavours - 1) / 2 * filling * (1 - filling) * slope);
    }
  }
}

TEST_CASE("Particles and holes of the atom are alike") {
  // With α = 1/2: n → 1 − n, D → 1 − 2n + D, and ln Z/Z₀ is even but for the energy of the filled atom.
  for (const Rational& flavours : real_flavours) {
    const Rational filling(2, 9), half(1, 2);
    const AtomSeries<Rational> below = atom_series<Rational>(flavours, filling, last, half);
    const AtomSeries<Rational> above =
        atom_series<Rational>(flavours, Rational(1 - filling), last, half);
    CAPTURE(flavours.str());
    for (std::size_t n = 0; n <= last; ++n) {
      const Rational one = n == 0 ? 1 : 0;
      CHECK(above.density[n] == one - below.density[n]);
      CHECK(above.double_occupancy[n] == one - 2 * below.density[n] + below.double_occupancy[n]);
      CHECK(above.log_z[n] == below.log_z[n]);
    }
  }
}
