#include "runs/statistics/group_statistics.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace diagc::runs {

void GroupStatistics::add(const Sums& stretch) {
  total_ += stretch;
  ++stretches_;
  std::vector<double> bin = stretch.first;
  bin.push_back(static_cast<double>(stretch.rows));
  add_coarse(bin);
  add_level(std::move(bin));
}

void GroupStatistics::add_level(std::vector<double> bin) {
  for (std::size_t i = 0;; ++i) {
    if (i == levels_.size())
      levels_.push_back(
          {.second = std::vector<double>(width() * (width() + 1) / 2), .pending = {}});
    Level& level = levels_[i];
    std::size_t at = 0;
    for (std::size_t j = 0; j < width(); ++j) {
      for (std::size_t k = j; k < width(); ++k) level.second[at++] += bin[j] * bin[k];
    }
    if (level.pending.empty()) {
      level.pending = std::move(bin);
      return;
    }
    for (std::size_t j = 0; j < width(); ++j) bin[j] = level.pending[j] + bin[j];
    level.pending.clear();
  }
}

void GroupStatistics::add_coarse(std::span<const double> bin) {
  growing_.resize(width());
  for (std::size_t j = 0; j < width(); ++j) growing_[j] += bin[j];
  if (stretches_ % coarse_stretches_ != 0) return;
  coarse_.insert(coarse_.end(), growing_.begin(), growing_.end());
  growing_.clear();
  if (coarse_bins() < 2 * least_bins) return;
  for (std::size_t i = 0; i < least_bins; ++i) {
    for (std::size_t j = 0; j < width(); ++j) {
      coarse_[i * width() + j] = coarse_[2 * i * width() + j] + coarse_[(2 * i + 1) * width() + j];
    }
  }
  coarse_.resize(least_bins * width());
  coarse_stretches_ *= 2;
}

/// How many levels, bins and halves there are follows from the number of stretches: nothing of it is written.
void GroupStatistics::write(Bytes& to) const {
  write_value(to, stretches_);
  write_value(to, total_.rows);
  write_numbers(to, std::span(total_.first));
  write_numbers(to, std::span(total_.second));
  write_numbers(to, std::span(total_.largest));
  write_numbers(to, std::span(total_.counts));
  for (const Level& level : levels_) {
    write_numbers(to, std::span(level.second));
    write_numbers(to, std::span(level.pending));
  }
  write_numbers(to, std::span(coarse_));
  write_numbers(to, std::span(growing_));
}

void GroupStatistics::read(std::span<const std::byte>& from, std::uint64_t stretches,
                           std::uint64_t rows) {
  stretches_ = read_value<std::uint64_t>(from);
  total_.rows = read_value<std::uint64_t>(from);
  if (stretches_ != stretches || total_.rows != stretches * rows)
    throw std::runtime_error("its groups did not all make the same steps");
  read_finite(from, total_.first);
  read_finite(from, total_.second);
  read_finite(from, total_.largest);
  read_numbers(from, std::span(total_.counts));
  levels_.assign(static_cast<std::size_t>(std::bit_width(stretches)), {});
  for (std::size_t i = 0; i < levels_.size(); ++i) {
    levels_[i].second.resize(width() * (width() + 1) / 2);
    levels_[i].pending.resize(bins(i) % 2 == 1 ? width() : 0);
    read_finite(from, levels_[i].second);
    read_finite(from, levels_[i].pending);
  }
  coarse_stretches_ = 1;
  while (stretches_ / coarse_stretches_ >= 2 * least_bins) coarse_stretches_ *= 2;
  coarse_.resize(stretches_ / coarse_stretches_ * width());
  growing_.resize(stretches_ % coarse_stretches_ == 0 ? 0 : width());
  read_finite(from, coarse_);
  read_finite(from, growing_);
}

std::size_t GroupStatistics::most_bytes(std::size_t quantities, std::size_t counters) {
  constexpr std::size_t most_levels = 64;
  const std::size_t width = quantities + 1, products = width * (width + 1) / 2;
  return sizeof(double) * (2 + 2 * quantities + products + counters +
                           most_levels * (products + width) + (2 * least_bins + 1) * width);
}

}  // namespace diagc::runs
