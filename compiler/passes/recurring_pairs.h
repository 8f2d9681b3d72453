// The greedy search of pass `share`.
#pragma once

#include <cstdint>
#include <functional>
#include <tuple>
#include <vector>

#include "compiler/graph/graph.h"

namespace diagc::passes {

/// Finds pairs that recur in many lists of operands, and replaces them by new operands.
class RecurringPairs {
 public:
  /// An operand with coefficient; products have coefficients 1. Operands that are pairs are
  /// numbered from `first_pair` on.
  using Item = Term;

  /// A replaced pair: a's term plus b's, or the product of the two.
  struct Pair {
    Item a, b;
  };

  /// One of the sums (or products) in which pairs may recur; `items` are sorted by node.
  struct Composite {
    NodeId node;
    std::vector<Item> items;
    std::vector<Item> others;  ///< operands that take no part
    bool changed = false;
  };

  /// `negate(c)` gives the coefficient −c and whether c itself is negative.
  using Negate = std::function<std::pair<CoefficientId, bool>(CoefficientId)>;
  RecurringPairs(NodeId first_pair, Negate negate)
      : first_pair_(first_pair), negate_(std::move(negate)) {}

  std::vector<Composite> composites;

  /// Replaces until no pair occurs twice.
  void run();
  const std::vector<Pair>& pairs() const { return pairs_; }

 private:
  /// Pairs of terms are the same when their coefficients are, up to a common sign.
  struct Occurrence {
    Item a, b;  ///< a's coefficient is positive
    std::uint32_t composite;
    auto key() const { return std::tuple(a.node, b.node, a.coefficient, b.coefficient); }
  };
  struct Candidate {
    std::uint32_t count;
    std::uint32_t begin, end;  ///< in occurrences_
  };
  /// The heap's top has the largest count; among equals the one found first.
  static bool less(const Candidate& x, const Candidate& y) {
    return x.count != y.count ? x.count < y.count : x.begin > y.begin;
  }

  void find_occurrences();
  void add_candidates(std::size_t begin);
  std::uint32_t count_in(const Occurrence& occurrence) const;
  bool replace_in(const Occurrence& occurrence, NodeId pair);
  void replace(const Candidate& candidate);
  Occurrence occurrence(Item a, Item b, std::uint32_t composite) const;

  NodeId first_pair_;
  Negate negate_;
  std::vector<Occurrence> occurrences_;
  std::vector<Candidate> heap_;
  std::vector<Pair> pairs_;
};

}  // namespace diagc::passes
