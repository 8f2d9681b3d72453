// Where the parts of a diagram are drawn.
#pragma once

#include <vector>

#include "compiler/theory/enumerate.h"
#include "runs/report/drawing.h"

namespace diagc {

/// What is drawn as a dot: a point with all that its vertex has there, or a slot of a vertex that has several at one point, so that it can be seen which
/// line goes on where.
struct Dot {
  std::size_t vertex = 0;  ///< of the diagram
  std::size_t point = 0;
  std::size_t leg = 0;
  int slot = -1;  ///< -1: all
  bool operator==(const Dot&) const = default;
};

struct DiagramLayout {
  std::vector<Dot> dots;
  std::vector<runs::plot::Point> places;  ///< of the dots, lengths of lines about 1
  struct Wire {
    std::size_t line;      ///< of the diagram
    std::size_t from, to;  ///< dots; behind the last: outside, where a propagator is cut off
    double bend =
        0;  ///< how far its middle stands aside, to the left of its way; loops at one dot: their height
  };
  std::vector<Wire> wires;
  /// Between dots of one vertex.
  struct Joint {
    std::size_t from, to;
    double bend = 0;
  };
  std::vector<Joint> joints;
};

DiagramLayout layout(const theory::Diagram& diagram, const theory::Model& model);

}  // namespace diagc
