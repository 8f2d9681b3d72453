// What an event of a channel is called in files: flavours of its partons, and a flow of colours to leading order in 1/N (M. L. Mangano and
// S. J. Parke, Phys. Rept. 200, 301, 1991).
#pragma once

#include <span>
#include <vector>

#include "physics/collider/pdf/density.h"
#include "physics/collider/process/parton_channel.h"

namespace diagc::collider {

/// The flavours of an event, drawn in proportion to their densities: x1 and x2 are of partons 1 and 2 (of an ordering that is mirrored the
/// first one comes from the second beam), q is the scale in GeV, `random` uniform in [0, 1).
LineFlavours drawn_flavours(const PartonChannel& channel, const PartonDensity& density, double x1,
                            double x2, double q, double random);

/// Lines of the colour flow, from 1 on; 0: none. Of what the parton is: a line that comes in as colour goes out as colour, or comes in as the
/// anticolour of the other parton.
struct ParticleColours {
  unsigned colour = 0, anticolour = 0;
};

/// Of partons 1, 2 and the jets of an ordering. Neighbours of a ring share a line, but a quark and the antiquark of its line, which follows it. Where
/// the ordering has no such neighbours, which exact sums over colours have in small parts, another ring is drawn, in proportion to Π 1 / s_ij.
/// `invariants`: [n][n] of |s_ij| of partons 1, 2 and the jets; `random` uniform in [0, 1). `flavours` as drawn.
std::vector<ParticleColours> colour_flow(const PartonChannel& channel, const Ordering& ordering,
                                         const LineFlavours& flavours,
                                         std::span<const double> invariants, double random);

}  // namespace diagc::collider
