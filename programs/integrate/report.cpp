#include "programs/integrate/report.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "physics/series/results/figure.h"
#include "physics/series/results/run_table.h"
#include "physics/series/resummation/resummation_text.h"
#include "physics/series/resummation/scan.h"
#include "programs/command/output.h"
#include "runs/report/picture.h"

namespace diagc::integrate {

namespace {

constexpr int most_fine_resamples = 200;  // of bands, which are for the eye

/// The first that is not there, or no number.
int missing_order(const series::Result& result) {
  int order = 0;
  while (order < static_cast<int>(result.orders.size()) &&
         result.orders[static_cast<std::size_t>(order)].order == order &&
         std::isfinite(result.orders[static_cast<std::size_t>(order)].value))
    ++order;
  return order;
}

}  // namespace

Report::Report(const std::vector<series::Result>& results, const std::vector<double>& couplings,
               int resamples, double scan_coupling, int last_order)
    : results_(results), resamples_(resamples), last_order_(last_order) {
  const auto distance = [&](double coupling) { return std::abs(coupling - scan_coupling); };
  const auto closest =
      std::min_element(couplings.begin(), couplings.end(),
                       [&](double a, double b) { return distance(a) < distance(b); });
  scan_coupling_ = static_cast<std::size_t>(closest - couplings.begin());
  for (const series::Result& result : results_)
    resummations_.push_back(series::resum(series::series_of(result, last_order), couplings,
                                          resamples, result.run.seed));
  series::mark_falling_densities(results_, resummations_);
}

std::string Report::text() const {
  std::string text;
  for (std::size_t i = 0; i < results_.size(); ++i) {
    const series::Result& result = results_[i];
    text +=
        fmt::format("{}{}: {}, {}\n\n{}\n", i > 0 ? "\n" : "", result.grammar, result.observable,
                    series::model_line(result.model), series::order_table(result, true));
    if (missing_order(result) <= result.orders.back().order) {
      text += fmt::format("found no value of order {}: the series is summed to order {}\n\n",
                          missing_order(result), missing_order(result) - 1);
    }
    text += series::resummation_table(result, resummations_[i]);
  }
  for (const std::string& observable : observables()) {
    const auto [results, resummations] = of_observable(observable);
    if (results.size() < 2) continue;
    text += fmt::format("\n{} at U = {:.6g}\n\n{}", observable,
                        resummations[0].couplings[scan_coupling_],
                        series::scan_table(results, resummations, scan_coupling_));
  }
  return text;
}

std::string Report::json() const { return series::resummation_json(results_, resummations_); }

std::vector<std::string> Report::observables() const {
  std::vector<std::string> names;
  for (const series::Result& result : results_) {
    if (std::ranges::count(names, result.observable) == 0) names.push_back(result.observable);
  }
  return names;
}

Report::Same Report::of_observable(const std::string& observable) const {
  Same same;
  for (std::size_t i = 0; i < results_.size(); ++i) {
    if (results_[i].observable != observable) continue;
    same.results.push_back(results_[i]);
    same.resummations.push_back(resummations_[i]);
  }
  return same;
}

void Report::write_picture(const std::string& path) const {
  const auto [results, resummations] = of_observable(results_.front().observable);
  std::vector<series::Resummation> fine;
  if (results.size() == 1) {
    fine.push_back(series::resum(series::series_of(results[0], last_order_),
                                 series::fine_couplings(resummations[0].couplings),
                                 std::min(resamples_, most_fine_resamples), results[0].run.seed));
  }
  const std::vector<runs::plot::Plot> plots =
      series::figure({results, resummations, fine, scan_coupling_});
  if (path == "-") return write_result(path, runs::plot::to_svg(plots));
  write_result(path, runs::plot::picture(plots, path));
  write_result(runs::plot::csv_path(path), runs::plot::to_csv(plots));
}

}  // namespace diagc::integrate
