// Parts of a tree with few subtrees below them, made the best there is.
#pragma once

#include "compiler/arrays/search/tree.h"

namespace diagc::arrays {

class ExactSubtrees {
 public:
  static constexpr std::size_t most_parts = 8;

  ExactSubtrees(ContractionTree& tree, const ContractionTree::Pressure& pressure);

  /// For every inner node once, from the root down: its descendants are opened, the largest first, until there are 8, and their tree is
  /// replaced by the cheapest one, found by dynamic programming over subsets.
  void improve_all();

 private:
  void improve(std::size_t top);
  /// Of all steps below a join of two subsets. Where sums end early, what is below their end is repeated.
  double cost(std::size_t subset_a, std::size_t subset_b, float operations) const;
  /// Of a node above the parts at hand, as it is.
  double cost_below(std::int32_t node) const;
  double part_cost(std::int32_t part) const {
    return early_ ? below_[static_cast<std::size_t>(part)] : 0;
  }
  /// The number of values of the sliced labels that a and b have, and their result has not.
  double ended(const std::uint64_t* a, const std::uint64_t* b, const std::uint64_t* result) const;
  std::int32_t rebuild(std::size_t subset);

  ContractionTree& tree_;
  ContractionTree::Pressure pressure_;
  std::size_t words_;
  // Of the part at hand; by subset of its subtrees.
  std::vector<std::int32_t> parts_, inner_;
  std::vector<std::uint64_t> sets_;
  std::vector<float> sizes_;
  std::vector<double> costs_;
  std::vector<std::uint32_t> splits_;
  bool early_;                 ///< whether sums that end within the parts count
  std::vector<double> below_;  ///< by node, of all steps at and below it
};

}  // namespace diagc::arrays
