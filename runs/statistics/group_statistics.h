// Sums of one group of a population over its whole run, in bins of time.
//
// Groups are independent of each other; what one of them gives at different times is not, where it is a Markov chain. Sums over a
// group and a *stretch* of steps are collected in bins of 1, 2, 4, … stretches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runs/checkpoint/bytes.h"
#include "runs/statistics/sums.h"

namespace diagc::runs {

/// Adding stretches one by one is the only way to change it, so that equal stretches give equal bits. All stretches have equally many
/// rows. Bins hold the sums of all quantities and, behind them, the number of rows.
class GroupStatistics {
 public:
  static constexpr std::size_t least_bins =
      16;  ///< coarse bins are kept between so many and twice as many

  GroupStatistics(std::size_t quantities, std::size_t counters) : total_(quantities, counters) {}

  void add(const Sums& stretch);

  std::uint64_t stretches() const { return stretches_; }
  const Sums& total() const { return total_; }
  std::size_t quantities() const { return total_.quantities(); }

  /// Levels of bins: that of number i has bins of 2^i stretches.
  std::size_t levels() const { return levels_.size(); }
  std::uint64_t bins(std::size_t level) const { return stretches_ >> level; }
  /// Σ over the bins of a level of b_j b_k, j ≤ k; the last j, quantities(), stands for the number of rows.
  double second(std::size_t level, std::size_t j, std::size_t k) const {
    return levels_[level].second[pair(j, k)];
  }

  /// Bins of coarse_stretches() stretches in the order of time; what does not fill one yet is left out.
  std::size_t coarse_bins() const { return coarse_.size() / width(); }
  std::span<const double> coarse(std::size_t bin) const {
    return std::span(coarse_).subspan(bin * width(), width());
  }
  std::uint64_t coarse_stretches() const { return coarse_stretches_; }

  void write(Bytes& to) const;
  /// Takes the place of an empty one: what write() wrote, of as many quantities and counters, from the front of `from`. Throws
  /// std::runtime_error unless it holds `stretches` stretches of `rows` rows each.
  void read(std::span<const std::byte>& from, std::uint64_t stretches, std::uint64_t rows);
  /// The most that write() writes.
  static std::size_t most_bytes(std::size_t quantities, std::size_t counters);

  bool operator==(const GroupStatistics&) const = default;

 private:
  struct Level {
    std::vector<double> second;
    std::vector<double> pending;  ///< the first half of the next bin, where bins are odd in number
    bool operator==(const Level&) const = default;
  };
  std::size_t width() const { return total_.quantities() + 1; }
  std::size_t pair(std::size_t j, std::size_t k) const { return j * width() - j * (j + 1) / 2 + k; }
  void add_level(std::vector<double> bin);
  void add_coarse(std::span<const double> bin);

  Sums total_;
  std::uint64_t stretches_ = 0;
  std::vector<Level> levels_;
  std::vector<double> coarse_;  ///< [bin][quantity]
  std::uint64_t coarse_stretches_ = 1;
  std::vector<double> growing_;  ///< the next coarse bin; empty where nothing is in it
};

}  // namespace diagc::runs
