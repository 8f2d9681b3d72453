// Statements of a schedule as expressions of C++ and CUDA C++, which share operators and the overloaded functions of
// the emitted preludes (fma, conj, sqrt, …).
#pragma once

#include <string>

#include "compiler/emit/names.h"

namespace diagc {

struct ExpressionStyle {
  bool single_precision = true;
  /// Whether a value is a vector of configurations, with numbers spread over the lanes by `splat`; else it is that of one
  /// configuration.
  bool vectors = true;
};

/// The float nearest to an exact number; rounding to double first and then to float may be off by one.
float nearest_float(const Rational& number);

class Expressions {
 public:
  Expressions(const Graph& graph, const Schedule& schedule, const Names& names,
              ExpressionStyle style);

  /// "fma(G_2_3, W_1_S_0_1, -G_2_1 * t4)"
  std::string of(const Statement& statement) const;
  /// The same, of a sum, term by term: the first one, and what adds another to the sum so far.
  std::string first_term(const Statement& statement) const { return term(statement, 0, ""); }
  std::string next_term(const Statement& statement, std::size_t i, const std::string& sum) const {
    return term(statement, i, sum);
  }
  /// A quotient … complex of operands that are written so; `type` is that of the first.
  std::string operation(Kind kind, Type type, const std::string& a, const std::string& b) const;
  /// A node where it is read: its name, or a literal for `one`, `imaginary` and constants.
  std::string read(NodeId node) const;
  /// A number of the kernel's precision, rounded once: "0.5f".
  std::string literal(const Rational& number) const;
  std::string literal(double number) const;
  /// A number as a value: "splat(0.5f)".
  std::string spread(const std::string& number) const;

 private:
  std::string sum(const Statement& statement) const;
  /// The sum of the terms up to this one, where `sum` is that of those before it.
  std::string term(const Statement& statement, std::size_t i, const std::string& sum) const;

  const Graph& graph_;
  const Schedule& schedule_;
  const Names& names_;
  ExpressionStyle style_;
};

}  // namespace diagc
