// Estimates against their definitions.
#include <catch2/catch.hpp>

#include <cmath>
#include <random>
#include <vector>

#include "runs/statistics/estimate.h"

using namespace diagc::runs;

namespace {

/// Rows of x and y of every group, one a step, and their statistics with stretches of so many steps.
struct Series {
  std::vector<std::vector<std::array<double, 2>>> rows;  // [group][step]
  std::vector<GroupStatistics> statistics;
  std::uint32_t stretch;
};

/// x is a chain with ⟨x_t x_0⟩ = a^t, y = 1 + noise.
Series correlated(std::size_t groups, std::size_t steps, std::uint32_t stretch, double a,
                  unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  Series series{.rows = {}, .statistics = {}, .stretch = stretch};
  for (std::size_t group = 0; group < groups; ++group) {
    auto& rows = series.rows.emplace_back();
    GroupStatistics& statistics = series.statistics.emplace_back(2, 0);
    double x = normal(random);
    for (std::size_t step = 0; step < steps; step += stretch) {
      Sums sums(2, 0);
      for (std::uint32_t i = 0; i < stretch; ++i) {
        x = a * x + std::sqrt(1 - a * a) * normal(random);
        rows.push_back({3 + x, 2 + 0.1 * normal(random)});
        sums.add(rows.back().data());
      }
      statistics.add(sums);
    }
  }
  return series;
}

}  // namespace

TEST_CASE("levels of bins hold the second moments of sums over 2^i stretches") {
  const Series series = correlated(1, 8 * 37, 8, 0.5, 1);
  const GroupStatistics& group = series.statistics[0];
  CHECK(group.stretches() == 37);
  CHECK(group.levels() == 6);
  for (std::size_t level = 0; level < group.levels(); ++level) {
    const std::size_t length = 8U << level, bins = 37U >> level;
    CHECK(group.bins(level) == bins);
    double xx = 0, xy = 0, yn = 0, nn = 0;
    for (std::size_t bin = 0; bin < bins; ++bin) {
      double x = 0, y = 0;
      for (std::size_t i = bin * length; i < (bin + 1) * length; ++i) {
        x += series.rows[0][i][0];
        y += series.rows[0][i][1];
      }
      const auto n = static_cast<double>(length);
      xx += x * x, xy += x * y, yn += y * n, nn += n * n;
    }
    CHECK(group.second(level, 0, 0) == Approx(xx));
    CHECK(group.second(level, 0, 1) == Approx(xy));
    CHECK(group.second(level, 1, 2) == Approx(yn));
    CHECK(group.second(level, 2, 2) == Approx(nn));
  }
  // 37 stretches: 18 coarse bins of two, and one that grows.
  CHECK(group.coarse_stretches() == 2);
  REQUIRE(group.coarse_bins() == 18);
  double x = 0;
  for (std::size_t i = 5 * 16; i < 6 * 16; ++i) x += series.rows[0][i][0];
  CHECK(group.coarse(5)[0] == Approx(x));
  CHECK(group.coarse(5)[2] == 16);
}

TEST_CASE("autocorrelation and error of a chain whose correlations are known") {
  for (const double a : {0.0, 0.5, 0.9}) {
    CAPTURE(a);
    const Series series = correlated(16, 64 * 1024, 16, a, 3);
    const Estimate mean =
        estimate(series.statistics, {.numerator = 0, .denominator = 2}, {.stretch = 16});
    CHECK(mean.warning.empty());
    CHECK(mean.rows == 16U * 64 * 1024);
    const double time = (1 + a) / (1 - a) / 2;
    CHECK(mean.autocorrelation == Approx(time).epsilon(0.25));
    const double error = std::sqrt(2 * time / static_cast<double>(mean.rows));
    CHECK(mean.error == Approx(error).epsilon(0.25));
    CHECK(std::abs(mean.ratio - 3) < 4 * error);
    CHECK(mean.effective_samples ==
          Approx(static_cast<double>(mean.rows) / (2 * mean.autocorrelation)));
    // Of a ratio: x / y has the error of x − ρ y over the average of y.
    const Estimate ratio =
        estimate(series.statistics, {.numerator = 0, .denominator = 1}, {.stretch = 16});
    CHECK(std::abs(ratio.ratio - 1.5) < 4 * ratio.error);
    CHECK(
        ratio.error ==
        Approx(std::sqrt((2 * time + 0.0225) / static_cast<double>(ratio.rows)) / 2).epsilon(0.25));
  }
}

