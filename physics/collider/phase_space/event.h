// Events on the host, made by the text of steps (step/event.inc, rambo.inc, antenna.inc): the same numbers as steps make on processors.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "physics/collider/phase_space/formulas.h"
#include "physics/collider/step_memory.h"

namespace diagc::collider {

/// Members that share an ordering at a step; a multiple of every processor's lanes.
inline constexpr unsigned ordering_block = 256;

/// Number of the random numbers of τ and Y: behind those of jets and of polarisations.
constexpr unsigned rambo_call(unsigned jets) { return jets + (jets + 2 + 1 + 3) / 4; }
/// What events are picked by: word 0 in a step, word 1 among those of all channels, word 2 its flavours, word 3 its colours.
constexpr unsigned pick_call(unsigned jets) { return rambo_call(jets) + 1; }
/// Calls of an event, from EventTables::use on.
constexpr unsigned random_calls(unsigned jets) { return pick_call(jets) + 1; }
/// Uniform in [0, 1): a word of pick_call.
double pick_number(const EventTables& tables, unsigned jets, std::uint32_t member,
                   std::uint64_t step, unsigned word);
/// Of each jet but one, 1/2π of its azimuth; and the mean over the jets that may take the recoil.
constexpr double antenna_factor(unsigned jets) {
  return power(2 * std::numbers::pi, 1 - static_cast<int>(jets)) / jets;
}

enum class Sampler { rambo, antenna };

/// Jets 0, 1, … of the arrays; GeV. Jet j has p = (E, pT cos φ, pT sin φ, p_z), up = E + p_z, down = E − p_z.
struct HostEvent {
  unsigned jets = 0;
  double x1 = 0, x2 = 0;
  double weight = 0;  ///< as formulas.h has it; 0: outside of what can be
  std::array<double, most_jets> pt{}, y{}, cosine{}, sine{}, up{}, down{};
};

/// `before`: jets between partons 1 and 2 of the ordering; RAMBO takes no notice. Throws std::invalid_argument for jets beyond 2 … 10.
HostEvent draw_event(Sampler sampler, unsigned jets, const EventTables& tables,
                     std::uint32_t member, std::uint64_t step, unsigned before);

bool passes(const HostEvent& event, const Cuts& cuts);

/// Momenta and polarisations, all outgoing, four numbers (E, x, y, z) for each place of the ordering; momenta times `factor`.
struct HostPartons {
  std::vector<double> p, e;
};
HostPartons partons(const HostEvent& event, const EventTables& tables, std::uint32_t member,
                    std::uint64_t step, unsigned before, double factor = 1);

/// Of the orderings of gluons, which differ by the number of jets 0 … m between partons 1 and 2: k and m − k mirror each other.
std::vector<unsigned> gluon_mirrors(unsigned jets);

/// Orderings in a list of `length`, each with a number of entries near its share, at least one, well mixed.
class OrderingList {
 public:
  /// `alike`: for each ordering a number below their count, equal where orderings are equally large by symmetry. `shares`: one for each.
  OrderingList(std::vector<unsigned> alike, unsigned length, std::vector<double> shares = {});
  OrderingTable table() const;
  std::span<const unsigned> alike() const { return alike_; }
  /// How many entries each ordering has: shares that make the same list.
  std::vector<double> shares() const;

 private:
  std::vector<unsigned> alike_, orderings_;
  std::vector<double> inverse_share_;
};

}  // namespace diagc::collider
