#include "compiler/arrays/search/tree.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "compiler/arrays/search/anneal.h"
#include "compiler/arrays/search/tree_loops.h"

namespace diagc::arrays {

namespace {

/// log2 Σ 2^x, one x after the other.
class LogSum {
 public:
  void add(double x) {
    if (x > largest_) {
      sum_ *= std::exp2(largest_ - x);
      largest_ = x;
    }
    sum_ += std::exp2(x - largest_);
  }
  double value() const { return sum_ > 0 ? largest_ + std::log2(sum_) : 0; }

 private:
  double largest_ = -1e9, sum_ = 0;
};

}  // namespace

ContractionTree::ContractionTree(const SearchProblem& problem,
                                 const std::vector<std::array<std::uint32_t, 2>>& pairs,
                                 const Objective& objective)
    : problem_(&problem),
      words_(problem.words()),
      objective_(objective),
      nodes_(problem.leaves()),
      sets_((problem.leaves() + pairs.size()) * words_),
      sliced_set_(words_) {
  for (const auto& [a, b] : pairs) {
    const auto node = static_cast<std::int32_t>(nodes_.size());
    nodes_[a].parent = nodes_[b].parent = node;
    nodes_.push_back({static_cast<std::int32_t>(a), static_cast<std::int32_t>(b)});
  }
  compute();
}

void ContractionTree::compute() {
  // From the leaves up: labels in a subtree. Rotations leave nodes in no order of numbers.
  std::vector<std::int32_t> down{static_cast<std::int32_t>(root())};
  for (std::size_t k = 0; k < down.size(); ++k) {
    const Node& node = nodes_[down[k]];
    if (node.left >= 0) down.insert(down.end(), {node.left, node.right});
  }
  std::vector<std::uint64_t> inside(sets_.size()), outside(sets_.size());
  for (std::size_t k = down.size(); k-- > 0;) {
    const auto n = static_cast<std::size_t>(down[k]);
    const Node& node = nodes_[n];
    for (std::size_t w = 0; w < words_; ++w) {
      inside[n * words_ + w] = node.left < 0
                                   ? problem_->leaf(n)[w]
                                   : inside[static_cast<std::size_t>(node.left) * words_ + w] |
                                         inside[static_cast<std::size_t>(node.right) * words_ + w];
    }
  }
  for (std::size_t w = 0; w < words_; ++w) outside[root() * words_ + w] = problem_->open()[w];
  for (const std::int32_t number : down) {
    const auto n = static_cast<std::size_t>(number);
    const Node& node = nodes_[n];
    for (std::size_t w = 0; w < words_ && node.left >= 0; ++w) {
      const auto left = static_cast<std::size_t>(node.left) * words_ + w;
      const auto right = static_cast<std::size_t>(node.right) * words_ + w;
      outside[left] = outside[n * words_ + w] | inside[right];
      outside[right] = outside[n * words_ + w] | inside[left];
    }
    for (std::size_t w = 0; w < words_; ++w) {
      sets_[n * words_ + w] = inside[n * words_ + w] & outside[n * words_ + w];
    }
    nodes_[n].size = size(set(n));
  }
  take(objective_);
}

void ContractionTree::take(const Objective& objective) {
  objective_ = objective;
  for (Node& node : nodes_)
    if (node.left >= 0) node.cost = cost(node);
}

float ContractionTree::size(const std::uint64_t* set) const {
  float sum = 0;
  for (std::size_t w = 0; w < words_; ++w)
    sum += weights()[w] * static_cast<float>(std::popcount(set[w] & ~sliced_set_[w]));
  return sum;
}

float ContractionTree::operations(const Node& node) const {
  const std::uint64_t* a = set(static_cast<std::size_t>(node.left));
  const std::uint64_t* b = set(static_cast<std::size_t>(node.right));
  float sum = 0;
  for (std::size_t w = 0; w < words_; ++w)
    sum += weights()[w] * static_cast<float>(std::popcount((a[w] | b[w]) & ~sliced_set_[w]));
  return sum;
}

float ContractionTree::cost(const Node& node) const {
  return step_cost(operations(node), nodes_[node.left].size, nodes_[node.right].size, node.size,
                   objective_);
}

void ContractionTree::anneal(std::size_t moves, float beta, const Pressure& pressure,
                             std::mt19937_64& random) {
  const TreeView view{nodes_, problem_->leaves(), sets_.data(), weights(),
                      sliced_.empty() ? nullptr : sliced_set_.data()};
  arrays::anneal(view, moves, beta, pressure, random);
}

std::vector<double> ContractionTree::log2_runs() const {
  const TreeLoops loops = tree_loops(*this);
  std::vector<double> runs;
  for (const std::uint32_t home : loops.home) runs.push_back(loops.log2_runs(home));
  return runs;
}

double ContractionTree::log2_operations() const {
  const std::vector<double> runs = log2_runs();
  LogSum sum;
  for (std::size_t n = problem_->leaves(); n < nodes_.size(); ++n)
    sum.add(operations(nodes_[n]) + runs[n]);
  return sum.value();
}

double ContractionTree::log2_seconds() const {
  const std::vector<double> runs = log2_runs();
  LogSum sum;
  for (std::size_t n = problem_->leaves(); n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    sum.add(arrays::log2_seconds(*objective_.times, operations(node), nodes_[node.left].size,
                                 nodes_[node.right].size, node.size) +
            runs[n]);
  }
  return sum.value();
}

float ContractionTree::log2_width() const {
  float width = 0;
  for (const Node& node : nodes_) width = std::max(width, node.size);
  return width;
}

double ContractionTree::log2_slices() const {
  double sum = 0;
  for (const std::size_t bit : sliced_) sum += problem_->weights()[bit / 64];
  return sum;
}

double ContractionTree::score() const {
  switch (objective_.minimise) {
    case Minimise::flops:
      return log2_operations();
    case Minimise::time:
      return log2_seconds();
    case Minimise::memory:
      return log2_width() + 1e-4 * log2_operations();
  }
  return 0;
}

void ContractionTree::slice(std::size_t bit) {
  sliced_.push_back(bit);
  sliced_set_[bit / 64] |= std::uint64_t{1} << (bit % 64);
  change(bit);
}

void ContractionTree::restore(std::size_t bit) {
  std::erase(sliced_, bit);
  sliced_set_[bit / 64] &= ~(std::uint64_t{1} << (bit % 64));
  change(bit);
}

void ContractionTree::change(std::size_t bit) {
  const std::size_t word = bit / 64;
  const std::uint64_t mask = std::uint64_t{1} << (bit % 64);
  for (std::size_t n = 0; n < nodes_.size(); ++n)
    if ((set(n)[word] & mask) != 0) nodes_[n].size = size(set(n));
  for (Node& node : nodes_) {
    if (node.left < 0) continue;
    const std::uint64_t left = set(static_cast<std::size_t>(node.left))[word],
                        right = set(static_cast<std::size_t>(node.right))[word];
    if (((left | right) & mask) != 0) node.cost = cost(node);
  }
}

std::vector<std::array<std::uint32_t, 2>> ContractionTree::pairs() const {
  std::vector<std::array<std::uint32_t, 2>> result;
  std::vector<std::int32_t> down;
  if (nodes_.size() > problem_->leaves()) down.push_back(static_cast<std::int32_t>(root()));
  for (std::size_t k = 0; k < down.size(); ++k) {
    for (const std::int32_t child : {nodes_[down[k]].left, nodes_[down[k]].right}) {
      if (nodes_[child].left >= 0) down.push_back(child);
    }
  }
  std::vector<std::uint32_t> number(nodes_.size());
  for (std::uint32_t leaf = 0; leaf < problem_->leaves(); ++leaf) number[leaf] = leaf;
  auto next = static_cast<std::uint32_t>(problem_->leaves());
  for (std::size_t k = down.size(); k-- > 0;) {
    const Node& node = nodes_[down[k]];
    result.push_back({number[node.left], number[node.right]});
    number[down[k]] = next++;
  }
  return result;
}

}  // namespace diagc::arrays
