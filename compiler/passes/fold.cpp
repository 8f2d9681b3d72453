#include "compiler/passes/fold.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "compiler/passes/rewrite.h"

namespace diagc::passes {

namespace {

/// Whether an operand is a multiple of another node that its user could take over.
bool is_foldable(const Graph& graph, const std::vector<std::uint32_t>& uses, NodeId user,
                 NodeId id) {
  if (graph[id].kind != Kind::sum || graph.operand_count(id) != 1) return false;
  const Term term = *graph.terms(id).begin();
  if (term.node == 0 || term.coefficient <= minus_coefficient) return true;
  return uses[id] == 1 && (graph[user].kind == Kind::sum || graph[user].type == graph[id].type);
}

/// Whether folding finds something at a node: it decides on the node and its operands alone.
bool has_work(const Graph& graph, const std::vector<std::uint32_t>& uses, NodeId id) {
  const Node& node = graph[id];
  std::size_t units = 0, constants = 0, turns = 0, foldable = 0, count = 0;
  bool complex_constant = false;
  for (const Term term : graph.terms(id)) {
    const Node& operand = graph[term.node];
    units += operand.kind == Kind::one;
    constants += operand.kind == Kind::constant;
    turns += operand.kind == Kind::imaginary;
    complex_constant |= operand.kind == Kind::constant && operand.type == Type::complex;
    foldable += is_foldable(graph, uses, id, term.node);
    ++count;
  }
  switch (node.kind) {
    case Kind::sum:
      return foldable > 0 || (units + constants > 1) ||
             (count == 1 && units == 0 &&
              (*graph.terms(id).begin()).coefficient == unit_coefficient);
    case Kind::product:
      return foldable + units > 0 || constants > 1 || turns > 1 || (turns == 1 && complex_constant);
    case Kind::quotient: {
      const Kind divisor = graph[graph.operand(id, 1)].kind;
      return foldable > 0 || divisor == Kind::one || divisor == Kind::constant ||
             divisor == Kind::imaginary;
    }
    case Kind::conj:
    case Kind::re:
    case Kind::im: {
      const Node& operand = graph[graph.operand(id, 0)];
      return foldable > 0 || operand.type == Type::real || turns + constants > 0 ||
             operand.kind == Kind::conj ||
             (operand.kind == Kind::complex && node.kind != Kind::conj);
    }
    case Kind::complex: {
      const NodeId imaginary_part = graph.operand(id, 1);
      return foldable + units + constants == 2 || (is_foldable(graph, uses, id, imaginary_part) &&
                                                   graph.operand(imaginary_part, 0) == 0);
    }
    default: {
      const bool known = units + constants + turns > 0 ||
                         (foldable > 0 && graph.operand(graph.operand(id, 0), 0) == 0);
      return known && !is_leaf(node.kind);
    }
  }
}

class Folder {
 public:
  Folder(const Graph& graph, const std::vector<std::uint32_t>& uses)
      : graph_(graph), rewriter_(graph), builder_(rewriter_.builder), uses_(uses) {}

  Graph run() {
    for (NodeId node = 0; node < graph_.node_count(); ++node) {
      if (rewriter_.needed(node)) rewriter_.set_image(node, settle(node, fold(node)));
    }
    return rewriter_.finish();
  }

 private:
  using Complex = std::complex<double>;

  /// A multiple of a node that is used several times is computed once, not in every user.
  Term settle(NodeId old, Term term) {
    if (term.coefficient <= minus_coefficient || rewriter_.is_number(term) || uses_[old] <= 1)
      return term;
    return {rewriter_.plain(term)};
  }

  bool is_constant(Term term) const { return builder_[term.node].kind == Kind::constant; }
  bool is_known(Term term) const { return rewriter_.is_number(term) || is_constant(term); }
  Complex known(Term term) const {
    const double c = builder_.coefficients.to_double(term.coefficient);
    return is_constant(term) ? c * builder_.constants[builder_[term.node].payload] : Complex(c);
  }
  Type type_of(Term term) const { return builder_[term.node].type; }

