#include "compiler/arrays/search/crossing.h"

#include <algorithm>

#include "compiler/arrays/search/bits.h"
#include "compiler/arrays/search/label_row.h"

namespace diagc::arrays {

namespace {

using Nodes = std::vector<std::int32_t>;

/// A subtree and everything below it, from its top down.
Nodes nodes_below(const ContractionTree& tree, std::int32_t top) {
  Nodes down{top};
  for (std::size_t k = 0; k < down.size(); ++k) {
    const ContractionTree::Node& node = tree.nodes()[static_cast<std::size_t>(down[k])];
    if (node.left >= 0) down.insert(down.end(), {node.left, node.right});
  }
  return down;
}

/// A tree as a row of small subtrees.
class Row {
 public:
  Row(const ContractionTree& tree, float bits) : tree_(tree), largest_cost_(tree.nodes().size()) {
    const auto root = static_cast<std::int32_t>(tree.root());
    const Nodes down = nodes_below(tree, root);
    for (std::size_t k = down.size(); k-- > 0;) {
      const ContractionTree::Node& node = tree.nodes()[static_cast<std::size_t>(down[k])];
      largest_cost_[static_cast<std::size_t>(down[k])] =
          node.left < 0 ? none : std::max({node.cost, cost(node.left), cost(node.right)});
    }
    least_cost_ = cost(root) - bits;
    const ContractionTree::Node& last = tree.nodes()[tree.root()];
    // Two fronts meet at the last step.
    append(last.left);
    const auto middle = static_cast<std::ptrdiff_t>(subtrees_.size());
    append(last.right);
    std::reverse(subtrees_.begin() + middle, subtrees_.end());
  }

  const Nodes& subtrees() const { return subtrees_; }

 private:
  static constexpr float none = -1e9F;

  float cost(std::int32_t node) const { return largest_cost_[static_cast<std::size_t>(node)]; }

  /// From where a front begins: the costlier operand comes before the other one.
  void append(std::int32_t top) {
    Nodes others;
    while (cost(top) >= least_cost_ && cost(top) > none) {
      const ContractionTree::Node& node = tree_.nodes()[static_cast<std::size_t>(top)];
      const bool left = cost(node.left) >= cost(node.right);
      others.push_back(left ? node.right : node.left);
      top = left ? node.left : node.right;
    }
    subtrees_.push_back(top);
    for (std::size_t k = others.size(); k-- > 0;) append(others[k]);
  }

  const ContractionTree& tree_;
  std::vector<float> largest_cost_;  ///< by node: of all steps at and below it
  float least_cost_;
  Nodes subtrees_;
};

/// Subtrees of several trees, which share no leaf, with what is left of them.
class Child {
 public:
  explicit Child(const SearchProblem& problem)
      : problem_(problem),
        is_taken_(problem.leaves()),
        next_(static_cast<std::uint32_t>(problem.leaves())) {
    labels_.resize(64 * problem.words());
    for (std::uint32_t leaf = 0; leaf < problem.leaves(); ++leaf)
      for_each_bit(problem_.leaf(leaf), [&](std::size_t bit) { ++labels_[bit]; });
  }

  /// A subtree without the leaves that another one has taken.
  void take(const ContractionTree& tree, std::int32_t top) {
    constexpr std::uint32_t nothing = 0xffffffffU;
    const Nodes down = nodes_below(tree, top);
    std::vector<std::uint32_t> values(tree.nodes().size(), nothing), leaves;
    for (std::size_t k = down.size(); k-- > 0;) {
      const auto number = static_cast<std::size_t>(down[k]);
      const ContractionTree::Node& node = tree.nodes()[number];
      if (node.left < 0) {
        if (is_taken_[number]) continue;
        values[number] = static_cast<std::uint32_t>(number);
        leaves.push_back(values[number]);
        continue;
      }
      const std::uint32_t left = values[static_cast<std::size_t>(node.left)],
                          right = values[static_cast<std::size_t>(node.right)];
      values[number] = left == nothing ? right : right == nothing ? left : join(left, right);
    }
    if (leaves.empty()) return;
    for (const std::uint32_t leaf : leaves) is_taken_[leaf] = true;
    parts_.push_back(values[static_cast<std::size_t>(top)]);
    sets_.push_back(set_of(leaves));
  }

