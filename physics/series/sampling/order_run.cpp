#include "physics/series/sampling/order_run.h"

#include <cmath>

namespace diagc::series {

OrderResult result_of(const OrderRun& run) {
  const runs::Estimate& estimate = run.channel->estimate;
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
                     .sampling = "chain"};
  if (total.rows == 0) return result;
  const auto steps = static_cast<double>(total.rows);
  const double relative = result.error / result.value;
  result.relative_variance = result.error == 0 ? 0 : relative * relative * steps;
  const double norm = total.first[OrderPopulation::normalisation];
  // |f|/p + λw/p = 1.
  if (norm < steps) result.mean_sign = total.first[OrderPopulation::integrand] / (steps - norm);
  for (std::size_t kind = OrderPopulation::redraws; kind <= OrderPopulation::roots; ++kind)
    result.acceptance += static_cast<double>(total.counts[kind]) / steps;
  return result;
}

}  // namespace diagc::series
