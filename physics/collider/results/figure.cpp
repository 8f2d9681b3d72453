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

/// Bands of a histogram, a series a source in each of two plots: over the width of bins in `unit`, and over the cross section of the bin.
struct Bands {
  std::vector<runs::plot::Series> heights, ratios;
  double most_ratio = 0;  ///< largest distance from 1
};

Bands bands_of(const Result& result, std::uint32_t histogram, const Unit& unit) {
  Bands bands;
  const auto series_of = [&](const std::string& source) {
    std::size_t i = 0;
    while (i < bands.heights.size() && bands.heights[i].name != source) ++i;
    if (i == bands.heights.size()) {
      runs::plot::Series series;
      series.colour = runs::plot::colour(2 + i);
      series.name = source;
      bands.heights.push_back(series);
      series.label = source;
      bands.ratios.push_back(series);
    }
    return i;
  };
  std::size_t row = 0;
  for (const BinResult& bin : result.bins) {
    for (; row < result.bands.size() && result.bands[row].histogram == bin.histogram &&
           result.bands[row].low == bin.low;
         ++row) {
      if (bin.histogram != histogram) continue;
      const BandResult& band = result.bands[row];
      const std::size_t i = series_of(band.source);
      const double own = bin.cross_section;
      const auto add = [&](runs::plot::Series& to, double over) {
        const bool drawn = own > 0;
        for (const double x : {bin.low, bin.high}) {
          to.points.emplace_back(x, drawn ? band.centre / over : NAN);
          to.bounds.emplace_back((band.centre - band.minus) / over,
                                 (band.centre + band.plus) / over);
        }
      };
      add(bands.heights[i], (bin.high - bin.low) * unit.picobarns);
      add(bands.ratios[i], own);
      if (own > 0)
        bands.most_ratio = std::max({bands.most_ratio, (band.centre + band.plus) / own - 1,
                                     1 - (band.centre - band.minus) / own});
    }
  }
  return bands;
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
    Bands bands = bands_of(result, static_cast<std::uint32_t>(h), unit);
    runs::plot::Plot plot, ratio;
    plot.title = title_of(result, histogram);
    plot.x_label = ratio.x_label = axis.label;
    plot.y_label = fmt::format("dσ/dx [{}{}]", unit.name, axis.per_gev ? "/GeV" : "");
    plot.x_min = histogram.low;
    plot.x_max = histogram.high;
    plot.logarithmic = logarithmic;
    plot.y_min = !(most > 0) ? 0 : logarithmic ? least / 2 : 0;
    plot.y_max = !(most > 0) ? 1 : logarithmic ? most * 2 : most * 1.1;
    plot.series = std::move(bands.heights);
    plot.series.push_back(std::move(steps));
    plots.push_back(std::move(plot));
    ratio.y_label = bands.ratios.empty() ? "1 ± relative error" : "over the central one";
    ratio.x_min = histogram.low;
    ratio.x_max = histogram.high;
    const double range = std::clamp(1.2 * std::max(most_error, bands.most_ratio), 1e-6, 1.0);
    ratio.y_min = 1 - range;
    ratio.y_max = 1 + range;
    ratio.series = std::move(bands.ratios);
    ratio.series.push_back(std::move(errors));
    plots.push_back(std::move(ratio));
  }
  return plots;
}

}  // namespace diagc::collider
