// Densities and Green's functions against all of Wick's contractions.
#include <algorithm>
#include <numeric>

#include "tests/grammars/contact_weight.h"
#include "tests/grammars/kernel.h"
#include "tests/grammars/random.h"
#include "tests/grammars/wick.h"

using namespace diagc;
using namespace diagc::grammars;

namespace {

std::int64_t weight(const Contraction& c, const Matrix& g) {
  std::int64_t product = 1;
  for (int a = 0; a <= 2 * c.n; ++a) product *= g(a, c.next[static_cast<std::size_t>(a)]);
  return product;
}

std::vector<Rational> rational(const std::vector<int>& v) { return {v.begin(), v.end()}; }

Rational negated_product(const std::vector<int>& interactions) {
  Rational product = 1;
  for (const int v : interactions) product *= -v;
  return product;
}

const std::vector<int> flavours{-1, 1, 2, 3, 6};

bool connected(const Contraction& c) { return c.connected(); }
bool connected_canonical(const Contraction& c) { return c.canonical() && c.connected(); }

}  // namespace

TEST_CASE("hubbard_sun_density is the sum of the connected contractions in its own labelling") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 0; n <= 4; ++n) {
    const Matrix g = random.matrix(n + 1);
    const LoopSum expected = sum_contractions(
        n, connected_canonical, [&](const Contraction& c) { return contact_weight(c, g); });
    Kernel kernel("hubbard/hubbard_sun_density", n);
    kernel.set("G", g.values());
    for (const int flavour : flavours) {
      CAPTURE(n, flavour);
      kernel.param("N", flavour);
      CHECK(kernel.exact() == std::vector<Rational>{-expected.at(-flavour)});
    }
  }
}

TEST_CASE("hubbard_sun_density_last_line is hubbard_sun_density") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 1; n <= 8; ++n) {
    const Matrix g = random.matrix(n + 1);
    Kernel all("hubbard/hubbard_sun_density", n);
    Kernel last_line("hubbard/hubbard_sun_density_last_line", n);
    all.set("G", g.values());
    last_line.set("G", g.values());
    for (const int flavour : flavours) {
      CAPTURE(n, flavour);
      all.param("N", flavour);
      last_line.param("N", flavour);
      CHECK(last_line.exact() == all.exact());
    }
  }
}

TEST_CASE("hubbard_sun_density_first_line is hubbard_sun_density over all labellings") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 1; n <= 5; ++n) {
    const Matrix g = random.matrix(n + 1);
    Kernel all("hubbard/hubbard_sun_density", n);
    Kernel first_line("hubbard/hubbard_sun_density_first_line", n);
    const int flavour = random.integer(2, 7);
    all.param("N", flavour);
    first_line.param("N", flavour);
    std::vector<int> order(static_cast<std::size_t>(n + 1));
    std::iota(order.begin(), order.end(), 0);
    Rational sum = 0, expected = 0;
    do {
      const std::vector<Rational> values = g.permuted(order).values();
      all.set("G", values);
      expected += all.exact()[0];
      first_line.set("G", values);
      sum += first_line.exact()[0];
    } while (std::next_permutation(order.begin() + 1, order.end()));
    CAPTURE(n, flavour);
    CHECK(sum == expected);
  }
}

TEST_CASE("hubbard_sun_density over all labellings is the sum of all connected contractions") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 1; n <= 3; ++n) {
    const Matrix g = random.matrix(n + 1);
    const LoopSum expected =
        sum_contractions(n, connected, [&](const Contraction& c) { return contact_weight(c, g); });
    Kernel kernel("hubbard/hubbard_sun_density", n);
    kernel.param("N", 3);
    Rational sum = 0;
    for (const auto& map : relabellings(n, false)) {
      Matrix moved(n + 1);
      for (int a = 0; a <= n; ++a) {
        for (int b = 0; b <= n; ++b) {
          moved(a, b) = g(vertex_of(map[2 * static_cast<std::size_t>(a)]),
                          vertex_of(map[2 * static_cast<std::size_t>(b)]));
        }
      }
      kernel.set("G", moved.values());
      sum += kernel.exact()[0];
    }
    CAPTURE(n);
    CHECK(sum * (1 << n) == -expected.at(-3));
  }
}

