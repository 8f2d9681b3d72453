#include "physics/collider/generator/job_ranges.h"

#include <algorithm>

namespace diagc::collider {

double least_dr(const CutSet& cuts) { return std::max(cuts.dr, cuts.radius); }

Cuts widest_cuts(const Job& job) {
  const CutSet& first = job.cuts.front();
  Cuts widest{first.pt, first.eta, least_dr(first)};
  for (const CutSet& cuts : job.cuts) {
    widest.pt = std::min(widest.pt, cuts.pt);
    widest.eta = std::max(widest.eta, cuts.eta);
    widest.dr = std::min(widest.dr, least_dr(cuts));
  }
  return widest;
}

double most_dr(const Job& job) {
  double most = 0;
  for (const CutSet& cuts : job.cuts) most = std::max(most, least_dr(cuts));
  return most;
}

double least_mass(const Job& job) { return job.process.jets * widest_cuts(job).pt; }

double least_x(const Job& job) {
  const double part = least_mass(job) / job.energy;
  return part * part;
}

ScaleRange scale_range(const Job& job) {
  const double fixed = job.couplings.scale;
  if (fixed > 0) return {fixed, fixed};
  return {job.couplings.scale_factor * least_mass(job), job.couplings.scale_factor * job.energy};
}

}  // namespace diagc::collider
