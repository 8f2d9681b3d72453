#include "physics/dynamics/results/figure.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace diagc::dynamics {

namespace {

using runs::plot::Plot;
using runs::plot::Series;

/// Colours that plots offer.
constexpr std::size_t colours = 6;
/// k points whose occupations are drawn at most.
constexpr std::size_t drawn_points = 5;

void fit_axis(Plot& plot) {
  double low = INFINITY, high = -INFINITY;
  for (const Series& series : plot.series) {
    for (const auto& [x, y] : series.points) {
      if (!std::isfinite(y)) continue;
      low = std::min(low, y);
      high = std::max(high, y);
    }
  }
  if (!(low <= high)) return;
  const double margin = std::max(0.08 * (high - low), 1e-9 + 1e-6 * std::abs(high));
  plot.y_min = low - margin;
  plot.y_max = high + margin;
}

Plot empty_plot(const Result& result, const std::string& label) {
  Plot plot;
  plot.x_label = "time";
  plot.y_label = label;
  plot.x_min = result.t.empty() ? 0 : result.t.front();
  plot.x_max = result.t.empty() ? 1 : result.t.back();
  return plot;
}

Series curve(const std::string& label, std::size_t colour) {
  Series series;
  series.label = label;
  series.colour = runs::plot::colour(colour % colours);
  return series;
}

/// Photoemission at a time: curves over ω, one above the other from k = 0 to the middle of the first axis' zone.
Plot photoemission_plot(const Result& result, std::size_t time) {
  constexpr std::size_t most_curves = 17;
  const std::size_t points = result.arpes.values.extents.at(1), count = result.arpes.omega.size();
  const std::size_t half = points / 2, curves = std::min(most_curves, half + 1);
  const double* const values = result.arpes.values.values.data() + time * points * count;
  const double highest = *std::max_element(values, values + points * count);
  Plot plot;
  plot.title = fmt::format("Photoemission around t = {}", result.arpes.t[time]);
  plot.x_label = "ω";
  plot.y_label = fmt::format("k = 0 (below) to {} of {} (above)", half, points);
  plot.x_min = result.arpes.omega.front();
  plot.x_max = result.arpes.omega.back();
  for (std::size_t place = 0; place < curves; ++place) {
    const std::size_t k = half * place / std::max<std::size_t>(curves - 1, 1);
    Series series = curve("", 0);
    series.name = fmt::format("k {}", k);
    for (std::size_t i = 0; i < count; ++i) {
      const double height = highest > 0 ? values[k * count + i] / highest : 0;
      series.points.emplace_back(result.arpes.omega[i], 0.4 * static_cast<double>(place) + height);
    }
    plot.series.push_back(std::move(series));
  }
  fit_axis(plot);
  return plot;
}

}  // namespace

std::vector<Plot> figure(const Result& result) {
  const std::size_t bands = result.bands, points = result.n_k.extents.at(1);
  const bool cluster = points == 1;
  Plot occupations = empty_plot(result, cluster ? "occupation" : "occupations");
  occupations.title = cluster ? fmt::format("{}: cluster of {} sites", result.rules, bands)
                              : fmt::format("{}: {} k points, {} bands", result.rules,
                                            fmt::join(result.grid, " x "), bands);
  for (std::size_t band = 0; band < bands; ++band) {
    Series mean = curve(fmt::format("{} {}", cluster ? "site" : "band", band), band);
    for (std::size_t i = 0; i < result.t.size(); ++i) {
      mean.points.emplace_back(result.t[i], result.density.values[i * bands + band]);
    }
    occupations.series.push_back(std::move(mean));
  }
  // Of the highest band, at some points of the first half of the grid.
  const std::size_t half = points / 2;
  for (std::size_t place = 0; !cluster && place < std::min(drawn_points, half + 1); ++place) {
    const std::size_t k =
        half * place / std::max<std::size_t>(std::min(drawn_points, half + 1) - 1, 1);
    Series series = curve(fmt::format("band {}, k {}", bands - 1, k), bands + place);
    series.style = Series::Style::dashed;
    series.shape = static_cast<int>(place);
    for (std::size_t i = 0; i < result.t.size(); ++i) {
      series.points.emplace_back(result.t[i],
                                 result.n_k.values[(i * points + k) * bands + bands - 1]);
    }
    occupations.series.push_back(std::move(series));
  }
  Plot energies = empty_plot(result, cluster ? "energy per spin" : "energy per k");
  Series energy = curve("", 0);
  energy.name = "energy";
  for (std::size_t i = 0; i < result.t.size(); ++i) {
    energy.points.emplace_back(result.t[i], result.energy[i]);
  }
  energies.series.push_back(std::move(energy));
  fit_axis(occupations);
  fit_axis(energies);
  std::vector<Plot> plots = {std::move(occupations), std::move(energies)};
  if (!result.current.empty()) {
    Plot currents = empty_plot(result, "current");
    Series current = curve("", 1);
    current.name = "current";
    for (std::size_t i = 0; i < result.t.size(); ++i) {
      current.points.emplace_back(result.t[i], result.current[i]);
    }
    currents.series.push_back(std::move(current));
    fit_axis(currents);
    plots.push_back(std::move(currents));
  }
  for (std::size_t time = 0; time < result.arpes.t.size(); ++time) {
    plots.push_back(photoemission_plot(result, time));
  }
  return plots;
}

}  // namespace diagc::dynamics
