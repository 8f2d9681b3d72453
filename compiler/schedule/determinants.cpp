#include "compiler/schedule/determinants.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <random>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "compiler/schedule/prime_field.h"
#include "compiler/schedule/values.h"

namespace diagc {

namespace {

/// 9 vertices have 5⁹ terms, and squares of 11 3¹¹; more fit no device.
constexpr unsigned most_vertices = 9, most_of_squares = 11;
/// Two of them, and a wrong answer is as likely as 1e-34.
constexpr std::size_t points = 2;

template <class... Arguments>
[[noreturn]] void refuse(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  throw std::runtime_error("no kernel by determinants: " +
                           fmt::format(format, std::forward<Arguments>(arguments)...));
}

using Numbers = std::vector<FieldElement>;

/// A random value of every leaf and param, and the values of all nodes that follow.
Numbers values_at(const Graph& graph, std::uint64_t seed, Numbers& leaves) {
  std::mt19937_64 random(seed);
  const auto number = [&] { return FieldElement(random() >> 3); };
  leaves.resize(graph.signature().leaves());
  for (FieldElement& leaf : leaves) leaf = number();
  Numbers params, values(graph.node_count()), coefficients;
  for (const Variable& param : graph.signature().params) {
    for (std::int64_t i = 0; i < param.scalars(); ++i) params.push_back(number());
  }
  for (CoefficientId c = 0; c < graph.coefficients().size(); ++c) {
    coefficients.push_back(modulo_prime(graph.coefficients()[c]));
  }
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    FieldElement& value = values[node];
    if (graph[node].type != Type::real) refuse("a value is complex");
    switch (graph[node].kind) {
      case Kind::one:
        value = FieldElement(1);
        break;
      case Kind::constant: {
        const double constant = graph.constants()[graph[node].payload].real();
        if (!std::isfinite(constant)) refuse("a value is {}", constant);
        value = modulo_prime(Rational(constant));
        break;
      }
      case Kind::input:
        value = leaves[graph[node].payload];
        break;
      case Kind::param:
        value = params[graph[node].payload];
        break;
      case Kind::sum:
        for (const Term term : graph.terms(node)) {
          value += coefficients[term.coefficient] * values[term.node];
        }
        break;
      case Kind::product:
        value = FieldElement(1);
        for (const Term term : graph.terms(node)) value *= values[term.node];
        break;
      case Kind::quotient:
        value = values[graph.operand(node, 0)] * values[graph.operand(node, 1)].inverse();
        break;
      default:
        refuse("a value is the {} of another, expected sums, products and quotients",
               to_string(graph[node].kind));
    }
  }
  return values;
}

/// By rows.
struct Matrix {
  unsigned size;
  Numbers elements;
  FieldElement& at(unsigned a, unsigned b) { return elements[a * size + b]; }
  FieldElement at(unsigned a, unsigned b) const { return elements[a * size + b]; }
};

FieldElement determinant(Matrix matrix) {
  FieldElement result(1);
  for (unsigned k = 0; k < matrix.size; ++k) {
    unsigned pivot = k;
    while (pivot < matrix.size && matrix.at(pivot, k).value() == 0) ++pivot;
    if (pivot == matrix.size) return FieldElement();
    if (pivot != k) {
      for (unsigned b = 0; b < matrix.size; ++b) std::swap(matrix.at(k, b), matrix.at(pivot, b));
      result = -result;
    }
    result *= matrix.at(k, k);
    const FieldElement inverse = matrix.at(k, k).inverse();
    for (unsigned a = k + 1; a < matrix.size; ++a) {
      const FieldElement factor = -(matrix.at(a, k) * inverse);
      for (unsigned b = k; b < matrix.size; ++b) matrix.at(a, b) += factor * matrix.at(k, b);
    }
  }
  return result;
}

/// The polynomial at one point, for any power.
class Polynomial {
 public:
  Polynomial(const Matrix& g, const Matrix& h) : n_(g.size) {
    for (unsigned set = 0; set < 1U << n_; ++set) {
      std::vector<unsigned> members;
      std::uint32_t place = 0, weight = 1;
      for (unsigned v = 0; v < n_; ++v, weight *= 3) {
        if (set >> v & 1) members.push_back(v), place += weight;
      }
      place_.push_back(place);
      const auto size = static_cast<unsigned>(members.size());
      Matrix minor{size, Numbers(std::size_t{size} * size)};
      for (unsigned a = 0; a < size; ++a) {
        for (unsigned b = 0; b < size; ++b) minor.at(a, b) = g.at(members[a], members[b]);
      }
      f_.push_back(determinant(minor));
      FieldElement derivative;
      for (unsigned a = 0; a < size; ++a) {
        Matrix replaced = minor;
        for (unsigned b = 0; b < size; ++b) replaced.at(a, b) = h.at(members[a], members[b]);
        derivative += determinant(std::move(replaced));
      }
      df_.push_back(derivative);
    }
  }

