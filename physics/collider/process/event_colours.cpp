#include "physics/collider/process/event_colours.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace diagc::collider {

namespace {

/// Places of partons in the order of a ring: 0 and 1 are the incoming ones, then jets.
using Ring = std::vector<unsigned>;

Ring ring_of(const Ordering& ordering, unsigned jets) {
  Ring ring{0};
  for (unsigned j = 0; j < ordering.before; ++j) ring.push_back(2 + j);
  ring.push_back(1);
  for (unsigned j = jets; j-- > ordering.before;) ring.push_back(2 + j);
  return ring;
}

/// Whether every quark is followed by the antiquark of its line, whatever flavours are.
bool is_flow(const Ring& ring, const std::vector<Leg>& legs) {
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Leg own = legs[ring[i]], next = legs[ring[(i + 1) % ring.size()]];
    if (own == Leg::quark && next != Leg::antiquark) return false;
    if (own == Leg::other_quark && next != Leg::other_antiquark) return false;
  }
  return true;
}

double product(const Ring& ring, std::span<const double> invariants) {
  const std::size_t n = ring.size();
  double all = 1;
  for (std::size_t i = 0; i < n; ++i) all /= invariants[ring[i] * n + ring[(i + 1) % n]];
  return all;
}

Ring drawn_ring(const std::vector<Leg>& legs, std::span<const double> invariants, double random) {
  Ring ring(legs.size());
  std::iota(ring.begin(), ring.end(), 0U);
  std::vector<Ring> rings;
  std::vector<double> sums{0};
  do {
    if (!is_flow(ring, legs)) continue;
    rings.push_back(ring);
    sums.push_back(sums.back() + product(ring, invariants));
  } while (std::next_permutation(ring.begin() + 1, ring.end()));
  if (rings.empty()) throw std::logic_error("partons without a flow of colours");
  const auto above = std::upper_bound(sums.begin() + 1, sums.end(), random * sums.back());
  const auto at = std::min<std::size_t>(above - sums.begin() - 1, rings.size() - 1);
  return rings[at];
}

}  // namespace

LineFlavours drawn_flavours(const PartonChannel& channel, const PartonDensity& density, double x1,
                            double x2, double q, double random) {
  const auto xf = [&](int number, double x) {
    return density.xf(number == 21 ? gluon : number, x, q);
  };
  std::vector<double> sums{0};
  for (const LineFlavours& flavours : channel.flavours) {
    const std::vector<int> numbers = parton_numbers(channel, channel.orderings.front(), flavours);
    sums.push_back(sums.back() + std::max(xf(numbers[0], x1) * xf(numbers[1], x2), 0.0));
  }
  const auto above = std::upper_bound(sums.begin() + 1, sums.end(), random * sums.back());
  const auto at = std::min<std::size_t>(above - sums.begin() - 1, channel.flavours.size() - 1);
  return channel.flavours[at];
}

std::vector<ParticleColours> colour_flow(const PartonChannel& channel, const Ordering& ordering,
                                         const LineFlavours& flavours,
                                         std::span<const double> invariants, double random) {
  const auto jets = static_cast<unsigned>(channel.legs.size() - 2);
  std::vector<Leg> legs{channel.legs.back(), channel.legs[ordering.second]};
  for (unsigned j = 0; j < jets; ++j) legs.push_back(channel.legs[ordering.jets[j]]);
  Ring ring = ring_of(ordering, jets);
  if (!is_flow(ring, legs)) std::reverse(ring.begin() + 1, ring.end());
  if (!is_flow(ring, legs)) ring = drawn_ring(legs, invariants, random);
  const std::vector<int> numbers = parton_numbers(channel, ordering, flavours);
  std::vector<ParticleColours> result(ring.size());
  const auto count = static_cast<unsigned>(ring.size());
  for (unsigned i = 0; i < count; ++i) {
    // Outgoing, the one before in the ring shares the colour of its anticolour; antiparticles of a channel turn that around.
    const unsigned at = ring[i];
    const Leg leg = legs[at];
    ParticleColours& own = result[at];
    const bool is_antiquark = leg == Leg::antiquark || leg == Leg::other_antiquark,
               is_quark = leg == Leg::quark || leg == Leg::other_quark;
    if (!is_antiquark) own.colour = 1 + (i + count - 1) % count;
    if (!is_quark) own.anticolour = 1 + i;
    const bool is_incoming = at < 2;
    if ((flavours.line < 0) != is_incoming) std::swap(own.colour, own.anticolour);
  }
  return result;
}

}  // namespace diagc::collider
