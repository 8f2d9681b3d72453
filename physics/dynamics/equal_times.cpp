#include "physics/dynamics/equal_times.h"

#include <algorithm>
#include <cmath>

namespace diagc::dynamics {

namespace {

constexpr int most_iterations = 200;
constexpr double settled = 4e-16;

/// −i [h, ρ] − C, of one point.
void rate_of_change(std::size_t bands, const Complex* h, const Complex* rho, const Complex* loss,
                    Complex* rate) {
  for (std::size_t a = 0; a < bands; ++a) {
    for (std::size_t b = 0; b < bands; ++b) {
      double re = 0, im = 0;
      const auto add = [&](Complex x, Complex y, double sign) {
        re += sign * (x.real() * y.real() - x.imag() * y.imag());
        im += sign * (x.real() * y.imag() + x.imag() * y.real());
      };
      for (std::size_t c = 0; c < bands; ++c) {
        add(h[a * bands + c], rho[c * bands + b], 1);
        add(rho[a * bands + c], h[c * bands + b], -1);
      }
      rate[a * bands + b] = Complex(im, -re) - loss[a * bands + b];
    }
  }
}

}  // namespace

bool solve_equal_times(const Model& model, const Collocation& collocation, double start,
                       double length, std::span<const Complex> initial,
                       std::span<const Complex> loss, double tolerance, EqualTimes& values) {
  const std::size_t order = collocation.order, bands = model.bands, size = bands * bands;
  const std::size_t count = initial.size();
  std::vector<Complex> rates(order * count), next(order * count);
  double before = INFINITY;
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    for (std::size_t l = 0; l < order; ++l) {
      const std::span<const Complex> rho(values.rho.data() + l * count, count);
      const std::span<Complex> h(values.h.data() + l * count, count);
      hamiltonian(model, start + length * collocation.nodes[l], rho, h);
      for (std::size_t at = 0; at < count; at += size) {
        rate_of_change(bands, h.data() + at, rho.data() + at, loss.data() + l * count + at,
                       rates.data() + l * count + at);
      }
    }
    double change = 0;
    for (std::size_t l = 0; l < order; ++l) {
      for (std::size_t at = 0; at < count; ++at) {
        Complex value = initial[at];
        for (std::size_t m = 0; m < order; ++m) {
          value += length * collocation.integral(l, m) * rates[m * count + at];
        }
        const Complex difference = value - values.rho[l * count + at];
        // Before the maximum, which would lose NaN.
        if (!std::isfinite(difference.real()) || !std::isfinite(difference.imag())) return false;
        change = std::max({change, std::abs(difference.real()), std::abs(difference.imag())});
        next[l * count + at] = value;
      }
    }
    values.rho.swap(next);
    // Rounding leaves a last digit that comes and goes.
    if (change <= std::max(settled, tolerance) || (change < 1e-14 && change >= before)) return true;
    before = change;
  }
  return false;
}

}  // namespace diagc::dynamics
