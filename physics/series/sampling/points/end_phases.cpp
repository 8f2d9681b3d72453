#include "physics/series/sampling/points/end_phases.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "physics/series/sampling/points/half_turns.h"

namespace diagc::series {

using std::numbers::pi;

EndPhases::EndPhases(const PointMeasure& measure, const lattice::Space& space, double beta)
    : measure_(measure) {
  for (std::size_t bin = 1; bin < measure.edges.size(); ++bin)
    per_width_.push_back(1 / (beta * (measure.edges[bin] - measure.edges[bin - 1])));
  for (std::size_t j = 0; j < measure.frequencies.size(); ++j)
    steps_.push_back(measure.frequencies[j] - (j > 0 ? measure.frequencies[j - 1] : 0));
  if (measure.local) return;
  const std::uint32_t l0 = space.extents[0], l1 = space.extents[1];
  for (std::uint32_t d = 0; d < space.row_of.size(); ++d) {
    const std::uint32_t cell = d % space.cells();
    const double cells[] = {double(cell % l0), double(cell / l0 % l1), double(cell / l0 / l1)};
    double turns = 0;
    for (std::size_t axis = 0; axis < measure.momentum.size(); ++axis)
      turns += measure.momentum[axis] * cells[axis];
    phase_.push_back(std::polar(1.0, -2 * pi * turns));
  }
}

void EndPhases::add(double f, std::uint32_t displacement, double turn, bool earlier, bool same,
                    std::span<double> components) const {
  if (f == 0) return;
  if (measure_.at == PointMeasure::At::nothing) {
    components[0] += f;
    return;
  }
  const std::complex<double> factor = (earlier && measure_.fermion ? -f : f) * of(displacement);
  if (measure_.at == PointMeasure::At::tau) {
    if (same) {
      components[0] += factor.real();
      return;
    }
    const auto bin = std::upper_bound(measure_.edges.begin(), measure_.edges.end(), turn) -
                     measure_.edges.begin();
    if (bin > 0 && bin < std::ssize(measure_.edges))
      components[static_cast<std::size_t>(bin)] +=
          factor.real() * per_width_[static_cast<std::size_t>(bin) - 1];
    return;
  }
  // Every frequency is a power of one step from the one before it.
  const std::complex<double> half = half_turn(turn), step = times(half, half);
  std::complex<double> value = measure_.fermion ? times(factor, half) : factor;
  for (std::size_t j = 0; j < steps_.size(); ++j) {
    if (steps_[j] != 0) value = times(value, steps_[j] == 1 ? step : unit_power(step, steps_[j]));
    components[2 * j] += value.real();
    components[2 * j + 1] += value.imag();
  }
}

}  // namespace diagc::series
