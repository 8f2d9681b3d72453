#include "physics/collider/generator/process_tables.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

#include "physics/collider/generator/job_ranges.h"
#include "physics/collider/process/luminosity.h"
#include "runtime/system/thread_pool.h"

namespace diagc::collider {

namespace {

constexpr std::size_t varied_cells = 3;  // see VariedWeight::first
/// Threads have their own; 80 MB.
constexpr std::size_t most_cells = 10'000'000;

ScaleRange times(const ScaleRange& scales, double factor) {
  return {scales.least * factor, scales.most * factor};
}

/// A density and the factor of its scale.
struct DensityKey {
  const PartonDensity* density;
  double factor;
  bool operator==(const DensityKey&) const = default;
};

/// Its place; added where it is not there yet.
template <class T>
std::size_t place_among(std::vector<T>& all, const T& key) {
  const auto at = std::ranges::find(all, key);
  if (at != all.end()) return static_cast<std::size_t>(at - all.begin());
  all.push_back(key);
  return all.size() - 1;
}

}  // namespace

ProcessTables::ProcessTables(const Process& process, unsigned threads) {
  const Job& job = process.job;
  std::set<FlavourSum> sums;
  for (const Subprocess& own : process.channels) {
    const Luminosity of_channel = luminosity(own.channel);
    sums.insert(of_channel.sums.begin(), of_channel.sums.end());
  }
  sums_.assign(sums.begin(), sums.end());

  std::vector<DensityKey> densities{{process.density.get(), 1}};
  std::vector<double> couplings{1};
  struct Places {
    std::size_t density, coupling;
  };
  std::vector<Places> places;
  for (const Variation& variation : process.variations) {
    const PartonDensity* const own =
        variation.density ? variation.density.get() : process.density.get();
    places.push_back({place_among(densities, {own, variation.factorisation}),
                      place_among(couplings, variation.renormalisation)});
  }
  const ScaleRange scales = scale_range(job);
  std::vector<std::optional<DensityCells>> made(densities.size());
  ThreadPool::shared().run(threads, made.size(), [&](std::size_t i) {
    made[i].emplace(*densities[i].density, sums_, least_x(job), times(scales, densities[i].factor));
  });
  for (std::optional<DensityCells>& cells : made) densities_.push_back(std::move(*cells));
  for (const double factor : couplings)
    couplings_.emplace_back(*process.coupling, times(scales, factor));

  for (const CutSet& cuts : job.cuts) cuts_.push_back({cuts.pt, cuts.eta, cuts.dr});
  for (const HistogramOptions& histogram : job.histograms) {
    histograms_.push_back({.observable = static_cast<unsigned>(histogram.observable),
                           .rank = histogram.rank,
                           .cuts = histogram.cuts,
                           .bins = histogram.bins,
                           .low = histogram.low,
                           .bins_per_unit = histogram.bins / (histogram.high - histogram.low),
                           .first = cell_count_});
    cell_count_ += 2 * (std::size_t{histogram.bins} + 2);
  }
  histogram_cells_ = cell_count_;
  const std::size_t varied_bins = varies_histograms(process) ? histogram_cells_ / 2 : 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Variation& variation = process.variations[i];
    varied_.push_back({.density = densities_[places[i].density].table(),
                       .coupling = couplings_[places[i].coupling].table(),
                       .log_renormalisation = std::log(variation.renormalisation),
                       .log_factorisation = std::log(variation.factorisation),
                       .first = cell_count_});
    cell_count_ += varied_cells * (1 + varied_bins);
  }
  if (cell_count_ > most_cells) {
    throw std::runtime_error(fmt::format(
        "found {} numbers in histograms of variations, expected at most {}: fewer bins, fewer "
        "members, or `histograms = false` in [variations]",
        cell_count_, most_cells));
  }
}

ProcessPointers ProcessTables::pointers() const {
  return {.density = densities_.front().table(),
          .coupling = couplings_.front().table(),
          .cuts = cuts_.data(),
          .histograms = histograms_.data(),
          .varied = varied_.data(),
          .varied_count = static_cast<unsigned>(varied_.size())};
}

std::vector<std::span<const double>> ProcessTables::numbers() const {
  std::vector<std::span<const double>> all;
  for (const DensityCells& cells : densities_) all.push_back(cells.numbers());
  for (const AlphaSCells& cells : couplings_) all.push_back(cells.numbers());
  return all;
}

unsigned ProcessTables::place(const FlavourSum& sum) const {
  const auto at = std::ranges::find(sums_, sum);
  if (at == sums_.end()) throw std::logic_error("a sum of flavours of no channel");
  return static_cast<unsigned>(at - sums_.begin());
}

}  // namespace diagc::collider
