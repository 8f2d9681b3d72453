// Curves and points on one pair of axes, as SVG.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace diagc::plot {

struct Series {
  std::string label;
  std::string colour;
  std::vector<std::pair<double, double>> points;
  enum class Style { line, dashed, dots } style = Style::line;
};

struct Plot {
  std::string title, subtitle, x_label, y_label;
  double x_min = 0, x_max = 1, y_min = 0, y_max = 1;
  std::vector<Series> series;
};

/// Points outside the axes are clipped.
std::string to_svg(const Plot& plot);

}  // namespace diagc::plot
