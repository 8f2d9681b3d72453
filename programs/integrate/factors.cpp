#include "programs/integrate/factors.h"

#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

namespace diagc::integrate {

using series::Observable;

namespace {

/// ⟨n_σ⟩² of a site, the mean over all.
double squared_filling(const lattice::Model& model) {
  const lattice::Space& space = model.space;
  double sum = 0;
  for (std::size_t i = 0; i < space.roots.size(); ++i) {
    const std::uint32_t root = space.roots[i];
    const double filling = model.table.equal_time[space.row(root, root)] + model.hartree_alpha;
    sum += space.root_weights[i] * filling * filling;
  }
  return sum;
}

}  // namespace

Observable observable_of(const series::Job& job, const Form& form, bool has_beta) {
  const bool vacuum = form.points == Form::Points::vacuum;
  const Observable observable =
      job.rules.observable.value_or(vacuum ? Observable::log_z : Observable::density);
  const bool of_vacuum =
      observable == Observable::log_z || observable == Observable::double_occupancy;
  const bool fits = of_vacuum                           ? vacuum && !has_beta
                    : has_beta                          ? observable == Observable::energy
                    : observable != Observable::density ? form.points == Form::Points::integrated
                                                        : !vacuum;
  if (!fits) {
    fail_at(
        job, "rules.observable",
        fmt::format("found the observable {} with a rule file {}, expected {}, or file = \"auto\"",
                    series::name_of(observable),
                    vacuum                                  ? "without a measured point"
                    : form.points == Form::Points::measured ? "with a measured point"
                                                            : "with a derivative of the propagator",
                    vacuum ? "\"log_z\" or \"double_occupancy\""
                    : form.points == Form::Points::measured
                        ? "\"density\""
                        : "\"density\", \"energy\" or \"staggered_density\""));
  }
  series::require_model_of(observable, job);
  return observable;
}

int vertices_of(Observable observable, int order) {
  return observable == Observable::double_occupancy ? order + 1 : order;
}

lattice::Derivative derivative_of(Observable observable, const Form& form) {
  if (form.points != Form::Points::integrated) return lattice::Derivative::none;
  switch (observable) {
    case Observable::energy:
      return lattice::Derivative::energy;
    case Observable::staggered_density:
      return lattice::Derivative::staggered;
    default:
      return lattice::Derivative::mu;
  }
}

double factor_of(Observable observable, const Form& form, series::Labellings labellings,
                 double sign, int order, const lattice::Model& model) {
  const int vertices = vertices_of(observable, order);
  const double N = model.flavours;
  double factor = std::pow(sign, vertices);
  if (labellings == series::Labellings::all) factor /= std::tgamma(vertices + 1);
  switch (observable) {
    case Observable::density:
      // With a measured point the rule files have one sign less.
      return form.points == Form::Points::measured ? sign * factor : factor;
    case Observable::staggered_density:
      return factor;
    case Observable::energy:
      // The fixed form is one N-th of the derivative of ln Z.
      return form.points == Form::Points::vacuum ? -factor : -N * factor;
    case Observable::log_z:
      return model.beta * factor;
    case Observable::double_occupancy:
      // −2/(N(N−1)β) ∂/∂U of U^vertices.
      return -2 * vertices / (N * (N - 1)) * factor;
  }
  throw std::logic_error("factor_of: no such observable");
}

double zeroth_of(Observable observable, const lattice::Model& model) {
  switch (observable) {
    case Observable::density:
      return model.filling;
    case Observable::energy:
      return model.flavours * model.energy;
    case Observable::log_z:
      return 0;
    case Observable::double_occupancy:
      return squared_filling(model);
    case Observable::staggered_density:
      return model.staggered_density;
  }
  throw std::logic_error("zeroth_of: no such observable");
}

}  // namespace diagc::integrate
