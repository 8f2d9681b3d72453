#include "compiler/graph/interpret.h"

#include <array>
#include <cmath>

#include "compiler/graph/evaluate.h"

namespace diagc {

std::vector<std::size_t> first_rows(const std::vector<Variable>& variables) {
  std::vector<std::size_t> rows{0};
  for (const Variable& variable : variables) {
    for (std::int64_t i = 0; i < variable.scalars(); ++i) {
      rows.push_back(rows.back() + static_cast<std::size_t>(rows_of(variable.type)));
    }
  }
  return rows;
}

namespace {

constexpr std::size_t block_size = 64;

struct Block {
  alignas(64) std::array<double, block_size> re;
  alignas(64) std::array<double, block_size> im;
};

template <class Operation>
void each(Operation operation) {
  for (std::size_t i = 0; i < block_size; ++i) operation(i);
}

/// What both floating-point arithmetics need: the batch and the coefficients.
struct Surroundings {
  const Graph& graph;
  ConstRows inputs;
  std::span<const std::complex<double>> params;
  std::vector<std::size_t> input_rows;
  std::size_t begin = 0;  ///< first configuration of the block
  std::size_t count = 0;  ///< configurations in it; the rest of a block repeats the last one

  double at(std::size_t row, std::size_t i) const {
    return inputs.data[row * inputs.stride + begin + std::min(i, count - 1)];
  }
  void leaf(Block& result, const Node& node) const {
    const auto fill = [&](std::complex<double> value) {
      result.re.fill(value.real());
      result.im.fill(value.imag());
    };
    switch (node.kind) {
      case Kind::one:
        fill(1.0);
        break;
      case Kind::imaginary:
        fill({0.0, 1.0});
        break;
      case Kind::constant:
        fill(graph.constants()[node.payload]);
        break;
      case Kind::param:
        fill(params[node.payload]);
        break;
      default: {
        const std::size_t row = input_rows[node.payload];
        each([&](std::size_t i) { result.re[i] = at(row, i); });
        if (node.type == Type::complex) each([&](std::size_t i) { result.im[i] = at(row + 1, i); });
      }
    }
  }
};

template <class Number>
Number apply(Kind kind, Number x) {
  switch (kind) {
    case Kind::sqrt:
      return std::sqrt(x);
    case Kind::exp:
      return std::exp(x);
    case Kind::log:
      return std::log(x);
    case Kind::sin:
      return std::sin(x);
    default:
      return std::cos(x);
  }
}

/// Doubles, a block of configurations at a time. The imaginary part of a real node's value is undefined.
struct DoubleArithmetic : Surroundings {
  using Value = Block;

  void assign(Block& r, const Block& x, Type type, CoefficientId id) const {
    const double c = graph.coefficients().to_double(id);
    if (id == unit_coefficient) {
      r.re = x.re;
    } else {
      each([&](std::size_t i) { r.re[i] = c * x.re[i]; });
    }
    if (type == Type::complex) {
      each([&](std::size_t i) { r.im[i] = c * x.im[i]; });
    } else {
      r.im.fill(0.0);
    }
  }
  void add(Block& r, const Block& x, Type type, CoefficientId id) const {
    const double c = graph.coefficients().to_double(id);
    each([&](std::size_t i) { r.re[i] += c * x.re[i]; });
    if (type == Type::complex) each([&](std::size_t i) { r.im[i] += c * x.im[i]; });
  }
  void multiply(Block& r, Type type, const Block& x, Type factor) const {
    if (factor == Type::real) {
      each([&](std::size_t i) { r.re[i] *= x.re[i]; });
      if (type == Type::complex) each([&](std::size_t i) { r.im[i] *= x.re[i]; });
    } else if (type == Type::real) {
      each([&](std::size_t i) {
        r.im[i] = r.re[i] * x.im[i];
        r.re[i] *= x.re[i];
      });
    } else {
      each([&](std::size_t i) {
        const double re = r.re[i] * x.re[i] - r.im[i] * x.im[i];
        r.im[i] = r.re[i] * x.im[i] + r.im[i] * x.re[i];
        r.re[i] = re;
      });
    }
  }
  void quotient(Block& r, const Block& a, Type above, const Block& b, Type below) const {
    if (below == Type::real) {
      each([&](std::size_t i) { r.re[i] = a.re[i] / b.re[i]; });
      if (above == Type::complex) each([&](std::size_t i) { r.im[i] = a.im[i] / b.re[i]; });
      return;
    }
    each([&](std::size_t i) {
      const double square = b.re[i] * b.re[i] + b.im[i] * b.im[i];
      if (above == Type::real) {
        r.re[i] = a.re[i] * b.re[i] / square;
        r.im[i] = -(a.re[i] * b.im[i]) / square;
      } else {
        r.re[i] = (a.re[i] * b.re[i] + a.im[i] * b.im[i]) / square;
        r.im[i] = (a.im[i] * b.re[i] - a.re[i] * b.im[i]) / square;
      }
    });
  }
  void function(Block& r, const Node& node, const Block& a, Type type, const Block* b,
                Type type_b) const {
    switch (node.kind) {
      case Kind::quotient:
        return quotient(r, a, type, *b, type_b);
      case Kind::complex:
        r.re = a.re;
        r.im = b->re;
        return;
      case Kind::re:
        r.re = a.re;
        return;
      case Kind::im:
        if (type == Type::complex) {
          r.re = a.im;
        } else {
          r.re.fill(0.0);
        }
        return;
      case Kind::conj:
        r.re = a.re;
        if (type == Type::complex) each([&](std::size_t i) { r.im[i] = -a.im[i]; });
        return;
      default:
        each([&](std::size_t i) {
          if (type == Type::real) {
            r.re[i] = apply(node.kind, a.re[i]);
          } else {
            const auto value = apply(node.kind, std::complex<double>(a.re[i], a.im[i]));
            r.re[i] = value.real();
            r.im[i] = value.imag();
          }
        });
    }
  }
};

/// Values and their sizes A, see interpret_absolute().
struct AbsoluteArithmetic {
  struct Value {
    Block value;
    std::array<double, block_size> absolute;
  };
  DoubleArithmetic plain;

