// What flat points of phase space would give, from points along antennas: every one stands for as many flat ones as lie there, p_flat / p of them,
// and says what weight they have. So their second moment, and what runs of RAMBO with any number of points find, is known where RAMBO itself
// never meets the points that carry it.
#include <catch2/catch.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "physics/collider/pdf/analytic.h"
#include "tests/collider/gluon_events.h"

using namespace diagc::collider;

namespace {

/// Of flat points in classes of their weights: how many, of one point, and what they are worth.
class FlatWeights {
 public:
  void add(double value, double flat_value) {
    const double part = value / flat_value;
    const double place = std::clamp((std::log(flat_value) - low) / width, 0.0, classes - 1.0);
    const auto c = static_cast<std::size_t>(place);
    rate_[c] += part;
    value_[c] += value;
    second_.add(value * flat_value);
  }
  /// When so many points were drawn along antennas.
  void end(double drawn) {
    drawn_ = drawn;
    second_.count = drawn;
    for (double& x : rate_) x /= drawn;
    for (double& x : value_) x /= drawn;
  }

  double mean() const {
    double sum = 0;
    for (const double x : value_) sum += x;
    return sum;
  }
  double relative_variance() const { return second_.mean() / (mean() * mean()) - 1; }
  double relative_error_of_variance() const { return second_.error() / second_.mean(); }

  struct Run {
    double value, error;
  };
  /// A run with so many flat points, and the error that it would report.
  Run run(double points, std::mt19937_64& random) const {
    double first = 0, second = 0;
    for (std::size_t c = 0; c < classes; ++c) {
      if (rate_[c] == 0) continue;
      const double expected = rate_[c] * points, value = value_[c] / rate_[c];
      const double count =
          expected < 1e6
              ? static_cast<double>(std::poisson_distribution<std::int64_t>(expected)(random))
              : std::normal_distribution(expected, std::sqrt(expected))(random);
      first += count * value;
      second += count * value * value;
    }
    return {first / points, std::sqrt(std::max(second - first * first / points, 0.0)) / points};
  }

 private:
  static constexpr std::size_t classes = 2000;
  static constexpr double low = -50, width = 0.06;  // of the logarithm
  std::vector<double> rate_ = std::vector<double>(classes), value_ = rate_;
  Mean second_;
  double drawn_ = 0;
};

FlatWeights flat_weights(GluonEvents& events, unsigned jets, unsigned steps) {
  for (int i = 0; i < 4; ++i) events.fit(events.run(Sampler::antenna, jets < 8 ? 16 : 64));
  FlatWeights flat;
  events.run(Sampler::antenna, steps, [&](const GluonEvents::Passed& event) {
    flat.add(event.value, events.flat_value(event));
  });
  flat.end(static_cast<double>(steps) * GluonEvents::members);
  return flat;
}

}  // namespace

TEST_CASE("points along antennas tell the variance of flat points") {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  const AnalyticDensity density;
  GluonEvents events(2, density, seed);
  const FlatWeights flat = flat_weights(events, 2, 100);
  const auto direct = events.run(Sampler::rambo, 400);
  CHECK(std::abs(flat.mean() - direct.value.mean()) <
        4.5 * direct.value.error() + 0.01 * flat.mean());
  const double variance =
      std::pow(direct.value.error() / direct.value.mean(), 2) * direct.value.count;
  CHECK(flat.relative_variance() == Approx(variance).epsilon(0.15));
  // A simulated run says what real runs say.
  std::mt19937_64 random(seed);
  Mean values, pulls;
  for (int i = 0; i < 1000; ++i) {
    const FlatWeights::Run run = flat.run(1e6, random);
    values.add(run.value);
    pulls.add((run.value - flat.mean()) / run.error);
  }
  CHECK(std::abs(values.mean() - flat.mean()) < 4.5 * values.error());
  CHECK(std::sqrt(pulls.squares / pulls.count) == Approx(1).epsilon(0.15));
}

TEST_CASE("what RAMBO would have found", "[.long]") {
  const char* path = std::getenv("DIAGC_TEST_PDF");
  REQUIRE(path);
  const unsigned seed = test_seed();
  const auto density = read_density(path);
  struct Published {
    double value, error, points;
  };
  // Giele, Stavenga, Winter, FERMILAB-PUB-10-025-T, table 3.
  const Published published[] = {{2.32421e8, 4.7e4, 3.06e11}, {1.4353e7, 1.1e4, 2.04e11},
                                 {2.84780e6, 9.6e2, 1.44e11}, {6.356e5, 1.2e3, 1.08e11},
                                 {1.608e5, 1.1e3, 8.4e10},    {4.38e4, 1.1e3, 6.6e10},
                                 {1.193e4, 2.4e2, 5.4e10}};
  const auto number = [](const char* name, unsigned otherwise) {
    const char* const text = std::getenv(name);
    return text ? static_cast<unsigned>(std::atoi(text)) : otherwise;
  };
  for (unsigned jets = number("LEAST_JETS", 2); jets <= number("JETS", 8); ++jets) {
    GluonEvents events(jets, *density, seed);
    const FlatWeights flat = flat_weights(events, jets, number("STEPS", 1000));
    const Published& there = published[jets - 2];
    std::mt19937_64 random(seed);
    constexpr int runs = 10'000;
    std::vector<double> values, errors;
    double below = 0, below_like = 0, above = 0;
    for (int i = 0; i < runs; ++i) {
      const FlatWeights::Run run = flat.run(there.points, random);
      values.push_back(run.value / flat.mean());
      errors.push_back(run.error / flat.mean());
      below += run.value <= there.value;
      above += run.value >= there.value;
      below_like += run.value <= there.value && run.error <= there.error;
    }
    std::ranges::sort(values);
    std::ranges::sort(errors);
    const auto at = [](const std::vector<double>& sorted, double part) {
      return sorted[static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1))];
    };
    std::printf(
        "n %u: sigma %.5g, relative variance of flat points %.3g (to %.0f %%), error with %.3g "
        "points "
        "%.2g %%; published %.2g %%, %+.2g %% away; runs: value 5 %% %.4f median %.4f 95 %% %.4f, "
        "error reported 5 %% %.2g %% median %.2g %%; at or below the published value %.3g, with an "
        "error "
        "no larger %.3g, at or above %.3g\n",
        jets + 2, flat.mean(), flat.relative_variance(), 100 * flat.relative_error_of_variance(),
        there.points, 100 * std::sqrt(flat.relative_variance() / there.points),
        100 * there.error / there.value, 100 * (there.value / flat.mean() - 1), at(values, 0.05),
        at(values, 0.5), at(values, 0.95), 100 * at(errors, 0.05), 100 * at(errors, 0.5),
        below / runs, below_like / runs, above / runs);
    std::fflush(stdout);
  }
}
