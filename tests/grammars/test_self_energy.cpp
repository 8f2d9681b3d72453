// Self-energies against all of Wick's contractions that do not fall apart when a propagator of the external line is cut.
#include "tests/grammars/kernel.h"
#include "tests/grammars/random.h"
#include "tests/grammars/wick.h"

using namespace diagc;
using namespace diagc::grammars;

namespace {

bool irreducible(const Contraction& c) { return c.irreducible(); }

/// The external line enters with x of its first end and leaves with y of its last; `place` gives the index of an end.
template <class Place>
std::int64_t weight(const Contraction& c, const Matrix& g, const std::vector<int>& x,
                    const std::vector<int>& y, Place place) {
  const auto at = [](const std::vector<int>& v, int i) { return v[static_cast<std::size_t>(i)]; };
  std::int64_t product = at(x, place(c.next[0]));
  for (int a = 1; a <= 2 * c.n; ++a) {
    const int b = c.next[static_cast<std::size_t>(a)];
    product *= b == 0 ? at(y, place(a)) : g(place(a), place(b));
  }
  return product;
}

}  // namespace

TEST_CASE(
    "hubbard_sun_self_energy over all labellings is the sum of the irreducible contractions") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 1; n <= 4; ++n) {
    const Matrix g = random.matrix(n);
    const std::vector<int> x = random.integers(n), y = random.integers(n);
    const LoopSum expected = sum_contractions(n, irreducible, [&](const Contraction& c) {
      return weight(c, g, x, y, [](int end) { return (end - 1) / 2; });
    });
    Kernel kernel("hubbard/hubbard_sun_self_energy", n);
    for (const int flavours : {-1, 2, 3}) {
      kernel.param("N", flavours);
      Rational sum = 0;
      for (const auto& map : relabellings(n, false)) {
        std::vector<int> vertices;
        for (int i = 1; i <= n; ++i)
          vertices.push_back((map[2 * static_cast<std::size_t>(i)] - 1) / 2);
        kernel.set("G", g.permuted(vertices).values());
        const std::vector<Rational> self_energy = kernel.exact();
        for (int b = 0; b < n; ++b) {
          sum += x[static_cast<std::size_t>(vertices[0])] *
                 self_energy[static_cast<std::size_t>(b)] *
                 y[static_cast<std::size_t>(vertices[static_cast<std::size_t>(b)])];
        }
      }
      CAPTURE(n, flavours);
      CHECK(sum * (1 << n) == expected.at(-flavours));
    }
  }
}

TEST_CASE("two_body_self_energy over all labellings is the sum of the irreducible contractions") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 1; n <= 4; ++n) {
    Matrix g = random.matrix(2 * n + 1);
    const std::vector<int> x = random.integers(2 * n + 1), y = random.integers(2 * n + 1);
    const LoopSum expected = sum_contractions(n, irreducible, [&](const Contraction& c) {
      return weight(c, g, x, y, [](int end) { return end; });
    });
    Kernel kernel("two_body/two_body_self_energy", n);
    kernel.set("V", std::vector<Rational>(static_cast<std::size_t>(n), -1));
    kernel.param("N", 2);
    Rational sum = 0;
    for (const auto& map : relabellings(n, true)) {
      kernel.set("G", g.permuted(map).without_first().values());
      const std::vector<Rational> self_energy = kernel.exact();
      REQUIRE(self_energy.size() == static_cast<std::size_t>(n + 1));
      for (int j = 0; j <= n; ++j) {
        const int last = j == 0 ? 1 : 2 * j;
        sum += x[static_cast<std::size_t>(map[1])] * self_energy[static_cast<std::size_t>(j)] *
               y[static_cast<std::size_t>(map[static_cast<std::size_t>(last)])];
      }
    }
    CAPTURE(n);
    CHECK(sum == expected.at(-2));
  }
}

TEST_CASE("the two self-energies agree at a contact interaction") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 1; n <= 6; ++n) {
    const Matrix g = random.matrix(n);
    Matrix ends(2 * n);
    for (int a = 0; a < 2 * n; ++a) {
      for (int b = 0; b < 2 * n; ++b) ends(a, b) = g(a / 2, b / 2);
    }
    Kernel contact("hubbard/hubbard_sun_self_energy", n);
    contact.set("G", g.values());
    contact.param("N", 3);
    Kernel general("two_body/two_body_self_energy", n);
    general.set("G", ends.values());
    general.set("V", std::vector<Rational>(static_cast<std::size_t>(n), -1));
    general.param("N", 3);
    std::vector<Rational> merged = general.exact();
    merged[1] += merged[0];
    merged.erase(merged.begin());
    CAPTURE(n);
    CHECK(contact.exact() == merged);
  }
}

TEST_CASE("the interaction of every line multiplies the self-energy once, with its sign") {
  Random random;
  CAPTURE(random.seed);
  const int n = 3;
  const Matrix g = random.matrix(2 * n);
  Kernel kernel("two_body/two_body_self_energy", n);
  kernel.set("G", g.values());
  kernel.param("N", 2);
  kernel.set("V", std::vector<Rational>{1, 1, 1});
  std::vector<Rational> expected = kernel.exact();
  for (Rational& value : expected) value *= 30;
  kernel.set("V", std::vector<Rational>{2, 3, 5});
  CHECK(kernel.exact() == expected);
}
