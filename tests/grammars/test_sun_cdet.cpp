// Connected determinants for SU(N) against all of Wick's contractions, and against combinatorial summation over all labellings.
#include <algorithm>
#include <numeric>

#include "tests/grammars/contact_weight.h"
#include "tests/grammars/kernel.h"
#include "tests/grammars/random.h"
#include "tests/grammars/wick.h"

using namespace diagc;
using namespace diagc::grammars;

namespace {

const std::vector<Rational> su_n_flavours{2, 3, 6, Rational(-3, 2), Rational(9, 2)};

std::int64_t factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

/// Σ by_loops[k] factor^k.
Rational at(const LoopSum& sum, const Rational& factor) {
  Rational value = 0;
  for (auto c = sum.by_loops.rbegin(); c != sum.by_loops.rend(); ++c) value = value * factor + *c;
  return value;
}

/// The sum of all outputs over the orders of the vertices first..size-1, each output at the vertex that it belongs to: output b of
/// the order is added to element order[b] - (size - outputs).
std::vector<Rational> over_labellings(Kernel& kernel, const Matrix& g, int first) {
  std::vector<int> order(static_cast<std::size_t>(g.size));
  std::iota(order.begin(), order.end(), 0);
  std::vector<Rational> sum;
  do {
    kernel.set("G", g.permuted(order).values());
    const std::vector<Rational> values = kernel.exact();
    sum.resize(values.size());
    for (std::size_t b = 0; b < values.size(); ++b) {
      sum[values.size() == 1 ? 0 : static_cast<std::size_t>(order[b])] += values[b];
    }
  } while (std::next_permutation(order.begin() + first, order.end()));
  return sum;
}

std::vector<Rational> values(const std::string& grammar, int n, const Matrix& g,
                             const Rational& flavour) {
  Kernel kernel("hubbard/" + grammar, n);
  kernel.set("G", g.values());
  kernel.param("N", flavour);
  return kernel.exact();
}

}  // namespace

TEST_CASE("SU(N) densities in all labellings are the sum of all connected contractions") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 0; n <= 3; ++n) {
    const Matrix g = random.matrix(n + 1);
    const LoopSum expected = sum_contractions(
        n, [](const Contraction& c) { return c.connected(); },
        [&](const Contraction& c) { return contact_weight(c, g); });
    for (const Rational& flavour : su_n_flavours) {
      CAPTURE(n, to_string(flavour));
      const Rational sum = -at(expected, -flavour) / (1 << n);
      CHECK(values("hubbard_sun_cdet_density", n, g, flavour)[0] == sum);
      CHECK(values("hubbard_sun_symmetric_density", n, g, flavour)[0] == sum);
    }
  }
}

TEST_CASE("SU(N) densities in all labellings are hubbard_sun_density over the orders of vertices") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 0; n <= 5; ++n) {
    const Matrix g = random.matrix(n + 1);
    Kernel diagrams("hubbard/hubbard_sun_density", n);
    Kernel determinants("hubbard/hubbard_sun_cdet_density", n);
    Kernel symmetric("hubbard/hubbard_sun_symmetric_density", n);
    determinants.set("G", g.values());
    symmetric.set("G", g.values());
    for (const Rational& flavour : su_n_flavours) {
      CAPTURE(n, to_string(flavour));
      diagrams.param("N", flavour);
      determinants.param("N", flavour);
      symmetric.param("N", flavour);
      const std::vector<Rational> sum = over_labellings(diagrams, g, 1);
      CHECK(determinants.exact() == sum);
      CHECK(symmetric.exact() == sum);
      if (n == 5 && flavour == 3) break;  // two of them are enough for the largest
    }
  }
}

TEST_CASE("hubbard_sun_symmetric_density is hubbard_sun_cdet_density") {
  Random random;
  CAPTURE(random.seed);
  const Matrix g = random.matrix(7);
  const Rational flavour(random.integer(-9, 9), 4);
  CAPTURE(to_string(flavour));
  CHECK(values("hubbard_sun_symmetric_density", 6, g, flavour) ==
        values("hubbard_sun_cdet_density", 6, g, flavour));
}

TEST_CASE("hubbard_sun_symmetric_density counts the published diagrams n! times, A000698") {
  const std::vector<std::int64_t> counts{2, 10, 74, 706, 8162};
  for (int n = 1; n <= 5; ++n) {
    Kernel kernel("hubbard/hubbard_sun_symmetric_density", n);
    kernel.set_all(1);
    kernel.param("N", -1);
    CAPTURE(n);
    CHECK(kernel.exact()[0] == -factorial(n) * counts[static_cast<std::size_t>(n - 1)]);
  }
}

TEST_CASE("SU(N) connected determinants at N = 2 are those of SU(2)") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 1; n <= 6; ++n) {
    CAPTURE(n);
    const Matrix g = random.matrix(n + 1);
    Kernel density("hubbard/hubbard_su2_cdet_density", n);
    density.set("G", g.values());
    CHECK(values("hubbard_sun_cdet_density", n, g, 2) == density.exact());
    Matrix regular = random.matrix(n);  // no principal minor vanishes
    for (int i = 0; i < n; ++i) regular(i, i) = 3 * n + random.integer(1, 3);
    Kernel vacuum("hubbard/hubbard_su2_cdet", n);
    vacuum.set("G", regular.values());
    CHECK(values("hubbard_sun_cdet_log_z", n, regular, 2) == vacuum.exact());
    if (n == 6) continue;
    Kernel self_energy("hubbard/hubbard_su2_cdet_self_energy", n);
    self_energy.set("G", regular.values());
    CHECK(values("hubbard_sun_cdet_self_energy", n, regular, 2) == self_energy.exact());
  }
}

