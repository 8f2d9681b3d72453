#include <fmt/format.h>

#include "tests/differential/expression.h"

namespace diagc {

Text Expressions::call(const Scope& scope, const char* family, int depth) {
  const std::string first =
      scope.calls == Scope::Calls::any ? index(scope, 0, 3, depth).text : "m - 1";
  std::string rest;
  if (family[0] == 'R') rest = ", " + set(scope, depth).text;
  if (family[0] == 'Z') rest = ", " + condition(scope, depth).text;
  const std::string text = fmt::format("{}({}{})", family, first, rest);
  if (scope.calls == Scope::Calls::guarded) return {"[m > 0] * " + text, Text::term};
  return {text};
}

/// Mostly where functions are tame; now and then anywhere.
Text Expressions::function(const Text& argument) {
  static const char* const names[] = {"sqrt", "exp", "log", "sin", "cos"};
  const std::uint32_t which = choices_.below(5);
  if (choices_.below(4) == 3) return applied(names[which], {argument});
  if (which == 0 || which == 2) {
    return bracketed(fmt::format("{}({}^2 + 1)", names[which], argument.at(Text::primary)));
  }
  return bracketed(fmt::format("{}({} / 10)", names[which], argument.at(Text::unary)));
}

Text Expressions::divisor(const Scope& scope, int depth, Kind kind) {
  switch (choices_.below(4)) {
    case 0:
      return {std::to_string(1 + choices_.below(5))};
    case 1:
      return {"(" + (this->*kind)(scope, depth).at(Text::primary) + "^2 + 1/2)"};
    case 2:
      return bracketed("(3 + " + (this->*kind)(scope, depth).at(Text::term) + ")");
    default:
      return (this->*kind)(scope, depth);
  }
}

Text Expressions::real_leaf(const Scope& scope, int depth) {
  switch (choices_.below(8)) {
    case 0:
      return bracketed("x[" + index(scope, 0, 3, depth).text + "]");
    case 1: {
      const Text row = index(scope, 1, n_, depth), column = index(scope, -1, 1, depth);
      return bracketed(fmt::format("A[{}, {}]", row.text, column.text));
    }
    case 2:
      return {"s"};
    case 3:
      return {"N"};
    case 4:
      return number(scope, depth);
    default:
      if (!scope.reals.empty()) return {pick(scope.reals, choices_)};
      return bracketed("x[" + index(scope, 0, 3, depth).text + "]");
  }
}

Text Expressions::real(const Scope& scope, int depth) {
  if (depth <= 0) return real_leaf(scope, 0);
  const auto less = [&] { return real(scope, depth - 1); };
  switch (choices_.below(30)) {
    case 0:
    case 1:
      return real_leaf(scope, depth);
    case 2:
    case 3:
      return binary("+", Text::addition, {less(), less()});
    case 4:
      return binary("-", Text::addition, {less(), less()});
    case 5:
    case 6:
    case 7:
      return binary("*", Text::term, {less(), less()});
    case 8:
      return binary("*", Text::term, {number(scope, 1), less()});
    case 9:
      return binary("/", Text::term, {less(), divisor(scope, depth - 1, &Expressions::real)});
    case 10:
      return power(less(), "", 0, 3);
    case 11:
      return power(divisor(scope, depth - 1, &Expressions::real), "-", 1, 2);
    case 12:
      return negative(less());
    case 13:
      return conditional(scope, depth - 1, &Expressions::real);
    case 14:
      return let(scope, depth - 1, &Expressions::real);
    case 15:
    case 16:
      return over("sum", scope, depth - 1, &Expressions::real);
    case 17:
      return over("prod", scope, depth - 1, &Expressions::real);
    case 18:
    case 19:
    case 20:
      if (scope.calls != Scope::Calls::none) return call(scope, choices_.yes() ? "R" : "R2", 1);
      return binary("+", Text::addition, {less(), less()});
    case 21: {
      const char* part = choices_.yes() ? "im" : "re";
      return applied(part, {complex(scope, depth - 1)});
    }
    case 22:
      return applied("dot", {vector(scope, depth - 1, false), vector(scope, depth - 1, false)});
    case 23:
      return applied("sq", {vector(scope, depth - 1, false)});
    case 24:
      return applied("comp", {vector(scope, depth - 1, false), index(scope, 0, 3, 1)});
    case 25: {
      const Text argument = less();
      static const char* const names[] = {"exp", "sin", "cos"};
      if (choices_.yes())
        return bracketed(
            fmt::format("{}({} / 10)", names[choices_.below(3)], argument.at(Text::unary)));
      return function(argument);
    }
    case 26:
      return binary("*", Text::term, {bracketed("[" + condition(scope, 1).text + "]"), less()});
    case 27:
      return applied("both", {less(), less()});
    case 28:
      return applied("again", {less(), index(scope, 0, 3, 1)});
    default:
      return applied("conj", {less()});
  }
}

Text Expressions::complex_leaf(const Scope& scope, int depth) {
  switch (choices_.below(6)) {
    case 0:
      return bracketed("w[" + index(scope, 0, 3, depth).text + "]");
    case 1:
      return {"I"};
    case 2:
      return {"z"};
    case 3:
      return real_leaf(scope, depth);
    default:
      if (!scope.complexes.empty()) return {pick(scope.complexes, choices_)};
      return bracketed("w[" + index(scope, 0, 3, depth).text + "]");
  }
}

Text Expressions::complex(const Scope& scope, int depth) {
  if (depth <= 0) return complex_leaf(scope, 0);
  const auto less = [&] { return complex(scope, depth - 1); };
  switch (choices_.below(24)) {
    case 0:
    case 1:
      return complex_leaf(scope, depth);
    case 2:
      return binary("+", Text::addition, {less(), less()});
    case 3:
      return binary("-", Text::addition, {less(), less()});
    case 4:
    case 5:
      return binary("*", Text::term, {less(), less()});
    case 6:
      return binary("*", Text::term, {real(scope, depth - 1), less()});
    case 7:
      return binary("*", Text::term, {Text{"I"}, less()});
    case 8:
      return binary("/", Text::term, {less(), divisor(scope, depth - 1, &Expressions::complex)});
    case 9:
      return binary("/", Text::term,
                    {real(scope, depth - 1), divisor(scope, depth - 1, &Expressions::complex)});
    case 10:
      return applied("complex", {real(scope, depth - 1), real(scope, depth - 1)});
    case 11:
      return applied("conj", {less()});
    case 12:
      return power(less(), "", 0, 3);
    case 13:
      return power(divisor(scope, depth - 1, &Expressions::complex), "-", 1, 1);
    case 14:
      return negative(less());
    case 15:
      return conditional(scope, depth - 1, &Expressions::complex);
    case 16:
      return let(scope, depth - 1, &Expressions::complex);
    case 17:
      return over("sum", scope, depth - 1, &Expressions::complex);
    case 18:
    case 19:
      if (scope.calls != Scope::Calls::none) return call(scope, "Z", 1);
      return binary("*", Text::term, {less(), less()});
    case 20:
      return function(less());
    case 21:
      return applied("dot",
                     {vector(scope, depth - 1, true), vector(scope, depth - 1, choices_.yes())});
    case 22:
      return applied("comp", {vector(scope, depth - 1, true), index(scope, 0, 3, 1)});
    default:
      return applied("both", {less(), less()});
  }
}

Text Expressions::vector_leaf(const Scope& scope, int depth, bool complex_components) {
  if (complex_components && choices_.below(3) < 2)
    return bracketed("k[" + index(scope, 0, 1, depth).text + "]");
  switch (choices_.below(4)) {
    case 0:
      return bracketed("p[" + index(scope, 0, 3, depth).text + "]");
    case 1:
      return {"u"};
    default:
      if (!scope.vectors.empty()) return {pick(scope.vectors, choices_)};
      return bracketed("p[" + index(scope, 0, 3, depth).text + "]");
  }
}

Text Expressions::vector(const Scope& scope, int depth, bool complex_components) {
  if (depth <= 0) return vector_leaf(scope, 0, complex_components);
  const Kind kind = complex_components ? &Expressions::complex_vector : &Expressions::real_vector;
  const Kind scalar = complex_components ? &Expressions::complex : &Expressions::real;
  const auto less = [&] { return (this->*kind)(scope, depth - 1); };
  const auto factor = [&] { return (this->*scalar)(scope, depth - 1); };
  switch (choices_.below(14)) {
    case 0:
    case 1:
      return vector_leaf(scope, depth, complex_components);
    case 2:
      return binary("+", Text::addition, {less(), less()});
    case 3:
      return binary("-", Text::addition, {less(), less()});
    case 4:
      return binary("*", Text::term, {factor(), less()});
    case 5:
      return binary("*", Text::term, {less(), factor()});
    case 6:
      return binary("/", Text::term, {less(), divisor(scope, depth - 1, scalar)});
    case 7:
      return negative(less());
    case 8:
      return conditional(scope, depth - 1, kind);
    case 9:
      return over("sum", scope, depth - 1, kind);
    case 10:
    case 11:
      if (scope.calls != Scope::Calls::none && !complex_components) return call(scope, "V", 1);
      return binary("+", Text::addition, {less(), less()});
    case 12:
      return applied("vector",
                     {factor(), real_leaf(scope, 0), real_leaf(scope, 0), real_leaf(scope, 0)});
    default:
      return applied("turned", {less(), factor()});
  }
}

}  // namespace diagc