  /// A node for a floating-point number; no_node when it is not finite.
  NodeId constant(Complex value, Type type) {
    if (!std::isfinite(value.real()) || !std::isfinite(value.imag())) return no_node;
    const auto key = std::pair(std::bit_cast<std::uint64_t>(value.real()),
                               std::bit_cast<std::uint64_t>(value.imag()));
    const auto payload = static_cast<std::uint32_t>(builder_.constants.size());
    const auto [entry, is_new] = constant_nodes_.emplace(std::pair(key, type), no_node);
    if (is_new) {
      builder_.constants.push_back(value);
      entry->second = builder_.leaf(Kind::constant, type, payload);
    }
    return entry->second;
  }

  Term fold(NodeId id) {
    const Node& node = graph_[id];
    switch (node.kind) {
      case Kind::sum:
        return sum(id);
      case Kind::product:
        return product(id);
      case Kind::quotient:
        return quotient(rewriter_.image(graph_.operand(id, 0)),
                        rewriter_.image(graph_.operand(id, 1)));
      case Kind::complex:
        return complex(rewriter_.image(graph_.operand(id, 0)),
                       rewriter_.image(graph_.operand(id, 1)));
      case Kind::conj:
      case Kind::re:
      case Kind::im:
        return part(node.kind, rewriter_.image(graph_.operand(id, 0)));
      case Kind::sqrt:
      case Kind::exp:
      case Kind::log:
      case Kind::sin:
      case Kind::cos:
        return function(node.kind, graph_.operand(id, 0));
      case Kind::one:
        return {0};
      default:
        return {builder_.leaf(node.kind, node.type, node.payload)};
    }
  }

  Term number(const Rational& value) { return {0, builder_.coefficients.add(value)}; }

  Term sum(NodeId id) {
    terms_.clear();
    Rational exact = 0;
    std::size_t exacts = 0, constants = 0;
    for (const Term term : graph_.terms(id)) {
      Term image = rewriter_.image(term.node);
      image.coefficient = rewriter_.multiply(image.coefficient, term.coefficient);
      if (rewriter_.is_number(image)) {
        exact += builder_.coefficients[image.coefficient];
        ++exacts;
      } else {
        constants += is_constant(image);
        terms_.push_back(image);
      }
    }
    const bool multiple = terms_.size() == 1 && terms_[0].coefficient != unit_coefficient;
    if (constants > 0 && (constants + exacts > 1 || multiple)) add_constants(exact);
    // Numbers that cancel give 0.0, not the exact 0 that would hide a NaN beside it.
    if (terms_.empty() && exact == 0 && exacts > 1) return {constant(0.0, Type::real)};
    if (exact != 0 || terms_.empty()) terms_.push_back(number(exact));
    if (terms_.size() == 1) return terms_[0];
    return {builder_.sum(terms_)};
  }

  /// Replaces the constants among the terms, and the exact number with them, by one. Constants that add to 0.0 leave
  /// an exact number as it is.
  void add_constants(Rational& exact) {
    Complex total = 0;
    Type type = Type::real;
    for (const Term& term : terms_) {
      if (!is_constant(term)) continue;
      total += known(term);
      type = join(type, type_of(term));
    }
    const bool nothing = total == 0.0 && type == Type::real && exact != 0;
    const NodeId node = nothing ? no_node : constant(total + to_double(exact), type);
    if (!nothing && node == no_node) return;
    std::erase_if(terms_, [&](const Term& term) { return is_constant(term); });
    if (nothing) return;
    exact = 0;
    terms_.push_back({node});
  }

