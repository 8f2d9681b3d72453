// The text of steps as C++ of the host, for any number of jets. For sources of this room and for tests.
#pragma once

#include <bit>
#include <cstddef>

#include "physics/collider/phase_space/antenna_tables.h"
#include "physics/collider/phase_space/event.h"
#include "physics/collider/phase_space/formulas.h"
#include "physics/collider/step_memory.h"

namespace diagc::collider::host {

#include "physics/collider/step/host_lanes.h"

#include "physics/collider/step/functions.inc"

typedef double Real;
typedef std::size_t Size;
typedef double Vec;
LANE_FUNCTION Vec narrow(Number x) { return x; }
LANE_FUNCTION void store(Real* row, Vec x) { *row = x; }

#undef LANE_FUNCTION
#define LANE_FUNCTION static inline

template <unsigned jet_count>
struct Text {
  static constexpr unsigned jets = jet_count, rambo_call = collider::rambo_call(jets),
                            ordering_block = collider::ordering_block, root_terms = 13,
                            all_root_terms = 13;
  static constexpr double flat_volume = collider::flat_volume(jets), picobarn = collider::picobarn,
                          antenna_volume = transverse_volume(jets),
                          antenna_factor = collider::antenna_factor(jets);

// Loops are unrolled by a pragma that compilers of kernels know.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#include "runs/step/text/philox.inc"

#include "physics/collider/step/event.inc"

#include "physics/collider/step/rambo.inc"

#include "physics/collider/step/antenna.inc"

#include "physics/collider/step/cuts.inc"

#include "physics/collider/step/densities.inc"

#include "physics/collider/step/partons.inc"
#pragma GCC diagnostic pop
};

#undef LANE_FUNCTION
#undef LANE_TABLE

}  // namespace diagc::collider::host