TEST_CASE("errors of independent rows are those of single rows, however few bins there are") {
  // From the bins of one seed they would be known to no better than 20 %.
  for (std::uint32_t seed = 1; seed <= 10; ++seed) {
    CAPTURE(seed);
    const Series series = correlated(8, 2 * 2048, 2048, 0, seed);
    const Grouping grouping{.stretch = 2048, .rows = diagc::runs::Rows::independent};
    const double error = 1 / std::sqrt(8 * 2 * 2048.0);
    const Estimate mean = estimate(series.statistics, {.numerator = 0, .denominator = 2}, grouping);
    CHECK(mean.error == Approx(error).epsilon(0.03));
    CHECK(mean.variance_per_row == Approx(1).epsilon(0.06));
    CHECK(std::abs(mean.ratio - 3) < 4 * error);
    const Estimate ratio =
        estimate(series.statistics, {.numerator = 0, .denominator = 1}, grouping);
    CHECK(ratio.error == Approx(std::sqrt(1.0225) * error / 2).epsilon(0.03));
  }
}

TEST_CASE("errors of even rows are those of the means of groups") {
  // Rows of a group add up to far less than single rows say: they come in pairs that nearly cancel.
  std::mt19937_64 random(11);
  std::normal_distribution<double> normal;
  const auto groups_of = [&](std::size_t groups) {
    std::vector<GroupStatistics> statistics;
    for (std::size_t group = 0; group < groups; ++group) {
      GroupStatistics& own = statistics.emplace_back(1, 0);
      const double mean = 3 + 0.01 * normal(random);
      for (std::size_t step = 0; step < 64; ++step) {
        Sums sums(1, 0);
        for (int i = 0; i < 8; ++i) {
          const double x[] = {mean + (i % 2 == 0 ? 1.0 : -1.0)};
          sums.add(x);
        }
        own.add(sums);
      }
    }
    return statistics;
  };
  const Grouping grouping{.stretch = 8, .rows = diagc::runs::Rows::even};
  for (const std::size_t groups : {8U, 16U, 64U}) {
    CAPTURE(groups);
    double squares = 0, errors = 0, beyond = 0;
    constexpr int runs = 2000;
    for (int run = 0; run < runs; ++run) {
      const Estimate mean =
          estimate(groups_of(groups), {.numerator = 0, .denominator = 1}, grouping);
      const double pull = (mean.ratio - 3) / mean.error;
      squares += pull * pull / runs;
      errors += mean.error * mean.error / runs;
      beyond += std::abs(pull) > 2 ? 1.0 / runs : 0;
    }
    const auto count = static_cast<double>(groups);
    CHECK(std::sqrt(errors) == Approx(0.01 / std::sqrt(count)).epsilon(0.05));
    // Student's distribution of G − 1 degrees of freedom: variance and what lies beyond 2.
    CHECK(squares == Approx((count - 1) / (count - 3)).epsilon(0.15));
    CHECK(beyond == Approx(groups == 8 ? 0.086 : groups == 16 ? 0.064 : 0.050).epsilon(0.3));
  }
  const Estimate few = estimate(groups_of(4), {.numerator = 0, .denominator = 1}, grouping);
  CHECK(few.warning.starts_with("the error is that of the means of 4 groups"));
}

TEST_CASE("errors that cannot be trusted say why") {
  const auto warning = [](const Series& series) {
    return estimate(series.statistics, {.numerator = 0, .denominator = 2},
                    {.stretch = series.stretch})
        .warning;
  };
  const std::vector<GroupStatistics> none(3, GroupStatistics(2, 0));
  CHECK(estimate(none, {}, {}).warning == "nothing was sampled");
  CHECK(warning(correlated(16, 64, 16, 0.98, 1)).find("walkers made 64 steps each, less than 50") !=
        std::string::npos);
  // Groups that stay where they began.
  Series stuck = correlated(16, 16384, 16, 0, 1);
  for (std::size_t group = 0; group < 16; ++group) {
    GroupStatistics shifted(2, 0);
    for (std::size_t step = 0; step < 16384; step += 16) {
      Sums sums(2, 0);
      for (std::size_t i = step; i < step + 16; ++i) {
        const double row[] = {stuck.rows[group][i][0] + 0.2 * static_cast<double>(group % 4), 1};
        sums.add(row);
      }
      shifted.add(sums);
    }
    stuck.statistics[group] = shifted;
  }
  CHECK(warning(stuck).find("groups of walkers differ by") != std::string::npos);
  // Sums that overflow are no numbers to be reported.
  std::vector<GroupStatistics> huge(8, GroupStatistics(2, 0));
  for (GroupStatistics& group : huge) {
    Sums sums(2, 0);
    const double row[] = {1e300, 1};
    sums.add(row);
    group.add(sums);
    group.add(sums);
  }
  CHECK_FALSE(estimate(huge, {.numerator = 0, .denominator = 1}, {}).warning.empty());
  CHECK(estimate({}, {}, {}).warning == "nothing was sampled");
}
