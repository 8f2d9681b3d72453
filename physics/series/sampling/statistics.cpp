#include "physics/series/sampling/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include <fmt/format.h>

#include "runs/checkpoint/bytes.h"

namespace diagc::integrate {

void BlockStatistics::add(const StepSums& stretch) {
  total_ += stretch;
  ++stretches_;

  Bin bin{stretch.f, stretch.w};
  for (std::size_t i = 0;; ++i) {
    if (i == levels_.size()) levels_.emplace_back();
    Level& level = levels_[i];
    ++level.bins;
    level.ff += bin.f * bin.f;
    level.fw += bin.f * bin.w;
    level.ww += bin.w * bin.w;
    level.half = !level.half;
    if (level.half) {
      level.pending = bin;
      break;
    }
    bin = {level.pending.f + bin.f, level.pending.w + bin.w};
  }

  growing_.f += stretch.f;
  growing_.w += stretch.w;
  if (++growing_stretches_ == coarse_stretches_) {
    coarse_.push_back(growing_);
    growing_ = {};
    growing_stretches_ = 0;
  }
  if (coarse_.size() == 2 * least_bins) {
    for (std::size_t i = 0; i < least_bins; ++i) {
      coarse_[i] = {coarse_[2 * i].f + coarse_[2 * i + 1].f,
                    coarse_[2 * i].w + coarse_[2 * i + 1].w};
    }
    coarse_.resize(least_bins);
    coarse_stretches_ *= 2;
  }
}

void BlockStatistics::write(std::vector<std::byte>& to) const {
  write_value(to, total_);
  write_value(to, stretches_);
  write_values(to, std::span<const Level>(levels_));
  write_values(to, std::span<const Bin>(coarse_));
  write_value(to, coarse_stretches_);
  write_value(to, growing_);
  write_value(to, growing_stretches_);
}

void BlockStatistics::read(std::span<const std::byte>& from) {
  total_ = read_value<StepSums>(from);
  stretches_ = read_value<std::uint64_t>(from);
  levels_ = read_values<Level>(from);
  coarse_ = read_values<Bin>(from);
  coarse_stretches_ = read_value<std::uint64_t>(from);
  growing_ = read_value<Bin>(from);
  growing_stretches_ = read_value<std::uint64_t>(from);
}

namespace {

constexpr std::uint64_t enough_bins = 128;  // for a variance to 12 %
constexpr double long_bin = 25;   // autocorrelation times, for bins that count as independent
constexpr double short_run = 50;  // autocorrelation times
constexpr double few_samples = 500;

struct Moments {
  double ff = 0, fw = 0, ww = 0;
  double residual(double ratio) const { return ff - 2 * ratio * fw + ratio * ratio * ww; }
};

/// Sums of `together` neighbouring coarse bins of every block; the oldest are left out where they do not fill one.
std::vector<Bin> joined(std::span<const BlockStatistics> blocks, std::size_t together) {
  std::vector<Bin> bins;
  for (const BlockStatistics& block : blocks) {
    const auto coarse = block.coarse();
    for (std::size_t i = coarse.size() % together; i < coarse.size(); i += together) {
      Bin sum;
      for (const Bin& bin : coarse.subspan(i, together)) {
        sum.f += bin.f;
        sum.w += bin.w;
      }
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
  double f = 0, w = 0;
  for (const Bin& bin : bins) {
    f += bin.f;
    w += bin.w;
  }
  const auto count = static_cast<double>(bins.size());
  double mean = 0;
  std::vector<double> without;
  for (const Bin& bin : bins) {
    without.push_back((f - bin.f) / (w - bin.w));
    mean += without.back() / count;
  }
  double sum = 0, largest = 0;
  for (const double value : without) {
    const double square = (value - mean) * (value - mean);
    sum += square;
    largest = std::max(largest, square);
  }
  return {.bias = (count - 1) * (mean - f / w),
          .error = std::sqrt((count - 1) / count * sum),
          .largest_share = sum > 0 ? largest / sum : 0};
}

/// The average, and the half-difference of the averages of both halves of the run in standard deviations.
double drift(std::span<const BlockStatistics> blocks, double ratio) {
  double difference = 0, variance = 0;
  for (const BlockStatistics& block : blocks) {
    const auto coarse = block.coarse();
    const std::size_t half = coarse.size() / 2;
    double first = 0, second = 0;
    for (std::size_t i = 0; i < half; ++i) {
      first += coarse[i].f - ratio * coarse[i].w;
      second += coarse[coarse.size() - 1 - i].f - ratio * coarse[coarse.size() - 1 - i].w;
    }
    difference += second - first;
    variance += (second - first) * (second - first);
  }
  return variance > 0 ? difference / std::sqrt(variance) : 0;
}

}  // namespace

Estimate estimate(std::span<const BlockStatistics> blocks, std::uint32_t stretch,
                  std::uint32_t walkers) {
  Estimate result;
  StepSums total;
  std::uint64_t stretches = 0;
  for (const BlockStatistics& block : blocks) {
    total += block.total();
    stretches += block.stretches();
  }
  result.steps = stretches * stretch * walkers;
  if (result.steps == 0 || !(total.w > 0)) {
    result.warning = "nothing was sampled";
    return result;
  }
  const auto steps = static_cast<double>(result.steps);
  // |f|/p + λw/p = 1.
  result.mean_sign = total.w < steps ? total.f / (steps - total.w) : 0;
  for (const std::uint64_t accepted : total.accepted)
    result.acceptance += static_cast<double>(accepted) / steps;

  const double ratio = total.f / total.w;
  const double single = Moments{total.ff, total.fw, total.ww}.residual(ratio) / steps;
  double correlation = 0.5;
  for (std::size_t i = 0;; ++i) {
    Moments moments;
    std::uint64_t bins = 0;
    for (const BlockStatistics& block : blocks) {
      if (i >= block.levels().size()) continue;
      const auto& level = block.levels()[i];
      moments.ff += level.ff;
      moments.fw += level.fw;
      moments.ww += level.ww;
      bins += level.bins;
    }
    if (bins < enough_bins && i > 0) break;
    if (bins == 0) break;
    const double length = std::ldexp(static_cast<double>(stretch), static_cast<int>(i));
    const double variance = moments.residual(ratio) / static_cast<double>(bins);
    if (single > 0) correlation = std::max(correlation, variance / (length * walkers * single) / 2);
  }
  result.autocorrelation = correlation;
  result.effective_samples = steps / (2 * correlation);

  // Bins that are long enough; whole blocks where none are.
  const std::size_t most =
      std::ranges::max_element(blocks, {},
                               [](const BlockStatistics& block) { return block.coarse().size(); })
          ->coarse()
          .size();
  const double coarse_steps = static_cast<double>(blocks.front().coarse_stretches()) * stretch;
  std::size_t together = 1;
  while (2 * together <= most &&
         static_cast<double>(together) * coarse_steps < long_bin * correlation) {
    together *= 2;
  }
  const std::vector<Bin> bins = joined(blocks, together);
  const Jackknife jack = jackknife(bins);
  result.ratio = ratio - jack.bias;
  result.error = jack.error;
  result.variance_per_step = jack.error * jack.error * steps;

  const auto warn = [&](std::string text) {
    result.warning += (result.warning.empty() ? "" : "; ") + std::move(text);
  };
  const double run = steps / walkers / static_cast<double>(blocks.size());
  if (total.broken > 0) {
    warn(fmt::format("{} proposals had an integrand that is no finite number", total.broken));
  }
  if (run < short_run * correlation) {
    warn(fmt::format(
        "walkers made {:.0f} steps each, less than {:.0f} autocorrelation times of {:.1f}", run,
        short_run, correlation));
  }
  if (result.effective_samples < few_samples) {
    warn(fmt::format("only {:.0f} effective samples", result.effective_samples));
  }
  const double norm_share = total.w / steps;
  if (norm_share * result.effective_samples < few_samples / 5) {
    warn(fmt::format("only {:.0f} effective samples of the normalisation",
                     norm_share * result.effective_samples));
  }
  if (jack.largest_share > std::max(0.25, 30 / static_cast<double>(bins.size()))) {
    warn(fmt::format("one of {} bins makes {:.0f} % of the variance", bins.size(),
                     100 * jack.largest_share));
  }
  // Whole blocks are independent: they must scatter as their bins say.
  if (blocks.size() >= 8 && most >= 4) {
    std::vector<Bin> whole;
    for (const BlockStatistics& block : blocks) whole.push_back({block.total().f, block.total().w});
    const double spread = jackknife(whole).error;
    const double limit = 1 + 4 / std::sqrt(2.0 * static_cast<double>(blocks.size() - 1));
    if (spread > limit * jack.error) {
      warn(
          fmt::format("blocks of walkers differ by {:.1f} times what their bins say: longer "
                      "correlations than the run shows",
                      spread / jack.error));
    }
    if (const double shift = drift(blocks, ratio); std::abs(shift) > 5) {
      warn(
          fmt::format("the second half of the run differs from the first by {:.1f} standard "
                      "deviations: not in equilibrium",
                      std::abs(shift)));
    }
  }
  return result;
}

}  // namespace diagc::integrate
