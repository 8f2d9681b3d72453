// A tree of contractions while it is searched.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "compiler/arrays/search/problem.h"
#include "compiler/arrays/search/step_times.h"

namespace diagc::arrays {

/// What a search makes small.
enum class Minimise : std::uint8_t {
  flops,   ///< Σ over steps of the extents of both operands' labels
  time,    ///< Σ over steps of the seconds that a machine takes (step_times.h)
  memory,  ///< the largest value, then operations
};

struct Objective {
  Minimise minimise = Minimise::flops;
  const StepTimes* times = nullptr;  ///< of `time`
  bool sums_end_early =
      false;  ///< over sliced labels: a step is repeated as slice_loops.h says, not in every slice
};

/// log2(2^a + 2^b), from a table in steps of 1/16.
float log2_sum(float a, float b);

/// A binary tree over the leaves of a problem. Nodes 0 … leaves − 1 are the leaves; the root's number stays the same.
class ContractionTree {
 public:
  struct Node {
    std::int32_t left = -1, right = -1, parent = -1;
    float size = 0;  ///< log2 of its elements
    float cost = 0;  ///< log2 of what its step costs (step_cost() in anneal.h)
  };
  /// What a move is judged by.
  struct Pressure {
    Objective objective;   ///< that of the tree
    float limit = 1e9F;    ///< log2 of elements that no value should pass
    float weight = 0;      ///< log2 of the factor in cost that one bit above the limit counts as
    bool regrafts = true;  ///< where no label is sliced
    float reach =
        0;  ///< how many bits cheaper than the costliest step those are that moves change, or one of both; 0: any
  };

  /// `pairs` are as in Order::steps, over leaves.
  ContractionTree(const SearchProblem& problem,
                  const std::vector<std::array<std::uint32_t, 2>>& pairs,
                  const Objective& objective);

  const std::vector<Node>& nodes() const { return nodes_; }
  std::size_t root() const { return nodes_.size() - 1; }
  const Objective& objective() const { return objective_; }
  std::size_t words() const { return words_; }
  std::span<const float> weights() const { return problem_->weights(); }
  /// Labels that stand below a node and elsewhere, sliced ones among them.
  const std::uint64_t* set(std::size_t node) const { return sets_.data() + node * words_; }
  const std::uint64_t* sliced_set() const { return sliced_set_.data(); }
  float operations(std::size_t node) const { return operations(nodes_[node]); }  ///< log2, once

  /// Proposes `moves` rotations at random places and takes those that Metropolis' rule at this inverse temperature allows. A rotation makes
  /// (a b) c into (a c) b; its energy is the change of log2 of the cost of both steps. A few of them are regrafts (regraft.h) of as many steps.
  void anneal(std::size_t moves, float beta, const Pressure& pressure, std::mt19937_64& random);

  /// Judges by another objective from now on.
  void take(const Objective& objective);

  double log2_operations() const;  ///< all slices together
  double log2_seconds() const;     ///< all slices together, by the times of the objective
  float log2_width() const;        ///< elements of the largest node
  /// What the search makes small: log2 of operations or of seconds; for `memory` log2 of the width and, far behind it,
  /// of operations.
  double score() const;

  void slice(std::size_t bit);
  void restore(std::size_t bit);
  const std::vector<std::size_t>& sliced() const { return sliced_; }
  double log2_slices() const;
  /// The bit whose slicing takes the most off what is above the limit for the least work repeated; `noise` in log2. A bit must be left.
  std::size_t best_slice(float limit, float noise, std::mt19937_64& random) const;

  std::vector<std::array<std::uint32_t, 2>> pairs() const;

 private:
  friend class ExactSubtrees;
  std::uint64_t* own_set(std::size_t node) { return sets_.data() + node * words_; }
  /// Sets, sizes and costs of all nodes from those of the leaves, without slices.
  void compute();
  /// Sizes and costs of the nodes that have a label, which is sliced or no longer so.
  void change(std::size_t bit);
  float size(const std::uint64_t* set) const;  ///< log2 of the elements, sliced labels apart
  float operations(const Node& node) const;
  float cost(const Node& node) const;
  std::vector<double> log2_runs() const;  ///< by node: how often its step is taken

  const SearchProblem* problem_;
  std::size_t words_;
  Objective objective_;
  std::vector<Node> nodes_;
  std::vector<std::uint64_t> sets_;  ///< by node
  std::vector<std::size_t> sliced_;
  std::vector<std::uint64_t> sliced_set_;
};

}  // namespace diagc::arrays
