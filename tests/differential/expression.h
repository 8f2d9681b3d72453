// Random expressions of the rule language, by kind.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "tests/differential/choices.h"

namespace diagc {

/// An expression with its place among the levels of precedence, from the weakest.
struct Text {
  enum Level {
    whole,
    disjunction,
    conjunction,
    negation,
    comparison,
    range,
    addition,
    term,
    unary,
    power,
    primary
  };
  std::string text;
  Level level = primary;
  bool open = false;  ///< ends in a sum or product, which would take a further factor with it

  /// In round brackets where it is weaker than `least`.
  std::string at(Level least) const { return level < least ? "(" + text + ")" : text; }
};

// Operands that are drawn go into braces or into named variables: these are evaluated from left to right, arguments of a
// function in an order of the compiler's own, which would make other programs of the same tape.

Text bracketed(std::string text);
Text applied(const char* function, const std::vector<Text>& arguments);
Text negative(const Text& a);
Text binary(const char* op, Text::Level level, const std::array<Text, 2>& operands);
Text comparison(const char* op, const std::array<Text, 2>& operands);

/// What an expression may use.
struct Scope {
  struct Integer {
    std::string name;
    int first, last;  ///< the values that it can have
  };
  std::vector<Integer> integers;
  std::vector<std::string> conditions, sets, reals, complexes, vectors;

  enum class Calls {
    none,     ///< of dynamic families: none
    smaller,  ///< inside a family, with `m > 0` known: with the first argument m - 1
    guarded,  ///< inside a family, with nothing known: [m > 0] * F(m - 1, …)
    any,      ///< from an output
  } calls = Calls::none;
  int static_families = 3;     ///< how many of `count`, `holds` and `some` may be called
  bool smaller_count = false;  ///< inside `count`, with `a > 0` known: count(a - 1)
};

/// Sets have elements of 0..3 only; every family takes arguments from a few values, so that recursions end.
class Expressions {
 public:
  Expressions(Choices& choices, int n) : choices_(choices), n_(n) {}

  Text integer(const Scope& scope, int depth);
  Text number(const Scope& scope, int depth);
  Text condition(const Scope& scope, int depth);
  Text set(const Scope& scope, int depth);
  Text real(const Scope& scope, int depth);
  Text complex(const Scope& scope, int depth);
  Text vector(const Scope& scope, int depth, bool complex_components);

  /// An integer of first..last.
  Text index(const Scope& scope, int first, int last, int depth);

 private:
  using Kind = Text (Expressions::*)(const Scope&, int);
  /// With an exponent of first..last.
  Text power(const Text& base, const char* sign, int first, int last);
  Text conditional(const Scope& scope, int depth, Kind kind);
  Text let(const Scope& scope, int depth, Kind kind);
  Text over(const char* word, const Scope& scope, int depth, Kind kind);
  Text static_call(const Scope& scope, int family, int depth);
  Text call(const Scope& scope, const char* family, int depth);
  Text function(const Text& argument);
  Text real_vector(const Scope& scope, int depth) { return vector(scope, depth, false); }
  Text complex_vector(const Scope& scope, int depth) { return vector(scope, depth, true); }
  Text real_leaf(const Scope& scope, int depth);
  Text complex_leaf(const Scope& scope, int depth);
  Text vector_leaf(const Scope& scope, int depth, bool complex_components);
  Text divisor(const Scope& scope, int depth, Kind kind);

  Choices& choices_;
  int n_;
};

}  // namespace diagc