  Term product(NodeId id) {
    factors_.clear();
    CoefficientId coefficient = unit_coefficient;
    int quarter_turns = 0;
    Complex constants = 1;
    Type type = Type::real;
    std::size_t constant_count = 0;
    for (const Term term : graph_.terms(id)) {
      const Term image = rewriter_.image(term.node);
      if (rewriter_.is_zero(image)) return image;
      coefficient = rewriter_.multiply(coefficient, image.coefficient);
      if (image.node == 0) continue;
      if (builder_[image.node].kind == Kind::imaginary) {
        ++quarter_turns;
        imaginary_ = image.node;
      } else if (is_constant(image)) {
        constants *= builder_.constants[builder_[image.node].payload];
        type = join(type, type_of(image));
        ++constant_count;
        factors_.push_back(image.node);
      } else {
        factors_.push_back(image.node);
      }
    }
    if (quarter_turns & 2) coefficient = rewriter_.multiply(coefficient, minus_coefficient);
    if (constant_count > 0) {
      const bool scaled = coefficient > minus_coefficient;
      if (scaled) constants *= builder_.coefficients.to_double(coefficient);
      const bool turned = type == Type::complex && (quarter_turns & 1);
      if (turned) constants *= Complex(0, 1);
      const NodeId node = constant(constants, type);
      if (node != no_node) {
        std::erase_if(factors_, [&](NodeId f) { return builder_[f].kind == Kind::constant; });
        factors_.insert(factors_.begin(), node);
        if (scaled) coefficient = unit_coefficient;
        if (turned) quarter_turns = 0;
      }
    }
    if (quarter_turns & 1) factors_.insert(factors_.begin(), imaginary_);
    if (factors_.empty()) return {0, coefficient};
    if (coefficient > minus_coefficient) coefficient = scale_real_factor(coefficient);
    if (factors_.size() == 1) return {factors_[0], coefficient};
    return {builder_.product(factors_), coefficient};
  }

  /// On a real factor a coefficient is one multiplication, on a complex product two.
  CoefficientId scale_real_factor(CoefficientId coefficient) {
    const auto is_real = [&](NodeId f) { return builder_[f].type == Type::real; };
    const auto real = std::ranges::find_if(factors_, is_real);
    if (real == factors_.end() || std::ranges::all_of(factors_, is_real)) return coefficient;
    *real = rewriter_.plain({*real, coefficient});
    return unit_coefficient;
  }

  Term quotient(Term a, Term b) {
    if (rewriter_.is_zero(a) && !rewriter_.is_zero(b)) return a;
    if (rewriter_.is_number(b) && !rewriter_.is_zero(b)) {
      a.coefficient = rewriter_.multiply(
          a.coefficient, builder_.coefficients.add(1 / builder_.coefficients[b.coefficient]));
      return a;
    }
    if (is_constant(b)) {
      const Complex inverse = 1.0 / known(b);
      if (is_known(a)) {
        const NodeId node = constant(known(a) * inverse, join(type_of(a), type_of(b)));
        if (node != no_node) return {node};
      } else if (std::isnormal(std::abs(inverse))) {
        const NodeId node = constant(inverse, type_of(b));
        if (node != no_node) return {builder_.product(std::vector{node, a.node}), a.coefficient};
      }
    }
    if (rewriter_.is_zero(b))
      return {
          builder_.function(Kind::quotient, std::vector{rewriter_.plain(a), rewriter_.plain(b)})};
    if (builder_[b.node].kind == Kind::imaginary && !rewriter_.is_zero(a))
      return divide_by_imaginary(a, b);
    // A numerator that is a number costs nothing.
    if (rewriter_.is_number(a) && a.coefficient > minus_coefficient) a = {rewriter_.plain(a)};
    if (type_of(a) != type_of(b)) {
      // The same for quotients.
      Term& real = type_of(a) == Type::real ? a : b;
      if (real.coefficient > minus_coefficient && real.node != 0) real = {rewriter_.plain(real)};
    }
    // (c a) / (d b) = (c / d) (a / b)
    const CoefficientId inverse =
        b.coefficient <= minus_coefficient
            ? b.coefficient
            : builder_.coefficients.add(1 / builder_.coefficients[b.coefficient]);
    return {builder_.function(Kind::quotient, std::vector{a.node, b.node}),
            rewriter_.multiply(a.coefficient, inverse)};
  }

  /// a / (c i) = −(a / c) i
  Term divide_by_imaginary(Term a, Term b) {
    const Rational inverse = -1 / builder_.coefficients[b.coefficient];
    a.coefficient = rewriter_.multiply(a.coefficient, builder_.coefficients.add(inverse));
    if (rewriter_.is_number(a)) return {b.node, a.coefficient};
    if (type_of(a) == Type::complex) {
      return {builder_.product(std::vector{b.node, a.node}), a.coefficient};
    }
    const CoefficientId sign =
        a.coefficient <= minus_coefficient ? a.coefficient : unit_coefficient;
    if (sign == a.coefficient) a.coefficient = unit_coefficient;
    return {builder_.product(std::vector{b.node, rewriter_.plain(a)}), sign};
  }

