// The two loops that a kernel is measured against, compiled by the toolchain that compiles kernels.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "programs/bench/edge_list.h"
#include "toolchain/client/toolchain.h"

namespace diagc::bench {

/// Independent chains of fused multiply-adds on vectors of the processor's full width.
class PeakLoop {
 public:
  /// `number_bytes`: 4 for float, 8 for double.
  explicit PeakLoop(std::size_t number_bytes);
  /// About a millisecond of work. Throws std::logic_error where the result is not what the chains converge to.
  void run() const;
  double flops() const { return flops_; }  ///< of one run

 private:
  std::size_t number_bytes_;
  std::size_t vector_bytes_;
  toolchain::Module module_;
  double flops_ = 0;
};

/// Evaluates an edge list for one configuration after the other, in float.
class BaselineLoop {
 public:
  explicit BaselineLoop(EdgeList list);
  /// `inputs`: [configuration][leaf] with one leaf more than the graph has, which is 1. `results`:
  /// [configuration][output].
  void run(const float* inputs, std::size_t configurations, float* results);
  const EdgeList& list() const { return list_; }

 private:
  EdgeList list_;
  std::vector<float> values_;
  toolchain::Module module_;
};

/// Calls per second of each function in each round, [function][round]; they run in turn, each for at least `seconds`.
std::vector<std::vector<double>> rates_by_round(const std::vector<std::function<void()>>& functions,
                                                int rounds, double seconds);
double median(std::vector<double> numbers);

/// Calls per second of each function, timed in turn: in every round each runs for at least `seconds`. Medians.
std::vector<double> rates_in_turn(const std::vector<std::function<void()>>& functions,
                                  int rounds = 5, double seconds = 0.1);

}  // namespace diagc::bench
