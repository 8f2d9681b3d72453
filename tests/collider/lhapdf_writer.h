// Grids of LHAPDF6 from any density.
#pragma once

#include <cmath>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace diagc::collider {

using Xf = std::function<double(int flavour, double x, double q)>;

/// `count` knots from a to b, uniform in the logarithm.
inline std::vector<double> log_knots(double a, double b, int count) {
  std::vector<double> knots;
  for (int i = 0; i < count; ++i) knots.push_back(a * std::pow(b / a, i / (count - 1.0)));
  knots.back() = b;
  return knots;
}

/// One .dat file; a subgrid for each of `q`.
inline std::string lhapdf_text(const Xf& xf, const std::vector<double>& x,
                               const std::vector<std::vector<double>>& q) {
  std::string text = "PdfType: central\nFormat: lhagrid1\n---\n";
  for (const std::vector<double>& knots : q) {
    text += fmt::format("{:.17e}\n{:.17e}\n", fmt::join(x, " "), fmt::join(knots, " "));
    text += "-5 -4 -3 -2 -1 1 2 3 4 5 21\n";
    for (const double xi : x) {
      for (const double qi : knots) {
        for (int flavour = -5; flavour <= 5; ++flavour)
          if (flavour != 0) text += fmt::format("{:.17e} ", xf(flavour, xi, qi));
        text += fmt::format("{:.17e}\n", xf(0, xi, qi));
      }
    }
    text += "---\n";
  }
  return text;
}

}  // namespace diagc::collider
