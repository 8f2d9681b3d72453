#include "tests/differential/rounding.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "compiler/graph/evaluate.h"

namespace diagc {

namespace {

constexpr double unknown = std::numeric_limits<double>::infinity();

// Errors of single operations, in units of the precision's `unit`.
/// (a + b i) (c + d i) by the plain formula; Brent, Percival, Zimmermann, Math. Comp. 76 (2007) 1469.
const double complex_product = std::sqrt(5.0);
constexpr double real_by_complex = 4.01;     ///< a · conj(b) / |b|²
constexpr double complex_by_complex = 5.25;  ///< the same with a complex product
// The C library's functions: below one unit in the last place, which is two of ours; complex ones four by its manual.
constexpr double real_function = 2;
constexpr double complex_function = 8;

struct Analysis {
  struct Value {
    std::complex<double> value;
    double error = 0;
    double peak = 0;  ///< of a product: the largest of its partial products
    /// Of a product: what its factors above 1 make of an underflow of any partial product, in whatever order.
    double growth = 1;
    bool invalid = false;  ///< NaN: behind it is the real root or logarithm of a number below 0
    bool turned = false;   ///< a product whose last multiplication was one of complex numbers

    // Of a sum: what its terms bring along, their magnitudes together, the number of roundings of its additions.
    double inherited = 0, total = 0, additions = 0;

    /// No computed or exact value is larger.
    double magnitude() const { return std::abs(value) + 2 * error; }
  };

  const Graph& graph;
  Precision precision;
  const std::vector<std::uint8_t>& exact;
  const std::vector<std::size_t>& rows;
  ConstRows inputs;
  std::span<const std::complex<double>> params;
  std::size_t configuration;

  void settle(Value& r) const {
    if (!(r.magnitude() <= precision.largest) || !(r.peak <= precision.largest)) r.error = unknown;
  }
  bool is_single() const { return precision.unit > 1e-9; }

  void leaf(Value& r, const Node& node) const {
    r = {};
    switch (node.kind) {
      case Kind::one:
        r.value = 1.0;
        break;
      case Kind::imaginary:
        r.value = {0.0, 1.0};
        break;
      case Kind::constant:
        r.value = graph.constants()[node.payload];
        if (is_single()) r.error = precision.unit * std::abs(r.value) + precision.smallest;
        break;
      case Kind::param:
        r.value = params[node.payload];
        if (node.type == Type::real) r.value = r.value.real();
        break;
      default: {
        const double* row = inputs.data + rows[node.payload] * inputs.stride + configuration;
        r.value = {row[0], node.type == Type::complex ? row[inputs.stride] : 0.0};
      }
    }
    r.peak = std::abs(r.value);
    settle(r);
  }

  void assign(Value& r, const Value& x, Type, CoefficientId id) const {
    r = {};
    include(r, x, id);
    r.additions -= 1;
    r.growth = std::max(1.0, x.magnitude());
    r.error = r.inherited;
    settle(r);
  }
  void add(Value& r, const Value& x, Type, CoefficientId id) const {
    include(r, x, id);
    r.growth = 1;
    const double u = r.additions * precision.unit;
    r.error = r.inherited + u / (1 - u) * r.total;
    settle(r);
  }
  void include(Value& r, const Value& x, CoefficientId id) const {
    const double c = graph.coefficients().to_double(id), size = std::abs(c);
    r.value += c * x.value;
    r.invalid |= x.invalid;
    const double term = size * x.magnitude();
    const double roundings = (id > minus_coefficient) + !exact[id];
    r.inherited +=
        size * x.error + roundings * (precision.unit * term + precision.smallest * x.growth);
    r.total += term;
    // Into a sum a product of complex numbers goes by two fused multiply-adds a component.
    r.additions += x.turned ? 2 : 1;
    // The coefficient is multiplied with the first factor of a fused product, not with the whole of it.
    r.peak = std::max({r.peak, size * x.peak, r.total});
  }

  void multiply(Value& r, Type type, const Value& x, Type factor) const {
    r.turned = type == Type::complex && factor == Type::complex;
    const double product = r.magnitude() * x.magnitude();
    r.growth *= std::max(1.0, x.magnitude());
    r.error = r.magnitude() * x.error + x.magnitude() * r.error +
              (r.turned ? complex_product : 1) * precision.unit * product +
              4 * precision.smallest * r.growth;
    r.value *= x.value;
    r.invalid |= x.invalid;
    r.peak = std::max(r.peak, product);
    settle(r);
  }

  /// No computed or exact value is smaller; negative where too little is known of the value.
  static double least_magnitude(const Value& a) {
    return 16 * a.error < std::abs(a.value) || a.error == 0 ? std::abs(a.value) - 2 * a.error : -1;
  }

  void quotient(Value& r, const Value& a, Type above, const Value& b, Type below) const {
    const bool turned = below == Type::complex;
    const double least = least_magnitude(b), square = least * least;
    r.value = turned ? a.value * std::conj(b.value) / std::norm(b.value) : a.value / b.value.real();
    r.peak = turned ? b.magnitude() * std::max(a.magnitude(), b.magnitude()) : 0;
    if (!(least > 0) || (turned && square * precision.unit * precision.unit < precision.smallest)) {
      r.error = unknown;
      return;
    }
    const double size = a.magnitude() / least;
    const double roundings = !turned                  ? 1
                             : above == Type::complex ? complex_by_complex
                                                      : real_by_complex;
    r.error = (a.error + size * b.error) / least + roundings * precision.unit * size +
              precision.smallest * (turned ? 2 + 4 / square : 1);
  }

