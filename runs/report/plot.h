// Curves, points and bands on axes. Texts are as runs_of (drawing.h) reads them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "runs/report/drawing.h"

namespace diagc::runs::plot {

struct Series {
  std::string label;   ///< in the legend; empty: not there
  std::string colour;  ///< "#rrggbb"
  std::vector<std::pair<double, double>> points;
  enum class Style { line, dashed, dots, full_dots } style = Style::line;
  /// One a point, or empty: drawn as bars at dots, as a band around lines. Lower and upper bound as values of y.
  std::vector<std::pair<double, double>> bounds = {};
  int shape = 0;  ///< pattern of dashes of a line (0: unbroken), shape of dots; each has its own
  std::string name = "";  ///< in tables of what is drawn, where there is no label
};

struct Plot {
  std::string title, subtitle, x_label, y_label;
  double x_min = 0, x_max = 1, y_min = 0, y_max = 1;
  std::vector<Series> series;
  bool logarithmic = false;  ///< the y axis; values of y that are not positive are left out
  bool integer_x = false;    ///< ticks at integers only
};

/// The colours of Okabe and Ito, which people who are colour blind tell apart; black first, without the yellow.
const std::string& colour(std::size_t place);
constexpr const char* grey = "#7f7f7f";

/// Plots below each other. Curves and bands are clipped at the axes, with gaps where values are not finite; dots outside are left out.
Drawing drawing_of(const std::vector<Plot>& plots);

/// As SVG.
std::string to_svg(const std::vector<Plot>& plots);

}  // namespace diagc::runs::plot
