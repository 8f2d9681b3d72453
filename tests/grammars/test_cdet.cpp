// Connected determinants against all pairs of permutations, and against combinatorial summation.
#include <algorithm>
#include <numeric>

#include "tests/grammars/kernel.h"
#include "tests/grammars/random.h"
#include "tests/grammars/wick.h"

using namespace diagc;
using namespace diagc::grammars;

namespace {

struct Pairs {
  std::int64_t count = 0;  ///< connected ones
  std::int64_t sum = 0;    ///< of sign * sign * product of propagators
};

/// Permutations of 0..size-1, of which the first is on all points and the second on lowest..size-1.
Pairs connected_pairs(const Matrix& g, int lowest) {
  const int size = g.size;
  struct Permutation {
    std::vector<int> image;
    std::int64_t weight;  // sign times propagators
  };
  const auto permutations = [&](int first) {
    std::vector<Permutation> all;
    std::vector<int> image(static_cast<std::size_t>(size));
    std::iota(image.begin(), image.end(), 0);
    do {
      Permutation p{image, 1};
      for (int i = first; i < size; ++i) {
        p.weight *= g(i, image[static_cast<std::size_t>(i)]);
        for (int j = first; j < i; ++j) {
          if (image[static_cast<std::size_t>(j)] > image[static_cast<std::size_t>(i)])
            p.weight = -p.weight;
        }
      }
      all.push_back(p);
    } while (std::next_permutation(image.begin() + first, image.end()));
    return all;
  };
  Pairs result;
  const auto second = permutations(lowest);
  for (const Permutation& up : permutations(0)) {
    for (const Permutation& down : second) {
      std::vector<int> component(static_cast<std::size_t>(size));
      std::iota(component.begin(), component.end(), 0);
      const auto join = [&](int a, int b) {
        const int from = component[static_cast<std::size_t>(a)],
                  to = component[static_cast<std::size_t>(b)];
        std::ranges::replace(component, from, to);
      };
      for (int i = 0; i < size; ++i) {
        join(i, up.image[static_cast<std::size_t>(i)]);
        join(i, down.image[static_cast<std::size_t>(i)]);
      }
      if (std::ranges::count(component, component[0]) != size) continue;
      ++result.count;
      result.sum += up.weight * down.weight;
    }
  }
  return result;
}

std::int64_t permutations(int n) { return n < 2 ? 1 : n * permutations(n - 1); }

/// No principal minor vanishes: a dominant diagonal.
Matrix regular(Random& random, int n) {
  Matrix g = random.matrix(n);
  for (int i = 0; i < n; ++i) g(i, i) = 3 * n + random.integer(1, 3);
  return g;
}

}  // namespace

TEST_CASE("hubbard_su2_cdet is the sum of the connected pairs of permutations, A122949 of them") {
  Random random;
  CAPTURE(random.seed);
  const std::vector<std::int64_t> counts{1, 3, 26, 426, 11064};
  for (int n = 1; n <= 5; ++n) {
    const Matrix g = regular(random, n);
    const Pairs expected = connected_pairs(g, 0);
    Kernel kernel("hubbard/hubbard_su2_cdet", n);
    kernel.set("G", g.values());
    CAPTURE(n);
    CHECK(expected.count == counts[static_cast<std::size_t>(n - 1)]);
    CHECK(kernel.exact() == std::vector<Rational>{expected.sum});
  }
}

TEST_CASE(
    "hubbard_su2_cdet_density is the sum of the connected pairs, A003319 for each labelling") {
  Random random;
  CAPTURE(random.seed);
  const std::vector<std::int64_t> counts{1, 1, 3, 13, 71};
  for (int n = 0; n <= 4; ++n) {
    const Matrix g = random.matrix(n + 1);
    const Pairs expected = connected_pairs(g, 1);
    Kernel kernel("hubbard/hubbard_su2_cdet_density", n);
    kernel.set("G", g.values());
    CAPTURE(n);
    CHECK(expected.count == permutations(n) * counts[static_cast<std::size_t>(n)]);
    CHECK(kernel.exact() == std::vector<Rational>{-expected.sum});
  }
}

TEST_CASE("hubbard_su2_cdet_density is hubbard_sun_density at N = 2 over all labellings") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 0; n <= 5; ++n) {
    const Matrix g = random.matrix(n + 1);
    Kernel determinants("hubbard/hubbard_su2_cdet_density", n);
    determinants.set("G", g.values());
    Kernel diagrams("hubbard/hubbard_sun_density", n);
    diagrams.param("N", 2);
    std::vector<int> order(static_cast<std::size_t>(n + 1));
    std::iota(order.begin(), order.end(), 0);
    Rational sum = 0;
    do {
      diagrams.set("G", g.permuted(order).values());
      sum += diagrams.exact()[0];
    } while (std::next_permutation(order.begin() + 1, order.end()));
    CAPTURE(n);
    CHECK(determinants.exact()[0] == sum);
  }
}

TEST_CASE("hubbard_su2_cdet_density_elimination is hubbard_su2_cdet_density") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 0; n <= 7; ++n) {
    CAPTURE(n);
    const auto density = [&](const std::string& grammar, const Matrix& g,
                             const std::string& shift) {
      Kernel kernel("hubbard/" + grammar, n, {},
                    shift.empty() ? std::map<std::string, std::string>{}
                                  : std::map<std::string, std::string>{{"shift", shift}});
      kernel.set("G", g.values());
      return kernel.exact();
    };
    const Matrix g = regular(random, n + 1);
    CHECK(density("hubbard_su2_cdet_density_elimination", g, "0") ==
          density("hubbard_su2_cdet_density", g, ""));
    // Minors of 1 + 5 M are 1 modulo 5: none vanishes, though the diagonal of 5 M does.
    Matrix hollow = random.matrix(n + 1);
    for (int& element : hollow.elements) element *= 5;
    for (int i = 0; i <= n; ++i) hollow(i, i) = 0;
    CHECK(density("hubbard_su2_cdet_density_elimination", hollow, "1") ==
          density("hubbard_su2_cdet_density", hollow, ""));
  }
}

TEST_CASE("hubbard_su2_cdet_self_energy is hubbard_sun_self_energy at N = 2 over all labellings") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 1; n <= 5; ++n) {
    const Matrix g = random.matrix(n);
    Kernel determinants("hubbard/hubbard_su2_cdet_self_energy", n);
    determinants.set("G", g.values());
    Kernel diagrams("hubbard/hubbard_sun_self_energy", n);
    diagrams.param("N", 2);
    std::vector<int> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), 0);
    std::vector<Rational> sum(static_cast<std::size_t>(n));
    do {
      diagrams.set("G", g.permuted(order).values());
      const std::vector<Rational> self_energy = diagrams.exact();
      for (std::size_t b = 0; b < order.size(); ++b) {
        sum[static_cast<std::size_t>(order[b])] += self_energy[b];
      }
    } while (std::next_permutation(order.begin() + 1, order.end()));
    CAPTURE(n);
    CHECK(determinants.exact() == sum);
  }
}
