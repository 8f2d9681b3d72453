// The self-energy by Fourier transforms against its sums, term by term.
#include <random>

#include <catch2/catch.hpp>

#include "tests/dynamics/two_bands.h"

using namespace diagc::dynamics;

namespace {

using Matrices = std::vector<Complex>;  ///< [k][a][b]

/// Places of k points added and subtracted on a torus.
struct Torus {
  std::vector<std::size_t> grid;
  std::size_t points() const { return points_of(grid); }
  std::size_t combine(std::size_t p, std::size_t q, int sign) const {
    std::size_t result = 0, scale = 1;
    for (std::size_t axis = grid.size(); axis-- > 0;) {
      const std::size_t extent = grid[axis], own = p % extent, other = q % extent;
      result += (sign > 0 ? own + other : own + extent - other) % extent * scale;
      scale *= extent;
      p /= extent;
      q /= extent;
    }
    return result;
  }
};

/// Both terms as docs/dynamics.md writes them; `opposite`: the other component at exchanged times.
Matrices direct_sums(const Torus& torus, const Matrices& x, const Matrices& opposite,
                     double vertex) {
  const std::size_t points = torus.points();
  const auto o = [](std::size_t band) { return 1 - band; };
  const auto at = [](const Matrices& m, std::size_t k, std::size_t a, std::size_t b) {
    return m[(k * 2 + a) * 2 + b];
  };
  Matrices sums(4 * points);
  for (std::size_t k = 0; k < points; ++k) {
    for (std::size_t j = 0; j < 2; ++j) {
      for (std::size_t m = 0; m < 2; ++m) {
        Complex sum = 0;
        for (std::size_t q = 0; q < points; ++q) {
          for (std::size_t y = 0; y < points; ++y) {
            sum += at(x, torus.combine(y, q, 1), o(j), o(m)) * at(opposite, y, o(m), o(j)) *
                   at(x, torus.combine(k, q, -1), j, m);
            const std::size_t moved = torus.combine(torus.combine(y, q, 1), k, -1);
            sum -= at(x, y, j, o(m)) * at(opposite, moved, o(m), o(j)) * at(x, q, o(j), m);
          }
        }
        sums[(k * 2 + j) * 2 + m] =
            sum * vertex / (static_cast<double>(points) * static_cast<double>(points));
      }
    }
  }
  return sums;
}

/// X(t', t) = −X(t, t')†.
Matrices exchanged(const Matrices& x) {
  Matrices result(x.size());
  for (std::size_t at = 0; at < x.size(); at += 4) {
    for (std::size_t a = 0; a < 2; ++a) {
      for (std::size_t b = 0; b < 2; ++b) {
        result[at + a * 2 + b] = -std::conj(x[at + b * 2 + a]);
      }
    }
  }
  return result;
}

void compare_with_sums(const std::vector<std::size_t>& grid, std::size_t pairs, unsigned seed) {
  const Torus torus{grid};
  const std::size_t points = torus.points();
  const TwoBand theory(grid, Approximation::second_born, pairs);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  const PairValues shape{nullptr, 2, pairs, theory.distance()};
  Numbers memory_l(2 * shape.size()), memory_g(2 * shape.size());
  PairValues lesser = shape, greater = shape;
  lesser.numbers = reinterpret_cast<Complex*>(memory_l.data());
  greater.numbers = reinterpret_cast<Complex*>(memory_g.data());
  std::vector<Matrices> l(pairs, Matrices(4 * points)), g = l;
  std::vector<double> vertices;
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    vertices.push_back(number(random));
    for (std::size_t i = 0; i < 4 * points; ++i) {
      l[pair][i] = {number(random), number(random)};
      g[pair][i] = {number(random), number(random)};
      lesser.at(i % 4 / 2, i % 2, pair)[i / 4] = l[pair][i];
      greater.at(i % 4 / 2, i % 2, pair)[i / 4] = g[pair][i];
    }
  }
  theory.self_energy(vertices, lesser, greater);
  double difference = 0, size = 0;
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    const Matrices sum_l = direct_sums(torus, l[pair], exchanged(g[pair]), vertices[pair]);
    const Matrices sum_g = direct_sums(torus, g[pair], exchanged(l[pair]), vertices[pair]);
    for (std::size_t i = 0; i < 4 * points; ++i) {
      const Complex of_l = lesser.at(i % 4 / 2, i % 2, pair)[i / 4];
      const Complex of_g = greater.at(i % 4 / 2, i % 2, pair)[i / 4];
      difference = std::max({difference, std::abs(of_l - sum_l[i]), std::abs(of_g - sum_g[i])});
      size = std::max({size, std::abs(sum_l[i]), std::abs(sum_g[i])});
    }
  }
  INFO("points " << points << ", seed " << seed);
  CHECK(size > 0.01);
  CHECK(difference < 1e-13 * std::max(size, 1.0));
}

}  // namespace

TEST_CASE("second Born by transforms equals its sums") {
  for (std::size_t points = 1; points <= 12; ++points) {
    compare_with_sums({points}, 1 + points % 3, static_cast<unsigned>(points));
  }
  compare_with_sums({6, 4}, 2, 100);
  compare_with_sums({3, 2, 2}, 1, 101);
}

TEST_CASE("bands from hopping, entry by entry") {
  const std::vector<Hop> hops = {{{0}, 1, 1, 1.0},
                                 {{1}, 1, 1, -0.25},
                                 {{0}, 0, 0, -1.0},
                                 {{1}, 0, 0, 0.25},
                                 {{-2}, 0, 1, Complex(0.3, 0.1)}};
  const auto h = bands_from_hopping({8}, 2, hops);
  double largest = 0;
  for (std::size_t j = 0; j < 8; ++j) {
    const double k = 2 * std::acos(-1.0) * static_cast<double>(j) / 8;
    const Complex coupling = Complex(0.3, 0.1) * std::polar(1.0, -2 * k);
    const Complex expected[] = {-1 + 0.5 * std::cos(k), std::conj(coupling), coupling,
                                1 - 0.5 * std::cos(k)};
    for (std::size_t i = 0; i < 4; ++i) {
      largest = std::max(largest, std::abs(h[4 * j + i] - expected[i]));
    }
  }
  CHECK(largest < 1e-15);
}
