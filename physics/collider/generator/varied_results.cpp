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

void add_variations(const Process& process, const std::vector<runs::Channel>& channels,
                    const std::vector<EventPopulation*>& populations, runs::Ranks& ranks,
                    Result& to) {
  const std::size_t count = process.variations.size();
  if (count == 0) return;
  std::vector<double> value(count), variance(count), covariance(count);
  double central_variance = 0;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const runs::Channel& channel = channels[i];
    std::vector<std::uint64_t> cells(channel.histogram.begin(), channel.histogram.end());
    ranks.sum(cells);
    const runs::Sums& total = channel.total;
    if (total.rows == 0) continue;
    const auto rows = static_cast<double>(total.rows);
    const double own = total.first[0] / rows;
    central_variance += (total.second[0] / rows - own * own) / rows;
    const std::vector<VariedSums> sums = populations[i]->own_tables().varied_sums(
        std::vector<std::int64_t>(cells.begin(), cells.end()));
    for (std::size_t v = 0; v < count; ++v) {
      const double mean = sums[v].first / rows;
      value[v] += mean;
      variance[v] += (sums[v].second / rows - mean * mean) / rows;
      covariance[v] += (sums[v].mixed / rows - mean * own) / rows;
    }
  }
  if (to.generated == 0) return;
  for (std::size_t v = 0; v < count; ++v) {
    const Variation& variation = process.variations[v];
    VariationResult& row = to.variations.emplace_back();
    row.name = variation.name;
    row.renormalisation = variation.renormalisation;
    row.factorisation = variation.factorisation;
    row.member = variation.member;
    row.cross_section = value[v];
    row.error = std::sqrt(std::max(variance[v], 0.0));
    if (to.cross_section == 0) continue;
    const double r = row.ratio = value[v] / to.cross_section;
    row.ratio_error =
        std::sqrt(std::max(variance[v] - 2 * r * covariance[v] + r * r * central_variance, 0.0)) /
        std::abs(to.cross_section);
  }
  to.uncertainties = uncertainties(to.variations, to.cross_section, process.density->set());
}

}  // namespace diagc::collider
