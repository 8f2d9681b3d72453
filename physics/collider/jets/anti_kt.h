// Jets by the anti-k_t algorithm (M. Cacciari, G. P. Salam and G. Soyez, JHEP 0804, 063 (2008)), found by FastJet (Eur. Phys. J. C 72, 1896
// (2012)) with the recombination of momenta (E scheme).
//
// Of massless partons at leading order there are as many jets as partons where all are farther apart than the radius, in ΔR: of two that are nearer
// the harder one has d_ij = ΔR² / (R² pT²) below its own 1 / pT², so that one of them merges before either becomes a jet.
#pragma once

#include <span>

namespace diagc::collider {

/// Of a massless parton, GeV.
struct PartonMomentum {
  double x, y, z, e;
};

/// Whether diagc was built with FastJet.
bool has_fastjet();

/// Jets of transverse momentum above pt (GeV) and |η| below eta. May be called from many threads. Throws std::logic_error without FastJet.
unsigned count_anti_kt_jets(std::span<const PartonMomentum> partons, double radius, double pt,
                            double eta);

}  // namespace diagc::collider
