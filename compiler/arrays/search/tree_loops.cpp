#include "compiler/arrays/search/tree_loops.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "compiler/arrays/slice_loops.h"

namespace diagc::arrays {

namespace {

class Finder {
 public:
  explicit Finder(const ContractionTree& tree)
      : tree_(tree), words_(tree.words()), place_(64 * words_), reached_(64 * words_) {}

  TreeLoops find() {
    const auto& nodes = tree_.nodes();
    loops_.home.assign(nodes.size(), SliceLoops::once);
    down_.push_back(tree_.root());
    for (std::size_t k = 0; k < down_.size(); ++k) {
      const auto& node = nodes[down_[k]];
      if (node.left < 0) continue;
      down_.push_back(static_cast<std::size_t>(node.left));
      down_.push_back(static_cast<std::size_t>(node.right));
    }
    find_reached();
    find_outer();
    for (const std::size_t node : down_) {
      if (nodes[node].left >= 0) take(node);
    }
    return std::move(loops_);
  }

 private:
  const std::uint64_t* left(std::size_t node) const {
    return tree_.set(static_cast<std::size_t>(tree_.nodes()[node].left));
  }
  const std::uint64_t* right(std::size_t node) const {
    return tree_.set(static_cast<std::size_t>(tree_.nodes()[node].right));
  }

  template <class F>
  static void for_bits(std::uint64_t bits, std::size_t word, const F& body) {
    for (; bits != 0; bits &= bits - 1)
      body(64 * word + static_cast<std::size_t>(std::countr_zero(bits)));
  }

  /// Operations of the steps that have a label.
  void find_reached() {
    for (const std::size_t node : down_) {
      if (tree_.nodes()[node].left < 0) continue;
      const double share = std::exp2(static_cast<double>(tree_.operations(node)));
      for (std::size_t w = 0; w < words_; ++w) {
        for_bits((left(node)[w] | right(node)[w]) & tree_.sliced_set()[w], w,
                 [&](std::size_t bit) { reached_[bit] += share; });
      }
    }
  }

  void find_outer() {
    loops_.outer.assign(words_, 0);
    const std::size_t root = tree_.root();
    for (std::size_t w = 0; w < words_; ++w) {
      std::uint64_t& outer = loops_.outer[w];
      if (tree_.nodes()[root].left >= 0) outer = left(root)[w] & right(root)[w];
      outer = (outer | tree_.set(root)[w]) & tree_.sliced_set()[w];
      loops_.log2_slices += static_cast<double>(tree_.weights()[w]) * std::popcount(outer);
      for_bits(outer, w, [&](std::size_t bit) { place_[bit] = SliceLoops::slice; });
      loops_.has_outer = loops_.has_outer || outer != 0;
    }
  }

  void take(std::size_t node) {
    std::uint32_t home = loops_.has_outer ? SliceLoops::once : SliceLoops::slice;
    std::vector<std::size_t> ended;
    for (std::size_t w = 0; w < words_; ++w) {
      const std::uint64_t both = (left(node)[w] | right(node)[w]) & tree_.sliced_set()[w];
      const std::uint64_t ends = both & ~tree_.set(node)[w] & ~loops_.outer[w];
      // Loops that reach a node are in each other: the one that repeats most is the innermost.
      for_bits(both & ~ends, w, [&](std::size_t bit) {
        const std::uint32_t place = place_[bit];
        if (home < SliceLoops::first_loop ? place > home
                                          : loops_.log2_runs(place) > loops_.log2_runs(home))
          home = place;
      });
      for_bits(ends, w, [&](std::size_t bit) { ended.push_back(bit); });
    }
    std::ranges::stable_sort(ended, std::greater(), [&](std::size_t bit) { return reached_[bit]; });
    for (const std::size_t bit : ended) {
      loops_.loops.push_back(
          {node, home, loops_.log2_runs(home) + static_cast<double>(tree_.weights()[bit / 64])});
      home = SliceLoops::first_loop + static_cast<std::uint32_t>(loops_.loops.size() - 1);
      place_[bit] = home;
    }
    loops_.home[node] = home;
  }

  const ContractionTree& tree_;
  std::size_t words_;
  std::vector<std::size_t> down_;     ///< nodes, from the root
  std::vector<std::uint32_t> place_;  ///< by bit
  std::vector<double> reached_;       ///< by bit
  TreeLoops loops_;
};

}  // namespace

double TreeLoops::log2_runs(std::uint32_t place) const {
  if (place == SliceLoops::once) return 0;
  return place == SliceLoops::slice ? log2_slices : loops[place - SliceLoops::first_loop].log2_runs;
}

TreeLoops tree_loops(const ContractionTree& tree) {
  if (tree.objective().sums_end_early) return Finder(tree).find();
  TreeLoops loops;
  loops.home.assign(tree.nodes().size(), SliceLoops::slice);
  loops.log2_slices = tree.log2_slices();
  return loops;
}

}  // namespace diagc::arrays
