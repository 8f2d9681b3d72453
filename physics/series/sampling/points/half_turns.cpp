#include "physics/series/sampling/points/half_turns.h"

#include <cmath>
#include <cstdlib>

namespace diagc::series {

namespace {

std::array<std::complex<double>, half_turn_parts + 1> rounded_points() {
  std::array<std::complex<double>, half_turn_parts + 1> points;
  for (int k = 0; k <= half_turn_parts; ++k) {
    const long double angle = std::numbers::pi_v<long double> * k / half_turn_parts;
    points[static_cast<std::size_t>(k)] = {static_cast<double>(std::cos(angle)),
                                           static_cast<double>(std::sin(angle))};
  }
  return points;
}

}  // namespace

const std::array<std::complex<double>, half_turn_parts + 1> half_turn_points = rounded_points();

std::complex<double> unit_power(std::complex<double> z, int exponent) {
  if (exponent < 0) z = std::conj(z);
  std::complex<double> result = 1;
  for (int left = std::abs(exponent); left > 0; left /= 2) {
    if (left % 2 == 1) result = times(result, z);
    z = times(z, z);
  }
  return result;
}

}  // namespace diagc::series
