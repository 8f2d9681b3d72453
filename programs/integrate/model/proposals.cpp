#include "programs/integrate/model/proposals.h"

#include <cmath>
#include <numeric>

namespace diagc::integrate {
namespace {

constexpr std::uint32_t kTimeBins = 64;
constexpr std::uint32_t kPointsPerBin = 4;
constexpr double kUniformPart = 0.05;

Distribution mixed_with_uniform(std::vector<double> weights) {
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  const double uniform = 1.0 / static_cast<double>(weights.size());
  for (double& weight : weights) {
    weight = total > 0 ? (1 - kUniformPart) * weight / total + kUniformPart * uniform : uniform;
  }
  return make_distribution(weights);
}

}  // namespace

void set_proposals(Space& space, const PropagatorTable& table) {
  // |G0| of every row, averaged over the times of each bin.
  std::vector<double> in_bin(std::size_t{table.rows} * kTimeBins);
  std::vector<double> in_row(table.rows);
  for (std::uint32_t row = 0; row < table.rows; ++row) {
    for (std::uint32_t bin = 0; bin < kTimeBins; ++bin) {
      double& sum = in_bin[std::size_t{row} * kTimeBins + bin];
      for (std::uint32_t point = 0; point < kPointsPerBin; ++point) {
        const double part = (bin + (point + 0.5) / kPointsPerBin) / kTimeBins;
        sum += std::abs(value(table, row, table.beta * part)) / kPointsPerBin;
      }
      in_row[row] += sum;
    }
  }

  std::vector<double> times(kTimeBins);
  space.displacements.clear();
  for (std::uint32_t from = 0; from < space.cell_sites; ++from) {
    std::vector<double> weights(space.sites);
    for (std::uint32_t i = 0; i < space.sites; ++i) {
      const std::uint32_t row = space.row_of[std::size_t{from} * space.sites + i];
      weights[i] = in_row[row];
      for (std::uint32_t bin = 0; bin < kTimeBins; ++bin) {
        const double weight = in_bin[std::size_t{row} * kTimeBins + bin];
        times[bin] += weight;
        times[kTimeBins - 1 - bin] += weight;
      }
    }
    space.displacements.push_back(mixed_with_uniform(std::move(weights)));
  }
  space.times = mixed_with_uniform(std::move(times));
}

}  // namespace diagc::integrate
