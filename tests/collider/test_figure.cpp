// Pictures of histograms: a plot of heights and one of ratios each, with bands of variations.
#include <catch2/catch.hpp>

#include <cmath>

#include "physics/collider/results/figure.h"

using namespace diagc::collider;
using diagc::runs::plot::Plot;
using diagc::runs::plot::Series;

namespace {

/// One histogram of two bins of 10 GeV.
Result two_bins() {
  Result result;
  result.jets = 2;
  result.energy = 14000;
  result.cuts = {{.pt = 20, .eta = 2.5}};
  result.histograms = {{.observable = "HT", .bins = 2, .low = 40, .high = 60}};
  result.bins = {{.low = 40, .high = 50, .cross_section = 200, .error = 2},
                 {.low = 50, .high = 60, .cross_section = 100, .error = 5}};
  return result;
}

void check_pairs(const std::vector<std::pair<double, double>>& found,
                 const std::vector<std::pair<double, double>>& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CAPTURE(i);
    CHECK(found[i].first == Approx(expected[i].first));
    CHECK(found[i].second == Approx(expected[i].second));
  }
}

}  // namespace

TEST_CASE("a picture without variations has the relative errors below the heights") {
  const std::vector<Plot> plots = figure(two_bins());
  REQUIRE(plots.size() == 2);
  REQUIRE(plots[0].series.size() == 1);
  check_pairs(plots[0].series[0].points, {{40, 20}, {50, 20}, {50, 10}, {60, 10}});
  REQUIRE(plots[1].series.size() == 1);
  check_pairs(plots[1].series[0].bounds, {{0.99, 1.01}, {0.95, 1.05}});
  CHECK(plots[1].y_label == "1 ± relative error");
}

TEST_CASE("bands of variations are drawn around heights, and as ratios to them") {
  Result result = two_bins();
  result.bands = {
      {.low = 40, .high = 50, .source = "scales", .centre = 200, .minus = 20, .plus = 40},
      {.low = 40, .high = 50, .source = "densities", .centre = 202, .minus = 4, .plus = 6},
      {.low = 50, .high = 60, .source = "scales", .centre = 100, .minus = 10, .plus = 30},
      {.low = 50, .high = 60, .source = "densities", .centre = 100, .minus = 1, .plus = 2}};
  const std::vector<Plot> plots = figure(result);
  REQUIRE(plots.size() == 2);
  REQUIRE(plots[0].series.size() == 3);
  CHECK(plots[0].series[0].name == "scales");
  check_pairs(plots[0].series[0].bounds, {{18, 24}, {18, 24}, {9, 13}, {9, 13}});
  CHECK(plots[0].series.back().name == "HT");
  REQUIRE(plots[1].series.size() == 3);
  const Series &scales = plots[1].series[0], &densities = plots[1].series[1];
  CHECK(scales.label == "scales");
  check_pairs(scales.points, {{40, 1}, {50, 1}, {50, 1}, {60, 1}});
  check_pairs(scales.bounds, {{0.9, 1.2}, {0.9, 1.2}, {0.9, 1.3}, {0.9, 1.3}});
  CHECK(densities.label == "densities");
  check_pairs(densities.points, {{40, 1.01}, {50, 1.01}, {50, 1}, {60, 1}});
  check_pairs(densities.bounds, {{0.99, 1.04}, {0.99, 1.04}, {0.99, 1.02}, {0.99, 1.02}});
  CHECK(plots[1].y_label == "over the central one");
  CHECK(plots[1].y_max > 1.3);
  CHECK(plots[1].y_min < 0.9);
  const std::string svg = diagc::runs::plot::to_svg(plots);
  CHECK(svg.find("densities") != std::string::npos);
}

TEST_CASE("bins without events have no ratio") {
  Result result = two_bins();
  result.bins[1].cross_section = result.bins[1].error = 0;
  result.bands = {
      {.low = 40, .high = 50, .source = "scales", .centre = 200, .minus = 20, .plus = 40},
      {.low = 50, .high = 60, .source = "scales", .centre = 0, .minus = 0, .plus = 0}};
  const std::vector<Plot> plots = figure(result);
  const Series& scales = plots[1].series[0];
  REQUIRE(scales.points.size() == 4);
  CHECK(std::isnan(scales.points[2].second));
  CHECK(plots[1].y_max == Approx(1.24));
}
