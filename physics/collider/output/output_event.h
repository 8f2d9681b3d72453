// An event as files have it.
#pragma once

#include <cstdint>
#include <vector>

namespace diagc::collider {

/// Numbers of the Particle Data Group.
inline constexpr int proton_id = 2212, gluon_id = 21;

struct OutputParton {
  int id = gluon_id;
  /// Lines of the colour flow, from 501 on; 0: none. Of what it is, not of what would go out in its place: a line that comes in as colour goes
  /// out as colour, or comes in as the other parton's anticolour.
  unsigned colour = 0, anticolour = 0;
  double e = 0, x = 0, y = 0, z = 0;  ///< GeV; massless
};

struct OutputEvent {
  std::uint64_t number = 0;  ///< place in the file, from 0
  /// What it was picked with: 1, or more above the maximum, of unweighted events; pb of weighted ones.
  double weight = 0;
  double x1 = 0, x2 = 0;
  double scale = 0;  ///< GeV
  double alpha_s = 0;
  double xf1 = 0, xf2 = 0;            ///< x f(x, scale) of the incoming partons
  std::vector<OutputParton> partons;  ///< both incoming ones, that along +z first, then the jets
  std::vector<double> ratios;         ///< of the weights of all variations to its own
};

}  // namespace diagc::collider
