// Products along the contour by direct sums over all pairs of nodes.
#pragma once

#include <Eigen/Core>

#include "physics/dynamics/two_time.h"

namespace diagc::dynamics {

/// X< and X> − X< of a number at all pairs of nodes.
struct DenseFunction {
  Eigen::MatrixXcd lesser, spectral;

  Eigen::MatrixXcd greater() const { return lesser + spectral; }
  /// X(z', z) as a function of z, z'.
  DenseFunction exchanged() const;
  DenseFunction times(Complex factor) const { return {factor * lesser, factor * spectral}; }
  DenseFunction plus(const DenseFunction& other) const {
    return {lesser + other.lesser, spectral + other.spectral};
  }
};
/// At the same pair of points of the contour.
DenseFunction pointwise(const DenseFunction& a, const DenseFunction& b);

/// The nodes of panels, and the weights of ∫_0^t for every node t.
class DenseContour {
 public:
  explicit DenseContour(const TwoTime& past);
  /// G_ab at a point.
  DenseFunction green(std::size_t point, std::size_t a, std::size_t b) const;
  /// Weights [t][s].
  const Eigen::MatrixXd& weights() const { return weights_; }

  DenseFunction product(const DenseFunction& a, const DenseFunction& b) const;

 private:
  const TwoTime& past_;
  Eigen::MatrixXd weights_;
};

}  // namespace diagc::dynamics
