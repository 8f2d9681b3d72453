// Plots as files.
#pragma once

#include <string>
#include <vector>

#include "runs/report/plot.h"

namespace diagc::runs::plot {

/// Throws std::runtime_error unless the path ends in .svg, .png or .pdf: "found the ending …, expected …".
void check_picture_path(const std::string& path);

/// Why a picture with this ending cannot be drawn on this machine: the library that it takes does not open. Empty: it can.
std::string why_not_drawn(const std::string& path);

/// The bytes of a picture of plots below each other, of the kind that the path's ending names. PNG and PDF take libdiagc_cairo.so; without it, and with
/// other endings, throws std::runtime_error.
std::string picture(const std::vector<Plot>& plots, const std::string& path);
/// The same of a drawing.
std::string picture(const Drawing& drawing, const std::string& path);

/// What is drawn, one line for each point: number of the plot, label, x, y, low, high, of all plots together.
std::string to_csv(const std::vector<Plot>& plots);

/// Where the numbers of a picture stand: beside it, with the ending .csv.
std::string csv_path(const std::string& picture_path);

}  // namespace diagc::runs::plot
