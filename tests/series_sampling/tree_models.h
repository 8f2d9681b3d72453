// Models and links for tests of samples from trees.
#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "physics/lattice/model.h"
#include "physics/series/sampling/tree/tree_weight.h"

namespace diagc::series {

inline lattice::ModelOptions lattice_options(lattice::Lattice kind,
                                             std::vector<std::uint32_t> size) {
  lattice::ModelOptions options;
  options.lattice = kind;
  options.size = std::move(size);
  options.filling = 0.4;
  options.beta = 2;
  return options;
}

inline lattice::ModelOptions with_derivative(lattice::ModelOptions options) {
  options.precision = lattice::Precision::fp64;
  options.derivative = lattice::Derivative::mu;
  return options;
}

/// Densities of all cells anywhere between a fifth and one, before they are normalised; α is 0.7 where vertex 0 is not like the others.
inline TreeLinks random_links(const lattice::Space& space, const LinkClasses& classes, bool alike,
                              bool symmetric, std::mt19937& random) {
  std::uniform_real_distribution<double> number(0.2, 1);
  const auto one = [&] {
    std::vector<double> weights(classes.cells());
    for (double& weight : weights) weight = number(random);
    const LinkDistribution link = link_distribution(classes, weights, weights, 0);
    return symmetric ? symmetrised(space, classes, link) : link;
  };
  TreeLinks links{.root = one(), .other = one(), .alpha = alike ? 1 : 0.7};
  if (alike) links.root = links.other;
  return links;
}

}  // namespace diagc::series
