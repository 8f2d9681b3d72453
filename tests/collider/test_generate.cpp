// Runs of the generator through the library: errors are what they say.
#include <catch2/catch.hpp>

#include <cmath>

#include "tests/collider/generated.h"
#include "tests/collider/random_words.h"

using namespace diagc;
using namespace diagc::collider;

TEST_CASE("errors of events over a hundred seeds are what they say", "[pulls]") {
  const unsigned first = test_seed();
  INFO("DIAGC_TEST_SEED=" << first);
  const std::shared_ptr<const PartonDensity> density = read_density("analytic");
  const auto coupling = running_coupling({});
  constexpr int seeds = 100;
  std::vector<double> values, errors, bins, bin_errors;
  for (int i = 0; i < seeds; ++i) {
    const std::string text =
        "[process]\njets = 2\n[couplings]\nscale = 91.188\n[run]\nevents = 1\nseed = " +
        std::to_string(first % 100'000 + static_cast<unsigned>(i)) +
        "\n[[histogram]]\nobservable = \"HT\"\nbins = 4\nrange = [40, 120]\n";
    const Result result = generated(text, density, coupling);
    REQUIRE(result.trustworthy);
    values.push_back(result.cross_section);
    errors.push_back(result.error);
    bins.push_back(result.bins.at(3).cross_section);
    bin_errors.push_back(result.bins.at(3).error);
  }
  const auto pulls = [](const std::vector<double>& x, const std::vector<double>& error) {
    double mean = 0, square = 0;
    for (const double value : x) mean += value / seeds;
    for (int i = 0; i < seeds; ++i)
      square +=
          std::pow((x[static_cast<std::size_t>(i)] - mean) / error[static_cast<std::size_t>(i)], 2);
    return std::sqrt(square / (seeds - 1));
  };
  // Strata make true errors somewhat smaller than those of independent events; 0.07 is one standard deviation of the width.
  CHECK(pulls(values, errors) > 0.65);
  CHECK(pulls(values, errors) < 1.25);
  CHECK(pulls(bins, bin_errors) > 0.75);
  CHECK(pulls(bins, bin_errors) < 1.25);
}
