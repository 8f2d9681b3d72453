#include "compiler/passes/merge.h"

#include <algorithm>
#include <bit>

#include "compiler/graph/huge_pages.h"
#include "compiler/passes/rewrite.h"

namespace diagc::passes {

namespace {

/// Open addressing over the nodes of the builder; the upper half of a slot holds part of the hash,
/// so that most comparisons need not look at the node.
class NodeTable {
 public:
  explicit NodeTable(std::size_t nodes) : slots_(std::bit_ceil(nodes + nodes / 2 + 16), empty) {}

  /// The first node with this hash for which `equal` holds, else `no_node` and the slot to put one
  /// in.
  template <class Equal>
  NodeId find(std::uint64_t hash, std::size_t& slot, Equal equal) const {
    const std::size_t mask = slots_.size() - 1;
    for (slot = hash & mask; slots_[slot] != empty; slot = (slot + 1) & mask) {
      const auto node = static_cast<NodeId>(slots_[slot]);
      if ((slots_[slot] ^ hash) >> 32 == 0 && equal(node)) return node;
    }
    return no_node;
  }
  void put(std::size_t slot, std::uint64_t hash, NodeId node) {
    slots_[slot] = (hash >> 32) << 32 | node;
  }

 private:
  static constexpr std::uint64_t empty = ~0ull;
  std::vector<std::uint64_t, HugePages<std::uint64_t>> slots_;
};

std::uint64_t mix(std::uint64_t h) {
  h ^= h >> 32;
  h *= 0xd6e8feb86659fd93ull;
  return h ^ (h >> 32);
}

/// Numbers modulo a prime, with which sums that are equal up to a factor get equal hashes without a division of rationals.
class Residues {
 public:
  explicit Residues(const Coefficients& coefficients) : coefficients_(coefficients) {}

  /// Of a coefficient; the same for equal ones. A denominator that the prime divides, which hardly ever happens, counts as 1: two
  /// sums might then stay apart that are equal.
  std::uint64_t operator[](CoefficientId id) {
    while (known_.size() <= id) {
      const Rational& value = coefficients_[static_cast<CoefficientId>(known_.size())];
      const std::uint64_t below = reduced(denominator(value));
      known_.push_back(multiply(reduced(numerator(value)), below == 0 ? 1 : inverse(below)));
    }
    return known_[id];
  }

  static std::uint64_t multiply(std::uint64_t a, std::uint64_t b) {
    return static_cast<std::uint64_t>(static_cast<unsigned __int128>(a) * b % prime);
  }
  /// By Fermat's little theorem.
  static std::uint64_t inverse(std::uint64_t a) {
    std::uint64_t result = 1;
    for (std::uint64_t exponent = prime - 2; exponent > 0; exponent >>= 1) {
      if (exponent & 1) result = multiply(result, a);
      a = multiply(a, a);
    }
    return result;
  }

 private:
  static constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;

  static std::uint64_t reduced(const boost::multiprecision::cpp_int& number) {
    const boost::multiprecision::cpp_int rest = number % prime;  // with the sign of the number
    return static_cast<std::uint64_t>(rest < 0 ? rest + prime : rest);
  }

  const Coefficients& coefficients_;
  std::vector<std::uint64_t> known_;
};

class Merger {
 public:
  explicit Merger(const Graph& graph)
      : graph_(graph),
        rewriter_(graph),
        builder_(rewriter_.builder),
        uses_(use_counts(graph, rewriter_.needed())),
        table_(graph.node_count()),
        residues_(builder_.coefficients) {}

  std::optional<Graph> run() {
    for (NodeId node = 0; node < graph_.node_count(); ++node) {
      if (rewriter_.needed(node)) rewriter_.set_image(node, merge(node));
    }
    if (!changed_) return std::nullopt;
    return rewriter_.finish();
  }
  std::size_t comparisons() const { return comparisons_; }

