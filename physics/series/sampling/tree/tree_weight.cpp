#include "physics/series/sampling/tree/tree_weight.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "physics/series/sampling/tree/tree_shapes.h"

namespace diagc::series {

namespace {

constexpr int most = most_tree_vertices;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, most, most>;

}  // namespace

LinkDistribution symmetrised(const lattice::Space& space, const LinkClasses& classes,
                             const LinkDistribution& link) {
  LinkDistribution result;
  for (std::uint32_t c = 0; c < classes.classes(); ++c) {
    const std::uint32_t back =
        classes.class_of[reversed(space, classes.members[classes.first_member[c]])];
    for (std::uint32_t bin = 0; bin < classes.bins; ++bin) {
      const double there = link.density[c * classes.bins + bin];
      result.density.push_back(
          (there + link.density[back * classes.bins + classes.bins - 1 - bin]) / 2);
    }
  }
  return result;
}

double tree_weight(const LinkMatrix& links, double alpha) {
  const std::uint32_t m = links.m();
  LinkMatrix rates = links;
  for (std::uint32_t v = 1; v <= m; ++v) rates(0, v) *= alpha;
  double determinant = 1;
  for (std::uint32_t k = m; k > 0; --k) {
    double total = 0;
    for (std::uint32_t u = 0; u < k; ++u) total += rates(u, k);
    determinant *= total;
    for (std::uint32_t u = 0; u < k; ++u) {
      for (std::uint32_t v = 1; v < k; ++v) {
        if (u != v) rates(u, v) += rates(u, k) / total * rates(k, v);
      }
    }
  }
  return determinant / tree_count(m, alpha);
}

LinkMatrix edge_shares(const LinkMatrix& links, double alpha) {
  const std::uint32_t m = links.m();
  Matrix laplacian = Matrix::Zero(m, m);
  for (std::uint32_t v = 1; v <= m; ++v) {
    laplacian(v - 1, v - 1) += alpha * links(0, v);
    for (std::uint32_t u = 1; u <= m; ++u) {
      if (u == v) continue;
      laplacian(v - 1, v - 1) += links(u, v);
      laplacian(u - 1, v - 1) = -links(u, v);
    }
  }
  LinkMatrix shares(m);
  if (m == 0) return shares;
  const Matrix inverse = laplacian.partialPivLu().inverse();
  for (std::uint32_t v = 1; v <= m; ++v) {
    shares(0, v) = alpha * links(0, v) * inverse(v - 1, v - 1);
    for (std::uint32_t u = 1; u <= m; ++u) {
      if (u == v) continue;
      // Rounding errors may leave less than nothing.
      shares(u, v) = std::max(0.0, links(u, v) * (inverse(v - 1, v - 1) - inverse(v - 1, u - 1)));
    }
  }
  return shares;
}

std::int64_t TreeCounts::units(double weight) {
  return std::isfinite(weight) ? std::llround(std::ldexp(weight, 20)) : 0;
}

TreeLinks learned_links(const LinkClasses& classes, std::span<const std::int64_t> counts,
                        const TreeLearning& learning) {
  const std::size_t cells = classes.cells();
  std::vector<double> root, other;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    root.push_back(std::ldexp(static_cast<double>(counts[cell]), -20));
    other.push_back(std::ldexp(static_cast<double>(counts[cells + cell]), -20));
    if (learning.alike) root.back() = other.back() += root.back();
  }
  const auto distribution = [&](const std::vector<double>& weights) {
    return link_distribution(classes, weights, learning.background, learning.background_part);
  };
  TreeLinks links{.root = distribution(root), .other = distribution(other), .alpha = 1};
  const auto weight = static_cast<double>(counts[2 * cells]);
  if (!learning.alike && learning.m > 1 && weight > 0) {
    // The degree of the root is 1 and that of a binomial distribution of m − 1 trials.
    constexpr double least = 0.02, largest = 0.95;
    const double degree = static_cast<double>(counts[2 * cells + 1]) / weight;
    const double part = std::clamp((degree - 1) / (learning.m - 1), least, largest);
    links.alpha = learning.m * part / (1 - part);
  }
  return links;
}

}  // namespace diagc::series
