#include "physics/collider/generator/varied_results.h"

#include <algorithm>
#include <cmath>

#include "physics/collider/generator/generator_tables.h"

namespace diagc::collider {

namespace {

UncertaintyResult envelope(const char* source, double centre, const std::vector<double>& values) {
  UncertaintyResult result{.source = source, .combined = "envelope", .centre = centre};
  for (const double value : values) {
    result.minus = std::max(result.minus, centre - value);
    result.plus = std::max(result.plus, value - centre);
  }
  return result;
}

/// Of all members of a set, the first one in front.
UncertaintyResult of_set(const std::vector<double>& values, const SetErrors& errors) {
  UncertaintyResult result{.source = "densities",
                           .combined = errors.kind,
                           .confidence = errors.confidence,
                           .centre = values.front()};
  const auto square = [](double x) { return x * x; };
  double minus = 0, plus = 0;
  if (errors.kind == "hessian") {
    for (std::size_t k = 1; k + 1 < values.size(); k += 2) {
      const double a = values[k] - values[0], b = values[k + 1] - values[0];
      plus += square(std::max({a, b, 0.0}));
      minus += square(std::max({-a, -b, 0.0}));
    }
  } else if (errors.kind == "symmhessian") {
    for (const double value : values) plus += square(value - values[0]);
    minus = plus;
  } else {
    const auto count = static_cast<double>(values.size() - 1);
    double sum = 0;
    for (std::size_t k = 1; k < values.size(); ++k) sum += values[k];
    result.centre = sum / count;
    for (std::size_t k = 1; k < values.size(); ++k)
      plus += square(values[k] - result.centre) / (count - 1);
    minus = plus;
  }
  result.minus = std::sqrt(minus);
  result.plus = std::sqrt(plus);
  return result;
}

}  // namespace

std::vector<UncertaintyResult> uncertainties(const std::vector<VariationResult>& variations,
                                             double cross_section, const DensitySet& set) {
  std::vector<double> scales, densities;
  bool in_order = true;
  for (const VariationResult& row : variations) {
    if (row.renormalisation != 1 || row.factorisation != 1) {
      scales.push_back(row.cross_section);
    } else {
      in_order = in_order && row.member == static_cast<int>(densities.size());
      densities.push_back(row.cross_section);
    }
  }
  std::vector<UncertaintyResult> all;
  if (!scales.empty()) all.push_back(envelope("scales", cross_section, scales));
  if (densities.empty()) return all;
  const std::string& kind = set.errors.kind;
  const bool known =
      kind == "hessian" || kind == "symmhessian" || (kind == "replicas" && set.members > 2);
  if (known && in_order && static_cast<int>(densities.size()) == set.members)
    all.push_back(of_set(densities, set.errors));
  else
    all.push_back(envelope("densities", cross_section, densities));
  return all;
}

namespace {

/// A mean over rows and its variation, of all channels together.
struct VariedMean {
  double value = 0, variance = 0, covariance = 0, own_variance = 0;

