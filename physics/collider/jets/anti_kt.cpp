#include "physics/collider/jets/anti_kt.h"

#include <cmath>
#include <stdexcept>
#include <vector>

#ifdef DIAGC_FASTJET
#include <mutex>

#include <fastjet/ClusterSequence.hh>
#endif

namespace diagc::collider {

#ifdef DIAGC_FASTJET

bool has_fastjet() { return true; }

unsigned count_anti_kt_jets(std::span<const PartonMomentum> partons, double radius, double pt,
                            double eta) {
  std::vector<fastjet::PseudoJet> particles;
  for (const PartonMomentum& p : partons) particles.emplace_back(p.x, p.y, p.z, p.e);
  const fastjet::JetDefinition algorithm(fastjet::antikt_algorithm, radius);
  // Its first call fills what all later ones read.
  static std::once_flag first;
  std::call_once(first, [&] {
    fastjet::ClusterSequence::set_fastjet_banner_stream(nullptr);
    fastjet::ClusterSequence(particles, algorithm);
  });
  const fastjet::ClusterSequence sequence(particles, algorithm);
  unsigned count = 0;
  for (const fastjet::PseudoJet& jet : sequence.inclusive_jets(pt))
    if (std::abs(jet.eta()) < eta) ++count;
  return count;
}

#else

bool has_fastjet() { return false; }

unsigned count_anti_kt_jets(std::span<const PartonMomentum>, double, double, double) {
  throw std::logic_error("built without FastJet");
}

#endif

}  // namespace diagc::collider
