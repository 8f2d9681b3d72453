#include "programs/integrate/complete.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "programs/command/version.h"

namespace diagc::integrate {

series::ModelParameters parameters(const lattice::ModelOptions& options,
                                   const lattice::Model& model) {
  constexpr const char* names[] = {"chain",     "square",  "triangular", "cubic",
                                   "honeycomb", "cluster", "own"};
  series::ModelParameters result;
  result.lattice = names[static_cast<std::size_t>(options.lattice)];
  result.size = options.size;
  result.sites = model.space.sites;
  result.t = options.t;
  result.t_prime = options.t_prime;
  result.beta = model.beta;
  result.mu = model.mu;
  result.filling = model.filling;
  result.dn_dmu = model.dn_dmu;
  result.flavours = model.flavours;
  result.hartree_alpha = model.hartree_alpha;
  for (const std::vector<double>& row : options.hopping)
    result.hopping.insert(result.hopping.end(), row.begin(), row.end());
  result.staggered = options.staggered;
  const auto has = [&](lattice::LineKind kind) {
    return std::ranges::find(options.lines, kind) != options.lines.end();
  };
  if (has(lattice::LineKind::up) || has(lattice::LineKind::down)) result.field = options.field;
  if (has(lattice::LineKind::interaction))
    result.interaction.assign(options.interaction.begin(), options.interaction.end());
  if (has(lattice::LineKind::phonon)) {
    result.omega0 = options.omega0;
    result.g = options.g;
  }
  result.propagator = options.own_propagator;
  result.table_error = options.precision == lattice::Precision::fp32
                           ? model.table.measured_error_float
                           : model.table.measured_error;
  result.finite_size_error = model.finite_size_error;
  return result;
}

series::Result completed(series::Result result, const series::ModelParameters& model,
                         double order_0, const series::Origin& origin) {
  const std::size_t sampled = result.orders.size();
  series::OrderResult exact;
  exact.value = order_0;
  result.orders.insert(result.orders.begin(), exact);
  if (!result.covariance.empty()) {
    std::vector<double> covariance((sampled + 1) * (sampled + 1), 0);
    for (std::size_t i = 0; i < sampled; ++i) {
      for (std::size_t j = 0; j < sampled; ++j)
        covariance[(i + 1) * (sampled + 1) + j + 1] = result.covariance[i * sampled + j];
    }
    result.covariance = std::move(covariance);
  }
  result.model = model;
  result.origin = origin;
  result.run.version = version();
  result.run.commit = commit();
  return result;
}

}  // namespace diagc::integrate
