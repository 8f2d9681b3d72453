#include "compiler/graph/count_terms.h"

namespace diagc {

namespace {

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
std::optional<Rational> total(const Graph& graph, const std::vector<std::uint8_t>& counted,
                              const Count& count) {
  using Value = typename Count::Value;
  std::vector<Value> values(graph.node_count());
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    if (!counted[node]) continue;
    Value& value = values[node];
    if (graph[node].kind == Kind::sum) {
      value = 0;
      for (const Term term : graph.terms(node)) {
        if (!count.add(value, values[term.node], term.coefficient)) return std::nullopt;
      }
    } else {
      value = Count::one();
      for (std::size_t i = 0; i < counted_operands(graph, node); ++i) {
        if (!count.multiply(value, values[graph.operand(node, i)])) return std::nullopt;
      }
    }
  }
  Value sum = 0;
  for (const NodeId node : graph.outputs()) {
    if (!count.add(sum, values[node], unit_coefficient)) return std::nullopt;
  }
  return Count::exact(sum);
}

}  // namespace

std::vector<std::uint8_t> counted_nodes(const Graph& graph) {
  std::vector<std::uint8_t> counted(graph.node_count());
  for (const NodeId output : graph.outputs()) counted[output] = 1;
  for (auto node = static_cast<NodeId>(graph.node_count()); node-- > 0;) {
    if (!counted[node]) continue;
    for (std::size_t i = 0; i < counted_operands(graph, node); ++i)
      counted[graph.operand(node, i)] = 1;
  }
  return counted;
}

bool have_terms(const Graph& graph, const std::vector<std::uint8_t>& counted) {
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    const Kind kind = graph[node].kind;
    if (counted[node] && (kind == Kind::constant || kind > Kind::quotient)) return false;
  }
  return true;
}

std::optional<Rational> count_terms(const Graph& graph) {
  const std::vector<std::uint8_t> counted = counted_nodes(graph);
  if (!have_terms(graph, counted)) return std::nullopt;
  const auto terms = total(graph, counted, SmallCount(graph.coefficients()));
  return terms ? terms : total(graph, counted, ExactCount(graph.coefficients()));
}

}  // namespace diagc
