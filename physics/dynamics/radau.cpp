#include "physics/dynamics/radau.h"

#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <Eigen/Dense>
#include <boost/math/tools/roots.hpp>

namespace diagc::dynamics {

namespace {

using Real = long double;
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

/// P_0(x) … P_n(x).
std::vector<Real> legendre(std::size_t n, Real x) {
  std::vector<Real> values(n + 1, 1);
  if (n > 0) values[1] = x;
  for (std::size_t i = 1; i < n; ++i) {
    const auto degree = static_cast<Real>(i);
    values[i + 1] = ((2 * degree + 1) * x * values[i] - degree * values[i - 1]) / (degree + 1);
  }
  return values;
}

Real radau_polynomial(std::size_t order, Real x) {
  const auto values = legendre(order, x);
  return values[order] - values[order - 1];
}

/// Zeros of P_p − P_{p−1}, which are simple, by bisection; the last one is 1.
std::vector<Real> radau_zeros(std::size_t order) {
  std::vector<Real> zeros;
  // Zeros are about π/p apart in the angle; none is 0, so that a relative tolerance will do.
  const std::size_t steps = 32 * order;
  const auto place = [&](std::size_t step) {
    return -std::cos(std::acos(Real(-1)) * static_cast<Real>(step) / static_cast<Real>(steps));
  };
  const auto polynomial = [&](Real x) { return radau_polynomial(order, x); };
  for (std::size_t step = 0; step + 1 < steps; ++step) {
    const Real low = place(step), high = place(step + 1);
    if ((polynomial(low) > 0) == (polynomial(high) > 0)) continue;
    const auto [from, to] = boost::math::tools::bisect(polynomial, low, high,
                                                       boost::math::tools::eps_tolerance<Real>());
    zeros.push_back((from + to) / 2);
  }
  zeros.push_back(1);
  if (zeros.size() != order) throw std::logic_error("a Radau polynomial lacks zeros");
  return zeros;
}

Matrix vandermonde(std::span<const double> points, std::size_t count) {
  Matrix values(points.size(), count);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto row = legendre(count - 1, 2 * Real(points[i]) - 1);
    for (std::size_t n = 0; n < count; ++n) values(i, n) = row[n];
  }
  return values;
}

std::vector<double> row_by_row(const Matrix& matrix) {
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(matrix.size()));
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
      values.push_back(static_cast<double>(matrix(i, j)));
    }
  }
  return values;
}

/// Of every node from all others.
std::vector<Real> products_of_distances(std::span<const double> nodes) {
  std::vector<Real> distances(nodes.size(), 1);
  for (std::size_t j = 0; j < nodes.size(); ++j) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (i != j) distances[j] *= Real(nodes[j]) - nodes[i];
    }
  }
  return distances;
}

}  // namespace

Collocation radau(std::size_t order) {
  if (order < least_order || order > largest_order) {
    throw std::runtime_error(fmt::format("found panels of {} nodes, expected {} to {}", order,
                                         least_order, largest_order));
  }
  Collocation result;
  result.order = order;
  const auto zeros = radau_zeros(order);
  for (const Real x : zeros) result.nodes.push_back(static_cast<double>((1 + x) / 2));
  // ℓ_j = Σ_n (2n + 1) b_j P_n(x_j) P_n, for the quadrature is exact for products of two of these polynomials.
  for (const Real x : zeros) {
    const auto above = legendre(order, x);
    for (const Real at : zeros) {
      const auto values = legendre(order - 1, at);
      const auto degree = static_cast<Real>(order);
      const Real weight = (1 + at) / (2 * degree * degree * values[order - 1] * values[order - 1]);
      Real integral = (1 + x) / 2;
      for (std::size_t n = 1; n < order; ++n) {
        integral += values[n] * (above[n + 1] - above[n - 1]) / 2;
      }
      result.integrals.push_back(static_cast<double>(weight * integral));
    }
  }
  return result;
}

std::vector<double> interpolation(std::span<const double> nodes, std::span<const double> points) {
  const std::size_t count = nodes.size();
  const std::vector<Real> distances = products_of_distances(nodes);
  std::vector<double> values;
  values.reserve(points.size() * count);
  for (const double point : points) {
    for (std::size_t j = 0; j < count; ++j) {
      Real product = 1;
      for (std::size_t i = 0; i < count; ++i) {
        if (i != j) product *= Real(point) - nodes[i];
      }
      values.push_back(static_cast<double>(product / distances[j]));
    }
  }
  return values;
}

std::vector<double> derivatives(std::span<const double> nodes) {
  // Of the polynomial that is 1 at a node and 0 at the others, by the products of their distances.
  const std::size_t count = nodes.size();
  const std::vector<Real> distances = products_of_distances(nodes);
  std::vector<double> values(count * count);
  for (std::size_t i = 0; i < count; ++i) {
    Real sum = 0;
    for (std::size_t j = 0; j < count; ++j) {
      if (i == j) continue;
      const Real slope = distances[i] / distances[j] / (Real(nodes[i]) - nodes[j]);
      values[i * count + j] = static_cast<double>(slope);
      sum += slope;
    }
    values[i * count + i] = static_cast<double>(-sum);
  }
  return values;
}

std::vector<double> legendre_coefficients(std::span<const double> nodes) {
  return row_by_row(vandermonde(nodes, nodes.size()).inverse());
}

Continuation::Continuation(std::span<const double> nodes, std::size_t degree)
    : nodes_(nodes.size()) {
  const Matrix fitted = vandermonde(nodes, degree + 1);
  const Matrix normal = fitted.transpose() * fitted;
  const Matrix coefficients = normal.inverse() * fitted.transpose();
  for (Eigen::Index n = 0; n < coefficients.rows(); ++n) {
    for (Eigen::Index node = 0; node < coefficients.cols(); ++node)
      coefficients_.push_back(coefficients(n, node));
  }
}

std::vector<double> Continuation::at(std::span<const double> points) const {
  std::vector<double> values;
  values.reserve(points.size() * nodes_);
  for (const double point : points) {
    const auto polynomials = legendre(coefficients_.size() / nodes_ - 1, 2 * Real(point) - 1);
    for (std::size_t node = 0; node < nodes_; ++node) {
      Real sum = 0;
      for (std::size_t n = 0; n < polynomials.size(); ++n)
        sum += polynomials[n] * coefficients_[n * nodes_ + node];
      values.push_back(static_cast<double>(sum));
    }
  }
  return values;
}

}  // namespace diagc::dynamics
