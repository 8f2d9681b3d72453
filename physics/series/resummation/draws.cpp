#include "physics/series/resummation/draws.h"

#include <cmath>
#include <numbers>
#include <random>

#include <Eigen/Dense>

namespace diagc::series {

std::vector<std::vector<double>> drawn(const Series& series, int resamples, std::uint64_t seed) {
  const auto size = static_cast<Eigen::Index>(series.coefficients.size());
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Map<const Matrix> covariance(series.covariance.data(), size, size);
  // Orders differ by many powers of ten: the square root is taken of the correlations.
  const Eigen::VectorXd error = covariance.diagonal().cwiseMax(0).cwiseSqrt();
  Eigen::MatrixXd correlation = Eigen::MatrixXd::Zero(size, size);
  for (Eigen::Index i = 0; i < size; ++i) {
    for (Eigen::Index j = 0; j < size; ++j) {
      if (error[i] > 0 && error[j] > 0)
        correlation(i, j) = covariance(i, j) / (error[i] * error[j]);
    }
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(correlation);
  const Eigen::MatrixXd root = error.asDiagonal() * solver.eigenvectors() *
                               solver.eigenvalues().cwiseMax(0).cwiseSqrt().asDiagonal();

  // Box and Muller, since the standard's normal distribution differs between libraries.
  std::mt19937_64 random(seed);
  const auto uniform = [&] { return (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53; };
  std::vector<std::vector<double>> draws{series.coefficients};
  if (error.isZero(0)) return draws;
  Eigen::VectorXd normal(size);
  for (int draw = 0; draw < resamples; ++draw) {
    for (Eigen::Index i = 0; i < size; ++i) {
      const double radius = std::sqrt(-2 * std::log(uniform()));
      normal[i] = radius * std::cos(2 * std::numbers::pi * uniform());
    }
    const Eigen::VectorXd shift = root * normal;
    std::vector<double>& coefficients = draws.emplace_back(series.coefficients);
    for (Eigen::Index i = 0; i < size; ++i) coefficients[static_cast<std::size_t>(i)] += shift[i];
  }
  return draws;
}

}  // namespace diagc::series
