#include <Eigen/Eigenvalues>
#include <stdexcept>

#include "physics/lattice/spectrum.h"

namespace diagc::lattice {
namespace {

class ClusterSpectrum : public Spectrum {
 public:
  ClusterSpectrum(const std::vector<std::vector<double>>& hopping, const Space& space)
      : row_of_(space.row_of), signs_(space.signs) {
    const auto sites = static_cast<Eigen::Index>(hopping.size());
    Eigen::MatrixXd h(sites, sites);
    for (Eigen::Index a = 0; a < sites; ++a) {
      for (Eigen::Index b = 0; b < sites; ++b) {
        h(a, b) = hopping[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
      }
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(h);
    if (solver.info() != Eigen::Success) {
      throw std::runtime_error("the hopping matrix could not be diagonalised");
    }
    vectors_ = solver.eigenvectors();
    for (const double energy : solver.eigenvalues()) {
      levels_.push_back({energy, 1.0 / static_cast<double>(sites)});
    }
  }

  void function_of_h(const std::function<double(double energy)>& function,
                     std::span<double> rows) override {
    const Eigen::Index sites = vectors_.rows();
    Eigen::VectorXd weights(sites);
    for (Eigen::Index m = 0; m < sites; ++m) {
      weights(m) = function(levels_[static_cast<std::size_t>(m)].energy);
    }
    write(vectors_ * weights.asDiagonal() * vectors_.transpose(), rows);
  }

  void staggered_derivative_of_function(
      const std::function<double(double energy, double other)>& divided_difference,
      std::span<double> rows) override {
    const Eigen::Index sites = vectors_.rows();
    if (signs_.empty()) throw std::logic_error("a cluster without sublattices");
    Eigen::VectorXd signs(sites);
    for (Eigen::Index a = 0; a < sites; ++a) signs(a) = signs_[static_cast<std::size_t>(a)];
    Eigen::MatrixXd between = vectors_.transpose() * signs.asDiagonal() * vectors_;
    for (Eigen::Index m = 0; m < sites; ++m) {
      for (Eigen::Index n = 0; n < sites; ++n) {
        between(m, n) *= divided_difference(levels_[static_cast<std::size_t>(m)].energy,
                                            levels_[static_cast<std::size_t>(n)].energy);
      }
    }
    write(vectors_ * between * vectors_.transpose(), rows);
  }

 private:
  void write(const Eigen::MatrixXd& values, std::span<double> rows) const {
    const Eigen::Index sites = values.rows();
    for (Eigen::Index a = 0; a < sites; ++a) {
      for (Eigen::Index b = a; b < sites; ++b) {
        rows[row_of_[static_cast<std::size_t>(a * sites + b)]] = values(a, b);
      }
    }
  }

  std::vector<std::uint32_t> row_of_;
  std::vector<int> signs_;
  Eigen::MatrixXd vectors_;  // columns belong to levels_
};

}  // namespace

std::unique_ptr<Spectrum> cluster_spectrum(const std::vector<std::vector<double>>& hopping,
                                           const Space& space) {
  return std::make_unique<ClusterSpectrum>(hopping, space);
}

}  // namespace diagc::lattice
