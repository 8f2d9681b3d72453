#include "compiler/passes/factor.h"

#include <algorithm>
#include <map>
#include <queue>
#include <unordered_set>

#include "compiler/passes/rewrite.h"

namespace diagc::passes {

namespace {

/// Which products are factors of one term only, by the old graph's numbers.
bool is_private_product(const Graph& graph, const std::vector<std::uint32_t>& uses, NodeId node) {
  return graph[node].kind == Kind::product && uses[node] == 1;
}

/// Known while compiling, so that its coefficient is no multiplication.
bool is_number(Kind kind) {
  return kind == Kind::one || kind == Kind::imaginary || kind == Kind::constant;
}

/// Whether some factor, or some coefficient other than ±1, occurs in two terms of a sum. One array
/// of marks serves all sums.
class RepetitionFinder {
 public:
  RepetitionFinder(const Graph& graph, const std::vector<std::uint32_t>& uses)
      : graph_(graph), uses_(uses), mark_(graph.node_count()) {
    coefficient_mark_.assign(graph.coefficients().size(), no_node);
  }

  bool operator()(NodeId sum) {
    std::uint32_t number = 0;
    bool repeated = false;
    for (const Term term : graph_.terms(sum)) {
      ++number;
      if (is_number(graph_[term.node].kind)) continue;
      if (term.coefficient > minus_coefficient) {
        const CoefficientId c = magnitude(term.coefficient);
        repeated |= coefficient_mark_[c] == sum;
        coefficient_mark_[c] = sum;
      }
      if (!is_private_product(graph_, uses_, term.node)) continue;
      for (const Term factor : graph_.terms(term.node)) {
        Mark& mark = mark_[factor.node];
        repeated |= mark.sum == sum && mark.term != number;
        if (mark.sum != sum) mark = {sum, number};
      }
    }
    return repeated;
  }

 private:
  /// One of c, −c: the smaller id, when both are in the table.
  CoefficientId magnitude(CoefficientId c) {
    if (magnitudes_.empty()) {
      std::map<Rational, CoefficientId> known;
      for (CoefficientId id = 0; id < graph_.coefficients().size(); ++id) {
        magnitudes_.push_back(known.emplace(abs(graph_.coefficients()[id]), id).first->second);
      }
    }
    return magnitudes_[c];
  }

  const Graph& graph_;
  const std::vector<std::uint32_t>& uses_;
  /// Where a factor was last seen.
  struct Mark {
    NodeId sum = no_node;
    std::uint32_t term = 0;
  };
  std::vector<Mark, HugePages<Mark>> mark_;
  std::vector<NodeId> coefficient_mark_;
  std::vector<CoefficientId> magnitudes_;
};

/// A term of a sum under work: sign · magnitude · Π factors. Factors are nodes of the new graph,
/// sorted.
struct Monomial {
  CoefficientId coefficient;
  std::vector<NodeId> factors;
};

class Factorizer {
 public:
  Factorizer(const Graph& graph, const std::vector<std::uint32_t>& uses)
      : graph_(graph), uses_(uses), rewriter_(graph), builder_(rewriter_.builder) {}

  /// `sums`, ascending, are those with a factor to take out.
  Graph run(const std::vector<NodeId>& sums) {
    auto next = sums.begin();
    for (NodeId node = 0; node < graph_.node_count(); ++node) {
      if (!rewriter_.needed(node)) continue;
      if (next == sums.end() || *next != node) {
        rewriter_.copy(node);
        continue;
      }
      ++next;
      std::vector<Monomial> monomials;
      for (const Term term : graph_.terms(node)) monomials.push_back(monomial(term));
      Term image = sum(std::move(monomials));
      if (image.coefficient > minus_coefficient && uses_[node] > 1)
        image = {rewriter_.plain(image)};
      rewriter_.set_image(node, image);
    }
    return rewriter_.finish();
  }

 private:
  Monomial monomial(Term term) {
    const Term image = rewriter_.image(term.node);
    Monomial result{rewriter_.multiply(term.coefficient, image.coefficient), {}};
    if (term.node == 0) return result;
    if (is_private_product(graph_, uses_, term.node)) {
      for (const Term& factor : builder_.operands(image.node))
        result.factors.push_back(factor.node);
      std::ranges::sort(result.factors);
    } else {
      result.factors.push_back(image.node);
    }
    return result;
  }

  bool is_negative(CoefficientId c) const {
    return c == minus_coefficient || (c != unit_coefficient && builder_.coefficients[c] < 0);
  }
  CoefficientId magnitude(CoefficientId c) {
    return is_negative(c) ? builder_.coefficients.negate(c) : c;
  }

  /// Factor or coefficient as one key.
  using Key = std::uint64_t;
  static Key key_of(NodeId node) { return node; }
  static Key key_of_coefficient(CoefficientId c) { return 1ull << 32 | c; }

