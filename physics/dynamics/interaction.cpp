#include "physics/dynamics/interaction.h"

#include <stdexcept>
#include <utility>

namespace diagc::dynamics {

DeviceTheory Interaction::device_theory() const {
  throw std::runtime_error("found a self-energy in C++, expected that of a rule file");
}

void self_energy_between(const Interaction& interaction, std::span<const double> vertices,
                         const PairValues& values, const PairValues& exchanged) {
  for (std::size_t a = 0; a < exchanged.bands; ++a) {
    for (std::size_t b = a; b < exchanged.bands; ++b) {
      Complex* const one = exchanged.at(a, b, 0);
      Complex* const other = exchanged.at(b, a, 0);
      for (std::size_t at = 0; at < exchanged.pairs * exchanged.distance; ++at) {
        const Complex left = one[at], right = other[at];
        one[at] = -std::conj(right);
        other[at] = -std::conj(left);
      }
    }
  }
  interaction.self_energy(vertices, values, exchanged);
}

}  // namespace diagc::dynamics
