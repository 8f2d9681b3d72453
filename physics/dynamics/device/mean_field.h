// Mean fields that depend on the mean of ρ over all points alone, and are the same at all of them: what equal times on a device take.
#pragma once

#include <span>
#include <vector>

#include "physics/dynamics/model.h"

namespace diagc::dynamics {

/// What is added to h at values of the vertices: constant + matrix · mean of ρ; elements [a][b], the matrix [element][element].
struct MeanField {
  std::vector<Complex> constant, matrix;
  std::vector<Complex>
      potential;  ///< what of `constant` has no energy: Interaction::add_chemical_potential()
};

/// Whether a model's mean field is such a one.
bool depends_on_mean_density(const Model& model);

MeanField mean_field_at(const Model& model, std::span<const double> vertices);

}  // namespace diagc::dynamics
