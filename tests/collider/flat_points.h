// Points of RAMBO within cuts, for cross sections that are sums over them of an amplitude alone.
#pragma once

#include <string>
#include <vector>

#include "physics/collider/coupling.h"
#include "physics/collider/phase_space/event.h"

namespace diagc::collider::flat {

inline constexpr double root_s = 1000, scale = 91.188, strong_coupling = 0.13;

class FixedCoupling final : public Coupling {
 public:
  double alpha_s(double) const override { return strong_coupling; }
};

/// Seen with the third axis along either beam.
struct Points {
  double drawn = 0;
  std::vector<double> weight, x1, x2;
  std::vector<double> p;  ///< [point][parton 2, then jets][4], outgoing
};

inline Points points(unsigned jets, const Cuts& cuts, unsigned seed, unsigned count,
                     bool mirrored) {
  EventTables t{};
  t.key[0] = seed;
  t.key[1] = mirrored;
  t.root_s = root_s;
  t.rambo.most = root_s / (jets * cuts.pt);
  Points all;
  all.drawn = count;
  for (unsigned i = 0; i < count; ++i) {
    const HostEvent e = draw_event(Sampler::rambo, jets, t, i, 0, 0);
    if (!passes(e, cuts)) continue;
    const double x1 = mirrored ? e.x2 : e.x1, x2 = mirrored ? e.x1 : e.x2;
    all.weight.push_back(e.weight);
    all.x1.push_back(x1);
    all.x2.push_back(x2);
    const double second = -x2 * root_s / 2;
    all.p.insert(all.p.end(), {second, 0, 0, -second});
    for (unsigned j = 0; j < jets; ++j) {
      const double z = (e.up[j] - e.down[j]) / 2 * (mirrored ? -1 : 1);
      all.p.insert(all.p.end(),
                   {(e.up[j] + e.down[j]) / 2, e.pt[j] * e.cosine[j], e.pt[j] * e.sine[j], z});
    }
  }
  return all;
}

struct Value {
  double value = 0, error = 0;
};

/// A job of all channels with these cuts.
inline std::string job(unsigned jets, double energy, const Cuts& own, const std::string& process,
                       const std::string& run, unsigned seed) {
  const auto number = [](double x) { return std::to_string(x); };
  return "[process]\npartons = \"qcd\"\njets = " + std::to_string(jets) + "\n" + process +
         "[collider]\nenergy = " + number(energy) +
         "\n[couplings]\nscale = 91.188\n[cuts]\npt = " + number(own.pt) +
         "\neta = " + number(own.eta) + "\ndr = " + number(own.dr) +
         "\n[run]\nseed = " + std::to_string(seed % 100'000) + "\n" + run;
}

}  // namespace diagc::collider::flat
