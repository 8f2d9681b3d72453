#include "compiler/arrays/search/part_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace diagc::arrays {

namespace {

using StepPairs = std::vector<std::array<std::uint32_t, 2>>;

/// Steps at the top of parts have a step below them that is at most so many bits cheaper than the costliest one, and so many leaves at least.
constexpr float bits_of_top = 8;
constexpr std::int32_t leaves_of_top = 20;
/// Values of a part: it ends where it has more than a number between these.
constexpr std::size_t fewest_values = 50, most_values = 450;
/// For each value of a part.
constexpr std::uint64_t moves_of_value = 1800;
constexpr std::uint64_t stages_of_part = 100;
/// Inverse temperatures per bit of operations; a part begins at one between the first two.
constexpr double hottest_part = 4, coolest_part = 10, coldest_part = 50;

double uniform_number(std::mt19937_64& random) {
  return static_cast<double>(random() >> 11U) * 0x1.0p-53;
}

class ReopenedPart {
 public:
  ReopenedPart(const SearchProblem& problem, const ContractionTree& tree, std::mt19937_64& random)
      : problem_(problem), tree_(tree), costs_(tree.nodes().size()), leaves_(tree.nodes().size()) {
    measure();
    choose_top(random);
    const double share = uniform_number(random) * uniform_number(random);
    collect(fewest_values +
            static_cast<std::size_t>(share * static_cast<double>(most_values - fewest_values)));
  }

  std::size_t values() const { return values_.size(); }

  /// The tree with the part annealed; nothing where that is worse.
  std::optional<ContractionTree> annealed(const ContractionTree::Pressure& pressure,
                                          std::mt19937_64& random) {
    std::vector<const std::uint64_t*> sets;
    for (const std::int32_t value : values_) sets.push_back(set(value));
    const SearchProblem part(problem_, sets, set(top_));
    StepPairs pairs;
    join(top_, own_numbers(), pairs, static_cast<std::uint32_t>(values_.size()));
    ContractionTree own(part, pairs, pressure.objective);
    const double score = own.score(), excess = above(own, pressure);
    const double first = hottest_part + (coolest_part - hottest_part) * uniform_number(random);
    for (std::uint64_t stage = 0; stage < stages_of_part; ++stage) {
      const double cooled = static_cast<double>(stage) / (stages_of_part - 1);
      own.anneal(moves_of_value * values_.size() / stages_of_part,
                 static_cast<float>(first * std::pow(coldest_part / first, cooled)), pressure,
                 random);
    }
    if (own.score() > score || above(own, pressure) > excess) return std::nullopt;
    return ContractionTree(problem_, with(own), pressure.objective);
  }

 private:
  static double above(const ContractionTree& tree, const ContractionTree::Pressure& pressure) {
    return std::max(0.0, static_cast<double>(tree.log2_width()) - pressure.limit);
  }
  const ContractionTree::Node& node(std::int32_t number) const {
    return tree_.nodes()[static_cast<std::size_t>(number)];
  }
  const std::uint64_t* set(std::int32_t number) const {
    return tree_.set(static_cast<std::size_t>(number));
  }
  float cost(std::int32_t number) const { return costs_[static_cast<std::size_t>(number)]; }
  std::int32_t leaves(std::int32_t number) const {
    return leaves_[static_cast<std::size_t>(number)];
  }

  /// The costliest step at and below each node, and its leaves.
  void measure() {
    constexpr float none = -1e9F;
    down_.push_back(static_cast<std::int32_t>(tree_.root()));
    for (std::size_t k = 0; k < down_.size(); ++k) {
      const ContractionTree::Node& own = node(down_[k]);
      if (own.left >= 0) down_.insert(down_.end(), {own.left, own.right});
    }
    for (std::size_t k = down_.size(); k-- > 0;) {
      const auto number = static_cast<std::size_t>(down_[k]);
      const ContractionTree::Node& own = node(down_[k]);
      costs_[number] = own.left < 0 ? none : std::max({own.cost, cost(own.left), cost(own.right)});
      leaves_[number] = own.left < 0 ? 1 : leaves(own.left) + leaves(own.right);
    }
  }

  void choose_top(std::mt19937_64& random) {
    const float least = cost(down_[0]) - bits_of_top * static_cast<float>(uniform_number(random));
    std::vector<std::int32_t> tops;
    for (const std::int32_t number : down_) {
      if (cost(number) >= least && leaves(number) >= leaves_of_top) tops.push_back(number);
    }
    top_ = tops.empty() ? down_[0] : tops[random() % tops.size()];
  }