  /// C of all vertices.
  FieldElement connected(FieldElement power) const {
    const unsigned all = 1U << n_;
    Numbers z(all), c(all);
    if (power == FieldElement(1)) {
      for (unsigned set = 0; set < all; ++set)
        z[set] = f_[set] * f_[set], c[set] = df_[set] * f_[set];
    } else {
      multiply(raised(power), z, c);
    }
    for (unsigned set = 0; set < all; ++set) {
      for (unsigned part = set; part > 0; part = (part - 1) & set) {
        c[set] += -z[part] * c[set & ~part];
      }
    }
    return c.back();
  }

 private:
  /// Z, and A as `c`, of the coefficients of F^power.
  void multiply(const Numbers& w, Numbers& z, Numbers& c) const {
    for (unsigned set = 0; set < z.size(); ++set) {
      for (unsigned part = set;; part = (part - 1) & set) {
        const FieldElement rest = w[place_[part] + 2 * place_[set & ~part]];
        z[set] += f_[part] * rest;
        c[set] += df_[part] * rest;
        if (part == 0) break;
      }
    }
  }

  /// Coefficients of F^power by exponents, digits to the base of 3: x_s d/dx_s F^M = M F^(M-1) x_s d/dx_s F, the recurrence of J. C. P. Miller.
  Numbers raised(FieldElement power) const {
    std::size_t count = 1;
    for (unsigned v = 0; v < n_; ++v) count *= 3;
    Numbers w(count);
    w[0] = FieldElement(1);
    const FieldElement half = FieldElement(2).inverse();
    for (std::uint32_t e = 1; e < count; ++e) {
      unsigned support = 0, lowest = n_;
      std::uint32_t exponent = 0;
      for (std::uint32_t rest = e, v = 0; rest > 0; rest /= 3, ++v) {
        if (rest % 3 == 0) continue;
        support |= 1U << v;
        if (lowest == n_) lowest = v, exponent = rest % 3;
      }
      FieldElement with, without;
      for (unsigned part = support; part > 0; part = (part - 1) & support) {
        (part >> lowest & 1 ? with : without) += f_[part] * w[e - place_[part]];
      }
      const FieldElement own(exponent);
      w[e] = (power + FieldElement(1) - own) * with - own * without;
      if (exponent == 2) w[e] *= half;
    }
    return w;
  }