 private:
  Term merge(NodeId id) {
    const Node& node = graph_[id];
    if (node.kind == Kind::one) return {0};
    CoefficientId outer = unit_coefficient;
    terms_.clear();
    for (const Term term : graph_.terms(id)) {
      Term image = rewriter_.image(term.node);
      // On a real factor a coefficient is one multiplication, on a complex product two.
      if (image.coefficient > minus_coefficient &&
          ((node.kind == Kind::product && builder_[image.node].type != node.type) ||
           (node.kind == Kind::quotient &&
            (builder_[image.node].type != node.type || image.node == 0)))) {
        image = {rewriter_.plain(image)};
      }
      if (image.coefficient != unit_coefficient && takes_factors(node.kind)) changed_ = true;
      if (node.kind == Kind::sum) {
        terms_.push_back({image.node, rewriter_.multiply(term.coefficient, image.coefficient)});
      } else if (node.kind == Kind::product) {
        outer = rewriter_.multiply(outer, image.coefficient);
        terms_.push_back({image.node});
      } else if (node.kind == Kind::quotient) {
        outer = rewriter_.multiply(outer,
                                   terms_.empty() ? image.coefficient : inverse(image.coefficient));
        terms_.push_back({image.node});
      } else if (takes_factors(node.kind)) {
        outer = image.coefficient;
        terms_.push_back({image.node});
      } else {
        terms_.push_back({rewriter_.plain(image)});
      }
    }
    if (node.kind == Kind::sum) return sum(id);
    if (node.kind == Kind::product) sort();
    return settle(id, find_or_add(node), outer);
  }

  static bool takes_factors(Kind kind) {
    return kind == Kind::sum || kind == Kind::product || kind == Kind::quotient ||
           kind == Kind::conj || kind == Kind::re || kind == Kind::im;
  }

  /// A multiple other than ±1 of a node with several users is computed once.
  Term settle(NodeId id, NodeId found, CoefficientId factor) {
    if (factor <= minus_coefficient || uses_[id] <= 1) return {found, factor};
    return {rewriter_.plain({found, factor})};
  }

  CoefficientId inverse(CoefficientId c) {
    return c <= minus_coefficient ? c : builder_.coefficients.add(1 / builder_.coefficients[c]);
  }

  void sort() {
    const auto before = [](const Term& a, const Term& b) {
      return a.node != b.node ? a.node < b.node : a.coefficient < b.coefficient;
    };
    if (std::ranges::is_sorted(terms_, before)) return;
    changed_ = true;
    if (terms_.size() > 32) {
      std::ranges::sort(terms_, before);
      return;
    }
    for (std::size_t i = 1; i < terms_.size(); ++i) {
      const Term term = terms_[i];
      std::size_t j = i;
      for (; j > 0 && before(term, terms_[j - 1]); --j) terms_[j] = terms_[j - 1];
      terms_[j] = term;
    }
  }

  Term sum(NodeId id) {
    sort();
    collect();
    if (terms_.size() == 1 &&
        (terms_[0].node != 0 || builder_.coefficients[terms_[0].coefficient] != 0)) {
      if (terms_[0].coefficient == unit_coefficient) changed_ = true;
      // Before a constant or i a coefficient costs nothing; before a product of it, it would.
      const Kind kind = builder_[terms_[0].node].kind;
      if (kind == Kind::constant || kind == Kind::imaginary) return {rewriter_.plain(terms_[0])};
      return settle(id, terms_[0].node, terms_[0].coefficient);
    }
    CoefficientId factor = unit_coefficient;
    const NodeId found = find_or_add_sum(graph_[id], factor);
    return settle(id, found, factor);
  }

  /// Like terms: added, except where they cancel exactly. Numbers are finite, so they may cancel.
  void collect() {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < terms_.size();) {
      std::size_t end = i + 1;
      while (end < terms_.size() && terms_[end].node == terms_[i].node) ++end;
      if (end - i > 1) {
        Rational total = 0;
        for (std::size_t j = i; j < end; ++j) total += builder_.coefficients[terms_[j].coefficient];
        if (total != 0 || (terms_[i].node == 0 && end - i < terms_.size())) {
          changed_ = true;
          if (total != 0) terms_[kept++] = {terms_[i].node, builder_.coefficients.add(total)};
          i = end;
          continue;
        }
      }
      while (i < end) terms_[kept++] = terms_[i++];
    }
    terms_.resize(kept);
  }

