#pragma once

#include "physics/lattice/own_propagator.h"
#include "physics/lattice/tabulate.h"

namespace diagc::lattice {

/// Told each displacement (x, y, z) before a function is called there.
using OwnCall = std::function<void(const std::array<std::uint32_t, 3>& cell, double tau)>;

/// g0 and, where OwnPropagator::derivative says that there is one, g0_mu; else that one is empty.
struct OwnEvaluation {
  PropagatorsAt g0, g0_mu;
};

/// An own propagator compiled by Clang and loaded into this process, for τ in (0, β]: the values at every
/// displacement of the lattice, numbered x + L0 (y + L1 z). Throws WrongModel with the compiler's errors at the
/// header's lines. This runs code that others wrote: own_table.h does so in a process of its own.
OwnEvaluation own_evaluation(const OwnPropagator& own, const OwnCall& calls = {});

}  // namespace diagc::lattice
