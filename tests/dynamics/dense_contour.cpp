#include "tests/dynamics/dense_contour.h"

namespace diagc::dynamics {

DenseFunction DenseFunction::exchanged() const {
  // X'< (t, t') = X>(t', t).
  return {greater().transpose(), -spectral.transpose()};
}

DenseFunction pointwise(const DenseFunction& a, const DenseFunction& b) {
  const Eigen::MatrixXcd lesser = a.lesser.cwiseProduct(b.lesser);
  return {lesser, a.greater().cwiseProduct(b.greater()) - lesser};
}

DenseContour::DenseContour(const TwoTime& past) : past_(past) {
  const std::size_t order = past.collocation().order, nodes = past.nodes();
  const auto size = static_cast<Eigen::Index>(nodes);
  weights_ = Eigen::MatrixXd::Zero(size, size);
  for (std::size_t t = 0; t < nodes; ++t) {
    for (std::size_t s = 0; s < (t / order + 1) * order; ++s) {
      const std::size_t row = s / order < t / order ? order - 1 : t % order;
      weights_(static_cast<Eigen::Index>(t), static_cast<Eigen::Index>(s)) =
          past.length(s / order) * past.collocation().integral(row, s % order);
    }
  }
}

DenseFunction DenseContour::green(std::size_t point, std::size_t a, std::size_t b) const {
  const std::size_t order = past_.collocation().order, nodes = past_.nodes();
  const std::size_t bands = past_.bands();
  const auto size = static_cast<Eigen::Index>(nodes);
  DenseFunction result{Eigen::MatrixXcd(size, size), Eigen::MatrixXcd(size, size)};
  for (std::size_t t = 0; t < nodes; ++t) {
    for (std::size_t s = 0; s < nodes; ++s) {
      const bool stored = s / order <= t / order;
      const std::size_t row = stored ? t : s, column = stored ? s : t;
      const auto at = [&](const BlockRows& rows) {
        const Block block = rows.at(point, column / order);
        const Complex value = block.at(row % order * bands + (stored ? a : b),
                                       column % order * bands + (stored ? b : a));
        return stored ? value : -std::conj(value);
      };
      const PanelRows& rows = past_.rows(row / order);
      const auto i = static_cast<Eigen::Index>(t), j = static_cast<Eigen::Index>(s);
      result.lesser(i, j) = at(rows.lesser);
      result.spectral(i, j) = at(rows.spectral);
    }
  }
  return result;
}

DenseFunction DenseContour::product(const DenseFunction& a, const DenseFunction& b) const {
  const Eigen::Index size = weights_.rows();
  DenseFunction result{Eigen::MatrixXcd::Zero(size, size), Eigen::MatrixXcd::Zero(size, size)};
  for (Eigen::Index t = 0; t < size; ++t) {
    for (Eigen::Index other = 0; other < size; ++other) {
      for (Eigen::Index s = 0; s < size; ++s) {
        result.lesser(t, other) += weights_(t, s) * a.spectral(t, s) * b.lesser(s, other) -
                                   weights_(other, s) * a.lesser(t, s) * b.spectral(s, other);
        result.spectral(t, other) +=
            (weights_(t, s) - weights_(other, s)) * a.spectral(t, s) * b.spectral(s, other);
      }
    }
  }
  return result;
}

}  // namespace diagc::dynamics
