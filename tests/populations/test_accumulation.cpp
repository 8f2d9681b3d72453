// Sums over 10⁹ rows, as populations make them: lanes in double precision within a stretch, stretches to a group, groups in order; histograms
// in fixed point. Single precision loses nearly all of it.
#include <catch2/catch.hpp>

#include <cmath>
#include <cstdint>
#include <vector>

#include "runs/statistics/group_statistics.h"

using namespace diagc::runs;

namespace {

constexpr std::uint64_t groups = 64, stretches = 954, rows = 16384;  // 1.0003e9 in all
constexpr std::uint64_t lanes = 8, bins = 4;
constexpr double unit = 1 << 20;

/// The weight of row i in units of 2^-30, between 1 and 3: known exactly.
constexpr std::uint64_t weight_of(std::uint64_t i) {
  return (std::uint64_t{1} << 30U) + (static_cast<std::uint32_t>(i) * 2654435769U >> 1U);
}
constexpr double part(std::uint64_t weight) { return static_cast<double>(weight) * 0x1p-30; }

}  // namespace

TEST_CASE("a billion weights add up to the last digits, where single precision stands still") {
  std::vector<GroupStatistics> all(groups, GroupStatistics(1, 0));
  std::vector<std::int64_t> cells(bins);
  std::uint64_t exact = 0, number = 0;
  unsigned __int128 exact_square = 0;
  std::vector<std::uint64_t> exact_cells(bins);
  float single = 0, single_square = 0;
  for (std::uint64_t stretch = 0; stretch < stretches; ++stretch) {
    for (GroupStatistics& group : all) {
      double first[lanes] = {}, second[lanes] = {};
      std::uint64_t squares = 0;
      for (std::uint64_t i = 0; i < rows; ++i, ++number) {
        const std::uint64_t weight = weight_of(number);
        const double w = part(weight);
        first[i % lanes] += w;
        second[i % lanes] += w * w;
        single += static_cast<float>(w);
        single_square += static_cast<float>(w) * static_cast<float>(w);
        exact += weight;
        squares += weight * weight >> 20U;  // to 2^-40, below what is compared
        if (i % 16 != 0) continue;
        const std::uint64_t bin = number / 16 % bins;
        cells[bin] += std::llround(w * unit);
        exact_cells[bin] += weight;
      }
      exact_square += squares;
      Sums sums(1, 0);
      sums.rows = rows;
      for (std::uint64_t lane = 0; lane < lanes; ++lane) {
        sums.first[0] += first[lane];
        sums.second[0] += second[lane];
      }
      group.add(sums);
    }
  }
  Sums total(1, 0);
  for (const GroupStatistics& group : all) total += group.total();
  REQUIRE(total.rows == groups * stretches * rows);
  REQUIRE(total.rows > 1'000'000'000);
  const auto count = static_cast<double>(total.rows);
  const double sum = static_cast<double>(exact) * 0x1p-30,
               square = static_cast<double>(exact_square) * 0x1p-40;
  CHECK(std::abs(total.first[0] / sum - 1) < 1e-13);
  CHECK(std::abs(total.second[0] / square - 1) < 1e-12);
  // Uniform between 1 and 3: mean 2, variance 1/3.
  const double mean = total.first[0] / count;
  CHECK(mean == Approx(2).epsilon(1e-8));
  CHECK(total.second[0] / count - mean * mean == Approx(1.0 / 3).epsilon(1e-7));
  for (std::uint64_t bin = 0; bin < bins; ++bin) {
    const double value = static_cast<double>(cells[bin]) / unit,
                 expected = static_cast<double>(exact_cells[bin]) * 0x1p-30;
    CHECK(std::abs(value / expected - 1) < 2e-8);  // a part of the unit: these weights are regular
  }
  // The spacing of floats reaches the weights at 2^25.
  CHECK(single < 0.1 * sum);
  CHECK(single_square < 0.1 * square);
}
