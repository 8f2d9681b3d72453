#include "physics/dynamics/starts/thermal.h"

#include <cmath>
#include <cstdint>
#include <stdexcept>

#include <fmt/format.h>
#include <Eigen/Eigenvalues>
#include <boost/math/tools/toms748_solve.hpp>

namespace diagc::dynamics {

namespace {

Eigen::MatrixXcd matrix_at(std::span<const Complex> values, std::size_t bands, std::size_t k) {
  const auto size = static_cast<Eigen::Index>(bands);
  Eigen::MatrixXcd matrix(size, size);
  for (std::size_t a = 0; a < bands; ++a) {
    for (std::size_t b = 0; b < bands; ++b) {
      matrix(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b)) =
          values[(k * bands + a) * bands + b];
    }
  }
  return matrix;
}

}  // namespace

double fermi(double x) { return x > 0 ? std::exp(-x) / (1 + std::exp(-x)) : 1 / (1 + std::exp(x)); }

double chemical_potential(double guess, double width, double filling,
                          const std::function<double(double)>& of) {
  const auto excess = [&](double mu) { return of(mu) - filling; };
  double low = guess - width, high = guess + width;
  double at_low = excess(low), at_high = excess(high);
  for (int doubling = 0; doubling < 60 && !(at_low <= 0); ++doubling) {
    width *= 2;
    at_low = excess(low -= width);
  }
  for (int doubling = 0; doubling < 60 && !(at_high >= 0); ++doubling) {
    width *= 2;
    at_high = excess(high += width);
  }
  if (!(at_low <= 0) || !(at_high >= 0)) {
    throw std::runtime_error(
        fmt::format("found no chemical potential with the filling {} between {} and {}, expected "
                    "one",
                    filling, low, high));
  }
  if (at_low == 0) return low;
  if (at_high == 0) return high;
  std::uintmax_t most = 200;
  const auto [below, above] = boost::math::tools::toms748_solve(
      excess, low, high, at_low, at_high, boost::math::tools::eps_tolerance<double>(51), most);
  return (below + above) / 2;
}

std::vector<Complex> thermal_density(std::span<const Complex> h, std::size_t bands, double beta,
                                     std::optional<double> mu, std::optional<double> filling) {
  const std::size_t points = h.size() / (bands * bands);
  std::vector<Eigen::SelfAdjointEigenSolver<Eigen::MatrixXcd>> solvers;
  double scale = 1 + 1 / beta;
  for (std::size_t k = 0; k < points; ++k) {
    solvers.emplace_back(matrix_at(h, bands, k));
    scale = std::max(scale, 2 * solvers.back().eigenvalues().cwiseAbs().maxCoeff() + 1 / beta);
  }
  const auto filling_at = [&](double potential) {
    double sum = 0;
    for (const auto& solver : solvers) {
      for (const double level : solver.eigenvalues()) sum += fermi(beta * (level - potential));
    }
    return sum / static_cast<double>(points * bands);
  };
  const double potential =
      filling ? chemical_potential(0, scale, *filling, filling_at) : mu.value_or(0);
  std::vector<Complex> rho;
  rho.reserve(h.size());
  for (const auto& solver : solvers) {
    Eigen::VectorXd occupations = solver.eigenvalues();
    for (double& level : occupations) level = fermi(beta * (level - potential));
    const Eigen::MatrixXcd matrix = solver.eigenvectors() *
                                    occupations.cast<Complex>().asDiagonal() *
                                    solver.eigenvectors().adjoint();
    for (Eigen::Index a = 0; a < matrix.rows(); ++a) {
      for (Eigen::Index b = 0; b < matrix.cols(); ++b) rho.push_back(matrix(a, b));
    }
  }
  return rho;
}

void check_density(std::span<const Complex> rho, std::size_t bands) {
  constexpr double allowed = 1e-10;
  const std::size_t size = bands * bands;
  for (std::size_t k = 0; k < rho.size() / size; ++k) {
    const Eigen::MatrixXcd matrix = matrix_at(rho, bands, k);
    for (Eigen::Index a = 0; a < matrix.rows(); ++a) {
      for (Eigen::Index b = 0; b <= a; ++b) {
        if (std::abs(matrix(a, b) - std::conj(matrix(b, a))) <= allowed) continue;
        throw std::runtime_error(fmt::format(
            "found a density matrix with {} + {} i at [{}][{}] and {} + {} i at [{}][{}] of point "
            "{}, expected conjugate numbers: it is Hermitian",
            matrix(a, b).real(), matrix(a, b).imag(), a, b, matrix(b, a).real(),
            matrix(b, a).imag(), b, a, k));
      }
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXcd> solver(matrix, Eigen::EigenvaluesOnly);
    for (const double value : solver.eigenvalues()) {
      if (value >= -allowed && value <= 1 + allowed) continue;
      throw std::runtime_error(
          fmt::format("found a density matrix with the eigenvalue {:.6g} at point {}, expected "
                      "eigenvalues from 0 to 1",
                      value, k));
    }
  }
}

}  // namespace diagc::dynamics
