#include "compiler/emit/expression.h"

#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace diagc {

float nearest_float(const Rational& number) {
  const auto rounded = static_cast<float>(to_double(number));
  if (!std::isfinite(rounded)) return rounded;
  float best = rounded;
  Rational smallest = abs(Rational(rounded) - number);
  for (const float other : {std::nextafter(rounded, -std::numeric_limits<float>::infinity()),
                            std::nextafter(rounded, std::numeric_limits<float>::infinity())}) {
    if (!std::isfinite(other)) continue;
    const Rational distance = abs(Rational(other) - number);
    if (distance < smallest) {
      smallest = distance;
      best = other;
    }
  }
  return best;
}

namespace {

template <class T>
std::string decimal(T number, const char* suffix) {
  if (std::isnan(number)) return fmt::format("__builtin_nan{}(\"\")", suffix);
  if (std::isinf(number)) {
    return fmt::format("{}__builtin_huge_val{}()", number < 0 ? "-" : "", suffix);
  }
  std::string text = fmt::format("{}", number);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text + suffix;
}

}  // namespace

Expressions::Expressions(const Graph& graph, const Schedule& schedule, const Names& names,
                         ExpressionStyle style)
    : graph_(graph), schedule_(schedule), names_(names), style_(style) {}

std::string Expressions::literal(const Rational& number) const {
  return style_.single_precision ? decimal(nearest_float(number), "f")
                                 : decimal(to_double(number), "");
}

std::string Expressions::literal(double number) const {
  return style_.single_precision ? decimal(static_cast<float>(number), "f") : decimal(number, "");
}

std::string Expressions::spread(const std::string& number) const {
  return style_.vectors ? fmt::format("splat({})", number) : number;
}

std::string Expressions::read(NodeId node) const {
  const Node& n = graph_[node];
  const auto real = [&](double number) { return spread(literal(number)); };
  const auto complex = [&](std::complex<double> number) {
    return fmt::format("Complex{{{}, {}}}", real(number.real()), real(number.imag()));
  };
  if (n.kind == Kind::one) return real(1.0);
  if (n.kind == Kind::imaginary) return complex({0.0, 1.0});
  if (n.kind == Kind::constant) {
    const std::complex<double> value = graph_.constants()[n.payload];
    return n.type == Type::real ? real(value.real()) : complex(value);
  }
  return names_[node];
}

std::string Expressions::term(const Statement& statement, std::size_t i,
                              const std::string& sum) const {
  const SumTerm& term = statement.terms[i];
  const bool first = i == 0;
  // All factors but the last, with the sign and the coefficient, make the left operand of the last multiplication.
  std::string left = term.negative ? "-" : "";
  std::size_t operands = 0;
  if (term.coefficient != unit_coefficient || term.factors.empty()) {
    // A number may stand beside a `*`, but not as an operand of fma or on its own.
    const bool alone = term.factors.empty() || (!first && term.factors.size() == 1);
    const std::string number = literal(schedule_.coefficients[term.coefficient]);
    left += alone ? spread(number) : number;
    ++operands;
  }
  for (std::size_t factor = 0; factor + 1 < term.factors.size(); ++factor) {
    left += (operands++ ? " * " : "") + read(term.factors[factor]);
  }
  if (operands == 0) {
    const std::string value = read(term.factors.front());
    return first ? left + value : sum + (term.negative ? " - " : " + ") + value;
  }
  if (term.factors.empty()) {
    return first ? left : sum + (term.negative ? " - " : " + ") + left.substr(term.negative);
  }
  const std::string last = read(term.factors.back());
  return first ? left + " * " + last : fmt::format("fma({}, {}, {})", left, last, sum);
}

std::string Expressions::sum(const Statement& statement) const {
  std::string text;
  for (std::size_t i = 0; i < statement.terms.size(); ++i) text = term(statement, i, text);
  return text;
}

std::string Expressions::operation(Kind kind, Type type, const std::string& a,
                                   const std::string& b) const {
  if (kind == Kind::quotient) return fmt::format("{} / {}", a, b);
  if (kind == Kind::complex) return fmt::format("Complex{{{}, {}}}", a, b);
  if (type == Type::real) {
    if (kind == Kind::conj || kind == Kind::re) return a;
    if (kind == Kind::im) return spread(literal(0.0));
  }
  return fmt::format("{}({})", to_string(kind), a);
}

std::string Expressions::of(const Statement& statement) const {
  if (!statement.terms.empty()) return sum(statement);
  const NodeId node = statement.node;
  const NodeId a = graph_.operand(node, 0);
  const NodeId last = graph_.operand(node, graph_.operand_count(node) - 1);
  return operation(graph_[node].kind, graph_[a].type, read(a), read(last));
}

}  // namespace diagc
