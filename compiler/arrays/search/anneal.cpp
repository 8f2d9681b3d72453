#include "compiler/arrays/search/anneal.h"

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "compiler/arrays/search/move_costs.h"
#include "compiler/arrays/search/regraft.h"

namespace diagc::arrays {

namespace {

using namespace moves;

/// (a b) c becomes (a c) b below p, which joins both to x before.
struct Rotation {
  std::int32_t p, x, a, b, c;
  float left;                   ///< log2 of the elements of a c
  float first_cost, last_cost;  ///< of a c and of p
  float change;                 ///< of log2 of the cost
};

/// Of 256 moves so many are regrafts: in trees of lattices and circuits few find what rotations do not, and many leave small steps no time to come to order.
constexpr std::uint64_t regrafts = 16;

/// So many rotations are judged before the first of them is taken: a processor works on all at the same time.
constexpr std::size_t judged_ahead = 4;

class Annealing {
 public:
  Annealing(const TreeView& tree, float beta, const ContractionTree::Pressure& pressure,
            std::uint64_t seed)
      : nodes_(tree.nodes.data()),
        sets_(tree.sets),
        words_(tree.weights.size()),
        leaves_(tree.leaves),
        inner_(tree.nodes.size() - tree.leaves - 1),
        beta_(beta),
        pressure_(pressure),
        proposed_(pressure.regrafts && tree.sliced == nullptr ? regrafts : 0),
        counts_(tree.weights, tree.sliced, pressure.objective.sums_end_early),
        random_(seed),
        regraft_(tree, counts_, pressure) {
    if (pressure.reach > 0) keep_to_costly(tree);
  }

  void run(std::size_t moves) {
    std::uint64_t draws[judged_ahead];
    Rotation rotations[judged_ahead];
    for (std::size_t move = 0; move < moves;) {
      for (std::uint64_t& draw : draws) draw = random_();
      judge(draws, rotations);
      std::int32_t changed[2 * judged_ahead];
      std::size_t taken = 0;
      bool all_changed = false;
      for (std::size_t k = 0; k < judged_ahead && move < moves; ++k, ++move) {
        if (is_regraft(draws[k])) {
          move += regraft_.propose(inner_node(draws[k]), (draws[k] & 1U) != 0, beta_, random_) - 1;
          all_changed |= regraft_.was_taken();
          continue;
        }
        Rotation& r = rotations[k];
        bool stale = all_changed;
        for (std::size_t n = 0; n < taken; ++n) {
          const std::int32_t node = changed[n];
          stale |= node == r.p || node == r.x || node == r.a || node == r.b || node == r.c;
        }
        if (stale) judge({&draws[k], 1}, &r);
        if (!is_accepted(r.change, beta_, random_)) continue;
        take(r);
        changed[taken++] = r.p;
        changed[taken++] = r.x;
      }
    }
  }

 private:
  void keep_to_costly(const TreeView& tree) {
    const auto steps = tree.nodes.subspan(leaves_);
    const float least =
        std::ranges::max_element(steps, {}, &ContractionTree::Node::cost)->cost - pressure_.reach;
    for (std::size_t k = 0; k + 1 < steps.size(); ++k) {
      if (steps[k].cost >= least || nodes_[steps[k].parent].cost >= least)
        proposed_nodes_.push_back(static_cast<std::int32_t>(leaves_ + k));
    }
    if (!proposed_nodes_.empty()) inner_ = proposed_nodes_.size();
  }

  bool is_regraft(std::uint64_t draw) const { return (draw >> 2U & 255U) < proposed_; }
  std::int32_t inner_node(std::uint64_t draw) const {
    const std::size_t index = (draw >> 32U) * inner_ >> 32U;
    return proposed_nodes_.empty() ? static_cast<std::int32_t>(leaves_ + index)
                                   : proposed_nodes_[index];
  }
  std::uint64_t* set(std::int32_t node) const {
    return sets_ + static_cast<std::size_t>(node) * words_;
  }

