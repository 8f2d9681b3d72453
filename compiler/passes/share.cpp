#include "compiler/passes/share.h"

#include <algorithm>

#include "compiler/passes/recurring_pairs.h"
#include "compiler/passes/rewrite.h"

namespace diagc::passes {

namespace {

constexpr std::size_t most_items = 4096;

/// Shares pairs in all nodes of one kind, sum or product.
class Sharer {
 public:
  Sharer(const Graph& graph, Kind kind)
      : graph_(graph),
        kind_(kind),
        coefficients_(graph.coefficients()),
        search_(static_cast<NodeId>(graph.node_count()),
                [this](CoefficientId c) { return negate(c); }) {}

  std::optional<Graph> run() {
    collect();
    search_.run();
    if (search_.pairs().empty()) return std::nullopt;
    return rebuild();
  }

 private:
  std::pair<CoefficientId, bool> negate(CoefficientId c) {
    if (c <= minus_coefficient) return {1 - c, c == minus_coefficient};
    return {coefficients_.negate(c), coefficients_[c] < 0};
  }

  bool takes_part(NodeId node) const { return needed_[node] && graph_[node].kind == kind_; }
  /// Items that may be in a recurring pair are those of several nodes. i is no use, nor is 1 in a
  /// product: they take no operation.
  bool is_item(NodeId operand) const {
    return places_[operand] > 1 && graph_[operand].kind != Kind::imaginary &&
           (operand != 0 || kind_ == Kind::sum);
  }

  void collect() {
    needed_ = needed_nodes(graph_);
    places_.assign(graph_.node_count(), 0);
    for (NodeId node = 0; node < graph_.node_count(); ++node) {
      if (!takes_part(node)) continue;
      for (const Term term : graph_.terms(node)) places_[term.node] += places_[term.node] < 2;
    }
    // A node of two items and nothing else gains only where a longer node has both of them.
    std::vector<std::uint8_t> in_longer(graph_.node_count(), 0);
    bool any = false;
    for (NodeId node = 0; node < graph_.node_count(); ++node) {
      if (!takes_part(node) || graph_.operand_count(node) < 3) continue;
      for (const Term term : graph_.terms(node)) {
        in_longer[term.node] = is_item(term.node);
        any = true;
      }
    }
    if (!any) return;
    for (NodeId node = 0; node < graph_.node_count(); ++node) {
      if (!takes_part(node)) continue;
      if (graph_.operand_count(node) < 3 &&
          !std::ranges::all_of(graph_.terms(node),
                               [&](const Term& t) { return in_longer[t.node] != 0; })) {
        continue;
      }
      add(node);
    }
  }

  void add(NodeId node) {
    RecurringPairs::Composite composite{node, {}, {}};
    for (const Term term : graph_.terms(node)) {
      (is_item(term.node) ? composite.items : composite.others).push_back(term);
    }
    auto& items = composite.items;
    if (items.size() < 2 || items.size() > most_items) return;
    std::ranges::stable_sort(items, {}, &Term::node);
    const bool repeats = std::ranges::adjacent_find(items, {}, &Term::node) != items.end();
    if (repeats && kind_ == Kind::sum) return;  // x − x, which must stay
    search_.composites.push_back(std::move(composite));
  }

  Graph rebuild() {
    Rewriter rewriter(graph_);
    rewriter.builder.coefficients = coefficients_;
    const std::vector<std::uint32_t> uses = use_counts(graph_);
    pair_images_.assign(search_.pairs().size(), {});
    auto composite = search_.composites.begin();
    for (NodeId node = 0; node < graph_.node_count(); ++node) {
      if (!rewriter.needed(node)) continue;
      while (composite != search_.composites.end() && composite->node < node) ++composite;
      if (composite == search_.composites.end() || composite->node != node || !composite->changed) {
        rewriter.copy(node);
        continue;
      }
      terms_.clear();
      for (const Term& item : composite->items) add_term(rewriter, item);
      for (const Term& other : composite->others) add_term(rewriter, other);
      Term image = make(rewriter, terms_);
      if (image.coefficient > minus_coefficient && uses[node] > 1) image = {rewriter.plain(image)};
      rewriter.set_image(node, image);
    }
    return rewriter.finish();
  }

  void add_term(Rewriter& rewriter, Term term) {
    const Term image = image_of(rewriter, term.node);
    terms_.push_back({image.node, rewriter.multiply(term.coefficient, image.coefficient)});
  }

  /// A sum of these, or a product.
  Term make(Rewriter& rewriter, std::vector<Term>& terms) {
    if (terms.size() == 1) return terms[0];
    CoefficientId outer = unit_coefficient;
    if (kind_ == Kind::product) {
      for (Term& term : terms) {
        outer = rewriter.multiply(outer, term.coefficient);
        term.coefficient = unit_coefficient;
      }
    }
    return {rewriter.builder.add(Node{kind_}, terms), outer};
  }

  Term image_of(Rewriter& rewriter, NodeId node) {
    const auto first = static_cast<NodeId>(graph_.node_count());
    if (node < first) return rewriter.image(node);
    // Pairs of pairs can be as deep as the longest node is long: no recursion.
    std::vector<NodeId> stack{node};
    while (!stack.empty()) {
      const NodeId top = stack.back();
      const RecurringPairs::Pair& pair = search_.pairs()[top - first];
      bool ready = pair_images_[top - first].node == no_node;
      for (const NodeId operand : {pair.a.node, pair.b.node}) {
        if (ready && operand >= first && pair_images_[operand - first].node == no_node) {
          stack.push_back(operand);
          ready = false;
        }
      }
      if (top != stack.back()) continue;
      if (ready) {
        terms_of_pair_.clear();
        for (const Term item : {pair.a, pair.b}) {
          Term image =
              item.node < first ? rewriter.image(item.node) : pair_images_[item.node - first];
          image.coefficient = rewriter.multiply(item.coefficient, image.coefficient);
          terms_of_pair_.push_back(image);
        }
        pair_images_[top - first] = make(rewriter, terms_of_pair_);
      }
      stack.pop_back();
    }
    return pair_images_[node - first];
  }

  const Graph& graph_;
  Kind kind_;
  Coefficients coefficients_;
  RecurringPairs search_;
  std::vector<std::uint8_t> needed_;
  std::vector<std::uint8_t>
      places_;  ///< in how many nodes of the kind a node is an operand: 0, 1 or 2 for more
  std::vector<Term> pair_images_;
  std::vector<Term> terms_, terms_of_pair_;
};

}  // namespace

std::optional<Graph> share(const Graph& graph) {
  std::optional<Graph> result = Sharer(graph, Kind::product).run();
  std::optional<Graph> again = Sharer(result ? *result : graph, Kind::sum).run();
  return again ? std::move(again) : std::move(result);
}

}  // namespace diagc::passes
