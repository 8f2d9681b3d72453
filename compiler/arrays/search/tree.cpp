#include "compiler/arrays/search/tree.h"

#include <algorithm>
#include <cmath>

#include "compiler/arrays/search/anneal.h"

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
      sets_((problem.leaves() + pairs.size()) * words_) {
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
    nodes_[n].size = problem_->size(set(n));
  }
  take(objective_);
}

void ContractionTree::take(const Objective& objective) {
  objective_ = objective;
  for (Node& node : nodes_) {
    if (node.left < 0) continue;
    node.cost = step_cost(operations(node), nodes_[node.left].size, nodes_[node.right].size,
                          node.size, objective_);
  }
}

float ContractionTree::operations(const Node& node) const {
  const std::uint64_t* a = set(static_cast<std::size_t>(node.left));
  const std::uint64_t* b = set(static_cast<std::size_t>(node.right));
  float sum = 0;
  for (std::size_t w = 0; w < words_; ++w) {
    sum += problem_->weights()[w] * static_cast<float>(std::popcount(a[w] | b[w]));
  }
  return sum;
}

void ContractionTree::anneal(std::size_t moves, float beta, const Pressure& pressure,
                             std::mt19937_64& random) {
  arrays::anneal({nodes_, problem_->leaves(), sets_.data(), problem_->weights()}, moves, beta,
                 pressure, random);
}

double ContractionTree::log2_operations() const {
  LogSum sum;
  for (const Node& node : nodes_) {
    if (node.left >= 0) sum.add(operations(node));
  }
  return sum.value();
}

double ContractionTree::log2_seconds() const {
  LogSum sum;
  for (const Node& node : nodes_) {
    if (node.left < 0) continue;
    sum.add(arrays::log2_seconds(*objective_.times, operations(node), nodes_[node.left].size,
                                 nodes_[node.right].size, node.size));
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
      return log2_operations() + log2_slices();
    case Minimise::time:
      return log2_seconds() + log2_slices();
    case Minimise::memory:
      return log2_width() + 1e-4 * log2_operations();
  }
  return 0;
}

void ContractionTree::slice(std::size_t bit) {
  sliced_.push_back(bit);
  change(bit, false);
}

void ContractionTree::restore(std::size_t bit) {
  std::erase(sliced_, bit);
  change(bit, true);
}

void ContractionTree::change(std::size_t bit, bool is_there) {
  const std::size_t word = bit / 64;
  const std::uint64_t mask = std::uint64_t{1} << (bit % 64);
  // Nodes above leaves that have it, and how many such leaves stand below them.
  std::vector<std::size_t>& above = above_;
  above.clear();
  counts_.resize(nodes_.size());
  std::uint32_t all = 0;
  for (std::size_t leaf = 0; leaf < problem_->leaves(); ++leaf) {
    if ((problem_->leaf(leaf)[word] & mask) == 0) continue;
    ++all;
    for (auto node = static_cast<std::int32_t>(leaf); node >= 0; node = nodes_[node].parent)
      if (counts_[node]++ == 0) above.push_back(static_cast<std::size_t>(node));
  }
  const bool is_open = (problem_->open()[word] & mask) != 0;
  for (const std::size_t node : above) {
    std::uint64_t& own = own_set(node)[word];
    const bool stands = is_there && (counts_[node] < all || is_open);
    own = stands ? own | mask : own & ~mask;
    nodes_[node].size = problem_->size(set(node));
  }
  for (const std::size_t number : above) {
    Node& node = nodes_[number];
    counts_[number] = 0;
    if (node.left < 0) continue;
    node.cost = step_cost(operations(node), nodes_[node.left].size, nodes_[node.right].size,
                          node.size, objective_);
  }
}

std::size_t ContractionTree::best_slice(float limit, float noise, std::mt19937_64& random) const {
  const std::size_t bits = 64 * words_;
  std::vector<double> relief(bits), work(bits);
  double all_work = 0;
  float scale = nodes_[root()].cost;
  for (const Node& node : nodes_) scale = std::max(scale, node.left >= 0 ? node.cost : scale);
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    const double above = node.size - limit;
    const double weight = above > 0 ? std::exp2(0.5 * above) : 0;
    const double share = node.left >= 0 ? std::exp2(node.cost - scale) : 0;
    all_work += share;
    for (std::size_t w = 0; w < words_; ++w) {
      for (std::uint64_t own = set(n)[w]; weight > 0 && own != 0; own &= own - 1) {
        relief[64 * w + static_cast<std::size_t>(std::countr_zero(own))] += weight;
      }
      if (share < 1e-12) continue;
      std::uint64_t both = set(static_cast<std::size_t>(node.left))[w] |
                           set(static_cast<std::size_t>(node.right))[w];
      for (; both != 0; both &= both - 1) {
        work[64 * w + static_cast<std::size_t>(std::countr_zero(both))] += share;
      }
    }
  }
  std::size_t best = bits;
  double best_value = 0;
  for (std::size_t bit = 0; bit < bits; ++bit) {
    if (relief[bit] == 0) continue;
    const double extent = std::exp2(problem_->weights()[bit / 64]);
    // All slices together repeat what does not have the label.
    const double repeated = (work[bit] + (all_work - work[bit]) * extent) / all_work;
    const double random_part = noise * static_cast<double>(random() >> 11U) * 0x1.0p-53;
    const double value =
        (0.5 * std::log2(relief[bit]) - 3 * std::log2(repeated)) / problem_->weights()[bit / 64] +
        random_part;
    if (best == bits || value > best_value) {
      best = bit;
      best_value = value;
    }
  }
  return best;
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
