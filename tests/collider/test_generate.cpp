// Runs of the generator through the library: errors are what they say.
#include <catch2/catch.hpp>

#include <cmath>

#include "tests/collider/generated.h"
#include "tests/collider/random_words.h"

using namespace diagc;
using namespace diagc::collider;

namespace {

std::string job_text(const std::string& process, unsigned seed) {
  return "[process]\njets = 2\n" + process +
         "[couplings]\nscale = 91.188\n[run]\nevents = 1\nseed = " + std::to_string(seed) +
         "\n[[histogram]]\nobservable = \"HT\"\nbins = 4\nrange = [40, 120]\n";
}

/// Values of runs that differ by their seeds, and the errors that they state.
struct Values {
  std::vector<double> values, errors;
  void add(double value, double error) {
    values.push_back(value);
    errors.push_back(error);
  }
  /// Root of the mean square of deviations over errors: 1, with a standard deviation of 0.07 for a hundred seeds, 0.11 for forty.
  double pulls() const {
    double mean = 0, square = 0;
    for (const double value : values) mean += value / static_cast<double>(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
      square += std::pow((values[i] - mean) / errors[i], 2);
    return std::sqrt(square / static_cast<double>(values.size() - 1));
  }
};

}  // namespace

TEST_CASE("errors of events over a hundred seeds are what they say", "[pulls]") {
  const unsigned first = test_seed() % 100'000;
  INFO("DIAGC_TEST_SEED=" << first);
  const std::shared_ptr<const PartonDensity> density = read_density("analytic");
  const auto coupling = running_coupling({});
  Values sums, bins;
  for (unsigned i = 0; i < 100; ++i) {
    const Result result = generated(job_text("", first + i), density, coupling);
    REQUIRE(result.trustworthy);
    sums.add(result.cross_section, result.error);
    bins.add(result.bins.at(3).cross_section, result.bins.at(3).error);
  }
  // Strata make true errors somewhat smaller than those of independent events.
  CHECK(sums.pulls() > 0.65);
  CHECK(sums.pulls() < 1.25);
  CHECK(bins.pulls() > 0.75);
  CHECK(bins.pulls() < 1.25);
}

TEST_CASE("errors of several channels together are what they say", "[pulls]") {
  const unsigned first = test_seed() % 100'000;
  INFO("DIAGC_TEST_SEED=" << first);
  const std::shared_ptr<const PartonDensity> density = read_density("analytic");
  const auto coupling = running_coupling({});
  Values sums, bins, of_one;
  for (unsigned i = 0; i < 40; ++i) {
    const Result result =
        generated(job_text("partons = \"qcd\"\ncolour = \"full\"\nflavours = 1\n", first + i),
                  density, coupling);
    REQUIRE(result.trustworthy);
    REQUIRE(result.channels.size() == 6);
    sums.add(result.cross_section, result.error);
    bins.add(result.bins.at(3).cross_section, result.bins.at(3).error);
    of_one.add(result.channels.at(2).cross_section, result.channels.at(2).error);
  }
  for (const Values* values : {&sums, &bins, &of_one}) {
    CHECK(values->pulls() > 0.6);
    CHECK(values->pulls() < 1.45);
  }
}