TEST_CASE("hubbard_sun_cdet_log_z is the sum of all connected vacuum contractions") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 1; n <= 3; ++n) {
    Matrix g = random.matrix(n + 1);
    g(0, 0) = 1;  // the external point is on a loop of its own
    const auto connected = [n](const Contraction& c) {
      if (c.next[0] != 0) return false;
      std::vector<int> component(static_cast<std::size_t>(n + 1));
      std::iota(component.begin(), component.end(), 0);
      for (int a = 1; a <= 2 * n; ++a) {
        const int
            from = component[static_cast<std::size_t>(vertex_of(a))],
            to =
                component[static_cast<std::size_t>(vertex_of(c.next[static_cast<std::size_t>(a)]))];
        std::ranges::replace(component, from, to);
      }
      return std::ranges::count(component, component[1]) == n;
    };
    const LoopSum expected =
        sum_contractions(n, connected, [&](const Contraction& c) { return contact_weight(c, g); });
    for (const Rational& flavour : su_n_flavours) {
      CAPTURE(n, to_string(flavour));
      CHECK(values("hubbard_sun_cdet_log_z", n, g.without_first(), flavour)[0] ==
            at(expected, -flavour) / (1 << n));
    }
  }
}

TEST_CASE("no flavour, and one flavour alone, do not interact") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 1; n <= 6; ++n) {
    CAPTURE(n);
    const Matrix g = random.matrix(n);
    for (const int flavour : {0, 1}) {
      CHECK(values("hubbard_sun_cdet_log_z", n, g, flavour)[0] == 0);
    }
    CHECK(values("hubbard_sun_cdet_density", n, random.matrix(n + 1), 1)[0] == 0);
    CHECK(values("hubbard_sun_symmetric_density", n, random.matrix(n + 1), 1)[0] == 0);
    CHECK(values("hubbard_sun_cdet_self_energy", n, g, 1) ==
          std::vector<Rational>(static_cast<std::size_t>(n)));
  }
}

TEST_CASE("hubbard_sun_cdet_self_energy is hubbard_sun_self_energy over all labellings") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 1; n <= 5; ++n) {
    const Matrix g = random.matrix(n);
    Kernel diagrams("hubbard/hubbard_sun_self_energy", n);
    Kernel determinants("hubbard/hubbard_sun_cdet_self_energy", n);
    determinants.set("G", g.values());
    for (const Rational& flavour : su_n_flavours) {
      CAPTURE(n, to_string(flavour));
      diagrams.param("N", flavour);
      determinants.param("N", flavour);
      std::vector<Rational> sum = over_labellings(diagrams, g, 1);
      CHECK(determinants.exact() == sum);
    }
  }
}

TEST_CASE(
    "hubbard_sun_cdet_greens_function gives the connected contractions by their last vertex") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 1; n <= 3; ++n) {
    Matrix g = random.matrix(n + 1);
    for (int a = 0; a <= n; ++a) g(0, a) = g(a, 0) = 1;  // the legs
    for (int b = 1; b <= n; ++b) {
      const LoopSum expected = sum_contractions(
          n,
          [b](const Contraction& c) {
            const std::vector<int> line = c.external_line();
            return !line.empty() && vertex_of(line.front()) == 1 && vertex_of(line.back()) == b &&
                   c.connected();
          },
          [&](const Contraction& c) { return contact_weight(c, g); });
      for (const Rational& flavour : su_n_flavours) {
        CAPTURE(n, b, to_string(flavour));
        CHECK(values("hubbard_sun_cdet_greens_function", n, g.without_first(),
                     flavour)[static_cast<std::size_t>(b - 1)] ==
              at(expected, -flavour) / (1 << n));
      }
    }
  }
}

TEST_CASE("hubbard_sun_cdet_greens_function closed at the measured point is the density") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 1; n <= 6; ++n) {
    const Matrix g = random.matrix(n + 1);
    const Rational flavour(7, 2);
    Rational sum = 0;
    for (int first = 1; first <= n; ++first) {
      std::vector<int> order(static_cast<std::size_t>(n + 1));
      std::iota(order.begin(), order.end(), 0);
      std::swap(order[1], order[static_cast<std::size_t>(first)]);
      const Matrix moved = g.permuted(order);
      const std::vector<Rational> amputated =
          values("hubbard_sun_cdet_greens_function", n, moved.without_first(), flavour);
      for (int b = 1; b <= n; ++b) {
        sum -= moved(0, 1) * amputated[static_cast<std::size_t>(b - 1)] * moved(b, 0);
      }
    }
    CAPTURE(n);
    CHECK(values("hubbard_sun_cdet_density", n, g, flavour)[0] == sum);
  }
}
