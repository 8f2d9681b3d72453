#pragma once

#include <string>

#include "runs/report/drawing.h"

namespace diagc::runs::plot {

/// The drawing as the text of an SVG file.
std::string to_svg(const Drawing& drawing);

}  // namespace diagc::runs::plot
