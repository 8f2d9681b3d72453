// Models for tests of samples from trees.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "physics/lattice/model.h"

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

}  // namespace diagc::series