  unsigned n_;
  std::vector<std::uint32_t> place_;  ///< by set: x^S among exponents
  Numbers f_, df_;                    ///< by set
};

bool is_square(const Variable& input) {
  return input.ranges.size() == 2 && input.ranges[0] == input.ranges[1] &&
         input.components() == 1 && input.type == Type::real;
}

Matrix matrix_of(const Variable& input, const Numbers& leaves) {
  const auto size = static_cast<unsigned>(input.ranges[0].size());
  const auto first = leaves.begin() + input.first;
  return {size, Numbers(first, first + std::ptrdiff_t{size} * size)};
}

/// Which inputs are G and H.
std::vector<DeterminantSum> readings(const std::vector<Variable>& inputs) {
  std::vector<DeterminantSum> list;
  for (std::size_t g = 0; g < inputs.size(); ++g) {
    const auto extent = static_cast<unsigned>(inputs[g].ranges[0].size());
    if (inputs.size() == 1) {
      list.push_back({extent - 1, g, std::nullopt, {}, false});
    } else {
      list.push_back({extent, g, 1 - g, {}, false});
    }
  }
  return list;
}

Polynomial polynomial(const DeterminantSum& sum, const std::vector<Variable>& inputs,
                      const Numbers& leaves) {
  const Matrix g = matrix_of(inputs[sum.propagator], leaves);
  if (sum.derivative) return {g, matrix_of(inputs[*sum.derivative], leaves)};
  const unsigned n = sum.vertices;
  Matrix inner{n, Numbers(std::size_t{n} * n)}, product = inner;
  for (unsigned a = 0; a < n; ++a) {
    for (unsigned b = 0; b < n; ++b) {
      inner.at(a, b) = g.at(a + 1, b + 1);
      product.at(a, b) = g.at(a + 1, 0) * g.at(0, b + 1);
    }
  }
  return {inner, product};
}

/// Numbers of flavours less one: what params give, or a small number that the rules have.
std::vector<DeterminantPower> powers(const Graph& graph) {
  std::vector<DeterminantPower> list;
  const Values values(graph);
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    if (values.role[node] != Role::uniform || graph[node].kind == Kind::one ||
        graph[node].kind == Kind::constant)
      continue;
    list.push_back({node, 0});
    list.push_back({node, -1});
  }
  constexpr std::int64_t most_flavours = 8;
  for (std::int64_t flavours = 2; flavours <= most_flavours; ++flavours) {
    list.push_back({no_node, flavours - 1});
  }
  return list;
}

}  // namespace

DeterminantSum find_determinants(const Graph& graph) {
  const Signature& signature = graph.signature();
  if (graph.outputs().size() != 1) {
    refuse("{} has {} outputs, expected one", signature.name, graph.outputs().size());
  }
  const std::vector<Variable>& inputs = signature.inputs;
  if (inputs.empty() || inputs.size() > 2 || !std::ranges::all_of(inputs, is_square) ||
      inputs.front().ranges != inputs.back().ranges) {
    refuse("expected one or two real inputs of two indices, all of one range");
  }
  if (inputs.front().ranges[0].size() > most_of_squares + 1) {
    refuse("{} indices, of {} at most", inputs.front().ranges[0].size(), most_of_squares + 1);
  }
  std::array<Numbers, points> leaves, values;
  for (std::size_t point = 0; point < points; ++point) {
    values[point] = values_at(graph, 1 + point, leaves[point]);
  }
  const std::vector<DeterminantPower> all_powers = powers(graph);
  for (DeterminantSum& sum : readings(inputs)) {
    if (sum.vertices == 0 || sum.vertices > most_of_squares) continue;
    std::vector<Polynomial> at;
    for (std::size_t point = 0; point < points; ++point) {
      at.push_back(polynomial(sum, inputs, leaves[point]));
    }
    for (const DeterminantPower& power : all_powers) {
      const bool square = power.value == no_node && power.shift == 1;
      if (sum.vertices > most_vertices && !square) continue;
      const auto sign = [&](std::size_t point) {
        const FieldElement shift = modulo_prime(Rational(power.shift));
        const FieldElement m = power.value == no_node ? shift : values[point][power.value] + shift;
        const FieldElement c = at[point].connected(m);
        const FieldElement output = values[point][graph.outputs().front()];
        return c == output ? 1 : -c == output ? -1 : 0;
      };
      const int first = sign(0);
      if (first == 0 || sign(1) != first) continue;
      sum.power = power;
      sum.negative = first < 0;
      return sum;
    }
  }
  refuse("the output is no connected part of a power of a sum of determinants");
}

}  // namespace diagc
