#pragma once

#include "physics/lattice/own_propagator.h"
#include "physics/lattice/tabulate.h"

namespace diagc::lattice {

/// An own propagator compiled by Clang and loaded into this process, for τ in (0, β]: the value at every
/// displacement of the lattice, numbered x + L0 (y + L1 z). `calls` is told each displacement (x, y, z)
/// before the function is called there. Throws WrongModel with the compiler's errors at the header's
/// lines. This runs code that others wrote: own_table.h does so in a process of its own.
PropagatorsAt own_evaluation(
    const OwnPropagator& own,
    const std::function<void(const std::array<std::uint32_t, 3>& cell, double tau)>& calls = {});

}  // namespace diagc::lattice