  std::uint64_t hash(const Node& node) const {
    std::uint64_t h = mix(static_cast<std::uint64_t>(node.kind) << 40 ^
                          static_cast<std::uint64_t>(node.type) << 48 ^ node.payload);
    for (const Term& term : terms_) h = mix(h + term.node);
    return h;
  }

  /// The node with these operands (all coefficients 1), made if there is none.
  NodeId find_or_add(const Node& node) {
    std::size_t slot;
    const std::uint64_t h = hash(node);
    const NodeId found = table_.find(h, slot, [&](NodeId other) {
      ++comparisons_;
      const Node& candidate = builder_[other];
      if (candidate.kind != node.kind || (is_leaf(node.kind) && !same_leaf(candidate, node)))
        return false;
      const auto operands = builder_.operands(other);
      return std::equal(operands.begin(), operands.end(), terms_.begin(), terms_.end());
    });
    if (found != no_node) {
      changed_ = true;
      return found;
    }
    const NodeId made = is_leaf(node.kind) ? builder_.leaf(node.kind, node.type, node.payload)
                                           : builder_.add(Node{node.kind}, terms_);
    table_.put(slot, h, made);
    return made;
  }

  bool same_leaf(const Node& a, const Node& b) const {
    return a.payload == b.payload && a.type == b.type;
  }

  /// The same for sums that are equal up to a factor: over the ratios of all coefficients to the first.
  std::uint64_t hash_of_sum(const Node& node) {
    std::uint64_t h = hash(node);
    if (terms_.empty()) return h;
    const CoefficientId first = terms_[0].coefficient;
    std::uint64_t scale = 0;  // what takes the first coefficient to 1; not yet known
    for (std::size_t i = 1; i < terms_.size(); ++i) {
      if (terms_[i].coefficient == first) continue;
      if (scale == 0) {
        const std::uint64_t residue = residues_[first];
        scale = residue == 0 ? 1 : Residues::inverse(residue);
      }
      h = mix(h + i + Residues::multiply(residues_[terms_[i].coefficient], scale));
    }
    return h;
  }

  /// A sum that is `factor` times the wanted one.
  NodeId find_or_add_sum(const Node& node, CoefficientId& factor) {
    std::size_t slot;
    const std::uint64_t h = hash_of_sum(node);
    const NodeId found = table_.find(h, slot, [&](NodeId other) {
      ++comparisons_;
      return builder_[other].kind == Kind::sum && proportional(builder_.operands(other), factor);
    });
    if (found != no_node) {
      changed_ = true;
      return found;
    }
    factor = unit_coefficient;
    const NodeId made = builder_.sum(terms_);
    table_.put(slot, h, made);
    return made;
  }

  /// Whether the wanted terms are `factor` times these.
  bool proportional(std::span<const Term> other, CoefficientId& factor) {
    if (other.size() != terms_.size()) return false;
    for (std::size_t i = 0; i < other.size(); ++i) {
      if (other[i].node != terms_[i].node) return false;
    }
    const CoefficientId a = other[0].coefficient, b = terms_[0].coefficient;
    if (a == b) {
      factor = unit_coefficient;
    } else if (a <= minus_coefficient) {
      factor = rewriter_.multiply(a, b);
    } else {
      if (builder_.coefficients[a] == 0) return false;
      factor = builder_.coefficients.add(builder_.coefficients[b] / builder_.coefficients[a]);
    }
    for (std::size_t i = 1; i < other.size(); ++i) {
      const CoefficientId scaled = rewriter_.multiply(other[i].coefficient, factor);
      if (scaled != terms_[i].coefficient) return false;
    }
    return true;
  }

  const Graph& graph_;
  Rewriter rewriter_;
  GraphBuilder& builder_;
  std::vector<std::uint32_t> uses_;
  NodeTable table_;
  Residues residues_;
  std::vector<Term> terms_;
  std::size_t comparisons_ = 0;
  bool changed_ = false;
};

}  // namespace

std::optional<Graph> merge(const Graph& graph) { return Merger(graph).run(); }

std::optional<Graph> merge(const Graph& graph, std::size_t& comparisons) {
  Merger merger(graph);
  std::optional<Graph> result = merger.run();
  comparisons = merger.comparisons();
  return result;
}

}  // namespace diagc::passes
