#include "compiler/expand/figures.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace diagc {

namespace {

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

std::uint64_t add(std::uint64_t a, std::uint64_t b) { return a > most - b ? most : a + b; }

/// Which graph nodes are nodes of the figures.
std::vector<std::uint8_t> marked_nodes(const Graph& graph) {
  std::vector<std::uint8_t> has_input(graph.node_count());
  std::vector<std::uint8_t> marked(graph.node_count());
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    bool depends = graph[node].kind == Kind::input;
    for (const Term term : graph.terms(node)) depends |= has_input[term.node] != 0;
    has_input[node] = depends;
    marked[node] = depends && graph[node].call != no_call;
  }
  for (const NodeId node : graph.outputs()) marked[node] = 1;
  marked[0] = 1;
  return marked;
}

bool is_zero(const Graph& graph, Term term) {
  return term.coefficient > minus_coefficient && graph.coefficients()[term.coefficient] == 0;
}

/// What a graph node is as part of a term or a value.
struct Part {
  std::uint64_t nodes = 0;   ///< nodes of the figures among its factors
  std::uint64_t edges = 0;   ///< edges of its additive terms
  std::uint32_t levels = 1;  ///< of the longest path that begins in it, itself not counted
};

Part inside(const Graph& graph, NodeId node, const std::vector<Part>& parts) {
  Part part;
  for (const Term term : graph.terms(node)) {
    if (is_zero(graph, term)) continue;
    part.nodes = add(part.nodes, parts[term.node].nodes);
    part.edges = add(part.edges, parts[term.node].edges);
    part.levels = std::max(part.levels, parts[term.node].levels);
  }
  if (graph[node].kind != Kind::sum) part.edges = std::max<std::uint64_t>(part.nodes, 1);
  return part;
}

/// Counts terms in 128-bit integers; false where these do not do.
class SmallCount {
 public:
  using Value = unsigned __int128;

  explicit SmallCount(const Coefficients& coefficients) {
    for (CoefficientId id = 0; id < coefficients.size(); ++id) {
      const Rational magnitude = abs(coefficients[id]);
      const bool is_small =
          denominator(magnitude) == 1 && numerator(magnitude) < (Integer(1) << 127);
      magnitudes_.push_back(is_small ? numerator(magnitude).convert_to<Value>() : 0);
      is_small_.push_back(is_small);
    }
  }
  static Value one() { return 1; }
  bool add(Value& sum, Value value, CoefficientId coefficient) const {
    Value scaled = value;
    if (coefficient > minus_coefficient &&
        (!is_small_[coefficient] ||
         __builtin_mul_overflow(value, magnitudes_[coefficient], &scaled))) {
      return false;
    }
    return !__builtin_add_overflow(sum, scaled, &sum);
  }
  bool multiply(Value& product, Value factor) const {
    return !__builtin_mul_overflow(product, factor, &product);
  }
  static Rational exact(Value value) {
    Integer whole = static_cast<std::uint64_t>(value >> 64);
    whole = (whole << 64) + static_cast<std::uint64_t>(value);
    return whole;
  }

 private:
  std::vector<Value> magnitudes_;
  std::vector<bool> is_small_;
};

/// Counts terms exactly.
class ExactCount {
 public:
  using Value = Rational;

  explicit ExactCount(const Coefficients& coefficients) : coefficients_(coefficients) {}
  static Value one() { return 1; }
  bool add(Value& sum, const Value& value, CoefficientId coefficient) const {
    sum += coefficient <= minus_coefficient ? value
                                            : Rational(value * abs(coefficients_[coefficient]));
    return fits(sum);
  }
  bool multiply(Value& product, const Value& factor) const {
    product *= factor;
    return fits(product);
  }
  static Rational exact(Value value) { return value; }

 private:
  static bool fits(const Rational& value) {
    constexpr std::size_t most_bits = 1'000'000;
    return value == 0 || msb(numerator(value)) + msb(denominator(value)) < most_bits;
  }
  const Coefficients& coefficients_;
};

template <class Count>
std::optional<Rational> count_paths(const Graph& graph, const Count& count) {
  using Value = typename Count::Value;
  std::vector<Value> values(graph.node_count());
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    Value& value = values[node];
    if (graph[node].kind == Kind::sum) {
      value = 0;
      for (const Term term : graph.terms(node)) {
        if (!count.add(value, values[term.node], term.coefficient)) return std::nullopt;
      }
    } else {
      value = Count::one();
      for (const Term term : graph.terms(node)) {
        if (!count.multiply(value, values[term.node])) return std::nullopt;
      }
    }
  }
  Value total = 0;
  for (const NodeId node : graph.outputs()) {
    if (!count.add(total, values[node], unit_coefficient)) return std::nullopt;
  }
  return Count::exact(total);
}

std::optional<Rational> count_paths(const Graph& graph) {
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    const Kind kind = graph[node].kind;
    if (kind == Kind::constant || kind > Kind::product) return std::nullopt;
  }
  const auto terms = count_paths(graph, SmallCount(graph.coefficients()));
  return terms ? terms : count_paths(graph, ExactCount(graph.coefficients()));
}

}  // namespace

GraphFigures figures(const Graph& graph) {
  const std::vector<std::uint8_t> marked = marked_nodes(graph);
  GraphFigures figures;
  std::vector<Part> parts(graph.node_count());
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    Part& part = parts[node];
    part = inside(graph, node, parts);
    if (node == 0) {
      part = {0, 1, 1};
      ++figures.nodes;
    } else if (marked[node]) {
      ++figures.nodes;
      figures.edges = add(figures.edges, part.edges);
      part = {1, 1, part.levels + 1};
    }
    figures.levels = std::max<std::uint64_t>(figures.levels, part.levels);
  }
  figures.terms = count_paths(graph);
  return figures;
}

}  // namespace diagc
