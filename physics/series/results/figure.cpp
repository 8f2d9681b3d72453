#include "physics/series/results/figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>

#include <fmt/format.h>

#include "physics/series/results/run_table.h"
#include "physics/series/resummation/resummation_text.h"
#include "runs/report/plot.h"

namespace diagc::integrate {

namespace {

using plot::Plot;
using Curve = plot::Series;

constexpr std::array colours{"#0b6e99", "#c2571a", "#3a7d44", "#7a3b8f", "#a8882b", "#4d4d4d"};
constexpr const char* together_colour = "#1a1a1a";

/// Smallest and largest of what has been taken in.
struct Extent {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void include(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  /// With a margin on both sides, never empty.
  std::pair<double, double> with_margin(double share) const {
    if (!(low <= high)) return {0, 1};
    const double margin = high > low ? share * (high - low) : std::max(std::abs(low) * 0.1, 1e-12);
    return {low - margin, high + margin};
  }
};

std::string title_of(const Result& result) {
  return fmt::format("{}: {}", result.grammar, result.observable);
}

Plot coefficients(const std::vector<Result>& results) {
  Plot plot;
  plot.title = title_of(results[0]);
  plot.subtitle = "modulus of the coefficients; full dots are positive, open ones negative";
  plot.x_label = "order n";
  plot.y_label = "|coefficient of U^n|";
  plot.logarithmic = plot.integer_x = true;
  Extent y;
  int highest = 1;
  // What is 0 but for rounding would only stretch the axis.
  double least = 0;
  for (const Result& result : results) {
    for (const OrderResult& row : result.orders) {
      if (std::isfinite(row.value)) least = std::max(least, 1e-12 * std::abs(row.value));
    }
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    const char* colour = colours[i % colours.size()];
    Curve positive{"", colour, {}, Curve::Style::full_dots};
    Curve negative{"", colour, {}, Curve::Style::dots};
    for (const OrderResult& row : results[i].orders) {
      highest = std::max(highest, row.order);
      if (!(std::abs(row.value) > least)) continue;
      Curve& curve = row.value > 0 ? positive : negative;
      const double size = std::abs(row.value);
      curve.points.emplace_back(row.order, size);
      curve.bounds.emplace_back(size - row.error, size + row.error);
      y.include(size);
    }
    if (results.size() > 1) positive.label = fmt::format("mu = {:.4g}", results[i].model.mu);
    plot.series.push_back(std::move(positive));
    plot.series.push_back(std::move(negative));
  }
  plot.x_min = -0.5;
  plot.x_max = highest + 0.5;
  if (y.low <= y.high) {
    plot.y_min = std::pow(10, std::floor(std::log10(y.low) - 0.3));
    plot.y_max = std::pow(10, std::ceil(std::log10(y.high) + 0.3));
  } else {
    plot.y_min = 0.1;
  }
  return plot;
}

Curve curve_of(const std::string& label, const char* colour, Curve::Style style,
               const std::vector<double>& x, const std::vector<SummedValue>& estimates, bool all) {
  Curve curve{label, colour, {}, style};
  for (std::size_t i = 0; i < x.size(); ++i) {
    const SummedValue& at = estimates[i];
    const bool shown = all || at.reliable;
    const double nothing = std::nan("");
    curve.points.emplace_back(x[i], shown ? at.value : nothing);
    curve.bounds.emplace_back(shown ? at.low : nothing, shown ? at.high : nothing);
  }
  return curve;
}

Plot against_coupling(const Result& result, const Resummation& resummation) {
  Plot plot;
  plot.title = "Summed series";
  plot.subtitle = model_line(result.model);
  plot.x_label = "U";
  plot.y_label = result.observable + " per flavour";
  const auto& x = resummation.couplings;
  plot.x_min = x.front();
  plot.x_max = x.size() > 1 ? x.back() : x.front() + 1;
  Extent y;
  for (const SummedValue& at : resummation.combined) {
    if (at.reliable) y.include(at.low), y.include(at.high);
  }
  if (!(y.low <= y.high)) {
    for (const SummedValue& at : resummation.combined) y.include(at.value);
  }
  std::tie(plot.y_min, plot.y_max) = y.with_margin(0.35);

  std::vector<const Sum*> partial;
  std::size_t colour = 0;
  for (const Sum& sum : resummation.sums) {
    if (sum.approximant.method == Method::partial_sum) {
      partial.push_back(&sum);
      continue;
    }
    const bool first = sum.approximant.order + 1 == static_cast<int>(partial.size());
    if (!first) continue;  // those of highest order only
    plot.series.push_back(curve_of(name(sum.approximant), colours[colour++ % colours.size()],
                                   Curve::Style::line, x, sum.at, false));
  }
  for (std::size_t i = partial.size() > 3 ? partial.size() - 3 : 0; i < partial.size(); ++i)
    plot.series.push_back(curve_of(name(partial[i]->approximant),
                                   i % 2 == 0 ? "#8c8c8c" : "#bdbdbd", Curve::Style::dashed, x,
                                   partial[i]->at, true));
  Curve together = curve_of("together", together_colour, Curve::Style::dots, {}, {}, false);
  const std::size_t every = std::max<std::size_t>(1, x.size() / 12);
  for (std::size_t i = 0; i < x.size(); i += every) {
    if (!resummation.combined[i].reliable) continue;
    together.points.emplace_back(x[i], resummation.combined[i].value);
    together.bounds.emplace_back(resummation.combined[i].low, resummation.combined[i].high);
  }
  plot.series.push_back(std::move(together));
  return plot;
}

Plot against_scan(const std::vector<Result>& results, const std::vector<Resummation>& resummations,
                  std::size_t coupling) {
  const double U = resummations[0].couplings[coupling];
  const bool of_beta = results.front().model.beta != results.back().model.beta;
  Plot plot;
  plot.title = title_of(results[0]);
  const ModelParameters& model = results[0].model;
  plot.subtitle = model.lattice + " lattice";
  // An own propagator holds its hopping and its chemical potential, and tells neither.
  if (model.lattice != "own") plot.subtitle += fmt::format(", t = {:.6g}", model.t);
  plot.subtitle += fmt::format(", U = {:.6g}", U);
  if (!of_beta) plot.subtitle += fmt::format(", beta = {:.6g}", model.beta);
  if (of_beta && !std::isnan(model.mu)) plot.subtitle += fmt::format(", mu = {:.6g}", model.mu);
  plot.subtitle += fmt::format(", {:.6g} flavours", model.flavours);
  plot.x_label = of_beta ? "beta" : "mu";
  plot.y_label = results[0].observable + " of all flavours";
  Extent x, y;
  Curve together{"together", together_colour, {}, Curve::Style::full_dots};
  Curve partial{"last order", colours[1], {}, Curve::Style::dashed};
  Curve free{"U = 0", "#8c8c8c", {}, Curve::Style::dashed};
  for (std::size_t i = 0; i < results.size(); ++i) {
    const ModelParameters& at = results[i].model;
    const double place = of_beta ? at.beta : chemical_potential(at, U);
    const SummedValue& estimate = resummations[i].combined[coupling];
    x.include(place);
    for (const double bound : {estimate.low, estimate.high}) y.include(at.flavours * bound);
    together.points.emplace_back(place, at.flavours * estimate.value);
    together.bounds.emplace_back(at.flavours * estimate.low, at.flavours * estimate.high);
    for (const Sum& sum : resummations[i].sums) {
      if (sum.approximant.method != Method::partial_sum) continue;
      if (sum.approximant.order + 1 == static_cast<int>(results[i].orders.size()))
        partial.points.emplace_back(place, at.flavours * sum.at[coupling].value);
    }
    free.points.emplace_back(of_beta ? at.beta : at.mu, at.flavours * at.filling);
    x.include(free.points.back().first);
    y.include(free.points.back().second);
  }
  std::tie(plot.x_min, plot.x_max) = x.with_margin(0.05);
  std::tie(plot.y_min, plot.y_max) = y.with_margin(0.1);
  plot.series = {std::move(free), std::move(partial), std::move(together)};
  return plot;
}

}  // namespace

std::string figure(const std::vector<Result>& results, const std::vector<Resummation>& resummations,
                   std::size_t coupling) {
  if (results.size() > 1)
    return plot::to_svg({against_scan(results, resummations, coupling), coefficients(results)});
  return plot::to_svg({coefficients(results), against_coupling(results[0], resummations[0])});
}

}  // namespace diagc::integrate