  /// Of a channel: Σ w, Σ w² over its rows, and sums of the further weight.
  void add(const VariedSums& sums, double first, double second, double rows) {
    const double mean = sums.first / rows, own = first / rows;
    value += mean;
    variance += (sums.second / rows - mean * mean) / rows;
    covariance += (sums.mixed / rows - mean * own) / rows;
    own_variance += (second / rows - own * own) / rows;
  }
  double error() const { return std::sqrt(std::max(variance, 0.0)); }
  double ratio_error(double own) const {
    const double r = value / own;
    return std::sqrt(std::max(variance - 2 * r * covariance + r * r * own_variance, 0.0)) /
           std::abs(own);
  }
};

/// Cross section and bins of every variation, as OwnTables::varied_sums() has them, of all channels. All ranks call it.
std::vector<std::vector<VariedMean>> varied_means(const std::vector<runs::Channel>& channels,
                                                  const std::vector<EventPopulation*>& populations,
                                                  runs::Ranks& ranks) {
  std::vector<std::vector<VariedMean>> means;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const runs::Channel& channel = channels[i];
    std::vector<std::uint64_t> summed(channel.histogram.begin(), channel.histogram.end());
    ranks.sum(summed);
    const runs::Sums& total = channel.total;
    if (total.rows == 0) continue;
    const auto rows = static_cast<double>(total.rows);
    const std::vector<std::int64_t> cells(summed.begin(), summed.end());
    const std::vector<std::vector<VariedSums>> sums =
        populations[i]->own_tables().varied_sums(cells);
    const std::vector<HistogramSums> own = populations[i]->histograms(cells);
    means.resize(sums.size());
    for (std::size_t v = 0; v < sums.size(); ++v) {
      means[v].resize(sums[v].size());
      means[v].front().add(sums[v].front(), total.first[0], total.second[0], rows);
      if (sums[v].size() == 1) continue;
      std::size_t at = 1;
      for (const HistogramSums& histogram : own)
        for (std::size_t bin = 0; bin < histogram.weights.size(); ++bin, ++at)
          means[v][at].add(sums[v][at], histogram.weights[bin], histogram.squares[bin], rows);
    }
  }
  return means;
}

void add_varied_bins(const std::vector<std::vector<VariedMean>>& means, Result& to) {
  if (means.front().size() == 1) return;
  for (std::size_t v = 0; v < means.size(); ++v) {
    std::size_t at = 1, row = 0;
    for (const HistogramResult& histogram : to.histograms) {
      ++at;  // below the range
      for (std::uint32_t i = 0; i < histogram.bins; ++i, ++at, ++row) {
        const BinResult& own = to.bins[row];
        const VariedMean& mean = means[v][at];
        const bool empty = own.cross_section == 0;
        to.varied_bins.push_back({.variation = static_cast<std::uint32_t>(v),
                                  .histogram = own.histogram,
                                  .low = own.low,
                                  .high = own.high,
                                  .cross_section = mean.value,
                                  .error = mean.error(),
                                  .ratio = empty ? 0 : mean.value / own.cross_section,
                                  .ratio_error = empty ? 0 : mean.ratio_error(own.cross_section)});
      }
      ++at;  // above it
    }
  }
}

/// Of every bin what uncertainties() says of its cross sections.
void add_bands(const DensitySet& set, Result& to) {
  if (to.varied_bins.empty()) return;
  std::vector<VariationResult> rows = to.variations;
  for (std::size_t i = 0; i < to.bins.size(); ++i) {
    const BinResult& bin = to.bins[i];
    for (std::size_t v = 0; v < rows.size(); ++v)
      rows[v].cross_section = to.varied_bins[v * to.bins.size() + i].cross_section;
    for (const UncertaintyResult& each : uncertainties(rows, bin.cross_section, set)) {
      to.bands.push_back({.histogram = bin.histogram,
                          .low = bin.low,
                          .high = bin.high,
                          .source = each.source,
                          .centre = each.centre,
                          .minus = each.minus,
                          .plus = each.plus});
    }
  }
}

}  // namespace

void add_variations(const Process& process, const std::vector<runs::Channel>& channels,
                    const std::vector<EventPopulation*>& populations, runs::Ranks& ranks,
                    Result& to) {
  if (process.variations.empty()) return;
  const std::vector<std::vector<VariedMean>> means = varied_means(channels, populations, ranks);
  if (to.generated == 0) return;
  for (std::size_t v = 0; v < process.variations.size(); ++v) {
    const Variation& variation = process.variations[v];
    const VariedMean& mean = means[v].front();
    VariationResult& row = to.variations.emplace_back();
    row.name = variation.name;
    row.renormalisation = variation.renormalisation;
    row.factorisation = variation.factorisation;
    row.member = variation.member;
    row.cross_section = mean.value;
    row.error = mean.error();
    if (to.cross_section == 0) continue;
    row.ratio = mean.value / to.cross_section;
    row.ratio_error = mean.ratio_error(to.cross_section);
  }
  const DensitySet set = process.density->set();
  to.uncertainties = uncertainties(to.variations, to.cross_section, set);
  add_varied_bins(means, to);
  add_bands(set, to);
}

}  // namespace diagc::collider
