// The energy of a theory from its ln Z: the derivative by beta, as another theory.
#pragma once

#include <string>

#include "compiler/rules/rules.h"

namespace diagc::integrate {

struct EnergyOfTheory {
  SourcePtr
      source;  ///< the theory with the energy's integrand as the output, null where it has none
  std::string
      beta;  ///< the input that it has besides: K[a,b] = beta dG/dbeta + G/2 at fixed beta mu and tau/beta
  std::string refused;  ///< what was expected of the theory
};

/// Of contact interactions: every vertex is one point that four legs of one field hang on, G alone its propagator. Then ln Z is homogeneous of
/// degree 2 in G for each vertex, and -d ln Z/d beta is minus its derivative in the direction K, of which one of beta stands in front
/// (docs/method.md).
EnergyOfTheory energy_of_theory(const rules::Rules& theory, const std::string& output,
                                const std::string& propagator);

}  // namespace diagc::integrate
