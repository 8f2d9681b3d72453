#include "physics/dynamics/hubbard_second_born.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "physics/dynamics/grid.h"

namespace diagc::dynamics {

namespace {

/// So many that G< and G> of all of them stay in the second level of a cache.
std::size_t pairs_in_cache(std::size_t points, std::size_t sites) {
  constexpr std::size_t cached_numbers = 1 << 15U;
  return std::clamp<std::size_t>(cached_numbers / (2 * sites * sites * points), 1, 64);
}

/// scale · x² · conj(−y). Written out: std::complex looks for NaN in products.
Complex second_born(Complex x, Complex y, double scale) {
  const double re = x.real() * x.real() - x.imag() * x.imag(), im = 2 * x.real() * x.imag();
  return {-scale * (re * y.real() + im * y.imag()), -scale * (im * y.real() - re * y.imag())};
}

}  // namespace

HubbardSecondBorn::HubbardSecondBorn(const std::vector<std::size_t>& grid, std::size_t sites,
                                     std::size_t pairs)
    : points_(points_of(grid)),
      sites_(sites),
      distance_(points_ == 1 ? 1 : linear::spread_distance(points_)),
      pairs_(pairs == 0 ? pairs_in_cache(points_, sites) : pairs) {
  if (points_ > 1) transform_.emplace(grid, sites_ * sites_ * pairs_, distance_);
}

void HubbardSecondBorn::add_mean_field(double vertex, std::span<const Complex> rho,
                                       std::span<Complex> h) const {
  const std::size_t size = sites_ * sites_;
  for (std::size_t site = 0; site < sites_; ++site) {
    const std::size_t place = site * sites_ + site;
    Complex mean = 0;
    for (std::size_t k = 0; k < points_; ++k) mean += rho[k * size + place];
    const Complex shift = vertex * (mean / static_cast<double>(points_) - 0.5);
    for (std::size_t k = 0; k < points_; ++k) h[k * size + place] += shift;
  }
}

void HubbardSecondBorn::add_chemical_potential(std::span<const double> vertices,
                                               std::span<Complex> h) const {
  for (std::size_t at = 0; at < h.size(); at += sites_ * sites_) {
    for (std::size_t site = 0; site < sites_; ++site)
      h[at + site * sites_ + site] -= vertices[0] / 2;
  }
}

void HubbardSecondBorn::self_energy(std::span<const double> vertices, const PairValues& lesser,
                                    const PairValues& greater) const {
  if (lesser.pairs != pairs_ || lesser.distance != distance_ || lesser.bands != sites_ ||
      greater.pairs != pairs_ || greater.distance != distance_ || greater.bands != sites_) {
    throw std::logic_error(
        fmt::format("found {} pairs {} apart, expected {} pairs {} apart of {} sites", lesser.pairs,
                    lesser.distance, pairs_, distance_, sites_));
  }
  if (transform_) {
    transform_->backward(lesser.numbers);
    transform_->backward(greater.numbers);
  }
  const auto count = static_cast<double>(points_);
  for (std::size_t i = 0; i < sites_ * sites_; ++i) {
    for (std::size_t pair = 0; pair < pairs_; ++pair) {
      Complex *const l = lesser.at(i / sites_, i % sites_, pair), *const g = greater.at(
                                                                      i / sites_, i % sites_, pair);
      const double scale = vertices[pair] / (count * count * count);
      for (std::size_t cell = 0; cell < points_; ++cell) {
        const Complex x = l[cell], y = g[cell];
        l[cell] = second_born(x, y, scale);
        g[cell] = second_born(y, x, scale);
      }
    }
  }
  if (transform_) {
    transform_->forward(lesser.numbers);
    transform_->forward(greater.numbers);
  }
}

}  // namespace diagc::dynamics
