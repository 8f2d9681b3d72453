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
  double cost(std::size_t subset_a, std::size_t subset_b, float operations) const;
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
};

}  // namespace diagc::arrays