  void collect(std::size_t wanted) {
    std::int32_t at = top_;
    while (node(at).left >= 0 && values_.size() < wanted) {
      const ContractionTree::Node& own = node(at);
      const bool left = std::pair(cost(own.left), leaves(own.left)) >
                        std::pair(cost(own.right), leaves(own.right));
      add_leaves(left ? own.right : own.left);
      at = left ? own.left : own.right;
    }
    values_.push_back(at);
  }

  /// Of an operand that is not too large for a part, which is one value otherwise.
  void add_leaves(std::int32_t operand) {
    if (leaves(operand) > static_cast<std::int32_t>(most_values)) {
      values_.push_back(operand);
      return;
    }
    std::vector<std::int32_t> open{operand};
    while (!open.empty()) {
      const std::int32_t number = open.back();
      open.pop_back();
      if (node(number).left < 0)
        values_.push_back(number);
      else
        open.insert(open.end(), {node(number).left, node(number).right});
    }
  }

  static constexpr std::uint32_t nothing = 0xffffffffU;

  /// By node: its number among the part's values.
  std::vector<std::uint32_t> own_numbers() const {
    std::vector<std::uint32_t> numbers(tree_.nodes().size(), nothing);
    for (std::size_t k = 0; k < values_.size(); ++k)
      numbers[static_cast<std::size_t>(values_[k])] = static_cast<std::uint32_t>(k);
    return numbers;
  }

  /// Appends the steps of a node that lead to it from what has numbers, and gives its own number; the first step's is `next`.
  std::uint32_t join(std::int32_t top, std::vector<std::uint32_t> numbers, StepPairs& pairs,
                     std::uint32_t next) const {
    std::vector<std::int32_t> down{top};
    for (std::size_t k = 0; k < down.size(); ++k) {
      if (numbers[static_cast<std::size_t>(down[k])] == nothing)
        down.insert(down.end(), {node(down[k]).left, node(down[k]).right});
    }
    for (std::size_t k = down.size(); k-- > 0;) {
      const auto number = static_cast<std::size_t>(down[k]);
      if (numbers[number] != nothing) continue;
      pairs.push_back({numbers[static_cast<std::size_t>(node(down[k]).left)],
                       numbers[static_cast<std::size_t>(node(down[k]).right)]});
      numbers[number] = next + static_cast<std::uint32_t>(pairs.size()) - 1;
    }
    return numbers[static_cast<std::size_t>(top)];
  }

  /// The whole tree with this one in place of the part.
  StepPairs with(const ContractionTree& own) const {
    const auto leaves = static_cast<std::uint32_t>(problem_.leaves());
    std::vector<std::uint32_t> numbers(tree_.nodes().size(), nothing), values;
    for (std::uint32_t leaf = 0; leaf < leaves; ++leaf) numbers[leaf] = leaf;
    StepPairs pairs;
    for (const std::int32_t value : values_) values.push_back(join(value, numbers, pairs, leaves));
    for (const auto& [a, b] : own.pairs()) {
      pairs.push_back({values[a], values[b]});
      values.push_back(leaves + static_cast<std::uint32_t>(pairs.size()) - 1);
    }
    numbers[static_cast<std::size_t>(top_)] = values.back();
    join(down_[0], std::move(numbers), pairs, leaves);
    return pairs;
  }

  const SearchProblem& problem_;
  const ContractionTree& tree_;
  std::vector<float> costs_;
  std::vector<std::int32_t> leaves_;
  std::vector<std::int32_t> down_;  ///< all nodes, from the root down
  std::int32_t top_ = 0;
  std::vector<std::int32_t> values_;  ///< nodes that the part joins
};

}  // namespace

ContractionTree with_parts_annealed(const SearchProblem& problem, ContractionTree tree,
                                    std::uint64_t moves, const ContractionTree::Pressure& pressure,
                                    const std::function<bool()>& stop, std::mt19937_64& random) {
  constexpr std::size_t fewest = 3;  // values of which there are several trees
  if (problem.leaves() < fewest) return tree;
  for (std::uint64_t taken = 0; taken < moves;) {
    if (stop && stop()) break;
    ReopenedPart part(problem, tree, random);
    taken += moves_of_value * part.values();
    if (part.values() < fewest) continue;
    if (auto annealed = part.annealed(pressure, random)) tree = std::move(*annealed);
  }
  return tree;
}

}  // namespace diagc::arrays
