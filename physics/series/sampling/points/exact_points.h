// Integrals over at most one point, without sampling.
#pragma once

#include <vector>

#include "diagc/kernel.h"
#include "physics/lattice/model.h"
#include "physics/series/sampling/points/point_form.h"

namespace diagc::series {

constexpr std::uint32_t most_exact_points = 1;

/// The components of an integrand with form.m() ≤ most_exact_points: the mean over the sites of point 0 of the sum over the sites of point 1
/// and of the integral over its time from 0 to β, by quadrature to about the error of the tables. The kernel has machine code.
std::vector<double> exact_components(const lattice::Model& model, const Kernel& kernel,
                                     const std::vector<ParamValue>& params, const PointForm& form);

}  // namespace diagc::series
