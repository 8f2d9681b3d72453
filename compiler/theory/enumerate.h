// The diagrams of an order one by one, for people to look at: what the derived rules sum, with weights, as lists of lines.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "compiler/theory/diagrams.h"

namespace diagc::theory {

/// Diagrams that differ by the numbering of vertices, by exchanges of points or of equal legs are one.
struct Diagram {
  struct Vertex {
    std::string name;        ///< of the set; empty: an external point
    std::int64_t label = 0;  ///< of an external point its index
    std::size_t species = 0;
  };
  /// An end of a line: at a leg of a vertex, or outside, where a propagator is cut off.
  struct End {
    static constexpr std::size_t outside = static_cast<std::size_t>(-1);
    std::size_t vertex = outside;  ///< into `vertices`
    std::size_t leg = 0;           ///< class of the leg
    int slot = 0;                  ///< which of the class
    bool goes_out = false;         ///< of a slot: the line leaves it here
    std::int64_t index = 0;        ///< of the point
    bool operator==(const End&) const = default;
  };
  struct Line {
    std::size_t field = 0;
    End from, to;
  };
  std::vector<Vertex> vertices;  ///< inner ones first
  std::size_t inner = 0;
  std::vector<Line> lines;
  Number weight = 1;                   ///< coefficients, symmetry factor and sign
  std::map<std::string, int> factors;  ///< what closed loops give, to which power: N²
};

/// Values of the statics.
using Statics = std::map<std::string, std::int64_t>;

/// All diagrams of one `connected(…)` or its like. Throws InputError where there are more than `most`, or where an index or a range is no sum of
/// integers times statics.
std::vector<Diagram> enumerate(const Model& model, const Request& request, const Statics& statics,
                               std::size_t most, const Source& source);

/// Whether a diagram belongs to what the request keeps.
bool is_kept(const Diagram& diagram, const Request& request);

/// A text that diagrams share if and only if they are one.
std::string canonical_text(const Diagram& diagram, const Model& model);

}  // namespace diagc::theory
