#include "physics/dynamics/two_band_second_born.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

#include "physics/dynamics/grid.h"
#include "runtime/linear/cyclic_transform.h"

namespace diagc::dynamics {

namespace {

constexpr std::size_t two_bands = 2;

/// So many that G< and G> of all of them stay in the second level of a cache.
std::size_t cached_pairs(std::size_t points) {
  constexpr std::size_t cached_numbers = 1 << 15U;
  return std::clamp<std::size_t>(cached_numbers / (2 * two_bands * two_bands * points), 1, 16);
}

}  // namespace

TwoBand::TwoBand(std::vector<std::size_t> grid, Approximation approximation, std::size_t pairs)
    : points_(points_of(grid)),
      distance_(linear::spread_distance(points_)),
      pairs_(pairs == 0 ? cached_pairs(std::max<std::size_t>(points_, 1)) : pairs),
      weights_(points_, 1),
      approximation_(approximation),
      transform_(std::make_unique<linear::CyclicTransform>(grid, two_bands * two_bands * pairs_,
                                                           distance_)) {}

TwoBand::TwoBand(const linear::Orbits& orbits, Approximation approximation)
    : points_(orbits.count()),
      distance_(linear::spread_distance(points_)),
      pairs_(cached_pairs(points_)),
      approximation_(approximation),
      transform_(std::make_unique<linear::OrbitTransform>(orbits, two_bands * two_bands * pairs_,
                                                          distance_)) {
  const std::vector<std::size_t> sizes = linear::sizes_of(orbits);
  weights_.assign(sizes.begin(), sizes.end());
}

std::shared_ptr<const Interaction> TwoBand::on_orbits(const linear::Orbits& orbits) const {
  if (!linear::are_faster_by_products(orbits)) return nullptr;
  return std::shared_ptr<const Interaction>(new TwoBand(orbits, approximation_));
}

double TwoBand::lattice_points() const {
  return std::accumulate(weights_.begin(), weights_.end(), 0.0);
}

void TwoBand::add_mean_field(double vertex, std::span<const Complex> rho,
                             std::span<Complex> h) const {
  Complex mean[4] = {};
  for (std::size_t k = 0; k < points_; ++k) {
    for (std::size_t i = 0; i < 4; ++i) mean[i] += weights_[k] * rho[4 * k + i];
  }
  for (Complex& value : mean) value *= vertex / lattice_points();
  for (std::size_t k = 0; k < points_; ++k) {
    h[4 * k] += mean[3];
    h[4 * k + 1] -= mean[1];
    h[4 * k + 2] -= mean[2];
    h[4 * k + 3] += mean[0] - vertex;
  }
}

void TwoBand::self_energy(std::span<const double> vertices, const PairValues& lesser,
                          const PairValues& greater) const {
  if (lesser.pairs != pairs_ || lesser.distance != distance_ || lesser.bands != two_bands ||
      greater.pairs != pairs_ || greater.distance != distance_ || greater.bands != two_bands) {
    throw std::logic_error(
        fmt::format("found {} pairs {} apart, expected {} pairs {} apart of two bands",
                    lesser.pairs, lesser.distance, pairs_, distance_));
  }
  transform_->backward(lesser.numbers);
  transform_->backward(greater.numbers);
  const double count = lattice_points();
  for (std::size_t pair = 0; pair < pairs_; ++pair) {
    const double scale = vertices[pair] / (count * count * count);
    Complex *l[4], *g[4];
    for (std::size_t i = 0; i < 4; ++i) {
      l[i] = lesser.at(i / 2, i % 2, pair);
      g[i] = greater.at(i / 2, i % 2, pair);
    }
    for (std::size_t site = 0; site < points_; ++site) {
      Complex x[4], y[4];
      for (std::size_t i = 0; i < 4; ++i) {
        x[i] = l[i][site];
        y[i] = g[i][site];
      }
      // Written out: std::complex looks for NaN in products.
      const auto determinant = [&](const Complex* m) {
        const auto product = [](Complex a, Complex b) {
          return Complex(a.real() * b.real() - a.imag() * b.imag(),
                         a.real() * b.imag() + a.imag() * b.real());
        };
        return (product(m[0], m[3]) - product(m[1], m[2])) * scale;
      };
      const Complex det_x = determinant(x), det_y = determinant(y);
      for (std::size_t i = 0; i < 4; ++i) {
        // Of (j, m): Y'_o(m)o(j)(−R) = −conj Y_o(j)o(m)(R), and o(j), o(m) is entry 3 − i.
        const double sign = i == 0 || i == 3 ? -1 : 1;
        const Complex of_y = y[3 - i] * sign, of_x = x[3 - i] * sign;
        l[i][site] = {det_x.real() * of_y.real() + det_x.imag() * of_y.imag(),
                      det_x.imag() * of_y.real() - det_x.real() * of_y.imag()};
        g[i][site] = {det_y.real() * of_x.real() + det_y.imag() * of_x.imag(),
                      det_y.imag() * of_x.real() - det_y.real() * of_x.imag()};
      }
    }
  }
  transform_->forward(lesser.numbers);
  transform_->forward(greater.numbers);
}

}  // namespace diagc::dynamics
