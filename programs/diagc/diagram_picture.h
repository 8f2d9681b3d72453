// Diagrams as a picture: a grid of drawings with their weights.
#pragma once

#include <string>
#include <vector>

#include "compiler/theory/enumerate.h"
#include "runs/report/drawing.h"

namespace diagc {

struct DiagramGroup {
  std::string title;  ///< of the output
  std::vector<theory::Diagram> diagrams;
};

/// Fermions have arrows, bosons are wavy with an arrow, real fields are plain lines; slots of one vertex are joined by a dashed line. Below each
/// drawing stands its weight, with what closed loops give.
runs::plot::Drawing diagram_picture(const theory::Model& model,
                                    const std::vector<DiagramGroup>& groups);

}  // namespace diagc
