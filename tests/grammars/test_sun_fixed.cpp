// Densities with the measured point integrated out: derivatives of log Z, and sums over the places of a measured point.
#include "tests/grammars/kernel.h"
#include "tests/grammars/random.h"
#include "tests/grammars/wick.h"

using namespace diagc;
using namespace diagc::grammars;

namespace {

const std::vector<Rational> su_n{2, 3, 6, Rational(-3, 2), Rational(9, 2)};

Rational density(const std::string& grammar, int order, const Matrix& g, const Matrix& h) {
  Kernel kernel("hubbard/" + grammar, order);
  kernel.set("G", g.values());
  kernel.set("H", h.values());
  return kernel.exact()[0];
}

Rational sun_density(int order, const Matrix& g, const Matrix& h, const Rational& flavour,
                     const std::string& grammar = "hubbard_sun_cdet_density_fixed") {
  Kernel kernel("hubbard/" + grammar, order);
  kernel.param("N", flavour);
  kernel.set("G", g.values());
  kernel.set("H", h.values());
  return kernel.exact()[0];
}

/// The derivative at 0 of a polynomial of degree 2n from its values at -n..n, by Lagrange's formula.
Rational derivative_at_0(const std::vector<Rational>& values) {
  const int n = static_cast<int>(values.size()) / 2;
  Rational sum = 0;
  for (int i = -n; i <= n; ++i) {
    if (i == 0) continue;  // the formula is even, its derivative at 0 odd
    Rational weight = Rational(1) / i;
    for (int j = -n; j <= n; ++j) {
      if (j != i && j != 0) weight *= Rational(-j) / (i - j);
    }
    sum += weight * values[static_cast<std::size_t>(i + n)];
  }
  return sum;
}

}  // namespace

TEST_CASE("hubbard_sun_cdet_density_fixed is the derivative of log Z, per flavour") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 1; n <= 5; ++n) {
    const Matrix g = random.matrix(n), h = random.matrix(n);
    Kernel log_z("hubbard/hubbard_sun_cdet_log_z", n);
    for (const Rational& flavour : su_n) {
      log_z.param("N", flavour);
      std::vector<Rational> values;  // of degree 2n in e: every diagram has 2n propagators
      for (int e = -n; e <= n; ++e) {
        std::vector<Rational> shifted = g.values();
        for (std::size_t i = 0; i < shifted.size(); ++i) shifted[i] += e * h.elements[i];
        log_z.set("G", shifted);
        values.push_back(log_z.exact()[0]);
      }
      CAPTURE(n, to_string(flavour));
      CHECK(flavour * sun_density(n, g, h, flavour) == derivative_at_0(values));
    }
  }
}

TEST_CASE("hubbard_sun_cdet_density_fixed is the sum of connected contractions with one H each") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 1; n <= 3; ++n) {
    const Matrix g = random.matrix(n), h = random.matrix(n);
    // The loop through the external point is the one with H: the point stands at the propagator that H takes the place of.
    const LoopSum expected = sum_contractions(
        n, [](const Contraction& c) { return !c.external_line().empty() && c.connected(); },
        [&](const Contraction& c) {
          const auto vertex = [](int end) { return (end - 1) / 2; };
          const std::vector<int> line = c.external_line();
          std::int64_t product = h(vertex(line.back()), vertex(line.front()));
          for (int a = 1; a <= 2 * n; ++a) {
            const int b = c.next[static_cast<std::size_t>(a)];
            if (b != 0) product *= g(vertex(a), vertex(b));
          }
          return product;
        });
    for (const Rational& flavour : su_n) {
      Rational sum = 0;
      for (auto c = expected.by_loops.rbegin(); c != expected.by_loops.rend(); ++c) {
        sum = sum * -flavour + *c;
      }
      CAPTURE(n, to_string(flavour));
      CHECK(sun_density(n, g, h, flavour) == -sum / (1 << n));
    }
  }
}

TEST_CASE("a measured point summed over its places is the derivative that stands for it") {
  Random random;
  CAPTURE(random.seed);
  const int places = 3;
  for (int n = 1; n <= 5; ++n) {
    const Matrix all = random.matrix(n + places);
    const Rational flavour(random.integer(-9, 9), 2);
    Matrix g(n), h(n);
    for (int a = 0; a < n; ++a) {
      for (int b = 0; b < n; ++b) g(a, b) = all(places + a, places + b);
    }
    Kernel measured("hubbard/hubbard_sun_cdet_density", n);
    measured.param("N", flavour);
    Rational sum = 0;
    for (int p = 0; p < places; ++p) {
      std::vector<int> points{p};
      for (int a = 0; a < n; ++a) points.push_back(places + a);
      std::vector<Rational> values;
      for (const int a : points) {
        for (const int b : points) values.emplace_back(all(a, b));
      }
      measured.set("G", values);
      sum -= measured.exact()[0];
      for (int a = 0; a < n; ++a) {
        for (int b = 0; b < n; ++b) h(a, b) -= all(places + a, p) * all(p, places + b);
      }
    }
    CAPTURE(n, to_string(flavour));
    CHECK(sun_density(n, g, h, flavour) == sum);
  }
}

TEST_CASE("with the highest or lowest vertex apart the same density comes out, for any N") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 1; n <= 6; ++n) {
    const Matrix g = random.matrix(n), h = random.matrix(n);
    for (const Rational& flavour : su_n) {
      CAPTURE(n, to_string(flavour));
      const Rational usual = sun_density(n, g, h, flavour);
      CHECK(sun_density(n, g, h, flavour, "hubbard_sun_cdet_density_fixed_apart") == usual);
      CHECK(sun_density(n, g, h, flavour, "hubbard_sun_cdet_density_fixed_lowest") == usual);
    }
  }
}

TEST_CASE("forms for two, three and four flavours are hubbard_sun_cdet_density_fixed") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 1; n <= 6; ++n) {
    const Matrix g = random.matrix(n), h = random.matrix(n);
    CAPTURE(n);
    CHECK(density("hubbard_su2_cdet_density_fixed", n, g, h) == sun_density(n, g, h, 2));
    CHECK(density("hubbard_su3_cdet_density_fixed", n, g, h) == sun_density(n, g, h, 3));
    CHECK(density("hubbard_su4_cdet_density_fixed", n, g, h) == sun_density(n, g, h, 4));
  }
}
