// What an output with two ends gives to each measured component.
#pragma once

#include <complex>
#include <cstdint>
#include <span>
#include <vector>

#include "physics/lattice/space.h"
#include "physics/series/sampling/points/point_form.h"

namespace diagc::series {

class EndPhases {
 public:
  EndPhases(const PointMeasure& measure, const lattice::Space& space, double beta);

  /// e^(−ikr) of a displacement r; 1 where both ends are on one site.
  std::complex<double> of(std::uint32_t displacement) const {
    return phase_.empty() ? 1 : phase_[displacement];
  }

  /// Adds f times the factor of every component: of ends whose displacement is r and whose time difference is `turn` · β, 0 ≤ turn < 1,
  /// or β less than that where it is `earlier`. `same`: both ends are one point.
  void add(double f, std::uint32_t displacement, double turn, bool earlier, bool same,
           std::span<double> components) const;

 private:
  const PointMeasure& measure_;
  std::vector<std::complex<double>> phase_;  ///< [displacement]; empty: both ends are on one site
  std::vector<int> steps_;         ///< [frequency]: less the number of the one before, or 0
  std::vector<double> per_width_;  ///< [bin]: 1 over its width in time
};

}  // namespace diagc::series
