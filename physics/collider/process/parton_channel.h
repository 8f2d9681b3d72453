// Partonic channels of PP → jets: which partons go in and out, the amplitude, and how partons stand around a ring for sampler and colours.
//
//   g g → g …         gluon_light_cone, or gluon_colour_sum
//   one quark line    quark_line, or quark_line_colour_sum:  g g → q q̄ g …,  q g → q g …,  q q̄ → g g …
//   two quark lines   two_quark_lines_colour_sum, two and three jets:  q Q → q Q,  q Q̄ → q Q̄,  q q → q q,  q q̄ → q q̄,  q q̄ → Q Q̄  (each
//                     with a gluon more for three jets),  q g → q Q Q̄,  q g → q q q̄
// q and Q are different flavours; a name stands for all flavours and for the channel of antiparticles, and either beam may give either parton.
//
// σ of a channel is the sum over its orderings of the integral of
//   f f · (4π α_s)^(n−2) · factor · |a|² · (share of the ordering)
// with what its kernel gives:
// – colour "leading": a = amplitude of this ordering with random polarisations of gluons, the share is 1, and `factor` has colours, helicities
//   and averages: gluon_factor, line_factor (phase_space/formulas.h). Orderings that differ by labels of equal gluons cancel 1/k!.
// – colour "full": |a|² is the sum over all colours and helicities; `factor` averages over incoming ones. Orderings are all rings of n partons
//   but those that differ by labels of equal partons, whose number cancels 1/k!. The share is P / Σ P over all rings, P = Π 1 / s_ij of
//   neighbours: a partition of 1 after whose parts the sampler's antennas are made (step weights.inc).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "physics/collider/step_memory.h"

namespace diagc::collider {

/// What a leg of an amplitude is, counted as outgoing.
enum class Leg : unsigned char { gluon, quark, antiquark, other_quark, other_antiquark };

/// Flavours of quark lines, 1 … 5 as the Particle Data Group numbers quarks. Both negative: all charges are conjugated, the leg `quark` is an
/// antiquark, and the leg `antiquark` a quark. 0: there is no such line.
struct LineFlavours {
  int line = 0, other = 0;
};

struct PartonChannel {
  std::string name;     ///< "q g -> q g g"
  std::string part;     ///< where several kernels make one channel: which; else empty
  std::string grammar;  ///< of the kernel
  std::vector<std::pair<std::string, std::string>> statics;
  bool summed = false;              ///< the kernel's output is the sum over colours and helicities
  std::vector<Leg> legs;            ///< of the kernel; the last one is parton 1
  std::vector<Ordering> orderings;  ///< at least one
  std::vector<unsigned> alike;      ///< as OrderingList takes it
  std::vector<LineFlavours> flavours;  ///< at least one; gluons have {0, 0}
  double factor = 1;
};

enum class Colour { leading, full };

struct ProcessOptions {
  bool quarks = false;
  unsigned jets = 4;
  Colour colour = Colour::leading;
  int flavours = 5;  ///< of quarks: d, u, s, c, b
};

/// Jets up to which sums over colours are there.
inline constexpr unsigned most_jets_of_colour_sums = 4, most_jets_of_two_lines = 3;

/// At most so many quark lines are in the channels of qcd.
constexpr unsigned quark_lines(unsigned jets) { return jets <= most_jets_of_two_lines ? 2 : 1; }

std::vector<PartonChannel> parton_channels(const ProcessOptions& options);

/// Numbers of the Particle Data Group of all partons in the order of an ordering's jets: of parton 1, parton 2, jets. Gluons are 21.
std::vector<int> parton_numbers(const PartonChannel& channel, const Ordering& ordering,
                                const LineFlavours& flavours);

}  // namespace diagc::collider