  /// What may be taken out of a term. A factor that stands alone has no multiplication to save;
  /// scaled (as in x x + 2 x) it may go once, but 2 x − 2 x must not become x (2 − 2).
  void keys(const Monomial& m, std::unordered_set<NodeId>& alone, std::vector<Key>& result) {
    result.clear();
    if (m.factors.empty() || (m.factors.size() == 1 && is_number(builder_[m.factors[0]].kind)))
      return;
    const CoefficientId c = magnitude(m.coefficient);
    if (c != unit_coefficient) result.push_back(key_of_coefficient(c));
    if (m.factors.size() == 1 && (c == unit_coefficient || !alone.insert(m.factors[0]).second))
      return;
    for (std::size_t i = 0; i < m.factors.size(); ++i) {
      if (i == 0 || m.factors[i] != m.factors[i - 1]) result.push_back(key_of(m.factors[i]));
    }
  }

  /// The sum of these, factored, as a multiple of a node.
  Term sum(std::vector<Monomial> monomials) {
    struct Occurrence {
      Key key;
      std::uint32_t monomial;
    };
    std::vector<Occurrence> occurrences;
    std::vector<Key> own;
    std::unordered_set<NodeId> alone;
    for (std::uint32_t i = 0; i < monomials.size(); ++i) {
      keys(monomials[i], alone, own);
      for (const Key key : own) occurrences.push_back({key, i});
    }
    std::ranges::sort(occurrences, [](const Occurrence& a, const Occurrence& b) {
      return a.key != b.key ? a.key < b.key : a.monomial < b.monomial;
    });
    struct Candidate {
      std::uint32_t count;
      std::uint32_t begin, end;  ///< in `occurrences`
      bool operator<(const Candidate& other) const {
        return count != other.count ? count < other.count : begin > other.begin;
      }
    };
    std::priority_queue<Candidate> queue;
    for (std::uint32_t begin = 0; begin < occurrences.size();) {
      std::uint32_t end = begin + 1;
      while (end < occurrences.size() && occurrences[end].key == occurrences[begin].key) ++end;
      if (end - begin > 1) queue.push({end - begin, begin, end});
      begin = end;
    }
    std::vector<std::uint8_t> taken(monomials.size(), 0);
    std::vector<Term> terms;
    while (!queue.empty()) {
      Candidate best = queue.top();
      queue.pop();
      std::uint32_t alive = 0;
      for (std::uint32_t i = best.begin; i < best.end; ++i)
        alive += !taken[occurrences[i].monomial];
      if (alive < best.count) {
        best.count = alive;
        if (alive > 1) queue.push(best);
        continue;
      }
      std::vector<Monomial> group;
      for (std::uint32_t i = best.begin; i < best.end; ++i) {
        const std::uint32_t m = occurrences[i].monomial;
        if (taken[m]) continue;
        taken[m] = 1;
        group.push_back(std::move(monomials[m]));
      }
      terms.push_back(take_out(occurrences[best.begin].key, std::move(group)));
    }
    for (std::uint32_t i = 0; i < monomials.size(); ++i) {
      if (!taken[i]) terms.push_back({product(monomials[i].factors), monomials[i].coefficient});
    }
    if (terms.size() == 1) return terms[0];
    return {builder_.sum(terms)};
  }

  Term take_out(Key key, std::vector<Monomial> group) {
    if (key >> 32) {
      const auto c = static_cast<CoefficientId>(key);
      for (Monomial& m : group) {
        m.coefficient = is_negative(m.coefficient) ? minus_coefficient : unit_coefficient;
      }
      const Term inner = sum(std::move(group));
      return {inner.node, rewriter_.multiply(c, inner.coefficient)};
    }
    const auto common = static_cast<NodeId>(key);
    for (Monomial& m : group) m.factors.erase(std::ranges::find(m.factors, common));
    Term inner = sum(std::move(group));
    std::vector<NodeId> factors{common};
    if (builder_[inner.node].kind == Kind::product) {
      for (const Term& factor : builder_.operands(inner.node)) factors.push_back(factor.node);
    } else {
      factors.push_back(inner.node);
    }
    return {product(std::move(factors)), inner.coefficient};
  }

  NodeId product(std::vector<NodeId> factors) {
    if (factors.empty()) return 0;
    if (factors.size() == 1) return factors[0];
    std::ranges::sort(factors);
    return builder_.product(factors);
  }

  const Graph& graph_;
  const std::vector<std::uint32_t>& uses_;
  Rewriter rewriter_;
  GraphBuilder& builder_;
};

}  // namespace

std::optional<Graph> factor(const Graph& graph) {
  const std::vector<std::uint32_t> uses = use_counts(graph);
  std::vector<NodeId> sums;
  {
    RepetitionFinder has_repetition(graph, uses);
    for (NodeId node = 0; node < graph.node_count(); ++node) {
      if (uses[node] > 0 && graph[node].kind == Kind::sum && graph.operand_count(node) > 1 &&
          has_repetition(node)) {
        sums.push_back(node);
      }
    }
  }
  if (sums.empty()) return std::nullopt;
  return Factorizer(graph, uses).run(sums);
}

}  // namespace diagc::passes
