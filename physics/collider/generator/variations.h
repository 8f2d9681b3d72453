// Further weights of every event: other scales, other members of a set of parton densities.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "physics/collider/job/job.h"
#include "physics/collider/pdf/density.h"

namespace diagc::collider {

/// An event's weight times (f f α_s^m)(varied) / (f f α_s^m).
struct Variation {
  std::string name;                               ///< "muR0.5_muF1", "member_12"
  double renormalisation = 1, factorisation = 1;  ///< factors of the scale
  int member = 0;                                 ///< of the densities
  std::shared_ptr<const PartonDensity> density;   ///< null: that of the run
};

/// Those of a job: scales first, then members as the job lists them. Throws GridError where the set has no such member, or its file is wrong.
std::vector<Variation> read_variations(const Job& job);

}  // namespace diagc::collider