  void function(Value& r, const Node& node, const Value& a, Type type, const Value* b,
                Type type_b) const {
    const std::complex<double> x = a.value;
    r = {};
    switch (node.kind) {
      case Kind::quotient:
        quotient(r, a, type, *b, type_b);
        break;
      case Kind::complex:
        r.value = {x.real(), b->value.real()};
        r.error = std::hypot(a.error, b->error);
        break;
      case Kind::conj:
        r.value = std::conj(x);
        r.error = a.error;
        break;
      case Kind::re:
        r.value = x.real();
        r.error = a.error;
        break;
      case Kind::im:
        r.value = x.imag();
        r.error = a.error;
        break;
      default:
        transcendental(r, node.kind, a, type);
    }
    r.invalid |= a.invalid || (b && b->invalid);
    settle(r);
  }

  void transcendental(Value& r, Kind kind, const Value& a, Type type) const {
    const std::complex<double> x = a.value;
    const bool real = type == Type::real;
    const auto apply = [&](auto f) -> std::complex<double> {
      if (real) return f(x.real());
      return f(x);
    };
    double inherited = unknown;
    double roundings = real ? real_function : complex_function;
    if (kind == Kind::sqrt || kind == Kind::log) {
      const bool left = x.real() <= 2 * a.error;
      r.invalid = real && x.real() < -2 * a.error;
      const bool near_cut = !real && left && std::abs(x.imag()) <= 2 * a.error;
      const double least = real && left && x.real() != 0 ? -1 : least_magnitude(a);
      if (kind == Kind::sqrt) {
        if (real) roundings = 1;
        r.value = apply([](auto z) { return std::sqrt(z); });
        // |√a − √b| = |a − b| / |√a + √b|, and the two roots hardly differ in direction.
        if (least > 0) inherited = 1.02 * a.error / (2 * std::sqrt(least));
        if (least > 0 && near_cut) inherited = 2 * std::sqrt(a.magnitude());
        if (real && x == 0.0 && a.error == 0) inherited = 0;
      } else {
        r.value = apply([](auto z) { return std::log(z); });
        // On the other side of the cut the imaginary part is another by 2 π.
        if (least > 0) inherited = a.error / least + (near_cut ? 2 * std::numbers::pi : 0);
      }
    } else if (kind == Kind::exp) {
      r.value = apply([](auto z) { return std::exp(z); });
      inherited = std::abs(r.value) * std::exp(a.error) * std::expm1(a.error);
    } else {
      r.value = kind == Kind::sin ? apply([](auto z) { return std::sin(z); })
                                  : apply([](auto z) { return std::cos(z); });
      inherited = a.error * std::cosh(std::abs(x.imag()) + 2 * a.error);
    }
    r.error = inherited + roundings * precision.unit * (std::abs(r.value) + 2 * inherited) +
              precision.smallest;
  }
};

/// By node: the roundings on the way of any one term of its value, where each constant counts `constant` and an operation
/// `operation` for each operand.
std::vector<double> depths(const Graph& graph, double constant, double operation) {
  std::vector<double> depth(graph.node_count(), 0);
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    const Kind kind = graph[node].kind;
    // Errors of factors add up, those of terms and of what functions are taken of do not.
    const bool adds = kind == Kind::product || kind == Kind::quotient;
    double& result = depth[node];
    if (kind == Kind::constant) result = constant;
    for (const Term term : graph.terms(node)) {
      result = adds ? result + depth[term.node] : std::max(result, depth[term.node]);
    }
    result += operation * static_cast<double>(graph.operand_count(node));
  }
  return depth;
}

}  // namespace

Rounding::Rounding(const Graph& graph, Precision precision)
    : graph_(graph), precision_(precision), rows_(first_rows(graph.signature().inputs)) {
  const Coefficients& coefficients = graph.coefficients();
  for (CoefficientId id = 0; id < coefficients.size(); ++id) {
    const double number = coefficients.to_double(id);
    const bool fits = precision.unit < 1e-9 || static_cast<float>(number) == number;
    exact_.push_back(fits && std::isfinite(number) && Rational(number) == coefficients[id]);
  }
}

std::vector<double> Rounding::bounds(ConstRows inputs, std::span<const std::complex<double>> params,
                                     std::size_t c) const {
  Analysis analysis{graph_, precision_, exact_, rows_, inputs, params, c};
  std::vector<double> result(graph_.outputs().size());
  std::vector<Analysis::Value> values;
  evaluate(graph_, ValueSlots(graph_), analysis, values,
           [&](std::uint32_t scalar, const Analysis::Value& value, Type) {
             result[scalar] = value.invalid ? std::numeric_limits<double>::quiet_NaN()
                              : std::isfinite(value.error) ? value.error
                                                           : unknown;
           });
  return result;
}

std::vector<double> folding_errors(const Graph& before, const Graph& after) {
  // Dividing by a constant is a division of complex numbers and a product with the inverse; all else rounds less.
  const std::vector<double> depth = depths(before, 0, 10);
  std::vector<std::uint8_t> varies(before.node_count(), 0);
  double deepest = 0;
  for (NodeId node = 0; node < before.node_count(); ++node) {
    const Kind kind = before[node].kind;
    varies[node] = kind == Kind::input || kind == Kind::param;
    for (const Term term : before.terms(node)) varies[node] |= varies[term.node];
    if (!varies[node]) deepest = std::max(deepest, depth[node]);
  }
  const std::vector<double> constants = depths(after, 1, 0);
  std::vector<double> errors;
  for (const NodeId output : after.outputs()) {
    errors.push_back(
        constants[output] == 0 ? 0 : constants[output] * deepest * Precision::of<double>().unit);
  }
  return errors;
}

}  // namespace diagc
