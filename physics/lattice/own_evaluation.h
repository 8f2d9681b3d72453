#pragma once

#include "physics/lattice/own_propagator.h"
#include "physics/lattice/tabulate.h"

namespace diagc::integrate {

// An own propagator on this machine, for τ in (0, β]: the value at every displacement of the lattice,
// numbered x + L0 (y + L1 z). By the processor where Clang is there, else by the first device. Throws
// WrongModel with the compiler's errors at the header's lines, or where there is neither.
PropagatorsAt own_evaluation(const OwnPropagator& own);

// Either way alone; toolchain::Unavailable and cuda::Unavailable where it is not there.
PropagatorsAt own_on_processor(const OwnPropagator& own);
PropagatorsAt own_on_gpu(const OwnPropagator& own);

}  // namespace diagc::integrate
