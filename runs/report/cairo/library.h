// The shared library that holds all use of cairo. It is opened when the first PNG or PDF is drawn: machines without it have SVG.
#pragma once

#include <string>

#include "runs/report/drawing.h"

namespace diagc::runs::plot {

struct CairoLibrary {
  /// The bytes of a file. A pixel of the drawing is 1/120 inch, and two of the PNG's.
  std::string (*to_png)(const Drawing& drawing);
  std::string (*to_pdf)(const Drawing& drawing);
};

}  // namespace diagc::runs::plot

/// Both sides are of one build; the name changes with CairoLibrary or Drawing.
extern "C" __attribute__((visibility("default"))) const diagc::runs::plot::CairoLibrary*
diagc_cairo_v1();