  static double modulus(const Block& x, Type type, std::size_t i) {
    return type == Type::complex ? std::hypot(x.re[i], x.im[i]) : std::abs(x.re[i]);
  }
  void leaf(Value& r, const Node& node) const {
    plain.leaf(r.value, node);
    each([&](std::size_t i) { r.absolute[i] = modulus(r.value, node.type, i); });
  }
  void assign(Value& r, const Value& x, Type type, CoefficientId id) const {
    plain.assign(r.value, x.value, type, id);
    const double c = std::abs(plain.graph.coefficients().to_double(id));
    each([&](std::size_t i) { r.absolute[i] = c * x.absolute[i]; });
  }
  void add(Value& r, const Value& x, Type type, CoefficientId id) const {
    plain.add(r.value, x.value, type, id);
    const double c = std::abs(plain.graph.coefficients().to_double(id));
    each([&](std::size_t i) { r.absolute[i] += c * x.absolute[i]; });
  }
  void multiply(Value& r, Type type, const Value& x, Type factor) const {
    plain.multiply(r.value, type, x.value, factor);
    each([&](std::size_t i) { r.absolute[i] *= x.absolute[i]; });
  }
  void function(Value& r, const Node& node, const Value& a, Type type, const Value* b,
                Type type_b) const {
    plain.function(r.value, node, a.value, type, b ? &b->value : nullptr, type_b);
    each([&](std::size_t i) {
      const double size = a.absolute[i];
      switch (node.kind) {
        case Kind::quotient: {
          const double divisor = modulus(b->value, type_b, i);
          r.absolute[i] = size / divisor * (b->absolute[i] / divisor);
          return;
        }
        case Kind::complex:
          r.absolute[i] = size + b->absolute[i];
          return;
        case Kind::re:
        case Kind::im:
        case Kind::conj:
          r.absolute[i] = size;
          return;
        default: {
          const double x = modulus(a.value, type, i);
          const double value = modulus(r.value, node.type, i);
          r.absolute[i] = value + slope(node.kind, a.value, type, x, value, i) * size;
        }
      }
    });
  }
  /// |f'| at a value of modulus x, where |f| is `value`.
  static double slope(Kind kind, const Block& a, Type type, double x, double value, std::size_t i) {
    switch (kind) {
      case Kind::exp:
        return value;
      case Kind::log:
        return 1.0 / x;
      case Kind::sqrt:
        return value == 0.0 ? 0.0 : 0.5 / value;
      default: {
        const Kind derivative = kind == Kind::sin ? Kind::cos : Kind::sin;
        return type == Type::complex
                   ? std::abs(apply(derivative, std::complex<double>(a.re[i], a.im[i])))
                   : std::abs(apply(derivative, a.re[i]));
      }
    }
  }
};

template <class Arithmetic, class Store>
void in_blocks(const Graph& graph, Surroundings& surroundings, Arithmetic& arithmetic,
               std::size_t configurations, Store store) {
  const ValueSlots slots(graph);
  std::vector<typename Arithmetic::Value> values;
  for (std::size_t begin = 0; begin < configurations; begin += block_size) {
    surroundings.begin = begin;
    surroundings.count = std::min(block_size, configurations - begin);
    evaluate(
        graph, slots, arithmetic, values,
        [&](std::uint32_t scalar, const auto& value, Type type) { store(scalar, value, type); });
  }
}

/// By output scalar: whether its variable is complex.
std::vector<Type> output_types(const Graph& graph) {
  std::vector<Type> types;
  for (const Variable& variable : graph.signature().outputs) {
    types.insert(types.end(), static_cast<std::size_t>(variable.scalars()), variable.type);
  }
  return types;
}

}  // namespace

void interpret(const Graph& graph, ConstRows inputs, std::span<const std::complex<double>> params,
               MutableRows outputs, std::size_t configurations) {
  DoubleArithmetic arithmetic{{graph, inputs, params, first_rows(graph.signature().inputs)}};
  const std::vector<std::size_t> rows = first_rows(graph.signature().outputs);
  const std::vector<Type> types = output_types(graph);
  in_blocks(graph, arithmetic, arithmetic, configurations,
            [&](std::uint32_t scalar, const Block& value, Type type) {
              double* row = outputs.data + rows[scalar] * outputs.stride + arithmetic.begin;
              std::copy_n(value.re.begin(), arithmetic.count, row);
              if (types[scalar] == Type::real) return;
              row += outputs.stride;
              if (type == Type::complex) {
                std::copy_n(value.im.begin(), arithmetic.count, row);
              } else {
                std::fill_n(row, arithmetic.count, 0.0);
              }
            });
}

void interpret_absolute(const Graph& graph, ConstRows inputs,
                        std::span<const std::complex<double>> params, MutableRows outputs,
                        std::size_t configurations) {
  AbsoluteArithmetic arithmetic{{{graph, inputs, params, first_rows(graph.signature().inputs)}}};
  in_blocks(graph, arithmetic.plain, arithmetic, configurations,
            [&](std::uint32_t scalar, const AbsoluteArithmetic::Value& value, Type) {
              std::copy_n(value.absolute.begin(), arithmetic.plain.count,
                          outputs.data + scalar * outputs.stride + arithmetic.plain.begin);
            });
}

}  // namespace diagc
