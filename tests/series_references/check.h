// Integrations held against exact coefficients.
#pragma once

#include <vector>

#include "physics/series/exact/cluster_series.h"
#include "physics/series/sampling/integrate.h"

namespace diagc::series {

/// A cluster with its propagators and their derivatives in double precision; hopping as in lattice::ModelOptions.
lattice::ModelOptions cluster_options(std::vector<std::vector<double>> hopping, double mu,
                                      double beta);

/// The exact series of the cluster that the model was made of.
exact::ThermalSeries exact_series(const lattice::ModelOptions& options, const lattice::Model& model,
                                  int flavours, int last);

/// Every coefficient within `deviations` of its errors, these smaller than `relative` times the coefficient and trusted. SHOW=1 prints them.
void check_orders(const std::vector<OrderResult>& orders, const std::vector<double>& exact,
                  double relative, double deviations = 4.5);

}  // namespace diagc::series
