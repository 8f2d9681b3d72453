// Averages of correlated samples, and how far they can be trusted.
//
// A step of a walker gives f/p and λw/p, p = |f| + λ w being what is sampled. The integral of f is λ times the ratio of their
// averages, ρ = Σ f/p / Σ λw/p, because that of w is 1. Both are within [−1, 1]: no sample can outweigh the others. The
// error of ρ is that of the residual r = f/p − ρ λw/p, whose average is zero.
//
// Walkers of different blocks are independent; samples of one walker are not. Sums over the walkers of a block and over a
// *stretch* of steps are collected in bins of 1, 2, 4, … stretches.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "physics/series/sampling/step_memory.h"

namespace diagc::integrate {

struct Bin {
  double f = 0, w = 0;
};

/// What one block of walkers has given. Adding stretches one by one is the only way to change it, so that equal
/// stretches give equal bits.
class BlockStatistics {
 public:
  static constexpr std::size_t least_bins =
      16;  ///< coarse bins are kept between so many and twice as many

  void add(const StepSums& stretch);

  std::uint64_t stretches() const { return stretches_; }
  const StepSums& total() const { return total_; }

  /// Second moments of the bins of 2^level stretches.
  struct Level {
    std::uint64_t bins = 0;
    double ff = 0, fw = 0, ww = 0;
    Bin pending;  ///< the first half of the next bin
    bool half = false;
  };
  const std::vector<Level>& levels() const { return levels_; }

  /// Bins of coarse_stretches() stretches in the order of time; what does not fill one yet is left out.
  std::span<const Bin> coarse() const { return coarse_; }
  std::uint64_t coarse_stretches() const { return coarse_stretches_; }

  void write(std::vector<std::byte>& to) const;
  /// Takes what write() wrote from the front of `from`; throws std::runtime_error where it ends early.
  void read(std::span<const std::byte>& from);

 private:
  StepSums total_;
  std::uint64_t stretches_ = 0;
  std::vector<Level> levels_;
  std::vector<Bin> coarse_;
  std::uint64_t coarse_stretches_ = 1;
  Bin growing_;
  std::uint64_t growing_stretches_ = 0;
};

struct Estimate {
  double ratio = 0;  ///< ρ, by the jackknife free of its bias of first order
  double error = 0;  ///< one standard deviation of it
  double mean_sign = 0, acceptance = 0;
  double autocorrelation =
      0.5;  ///< of the residual, integrated, in steps; 1/2 for independent samples
  double effective_samples = 0;
  double variance_per_step = 0;  ///< error² · steps of all walkers
  std::uint64_t steps = 0;       ///< of all walkers
  std::string warning;           ///< why the error cannot be trusted; empty where it can
};

/// From all blocks, in their order. `stretch` is in steps, `walkers` of one block.
Estimate estimate(std::span<const BlockStatistics> blocks, std::uint32_t stretch,
                  std::uint32_t walkers);

}  // namespace diagc::integrate
