#pragma once

#include "programs/integrate/model/propagator_table.h"
#include "programs/integrate/model/space.h"

namespace diagc::integrate {

// Sets space.displacements and space.times from the table.
void set_proposals(Space& space, const PropagatorTable& table);

}  // namespace diagc::integrate
