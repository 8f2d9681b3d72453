#include "physics/collider/results/figure.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

namespace diagc::collider {

namespace {

struct Axis {
  std::string label;
  bool per_gev = true;
};

/// So that heights are neither large nor small numbers.
struct Unit {
  const char* name;
  double picobarns;
};
Unit unit_for(double most) {
  for (const Unit unit : {Unit{"mb", 1e9}, Unit{"µb", 1e6}, Unit{"nb", 1e3}, Unit{"pb", 1}})
    if (most >= unit.picobarns) return unit;
  return {"fb", 1e-3};
}

Axis axis_of(std::string_view observable) {
  if (observable == "HT") return {"H_T [GeV]"};
  if (observable == "mass") return {"mass of all jets [GeV]"};
  if (observable == "min_dR") return {"least ΔR of two jets", false};
  const std::string_view rank = observable.substr(observable.find('_') + 1);
  if (observable.starts_with("pt_")) return {fmt::format("p_T of jet {} [GeV]", rank)};
  return {fmt::format("y of jet {}", rank), false};
}

std::string title_of(const Result& result, const HistogramResult& histogram) {
  const CutResult& cuts = result.cuts.at(histogram.cuts - 1);
  std::string text = fmt::format("PP → {} jets at {} TeV, p_T > {} GeV, |η| < {}", result.jets,
                                 result.energy / 1000, cuts.pt, cuts.eta);
  if (cuts.dr > 0) text += fmt::format(", ΔR > {}", cuts.dr);
  return text;
}

}  // namespace

std::vector<runs::plot::Plot> figure(const Result& result) {
  using runs::plot::Series;
  std::vector<runs::plot::Plot> plots;
  for (std::size_t h = 0; h < result.histograms.size(); ++h) {
    const HistogramResult& histogram = result.histograms[h];
    const Axis axis = axis_of(histogram.observable);
    Series steps, errors;
    steps.colour = runs::plot::colour(0);
    steps.name = histogram.observable;
    errors.colour = runs::plot::colour(1);
    errors.name = "relative error";
    errors.style = Series::Style::full_dots;
    double most = 0, least = INFINITY, most_error = 0;
    for (const BinResult& bin : result.bins) {
      if (bin.histogram == h) most = std::max(most, bin.cross_section / (bin.high - bin.low));
    }
    const Unit unit = unit_for(most);
    most /= unit.picobarns;
    for (const BinResult& bin : result.bins) {
      if (bin.histogram != h) continue;
      const double width = (bin.high - bin.low) * unit.picobarns,
                   height = bin.cross_section / width, error = bin.error / width;
      for (const double x : {bin.low, bin.high}) {
        steps.points.emplace_back(x, height > 0 ? height : NAN);
        steps.bounds.emplace_back(height - error, height + error);
      }
      if (!(height > 0)) continue;
      least = std::min(least, height);
      const double middle = (bin.low + bin.high) / 2;
      errors.points.emplace_back(middle, 1);
      errors.bounds.emplace_back(1 - error / height, 1 + error / height);
      most_error = std::max(most_error, error / height);
    }
    const bool logarithmic = most > 30 * least;
    runs::plot::Plot plot, ratio;
    plot.title = title_of(result, histogram);
    plot.x_label = ratio.x_label = axis.label;
    plot.y_label = fmt::format("dσ/dx [{}{}]", unit.name, axis.per_gev ? "/GeV" : "");
    plot.x_min = histogram.low;
    plot.x_max = histogram.high;
    plot.logarithmic = logarithmic;
    plot.y_min = !(most > 0) ? 0 : logarithmic ? least / 2 : 0;
    plot.y_max = !(most > 0) ? 1 : logarithmic ? most * 2 : most * 1.1;
    plot.series = {std::move(steps)};
    plots.push_back(std::move(plot));
    ratio.y_label = "1 ± relative error";
    ratio.x_min = histogram.low;
    ratio.x_max = histogram.high;
    const double range = std::clamp(1.2 * most_error, 1e-6, 1.0);
    ratio.y_min = 1 - range;
    ratio.y_max = 1 + range;
    ratio.series = {std::move(errors)};
    plots.push_back(std::move(ratio));
  }
  return plots;
}

}  // namespace diagc::collider
