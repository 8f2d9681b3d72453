#include "tests/differential/stability.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "compiler/graph/evaluate.h"

namespace diagc {

namespace {

constexpr double unknown = std::numeric_limits<double>::infinity();

/// Values with A, the value with every term made absolute (see interpret_absolute).
struct Careful {
  struct Value {
    std::complex<double> value;
    double size = 0;  ///< A; infinite where nothing is known
    /// A bound on |log10| of all products of the factors behind the value, in whatever order they are made.
    double reach = 0;
  };

  const Graph& graph;
  ConstRows inputs;
  std::span<const std::complex<double>> params;
  std::size_t configuration;
  double relative;  ///< C ε: a value is known to within relative · size
  double largest;   ///< exponent to 10: a longer reach may overflow or vanish
  std::vector<std::size_t> rows;

  static double exponent(double size) { return size == 0 ? 0 : std::abs(std::log10(size)); }
  void settle(Value& r) const {
    if (!(r.reach + exponent(r.size) <= largest) || !std::isfinite(std::abs(r.value)))
      r.size = unknown;
  }
  void scale(Value& r, CoefficientId id) const {
    const double c = graph.coefficients().to_double(id);
    r.value *= c;
    r.size *= std::abs(c);
    r.reach += exponent(std::abs(c));
  }

  void leaf(Value& r, const Node& node) const {
    switch (node.kind) {
      case Kind::one:
        r.value = 1.0;
        break;
      case Kind::imaginary:
        r.value = {0.0, 1.0};
        break;
      case Kind::constant:
        r.value = graph.constants()[node.payload];
        break;
      case Kind::param:
        r.value = params[node.payload];
        break;
      default: {
        const double* row = inputs.data + rows[node.payload] * inputs.stride + configuration;
        r.value = {row[0], node.type == Type::complex ? row[inputs.stride] : 0.0};
      }
    }
    r.size = std::abs(r.value);
    r.reach = exponent(r.size);
    settle(r);
  }
  void assign(Value& r, const Value& x, Type, CoefficientId id) const {
    r = x;
    scale(r, id);
    settle(r);
  }
  void add(Value& r, const Value& x, Type, CoefficientId id) const {
    Value term = x;
    scale(term, id);
    r.value += term.value;
    r.size += term.size;
    r.reach = std::max(r.reach, term.reach);
    settle(r);
  }
  void multiply(Value& r, Type, const Value& x, Type) const {
    r.value *= x.value;
    r.size = r.size == unknown || x.size == unknown ? unknown : r.size * x.size;
    r.reach += x.reach;
    settle(r);
  }

  bool known(const Value& a) const { return relative * a.size < 0.01 * std::abs(a.value); }
  bool near_cut(const Value& a, Type type) const {
    return a.value.real() <= 0 &&
           (type == Type::real || std::abs(a.value.imag()) <= 2 * relative * a.size);
  }

  void function(Value& r, const Node& node, const Value& a, Type type, const Value* b, Type) const {
    const std::complex<double> x = a.value;
    r.reach = b ? a.reach + 2 * b->reach : a.reach;
    switch (node.kind) {
      case Kind::quotient: {
        const double divisor = std::abs(b->value);
        r.value = x / b->value;
        r.size = known(*b) ? a.size / divisor * (b->size / divisor) : unknown;
        break;
      }
      case Kind::complex:
        r.value = {x.real(), b->value.real()};
        r.size = a.size + b->size;
        break;
      case Kind::conj:
        r = {std::conj(x), a.size, a.reach};
        break;
      case Kind::re:
        r = {x.real(), a.size, a.reach};
        break;
      case Kind::im:
        r = {x.imag(), a.size, a.reach};
        break;
      case Kind::sqrt:
        r.value = std::sqrt(x);
        r.size = known(a) && !near_cut(a, type)
                     ? std::abs(r.value) + 0.5 * a.size / std::abs(r.value)
                     : unknown;
        break;
      case Kind::log:
        r.value = std::log(x);
        r.size =
            known(a) && !near_cut(a, type) ? std::abs(r.value) + a.size / std::abs(x) : unknown;
        break;
      default: {
        r.value = node.kind == Kind::exp   ? std::exp(x)
                  : node.kind == Kind::sin ? std::sin(x)
                                           : std::cos(x);
        // For complex arguments sine and cosine cancel between exp(ix) and exp(-ix) where these are large.
        const double slope = node.kind == Kind::exp ? std::abs(r.value) : std::cosh(x.imag());
        r.size = relative * a.size < 0.01 && std::abs(x) < 100
                     ? std::abs(r.value) + slope * (1 + a.size)
                     : unknown;
      }
    }
    settle(r);
  }
};

}  // namespace

std::vector<Judged> judge(const Graph& graph, ConstRows inputs,
                          std::span<const std::complex<double>> params, std::size_t c,
                          double epsilon) {
  // Every operation adds at most a few ε of A, and none is on more paths than there are edges.
  const double relative = epsilon * (16.0 + 4.0 * static_cast<double>(graph.edge_count()));
  Careful arithmetic{graph,
                     inputs,
                     params,
                     c,
                     relative,
                     epsilon < 1e-9 ? 250.0 : 28.0,
                     first_rows(graph.signature().inputs)};
  std::vector<Judged> result(graph.outputs().size());
  std::vector<Careful::Value> values;
  evaluate(graph, ValueSlots(graph), arithmetic, values,
           [&](std::uint32_t scalar, const auto& value, Type) {
             result[scalar] = {value.value,
                               value.size == unknown ? unknown : relative * value.size};
           });
  return result;
}

}  // namespace diagc
