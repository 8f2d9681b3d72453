// The rules of a theory at two times as one array graph whose numbers are functions of two points of a contour.
#pragma once

#include <string>
#include <vector>

#include "compiler/arrays/lower.h"
#include "compiler/arrays/two_time_plan.h"
#include "compiler/rules/rules.h"

namespace diagc {

/// Outputs of rules, expanded and lowered together.
struct LoweredRules {
  ArrayExpansion expansion;
  arrays::Lowered lowered;
};

/// What an input of lowered rules stands for.
struct ContourInput {
  enum class Kind { green, density, solution, vertex };
  Kind kind = Kind::green;
  bool exchanged = false;
  std::size_t number = 0;   ///< of its declaration among those of its kind
  std::size_t element = 0;  ///< by static indices, the last one fastest
};
ContourInput contour_input(const rules::Rules& rules, const LoweredRules& part, std::size_t input);

/// The graph of the self-energy with the elements of the green and the vertices as inputs, and solutions of equations in the places of what a `solve`
/// declares. `part`: of `self` and every `solve`. Throws InputError where two of these refer to each other.
struct TheoryGraph {
  arrays::ArrayGraph graph;
  arrays::TwoTimeInputs inputs;
};
TheoryGraph theory_graph(const rules::Rules& rules, const LoweredRules& part, std::size_t bands);

}  // namespace diagc
