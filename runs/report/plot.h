// Curves, points and bands on axes, as SVG.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace diagc::plot {

struct Series {
  std::string label;   ///< in the legend; empty: not there
  std::string colour;  ///< "#rrggbb"
  std::vector<std::pair<double, double>> points;
  enum class Style { line, dashed, dots, full_dots } style = Style::line;
  /// One a point, or empty: drawn as bars at dots, as a band around lines. Lower and upper bound as values of y.
  std::vector<std::pair<double, double>> bounds = {};
};

struct Plot {
  std::string title, subtitle, x_label, y_label;
  double x_min = 0, x_max = 1, y_min = 0, y_max = 1;
  std::vector<Series> series;
  bool logarithmic = false;  ///< the y axis; values of y that are not positive are left out
  bool integer_x = false;    ///< ticks at integers only
};

/// Points outside the axes are clipped; a curve has gaps where values are not finite.
std::string to_svg(const Plot& plot);
/// Below each other.
std::string to_svg(const std::vector<Plot>& plots);

}  // namespace diagc::plot
