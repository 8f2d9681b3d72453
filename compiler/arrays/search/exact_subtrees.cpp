#include "compiler/arrays/search/exact_subtrees.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "compiler/arrays/search/anneal.h"

namespace diagc::arrays {

ExactSubtrees::ExactSubtrees(ContractionTree& tree, const ContractionTree::Pressure& pressure)
    : tree_(tree),
      pressure_(pressure),
      words_(tree.words_),
      sets_((std::size_t{1} << most_parts) * words_),
      sizes_(std::size_t{1} << most_parts),
      costs_(std::size_t{1} << most_parts),
      splits_(std::size_t{1} << most_parts),
      early_(pressure.objective.sums_end_early && !tree.sliced().empty()) {}

void ExactSubtrees::improve_all() {
  if (early_) {
    // From the leaves up.
    std::vector<std::int32_t> down{static_cast<std::int32_t>(tree_.root())};
    for (std::size_t k = 0; k < down.size(); ++k) {
      const ContractionTree::Node& node = tree_.nodes_[down[k]];
      if (node.left >= 0) down.insert(down.end(), {node.left, node.right});
    }
    below_.assign(tree_.nodes_.size(), 0);
    parts_.clear();
    for (std::size_t k = down.size(); k-- > 0;) {
      const ContractionTree::Node& node = tree_.nodes_[down[k]];
      if (node.left < 0) continue;
      parts_.assign({node.left, node.right});
      below_[static_cast<std::size_t>(down[k])] = cost_below(down[k]);
    }
  }
  std::vector<std::size_t> left{tree_.root()};
  while (!left.empty()) {
    const std::size_t top = left.back();
    left.pop_back();
    if (tree_.nodes_[top].left < 0) continue;
    improve(top);
    left.push_back(static_cast<std::size_t>(tree_.nodes_[top].left));
    left.push_back(static_cast<std::size_t>(tree_.nodes_[top].right));
  }
}

double ExactSubtrees::cost(std::size_t a, std::size_t b, float operations) const {
  const std::size_t both = a | b;
  float step = step_cost(operations, sizes_[a], sizes_[b], sizes_[both], pressure_.objective);
  if (pressure_.weight > 0)
    step += pressure_.weight * std::max(0.0F, sizes_[both] - pressure_.limit);
  const double sum = costs_[a] + costs_[b] + std::exp2(static_cast<double>(step));
  if (!early_) return sum;
  const auto set = [&](std::size_t subset) { return sets_.data() + subset * words_; };
  return sum * ended(set(a), set(b), set(both));
}

double ExactSubtrees::ended(const std::uint64_t* a, const std::uint64_t* b,
                            const std::uint64_t* result) const {
  float bits = 0;
  for (std::size_t w = 0; w < words_; ++w)
    bits += tree_.weights()[w] *
            static_cast<float>(std::popcount(a[w] & b[w] & ~result[w] & tree_.sliced_set()[w]));
  return bits == 0 ? 1 : std::exp2(static_cast<double>(bits));
}

double ExactSubtrees::cost_below(std::int32_t number) const {
  if (const auto part = std::ranges::find(parts_, number); part != parts_.end())
    return part_cost(number);
  const ContractionTree::Node& node = tree_.nodes_[number];
  float step = node.cost;
  if (pressure_.weight > 0) step += pressure_.weight * std::max(0.0F, node.size - pressure_.limit);
  const double sum =
      cost_below(node.left) + cost_below(node.right) + std::exp2(static_cast<double>(step));
  if (!early_) return sum;
  const auto set = [&](std::int32_t of) { return tree_.set(static_cast<std::size_t>(of)); };
  return sum * ended(set(node.left), set(node.right), set(number));
}

void ExactSubtrees::improve(std::size_t top) {
  const auto& nodes = tree_.nodes_;
  parts_.assign({nodes[top].left, nodes[top].right});
  inner_.assign({static_cast<std::int32_t>(top)});
  while (parts_.size() < most_parts) {
    const auto largest = std::ranges::max_element(parts_, {}, [&](std::int32_t part) {
      return nodes[part].left < 0 ? -1.0F : nodes[part].size;
    });
    const std::int32_t opened = *largest;
    if (nodes[opened].left < 0) break;
    inner_.push_back(opened);
    *largest = nodes[opened].left;
    parts_.push_back(nodes[opened].right);
  }
  if (parts_.size() < 3) return;

  const std::size_t all = (std::size_t{1} << parts_.size()) - 1;
  // First the labels in a subset, then those of them that stand outside, too.
  std::fill_n(sets_.begin(), words_, 0);
  for (std::size_t subset = 1; subset <= all; ++subset) {
    const auto lowest = static_cast<std::size_t>(std::countr_zero(subset));
    const std::uint64_t* own = tree_.set(static_cast<std::size_t>(parts_[lowest]));
    for (std::size_t w = 0; w < words_; ++w) {
      sets_[subset * words_ + w] = sets_[(subset & (subset - 1)) * words_ + w] | own[w];
    }
  }
  for (std::size_t subset = 1; 2 * subset <= all; ++subset) {
    const std::size_t rest = all & ~subset;
    for (std::size_t w = 0; w < words_; ++w) {
      const std::uint64_t one = sets_[subset * words_ + w], other = sets_[rest * words_ + w];
      const std::uint64_t open = tree_.set(top)[w];
      sets_[subset * words_ + w] = one & (other | open);
      sets_[rest * words_ + w] = other & (one | open);
    }
  }
  std::copy_n(tree_.set(top), words_, sets_.begin() + static_cast<std::ptrdiff_t>(all * words_));
  for (std::size_t subset = 1; subset <= all; ++subset) {
    sizes_[subset] = tree_.size(sets_.data() + subset * words_);
  }
  const auto operations = [&](std::size_t a, std::size_t b) {
    float sum = 0;
    for (std::size_t w = 0; w < words_; ++w) {
      sum += tree_.problem_->weights()[w] *
             static_cast<float>(std::popcount((sets_[a * words_ + w] | sets_[b * words_ + w]) &
                                              ~tree_.sliced_set()[w]));
    }
    return sum;
  };
  for (std::size_t subset = 1; subset <= all; ++subset) {
    if ((subset & (subset - 1)) == 0) {
      costs_[subset] = part_cost(parts_[static_cast<std::size_t>(std::countr_zero(subset))]);
      continue;
    }
    costs_[subset] = std::numeric_limits<double>::infinity();
    splits_[subset] = static_cast<std::uint32_t>(subset & (~subset + 1));
    // Every split once: the part with the lowest member.
    const std::size_t lowest = subset & (~subset + 1);
    for (std::size_t a = (subset - 1) & subset; a > 0; a = (a - 1) & subset) {
      if ((a & lowest) == 0 || costs_[a] + costs_[subset ^ a] >= costs_[subset]) continue;
      const double sum = cost(a, subset ^ a, operations(a, subset ^ a));
      if (sum < costs_[subset]) {
        costs_[subset] = sum;
        splits_[subset] = static_cast<std::uint32_t>(a);
      }
    }
  }
  const double before = cost_below(static_cast<std::int32_t>(top));
  if (!(costs_[all] < before * (1 - 1e-9))) return;
  std::ranges::reverse(inner_);  // the last one is `top`, which stays the top
  inner_.pop_back();
  const std::size_t a = splits_[all];
  const std::int32_t left = rebuild(a), right = rebuild(all ^ a);
  ContractionTree::Node& node = tree_.nodes_[top];
  node.left = left;
  node.right = right;
  node.cost =
      step_cost(operations(a, all ^ a), sizes_[a], sizes_[all ^ a], node.size, pressure_.objective);
  tree_.nodes_[left].parent = tree_.nodes_[right].parent = static_cast<std::int32_t>(top);
}

std::int32_t ExactSubtrees::rebuild(std::size_t subset) {
  if ((subset & (subset - 1)) == 0)
    return parts_[static_cast<std::size_t>(std::countr_zero(subset))];
  const std::int32_t number = inner_.back();
  inner_.pop_back();
  const std::size_t a = splits_[subset], b = subset ^ a;
  const std::int32_t left = rebuild(a), right = rebuild(b);
  ContractionTree::Node& node = tree_.nodes_[number];
  node.left = left;
  node.right = right;
  node.size = sizes_[subset];
  std::copy_n(sets_.begin() + static_cast<std::ptrdiff_t>(subset * words_), words_,
              tree_.own_set(static_cast<std::size_t>(number)));
  node.cost =
      step_cost(tree_.operations(node), sizes_[a], sizes_[b], node.size, pressure_.objective);
  tree_.nodes_[left].parent = tree_.nodes_[right].parent = number;
  return number;
}

}  // namespace diagc::arrays