  /// What the draws propose as the tree is.
  DIAGC_INLINE void judge(std::span<const std::uint64_t> draws, Rotation* rotations) const {
    RotationSets sets[judged_ahead];
    RotationSizes sizes[judged_ahead];
    for (std::size_t k = 0; k < draws.size(); ++k) {
      Rotation& r = rotations[k];
      find(draws[k], r);
      sets[k] = {set(r.a), set(r.b), set(r.c), set(r.p), set(r.x)};
    }
    counts_.measure({sets, draws.size()}, sizes);
    for (std::size_t k = 0; k < draws.size(); ++k) judge(sizes[k], rotations[k]);
  }

  DIAGC_INLINE void find(std::uint64_t draw, Rotation& r) const {
    const auto in_turn = [](bool turned, std::int32_t one, std::int32_t other) {
      const std::int32_t differ = (one ^ other) & -static_cast<std::int32_t>(turned);
      return std::pair(one ^ differ, other ^ differ);
    };
    r.x = inner_node(draw);
    const ContractionTree::Node& x = nodes_[r.x];
    r.p = x.parent;
    const ContractionTree::Node& p = nodes_[r.p];
    r.c = p.left ^ p.right ^ r.x;
    std::tie(r.a, r.b) = in_turn((draw & 2U) != 0, x.left, x.right);
  }

  DIAGC_INLINE void judge(const RotationSizes& sizes, Rotation& r) const {
    const Objective& objective = pressure_.objective;
    const ContractionTree::Node &p = nodes_[r.p], &x = nodes_[r.x];
    r.left = sizes.left;
    r.first_cost =
        cost_of_step(sizes.joined, nodes_[r.a].size, nodes_[r.c].size, sizes.left, objective);
    r.last_cost = cost_of_step(sizes.last, sizes.left, nodes_[r.b].size, p.size, objective);
    r.change = sum_of_logs(r.first_cost, r.last_cost - sizes.ends) -
               sum_of_logs(x.cost, p.cost - sizes.ended);
    if (pressure_.weight > 0) {
      r.change += pressure_.weight * (std::max(0.0F, sizes.left - pressure_.limit) -
                                      std::max(0.0F, x.size - pressure_.limit));
    }
  }

  DIAGC_INLINE void take(const Rotation& r) {
    std::uint64_t* __restrict set_x = set(r.x);
    const std::uint64_t *a = set(r.a), *b = set(r.b), *c = set(r.c), *p = set(r.p);
    const std::size_t words = words_;
    for (std::size_t w = 0; w < words; ++w) set_x[w] = (a[w] | c[w]) & (b[w] | p[w]);
    ContractionTree::Node &x = nodes_[r.x], &above = nodes_[r.p];
    x.left = r.a;
    x.right = r.c;
    x.size = r.left;
    x.cost = r.first_cost;
    nodes_[r.c].parent = r.x;
    above.left = r.x;
    above.right = r.b;
    above.cost = r.last_cost;
    nodes_[r.b].parent = r.p;
  }

  ContractionTree::Node* nodes_;
  std::uint64_t* sets_;
  std::size_t words_, leaves_, inner_;
  std::vector<std::int32_t> proposed_nodes_;  ///< empty: all inner ones but the root
  float beta_;
  const ContractionTree::Pressure& pressure_;
  std::uint64_t proposed_;
  LabelCounts counts_;
  Draws random_;
  Regraft regraft_;
};

}  // namespace

float log2_sum(float a, float b) { return moves::sum_of_logs(a, b); }

float step_cost(float operations, float a, float b, float result, const Objective& objective) {
  return moves::cost_of_step(operations, a, b, result, objective);
}

void anneal(const TreeView& tree, std::size_t moves, float beta,
            const ContractionTree::Pressure& pressure, std::mt19937_64& random) {
  if (tree.nodes.size() < tree.leaves + 2) return;
  Annealing(tree, beta, pressure, random()).run(moves);
}

}  // namespace diagc::arrays
