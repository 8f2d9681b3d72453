// A move of the search: a subtree is cut off and joined to another place, some steps away.
//
// Rotations take it there step by step, and each of them has to be accepted. Where a leaf that joins a large value late had better join it early, all trees in
// between are worse. In phylogenetics the move is called subtree pruning and regrafting.
#pragma once

#include <vector>

#include "compiler/arrays/search/label_counts.h"
#include "compiler/arrays/search/move_costs.h"

namespace diagc::arrays::moves {

/// The step p joins subtree s and q. q takes the place of p, and p comes to stand above another node t, as the step that joins s and t.
/// From q the way to t leads up and then down, or goes in one of these directions alone: the steps along it are those that change.
/// No label of the tree is sliced.
class Regraft {
 public:
  static constexpr int longest_way = 6;

  Regraft(const TreeView& tree, const LabelCounts& counts,
          const ContractionTree::Pressure& pressure)
      : nodes_(tree.nodes.data()),
        sets_(tree.sets),
        counts_(counts),
        words_(counts.words()),
        pressure_(pressure),
        own_sets_((longest_way + 2) * words_),
        open_(words_) {}

  /// Proposes a place for one of the subtrees below p and takes it where Metropolis' rule allows. Returns the length of the way, at least 1: so many rotations
  /// a proposal counts as.
  DIAGC_INLINE std::size_t propose(std::int32_t p, bool right, float beta, Draws& random) {
    taken_ = false;
    p_ = p;
    s_ = right ? nodes_[p].right : nodes_[p].left;
    q_ = right ? nodes_[p].left : nodes_[p].right;
    if (nodes_[p].parent < 0 || !find_way(random())) return 1;
    weigh();
    const int length = up_ + down_;
    // A rotation changes two steps. A change of as much is less of the sum of more of them.
    const float steps = 0.5F * static_cast<float>(length + 1);
    const float change = (after_ - before_) * steps + pressure_.weight * above_limit_;
    taken_ = is_accepted(change, beta, random);
    if (taken_) take();
    return static_cast<std::size_t>(length);
  }
  bool was_taken() const { return taken_; }

 private:
  struct Value {
    const std::uint64_t* set;
    float size;
  };
  struct Change {
    std::int32_t node;
    const std::uint64_t* set;
    float size, cost;
  };

  /// Half of the ways go up alone, a quarter down alone.
  DIAGC_INLINE bool find_way(std::uint64_t bits) {
    const auto draw = [&](std::uint64_t below) __attribute__((always_inline)) {
      const std::uint64_t drawn = (bits & 0xffffU) * below >> 16U;
      bits >>= 16U;
      return static_cast<int>(drawn);
    };
    const auto flip = [&]() __attribute__((always_inline)) {
      const bool drawn = (bits & 1U) != 0;
      bits >>= 1U;
      return drawn;
    };
    const int length = 2 + draw(longest_way - 1);
    const bool only_up = flip(), only_down = !only_up && flip();
    const int most_up = only_up ? length : only_down ? 0 : 1 + draw(length - 1);
    up_ = down_ = 0;
    ups_[0] = q_;
    std::int32_t above = nodes_[p_].parent;
    for (; up_ < most_up && above >= 0; above = nodes_[above].parent) ups_[++up_] = above;
    if (only_up) return above >= 0;
    std::int32_t next = up_ > 0 ? beside(up_) : flip() ? nodes_[q_].left : nodes_[q_].right;
    if (next < 0) return false;
    downs_[down_++] = next;
    while (up_ + down_ < length && nodes_[next].left >= 0) {
      next = flip() ? nodes_[next].left : nodes_[next].right;
      downs_[down_++] = next;
    }
    return true;
  }

  /// The operand of step ups_[k] that the way does not come from.
  DIAGC_INLINE std::int32_t beside(int k) const {
    return other_operand(ups_[k], k == 1 ? p_ : ups_[k - 1]);
  }
  DIAGC_INLINE std::int32_t other_operand(std::int32_t node, std::int32_t operand) const {
    return nodes_[node].left == operand ? nodes_[node].right : nodes_[node].left;
  }
  DIAGC_INLINE std::uint64_t* set(std::int32_t node) const {
    return sets_ + static_cast<std::size_t>(node) * words_;
  }
  DIAGC_INLINE Value value(std::int32_t node) const { return {set(node), nodes_[node].size}; }

  DIAGC_INLINE float above_limit(float size) const {
    return std::max(0.0F, size - pressure_.limit);
  }

