// Factors of measured components against their definition.
#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <random>

#include "physics/series/sampling/points/end_phases.h"
#include "physics/series/sampling/points/half_turns.h"
#include "tests/test_seed.h"

using namespace diagc;
using namespace diagc::series;

namespace {

/// e^(iπx), by the mathematical library in a wider format.
std::complex<double> direct(long double x) {
  const long double angle = std::numbers::pi_v<long double> * x;
  return {static_cast<double>(std::cos(angle)), static_cast<double>(std::sin(angle))};
}

}  // namespace

TEST_CASE("half turns are those of the mathematical library") {
  std::mt19937_64 random(test_seed());
  std::uniform_real_distribution<double> uniform;
  double largest = 0;
  for (int k = 0; k < 200000; ++k) {
    // Also where the nearest point of the table changes, and at both ends.
    const double x = k < 2049 ? k / 2048.0 : uniform(random);
    largest = std::max(largest, std::abs(half_turn(x) - direct(x)));
  }
  CAPTURE(largest);
  CHECK(largest < 4e-16);
  for (const int exponent : {0, 1, 2, 3, 7, -1, -6, 1000}) {
    CAPTURE(exponent);
    const double bound = 4e-16 * (1 + std::abs(exponent));
    CHECK(std::abs(unit_power(half_turn(0.3), exponent) - direct(0.3L * exponent)) < bound);
  }
}

TEST_CASE("frequencies get e^(iωτ), whatever lies between them") {
  const lattice::Space one_site{};
  std::mt19937_64 random(test_seed());
  std::uniform_real_distribution<double> uniform;
  for (const bool fermion : {true, false}) {
    PointMeasure measure;
    measure.at = PointMeasure::At::iw;
    measure.fermion = fermion;
    measure.frequencies = {-5, -1, 0, 1, 2, 7, 100, 101, 1000};
    const EndPhases phases(measure, one_site, 2.0);
    for (int k = 0; k < 1000; ++k) {
      const double turn = k == 0 ? 0 : uniform(random), f = uniform(random) - 0.5;
      const bool earlier = random() % 2 == 0;
      std::vector<double> components(2 * measure.frequencies.size());
      phases.add(f, 0, turn, earlier, false, components);
      for (std::size_t j = 0; j < measure.frequencies.size(); ++j) {
        const int half_turns = 2 * measure.frequencies[j] + (fermion ? 1 : 0);
        const std::complex<double> wanted =
            (earlier && fermion ? -f : f) * direct(static_cast<long double>(turn) * half_turns);
        // Roundings add up from 0 to the first frequency and on.
        const int way = 2 * (2 * std::abs(measure.frequencies[0]) + measure.frequencies[j]);
        CAPTURE(fermion, turn, measure.frequencies[j]);
        CHECK(std::abs(std::complex(components[2 * j], components[2 * j + 1]) - wanted) <
              4e-16 * (3 + way));
      }
    }
  }
}
