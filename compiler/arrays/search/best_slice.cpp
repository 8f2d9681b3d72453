// Which label of a tree to slice next.
#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "compiler/arrays/search/tree.h"
#include "compiler/arrays/search/tree_loops.h"
#include "compiler/arrays/slice_loops.h"

namespace diagc::arrays {

namespace {

using Set = std::vector<std::uint64_t>;

template <class F>
void for_bits(const Set& set, const Set& other, const F& body) {
  for (std::size_t w = 0; w < set.size(); ++w) {
    for (std::uint64_t bits = set[w] & other[w]; bits != 0; bits &= bits - 1)
      body(64 * w + static_cast<std::size_t>(std::countr_zero(bits)));
  }
}

/// What is done once more for every further value of a label where it is sliced: steps that do not have it, but are in a loop that it reaches.
class Repeated {
 public:
  Repeated(const ContractionTree& tree, const std::vector<double>& log2_work,
           const TreeLoops& loops)
      : tree_(tree),
        words_(tree.words()),
        repeated_(64 * words_),
        covers_(SliceLoops::first_loop + loops.loops.size(), Set(words_)) {
    find_covers(loops);
    const double scale = *std::ranges::max_element(log2_work);
    std::vector<double> work(covers_.size());  // by place
    Set both(words_);
    for (std::size_t n = 0; n < log2_work.size(); ++n) {
      const auto& node = tree.nodes()[n];
      const double share = node.left >= 0 ? std::exp2(log2_work[n] - scale) : 0;
      all_ += share;
      if (share < 1e-12) continue;
      work[loops.home[n]] += share;
      for (std::size_t w = 0; w < words_; ++w)
        both[w] = tree.set(static_cast<std::size_t>(node.left))[w] |
                  tree.set(static_cast<std::size_t>(node.right))[w];
      for_bits(both, covers_[loops.home[n]], [&](std::size_t bit) { repeated_[bit] -= share; });
    }
    for (std::size_t place = 0; place < covers_.size(); ++place)
      for_bits(covers_[place], covers_[place],
               [&](std::size_t bit) { repeated_[bit] += work[place]; });
  }

  /// All work with the label sliced over that without.
  double factor(std::size_t bit) const {
    const double extent = std::exp2(static_cast<double>(tree_.weights()[bit / 64]));
    return 1 + std::max(repeated_[bit], 0.0) / all_ * (extent - 1);
  }

 private:
  /// By place, the labels whose loops would be around it.
  void find_covers(const TreeLoops& loops) {
    const auto& root = tree_.nodes()[tree_.root()];
    for (std::size_t w = 0; w < words_ && loops.has_outer; ++w)
      covers_[SliceLoops::slice][w] = (tree_.set(static_cast<std::size_t>(root.left))[w] &
                                       tree_.set(static_cast<std::size_t>(root.right))[w]) |
                                      tree_.set(tree_.root())[w];
    if (tree_.objective().sums_end_early == false)
      std::ranges::fill(covers_[SliceLoops::slice], ~std::uint64_t{0});
    for (std::size_t k = 0; k < loops.loops.size(); ++k) {
      for (std::size_t w = 0; w < words_; ++w)
        covers_[SliceLoops::first_loop + k][w] =
            covers_[loops.loops[k].around][w] | tree_.set(loops.loops[k].end)[w];
    }
  }

  const ContractionTree& tree_;
  std::size_t words_;
  std::vector<double> repeated_;  ///< by bit
  std::vector<Set> covers_;
  double all_ = 0;
};

}  // namespace

std::size_t ContractionTree::best_slice(float limit, float noise, std::mt19937_64& random) const {
  const std::size_t bits = 64 * words_;
  std::vector<double> relief(bits), work(nodes_.size(), -1e9);
  const TreeLoops loops = tree_loops(*this);
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    const double above = nodes_[n].size - limit;
    if (nodes_[n].left >= 0) work[n] = nodes_[n].cost + loops.log2_runs(loops.home[n]);
    if (above <= 0) continue;
    for (std::size_t w = 0; w < words_; ++w) {
      for (std::uint64_t own = set(n)[w] & ~sliced_set_[w]; own != 0; own &= own - 1)
        relief[64 * w + static_cast<std::size_t>(std::countr_zero(own))] += std::exp2(0.5 * above);
    }
  }
  const Repeated repeated(*this, work, loops);
  std::size_t best = bits;
  double best_value = 0;
  for (std::size_t bit = 0; bit < bits; ++bit) {
    if (relief[bit] == 0) continue;
    const double random_part = noise * static_cast<double>(random() >> 11U) * 0x1.0p-53;
    const double value = (0.5 * std::log2(relief[bit]) - 3 * std::log2(repeated.factor(bit))) /
                             problem_->weights()[bit / 64] +
                         random_part;
    if (best == bits || value > best_value) {
      best = bit;
      best_value = value;
    }
  }
  return best;
}

}  // namespace diagc::arrays