  DIAGC_INLINE void leave(std::int32_t number) {
    const ContractionTree::Node& node = nodes_[number];
    before_ = sum_of_logs(before_, node.cost);
    above_limit_ -= above_limit(node.size);
  }
  DIAGC_INLINE void enter(std::int32_t number, const Value& a, const Value& b,
                          const Value& result) {
    const float cost =
        cost_of_step(counts_.size(a.set, b.set), a.size, b.size, result.size, pressure_.objective);
    after_ = sum_of_logs(after_, cost);
    above_limit_ += above_limit(result.size);
    changes_[changed_++] = {number, result.set, result.size, cost};
  }

  /// The labels of a or b that are in c or d, too.
  DIAGC_INLINE Value kept(const std::uint64_t* a, const std::uint64_t* b, const std::uint64_t* c,
                          const std::uint64_t* d) {
    std::uint64_t* own = own_sets_.data() + static_cast<std::size_t>(own_++) * words_;
    for (std::size_t w = 0; w < words_; ++w) own[w] = (a[w] | b[w]) & (c[w] | d[w]);
    return {own, counts_.size(own, own)};
  }

  /// What all steps along the way cost as they are and as they would be.
  DIAGC_INLINE void weigh() {
    constexpr float nothing = -1e9F;
    before_ = after_ = nothing;
    above_limit_ = 0;
    changed_ = own_ = 0;
    const std::int32_t top = up_ > 0 ? ups_[up_] : p_;
    leave(p_);
    const Value cut = value(s_), whole = value(top);
    Value below = value(q_);
    for (int k = 1; k <= (down_ == 0 ? up_ : up_ - 1); ++k) {
      leave(ups_[k]);
      const Value other = value(beside(k));
      const Value left = kept(below.set, other.set, set(ups_[k]), cut.set);
      enter(ups_[k], below, other, left);
      below = left;
    }
    if (down_ == 0) {
      enter(p_, below, cut, kept(whole.set, whole.set, whole.set, whole.set));
      return;
    }
    std::int32_t parent = up_ > 0 ? top : q_;
    leave(parent);
    Value result = whole, other = up_ > 0 ? below : value(other_operand(q_, downs_[0]));
    std::copy_n(whole.set, words_, open_.begin());
    for (int k = 0;; ++k) {
      // Labels outside of the node and of the subtree that comes to it.
      for (std::size_t w = 0; w < words_; ++w) open_[w] |= other.set[w];
      const std::int32_t node = downs_[k];
      const Value joined = kept(set(node), cut.set, open_.data(), open_.data());
      enter(parent, joined, other, result);
      if (k + 1 == down_) {
        enter(p_, value(node), cut, joined);
        return;
      }
      leave(node);
      parent = node;
      result = joined;
      other = value(other_operand(node, downs_[k + 1]));
    }
  }

  DIAGC_INLINE void take() {
    const std::int32_t before = nodes_[p_].parent;
    replace_operand(before, p_, q_);
    const std::int32_t t = down_ > 0 ? downs_[down_ - 1] : ups_[up_];
    // A set of the tree that a change reads is that of its own node, or of p, which changes last.
    for (int k = 0; k < changed_; ++k) {
      const Change& change = changes_[k];
      std::copy_n(change.set, words_, set(change.node));
      nodes_[change.node].size = change.size;
      nodes_[change.node].cost = change.cost;
    }
    replace_operand(nodes_[t].parent, t, p_);
    nodes_[p_].left = s_;
    nodes_[p_].right = t;
    nodes_[s_].parent = nodes_[t].parent = p_;
  }

  DIAGC_INLINE void replace_operand(std::int32_t node, std::int32_t old, std::int32_t other) {
    (nodes_[node].left == old ? nodes_[node].left : nodes_[node].right) = other;
    nodes_[other].parent = node;
  }

  ContractionTree::Node* nodes_;
  std::uint64_t* sets_;
  const LabelCounts& counts_;
  std::size_t words_;
  const ContractionTree::Pressure& pressure_;
  // Of the proposal at hand.
  bool taken_ = false;
  std::int32_t p_ = 0, s_ = 0, q_ = 0;
  int up_ = 0, down_ = 0;                   ///< steps of the way
  std::int32_t ups_[longest_way + 1] = {};  ///< from q
  std::int32_t downs_[longest_way] = {};    ///< to t
  float before_ = 0, after_ = 0;            ///< log2 of the costs of all steps that change
  float above_limit_ = 0;                   ///< bits that come to lie above the limit
  Change changes_[longest_way + 2] = {};
  int changed_ = 0, own_ = 0;
  std::vector<std::uint64_t> own_sets_, open_;
};

}  // namespace diagc::arrays::moves
