#pragma once

#include <string>

#include "runs/report/drawing.h"

namespace diagc::plot {

std::string to_svg(const Drawing& drawing);

}  // namespace diagc::plot