  std::vector<std::array<std::uint32_t, 2>> finish() {
    for (const auto& [a, b] : LabelRow(problem_, std::move(sets_)).pairs())
      parts_.push_back(join(parts_[a], parts_[b]));
    return std::move(pairs_);
  }

 private:
  std::uint32_t join(std::uint32_t a, std::uint32_t b) {
    pairs_.push_back({a, b});
    return next_++;
  }

  /// The labels of leaves that others have, too, or that are open.
  std::vector<std::uint64_t> set_of(const std::vector<std::uint32_t>& leaves) const {
    std::vector<std::uint32_t> inside(labels_.size());
    std::vector<std::uint64_t> set(problem_.words());
    for (const std::uint32_t leaf : leaves) {
      for_each_bit(problem_.leaf(leaf), [&](std::size_t bit) {
        const std::uint64_t mask = std::uint64_t{1} << bit % 64;
        const bool stays = ++inside[bit] < labels_[bit] || (problem_.open()[bit / 64] & mask) != 0;
        set[bit / 64] = stays ? set[bit / 64] | mask : set[bit / 64] & ~mask;
      });
    }
    return set;
  }

  const SearchProblem& problem_;
  std::vector<bool> is_taken_;         ///< by leaf
  std::vector<std::uint32_t> labels_;  ///< by bit: leaves that have it
  std::vector<std::array<std::uint32_t, 2>> pairs_;
  std::uint32_t next_;
  std::vector<std::uint32_t> parts_;  ///< values of subtrees, and of what joins them
  std::vector<std::vector<std::uint64_t>> sets_;
};

/// Whether leaves that are early in one row are late in the other one.
bool run_against_each_other(const ContractionTree& first, const Nodes& row,
                            const ContractionTree& second, const Nodes& other) {
  std::vector<std::int64_t> places;
  const auto leaves = static_cast<std::int64_t>(first.nodes().size() / 2 + 1);
  places.resize(static_cast<std::size_t>(leaves));
  const auto for_leaves = [&](const ContractionTree& tree, const Nodes& subtrees,
                              const auto& body) {
    std::int64_t place = 0;
    for (const std::int32_t top : subtrees) {
      for (const std::int32_t node : nodes_below(tree, top))
        if (node < leaves) body(static_cast<std::size_t>(node), 2 * place++ - leaves + 1);
    }
  };
  for_leaves(first, row, [&](std::size_t leaf, std::int64_t place) { places[leaf] = place; });
  std::int64_t sum = 0;
  for_leaves(second, other,
             [&](std::size_t leaf, std::int64_t place) { sum += places[leaf] * place; });
  return sum < 0;
}

}  // namespace

std::vector<std::array<std::uint32_t, 2>> crossed_pairs(const SearchProblem& problem,
                                                        const ContractionTree& first,
                                                        const ContractionTree& second, float bits,
                                                        std::mt19937_64& random) {
  if (problem.leaves() < 2) return first.pairs();
  Nodes row = Row(first, bits).subtrees(), other = Row(second, bits).subtrees();
  if (run_against_each_other(first, row, second, other)) std::ranges::reverse(other);
  if (random() % 2 == 0) {
    std::ranges::reverse(row);
    std::ranges::reverse(other);
  }
  Child child(problem);
  row.resize(1 + random() % (row.size() - 1));
  for (const std::int32_t top : row) child.take(first, top);
  for (const std::int32_t top : other) child.take(second, top);
  return child.finish();
}

}  // namespace diagc::arrays
