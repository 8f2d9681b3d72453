#include "runs/statistics/estimate.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

namespace diagc::runs {

namespace {

constexpr std::uint64_t enough_bins = 128;  // for a variance to 12 %
constexpr double long_bin = 25;   // autocorrelation times, for bins that count as independent
constexpr double short_run = 50;  // autocorrelation times
constexpr double few_samples = 500;
constexpr std::size_t few_groups = 8;

using Groups = std::span<const GroupStatistics>;

/// Numerator and denominator of ρ, summed over a bin.
struct Bin {
  double x = 0, y = 0;
  Bin& operator+=(const Bin& more) {
    x += more.x;
    y += more.y;
    return *this;
  }
};

struct Moments {
  double xx = 0, xy = 0, yy = 0;
  double residual(double ratio) const { return xx - 2 * ratio * xy + ratio * ratio * yy; }
};

Bin bin_of(std::span<const double> quantities, Ratio of) {
  return {quantities[of.numerator], quantities[of.denominator]};
}

Bin total_of(const GroupStatistics& group, Ratio of) {
  const Sums& total = group.total();
  return {total.first[of.numerator], of.denominator == total.quantities()
                                         ? static_cast<double>(total.rows)
                                         : total.first[of.denominator]};
}

/// Second moments of single rows.
Moments row_moments(Groups groups, Ratio of) {
  Moments moments;
  for (const GroupStatistics& group : groups) {
    const Sums& total = group.total();
    const auto second = [&](std::size_t j, std::size_t k) {
      if (j > k) std::swap(j, k);
      if (j == total.quantities()) return static_cast<double>(total.rows);
      return k == total.quantities() ? total.first[j] : total.second[total.pair(j, k)];
    };
    moments.xx += second(of.numerator, of.numerator);
    moments.xy += second(of.numerator, of.denominator);
    moments.yy += second(of.denominator, of.denominator);
  }
  return moments;
}

Moments bin_moments(Groups groups, Ratio of, std::size_t level) {
  Moments moments;
  const auto [low, high] = std::minmax(of.numerator, of.denominator);
  for (const GroupStatistics& group : groups) {
    moments.xx += group.second(level, of.numerator, of.numerator);
    moments.xy += group.second(level, low, high);
    moments.yy += group.second(level, of.denominator, of.denominator);
  }
  return moments;
}

/// Sums of `together` neighbouring coarse bins of every group; the oldest are left out where they do not fill one.
std::vector<Bin> joined(Groups groups, Ratio of, std::size_t together) {
  std::vector<Bin> bins;
  for (const GroupStatistics& group : groups) {
    for (std::size_t i = group.coarse_bins() % together; i < group.coarse_bins(); i += together) {
      Bin sum;
      for (std::size_t j = i; j < i + together; ++j) sum += bin_of(group.coarse(j), of);
      bins.push_back(sum);
    }
  }
  return bins;
}

struct Jackknife {
  double bias = 0, error = 0;
  double largest_share = 0;  ///< of one bin in the variance
};

Jackknife jackknife(const std::vector<Bin>& bins) {
  Bin all;
  for (const Bin& bin : bins) all += bin;
  const auto count = static_cast<double>(bins.size());
  double mean = 0;
  std::vector<double> without;
  for (const Bin& bin : bins) {
    without.push_back((all.x - bin.x) / (all.y - bin.y));
    mean += without.back() / count;
  }
  double sum = 0, largest = 0;
  for (const double value : without) {
    const double square = (value - mean) * (value - mean);
    sum += square;
    largest = std::max(largest, square);
  }
  return {.bias = (count - 1) * (mean - all.x / all.y),
          .error = std::sqrt((count - 1) / count * sum),
          .largest_share = sum > 0 ? largest / sum : 0};
}

/// Half the difference of the averages of both halves of the run, in standard deviations.
double drift(Groups groups, Ratio of, double ratio) {
  double difference = 0, variance = 0;
  for (const GroupStatistics& group : groups) {
    const std::size_t bins = group.coarse_bins(), half = bins / 2;
    double first = 0, second = 0;
    for (std::size_t i = 0; i < half; ++i) {
      const Bin early = bin_of(group.coarse(i), of), late = bin_of(group.coarse(bins - 1 - i), of);
      first += early.x - ratio * early.y;
      second += late.x - ratio * late.y;
    }
    difference += second - first;
    variance += (second - first) * (second - first);
  }
  return variance > 0 ? difference / std::sqrt(variance) : 0;
}

/// The largest that any level of bins shows, among those with enough bins to tell.
double autocorrelation_of(Groups groups, Ratio of, double ratio, double single,
                          double rows_per_bin) {
  double correlation = 0.5;
  const GroupStatistics& one = groups.front();  // all have the same levels
  for (std::size_t i = 0; i < one.levels(); ++i, rows_per_bin *= 2) {
    const std::uint64_t bins = one.bins(i) * groups.size();
    if (bins == 0 || (bins < enough_bins && i > 0)) break;
    const double variance = bin_moments(groups, of, i).residual(ratio) / static_cast<double>(bins);
    if (single > 0) correlation = std::max(correlation, variance / (rows_per_bin * single) / 2);
  }
  return correlation;
}

std::vector<Bin> whole_groups(Groups groups, Ratio of) {
  std::vector<Bin> whole;
  for (const GroupStatistics& group : groups) whole.push_back(total_of(group, of));
  return whole;
}

/// Whole groups are independent: they must scatter as their bins say, and both halves of the run must agree.
void compare_groups(Groups groups, Ratio of, double ratio, double error, Estimate& result) {
  if (groups.size() < few_groups || groups.front().coarse_bins() < 4) return;
  const double spread = jackknife(whole_groups(groups, of)).error;
  const double limit = 1 + 4 / std::sqrt(2.0 * static_cast<double>(groups.size() - 1));
  if (spread > limit * error) {
    result.warn(
        fmt::format("groups of walkers differ by {:.1f} times what their bins say: longer "
                    "correlations than the run shows",
                    spread / error));
  }
  if (const double shift = drift(groups, of, ratio); std::abs(shift) > 5) {
    result.warn(
        fmt::format("the second half of the run differs from the first by {:.1f} standard "
                    "deviations: not in equilibrium",
                    std::abs(shift)));
  }
}

}  // namespace

Estimate estimate(Groups groups, Ratio of, const Grouping& grouping) {
  Estimate result;
  Bin total;
  for (const GroupStatistics& group : groups) {
    total += total_of(group, of);
    result.rows += group.total().rows;
  }
  if (result.rows == 0 || !(std::abs(total.y) > 0)) {
    result.warn("nothing was sampled");
    return result;
  }
  const auto rows = static_cast<double>(result.rows);
  const double ratio = total.x / total.y;
  const double single = row_moments(groups, of).residual(ratio) / rows;
  const double stretch = grouping.stretch, members = grouping.members;
  if (grouping.rows == Rows::chains)
    result.autocorrelation = autocorrelation_of(groups, of, ratio, single, stretch * members);
  result.effective_samples = rows / (2 * result.autocorrelation);

  // Bins that are long enough; whole groups where none are.
  const std::size_t most = groups.front().coarse_bins();
  const double coarse_steps = static_cast<double>(groups.front().coarse_stretches()) * stretch;
  std::size_t together = 1;
  while (2 * together <= most &&
         static_cast<double>(together) * coarse_steps < long_bin * result.autocorrelation) {
    together *= 2;
  }
  const std::vector<Bin> bins =
      grouping.rows == Rows::even ? whole_groups(groups, of) : joined(groups, of, together);
  const Jackknife jack = jackknife(bins);
  result.ratio = ratio - jack.bias;
  // Rows that are independent tell their variance better than the few bins of a short run.
  result.error = grouping.rows == Rows::independent
                     ? std::sqrt(std::max(single, 0.0) * rows) / std::abs(total.y)
                     : jack.error;
  result.variance_per_row = result.error * result.error * rows;
  if (!std::isfinite(result.ratio) || !std::isfinite(result.error)) {
    result.warn("the sums are no finite numbers");
    return result;
  }

  const double run = rows / members / static_cast<double>(groups.size());
  if (grouping.rows == Rows::chains && run < short_run * result.autocorrelation) {
    result.warn(fmt::format(
        "walkers made {:.0f} steps each, less than {:.0f} autocorrelation times of {:.1f}", run,
        short_run, result.autocorrelation));
  }
  if (grouping.rows == Rows::even && groups.size() < few_groups)
    result.warn(fmt::format("the error is that of the means of {} groups", groups.size()));
  if (result.effective_samples < few_samples)
    result.warn(fmt::format("only {:.0f} effective samples", result.effective_samples));
  if (jack.largest_share > std::max(0.25, 30 / static_cast<double>(bins.size()))) {
    result.warn(fmt::format("one of {} bins makes {:.0f} % of the variance", bins.size(),
                            100 * jack.largest_share));
  }
  compare_groups(groups, of, ratio, jack.error, result);
  return result;
}

}  // namespace diagc::runs
