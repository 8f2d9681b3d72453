#include "programs/integrate/plan.h"

#include <cmath>

#include "physics/series/resummation/resummation.h"

namespace diagc::integrate {

lattice::Model model_of(const series::Job& job, const lattice::ModelOptions& options) {
  try {
    return lattice::make_model(options);
  } catch (const lattice::WrongModel& error) {
    throw InputError(series::at_key(job, series::key_of_option(error.option), error.what()));
  }
}

series::Plan plan_of(const series::Job& job, const Integrand& integrand,
                     const lattice::Model& model, double order_0) {
  series::Plan plan;
  plan.model = model;
  plan.terms = terms(integrand, job, model);
  plan.seed = job.run.seed;
  plan.walkers = job.run.walkers;
  plan.sampling = job.run.sampling;
  plan.draws = job.run.draws;
  plan.warmup_steps = job.run.warm_up;
  plan.weight_u = job.run.target_coupling;
  if (job.first_order == 1) {
    plan.sensitivity =
        [order_0, U = job.run.target_coupling](const std::vector<series::OrderResult>& orders) {
          std::vector<double> coefficients{order_0};
          for (const series::OrderResult& row : orders) coefficients.push_back(row.value);
          std::vector<double> slopes = series::sensitivity(coefficients, U);
          slopes.erase(slopes.begin());
          return slopes;
        };
  }
  if (job.run.steps > 0) plan.steps = job.run.steps;
  if (job.run.target_error > 0) plan.target_error = job.run.target_error;
  if (job.run.time_limit > 0) plan.seconds = job.run.time_limit;
  plan.checkpoint_seconds = job.checkpoint.interval > 0 ? job.checkpoint.interval : INFINITY;
  plan.threads = job.run.threads;
  return plan;
}

}  // namespace diagc::integrate