  Term part(Kind kind, Term a) {
    const Node operand = builder_[a.node];
    if (operand.type == Type::real) return kind == Kind::im ? number(0) : a;
    if (operand.kind == Kind::imaginary) {
      if (kind == Kind::re) return number(0);
      if (kind == Kind::im) return {0, a.coefficient};
      return {a.node, rewriter_.multiply(a.coefficient, minus_coefficient)};
    }
    if (operand.kind == Kind::complex && kind != Kind::conj) {
      return {builder_.operands(a.node)[kind == Kind::re ? 0 : 1].node, a.coefficient};
    }
    if (operand.kind == Kind::conj) {
      const NodeId inner = builder_.operands(a.node)[0].node;
      if (kind == Kind::conj) return {inner, a.coefficient};
      if (kind == Kind::re) return {builder_.function(kind, std::vector{inner}), a.coefficient};
      return {builder_.function(kind, std::vector{inner}),
              rewriter_.multiply(a.coefficient, minus_coefficient)};
    }
    if (is_constant(a)) {
      const Complex value = known(a);
      const NodeId node = kind == Kind::conj ? constant(std::conj(value), Type::complex)
                          : kind == Kind::re ? constant(value.real(), Type::real)
                                             : constant(value.imag(), Type::real);
      if (node != no_node) return {node};
    }
    return {builder_.function(kind, std::vector{a.node}), a.coefficient};
  }

  Term function(Kind kind, NodeId operand) {
    const Term a = rewriter_.image(operand);
    if (is_known(a)) {
      const Complex x = known(a);
      const auto apply = [&](auto value) {
        switch (kind) {
          case Kind::sqrt:
            return std::sqrt(value);
          case Kind::exp:
            return std::exp(value);
          case Kind::log:
            return std::log(value);
          case Kind::sin:
            return std::sin(value);
          default:
            return std::cos(value);
        }
      };
      const bool has_cut = kind == Kind::sqrt || kind == Kind::log;
      const Type type = has_cut ? graph_[operand].type : type_of(a);
      const NodeId node = constant(type == Type::real ? Complex(apply(x.real())) : apply(x), type);
      if (node != no_node) return {node};
    }
    return {builder_.function(kind, std::vector{rewriter_.argument(kind, operand)})};
  }

  Term complex(Term a, Term b) {
    if (rewriter_.is_zero(b)) return a;
    const bool known_parts = is_known(a) && is_known(b) && (is_constant(a) || is_constant(b));
    if (known_parts) {
      const NodeId node = constant({known(a).real(), known(b).real()}, Type::complex);
      if (node != no_node) return {node};
    }
    if (rewriter_.is_number(a) && rewriter_.is_number(b)) {
      // a + b i, exactly
      if (imaginary_ == no_node) imaginary_ = builder_.leaf(Kind::imaginary, Type::complex, 0);
      const Term i{imaginary_, b.coefficient};
      if (rewriter_.is_zero(a)) return i;
      return {builder_.sum(std::vector{a, i})};
    }
    return {builder_.function(Kind::complex, std::vector{rewriter_.plain(a), rewriter_.plain(b)})};
  }

  const Graph& graph_;
  Rewriter rewriter_;
  GraphBuilder& builder_;
  const std::vector<std::uint32_t>& uses_;
  std::map<std::pair<std::pair<std::uint64_t, std::uint64_t>, Type>, NodeId> constant_nodes_;
  NodeId imaginary_ = no_node;
  std::vector<Term> terms_;
  std::vector<NodeId> factors_;
};

}  // namespace

std::optional<Graph> fold(const Graph& graph) {
  const std::vector<std::uint32_t> uses = use_counts(graph);
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    if (has_work(graph, uses, node)) return Folder(graph, uses).run();
  }
  return std::nullopt;
}

}  // namespace diagc::passes
