#include "physics/series/sampling/order_run.h"

#include <cmath>

namespace diagc::series {

OrderResult result_of(const OrderRun& run) { return result_of(run, run.channel->estimate); }

OrderResult result_of(const OrderRun& run, const runs::Estimate& estimate) {
  const runs::Sums& total = run.channel->total;
  const double scale = run.value_scale();
  OrderResult result{.order = static_cast<int>(run.order),
                     .value = scale * estimate.ratio,
                     .error = std::abs(scale) * estimate.error,
                     .mean_sign = 0,
                     .acceptance = 0,
                     .autocorrelation = estimate.autocorrelation,
                     .effective_samples = estimate.effective_samples,
                     .steps = total.rows,
                     .trustworthy = estimate.warning.empty(),
                     .warning = estimate.warning,
                     .evaluations = total.rows,
                     .sampling = run.population->sampling(),
                     .draws = run.population->draws()};
  if (total.rows == 0) return result;
  const double relative = result.error / result.value;
  result.relative_variance =
      result.error == 0 ? 0 : relative * relative * static_cast<double>(total.rows);
  run.population->describe(total, result);
  return result;
}

}  // namespace diagc::series