TEST_CASE("two_body_density is the sum of the connected contractions in its own labelling") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 0; n <= 4; ++n) {
    const Matrix g = random.matrix(2 * n + 1);
    const std::vector<int> v = random.integers(n);
    const LoopSum expected = sum_contractions(n, connected_canonical,
                                              [&](const Contraction& c) { return weight(c, g); });
    Kernel kernel("two_body/two_body_density", n);
    kernel.set("G", g.values());
    kernel.set("V", rational(v));
    for (const int spins : flavours) {
      CAPTURE(n, spins);
      kernel.param("N", spins);
      CHECK(kernel.exact() == std::vector<Rational>{negated_product(v) * expected.at(-spins)});
    }
  }
}

TEST_CASE("two_body_density over all labellings is the sum of all connected contractions") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 1; n <= 3; ++n) {
    const Matrix g = random.matrix(2 * n + 1);
    const LoopSum expected =
        sum_contractions(n, connected, [&](const Contraction& c) { return weight(c, g); });
    Kernel kernel("two_body/two_body_density", n);
    kernel.set("V", std::vector<Rational>(static_cast<std::size_t>(n), -1));
    kernel.param("N", 2);
    Rational sum = 0;
    for (const auto& map : relabellings(n, true)) {
      kernel.set("G", g.permuted(map).values());
      sum += kernel.exact()[0];
    }
    CAPTURE(n);
    CHECK(sum == expected.at(-2));
  }
}

TEST_CASE("two_body_density at a contact interaction is hubbard_sun_density, up to its sign") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 0; n <= 6; ++n) {
    const Matrix g = random.matrix(n + 1);
    Matrix ends(2 * n + 1);
    for (int a = 0; a <= 2 * n; ++a) {
      for (int b = 0; b <= 2 * n; ++b) ends(a, b) = g(vertex_of(a), vertex_of(b));
    }
    Kernel contact("hubbard/hubbard_sun_density", n);
    contact.set("G", g.values());
    contact.param("N", 4);
    Kernel general("two_body/two_body_density", n);
    general.set("G", ends.values());
    general.set("V", std::vector<Rational>(static_cast<std::size_t>(n), 1));
    general.param("N", 4);
    CAPTURE(n);
    CHECK(general.exact()[0] == (n % 2 ? 1 : -1) * contact.exact()[0]);
  }
}

TEST_CASE(
    "two_body_greens_function gives the connected contractions by the end of the external line") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 1; n <= 4; ++n) {
    const Matrix g = random.matrix(2 * n + 1);
    const std::vector<int> v = random.integers(n);
    Kernel kernel("two_body/two_body_greens_function", n);
    kernel.set("G", g.without_first().values());
    kernel.set("V", rational(v));
    kernel.param("N", 2);
    const std::vector<Rational> amputated = kernel.exact();
    REQUIRE(amputated.size() == static_cast<std::size_t>(2 * n));
    Matrix cut = g;  // legs at the external point count 1
    for (int a = 0; a <= 2 * n; ++a) cut(0, a) = cut(a, 0) = 1;
    for (int b = 1; b <= 2 * n; ++b) {
      const LoopSum expected = sum_contractions(
          n,
          [&](const Contraction& c) {
            return c.next[static_cast<std::size_t>(b)] == 0 && connected_canonical(c);
          },
          [&](const Contraction& c) { return weight(c, cut); });
      CAPTURE(n, b);
      CHECK(amputated[static_cast<std::size_t>(b - 1)] == negated_product(v) * expected.at(-2));
    }

    Kernel density("two_body/two_body_density", n);
    density.set("G", g.values());
    density.set("V", rational(v));
    density.param("N", 2);
    Rational sum = 0;
    for (int b = 1; b <= 2 * n; ++b) {
      sum += g(0, 1) * amputated[static_cast<std::size_t>(b - 1)] * g(b, 0);
    }
    CHECK(density.exact()[0] == sum);
  }
}
