// Which inputs an output depends on.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/graph/graph.h"

namespace diagc {

/// Of one output scalar; bit r stands for row r of the inputs (at most 64).
struct Dependence {
  /// A NaN in this row shows in the output, whatever was simplified, wherever the output would be finite otherwise.
  std::uint64_t certain = 0;
  /// A NaN in any other row does not show after the passes: no way leads there, or only over a static zero.
  std::uint64_t possible = 0;
};

/// By output scalar of a graph as expanded. A static zero times an input is no dependence; x − x and 0.0 · x are.
std::vector<Dependence> dependences(const Graph& graph);

}  // namespace diagc
