#include <fmt/format.h>

#include "tests/differential/expression.h"

namespace diagc {

namespace {

Text bracketed(std::string text) { return {std::move(text), Text::primary}; }

template <class T>
const T& pick(const std::vector<T>& list, Choices& choices) {
  return list[choices.below(static_cast<std::uint32_t>(list.size()))];
}

}  // namespace

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
Text Expressions::function(Text argument) {
  static const char* const names[] = {"sqrt", "exp", "log", "sin", "cos"};
  const std::uint32_t which = choices_.below(5);
  if (choices_.below(4) == 3) return bracketed(fmt::format("{}({})", names[which], argument.text));
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
    case 1:
      return bracketed(fmt::format("A[{}, {}]", index(scope, 1, n_, depth).text,
                                   index(scope, -1, 1, depth).text));
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
      return binary(less(), "+", less(), Text::addition);
    case 4:
      return binary(less(), "-", less(), Text::addition);
    case 5:
    case 6:
    case 7:
      return binary(less(), "*", less(), Text::term);
    case 8:
      return binary(number(scope, 1), "*", less(), Text::term);
    case 9:
      return binary(less(), "/", divisor(scope, depth - 1, &Expressions::real), Text::term);
    case 10:
      return {less().at(Text::primary) + "^" + std::to_string(choices_.below(4)), Text::power};
    case 11:
      return {divisor(scope, depth - 1, &Expressions::real).at(Text::primary) + "^-" +
                  std::to_string(1 + choices_.below(2)),
              Text::power};
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
      return binary(less(), "+", less(), Text::addition);
    case 21:
      return bracketed(
          fmt::format("{}({})", choices_.yes() ? "im" : "re", complex(scope, depth - 1).text));
    case 22:
      return bracketed(fmt::format("dot({}, {})", vector(scope, depth - 1, false).text,
                                   vector(scope, depth - 1, false).text));
    case 23:
      return bracketed("sq(" + vector(scope, depth - 1, false).text + ")");
    case 24:
      return bracketed(fmt::format("comp({}, {})", vector(scope, depth - 1, false).text,
                                   index(scope, 0, 3, 1).text));
    case 25: {
      const Text argument = less();
      static const char* const names[] = {"exp", "sin", "cos"};
      if (choices_.yes())
        return bracketed(
            fmt::format("{}({} / 10)", names[choices_.below(3)], argument.at(Text::unary)));
      return function(argument);
    }
    case 26:
      return binary(bracketed("[" + condition(scope, 1).text + "]"), "*", less(), Text::term);
    case 27:
      return bracketed(fmt::format("both({}, {})", less().text, less().text));
    case 28:
      return bracketed(fmt::format("again({}, {})", less().text, index(scope, 0, 3, 1).text));
    default:
      return bracketed("conj(" + less().text + ")");
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
      return binary(less(), "+", less(), Text::addition);
    case 3:
      return binary(less(), "-", less(), Text::addition);
    case 4:
    case 5:
      return binary(less(), "*", less(), Text::term);
    case 6:
      return binary(real(scope, depth - 1), "*", less(), Text::term);
    case 7:
      return binary({"I"}, "*", less(), Text::term);
    case 8:
      return binary(less(), "/", divisor(scope, depth - 1, &Expressions::complex), Text::term);
    case 9:
      return binary(real(scope, depth - 1), "/", divisor(scope, depth - 1, &Expressions::complex),
                    Text::term);
    case 10:
      return bracketed(
          fmt::format("complex({}, {})", real(scope, depth - 1).text, real(scope, depth - 1).text));
    case 11:
      return bracketed("conj(" + less().text + ")");
    case 12:
      return {less().at(Text::primary) + "^" + std::to_string(choices_.below(4)), Text::power};
    case 13:
      return {divisor(scope, depth - 1, &Expressions::complex).at(Text::primary) + "^-1",
              Text::power};
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
      return binary(less(), "*", less(), Text::term);
    case 20:
      return function(less());
    case 21:
      return bracketed(fmt::format("dot({}, {})", vector(scope, depth - 1, true).text,
                                   vector(scope, depth - 1, choices_.yes()).text));
    case 22:
      return bracketed(fmt::format("comp({}, {})", vector(scope, depth - 1, true).text,
                                   index(scope, 0, 3, 1).text));
    default:
      return bracketed(fmt::format("both({}, {})", less().text, less().text));
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
      return binary(less(), "+", less(), Text::addition);
    case 3:
      return binary(less(), "-", less(), Text::addition);
    case 4:
      return binary(factor(), "*", less(), Text::term);
    case 5:
      return binary(less(), "*", factor(), Text::term);
    case 6:
      return binary(less(), "/", divisor(scope, depth - 1, scalar), Text::term);
    case 7:
      return negative(less());
    case 8:
      return conditional(scope, depth - 1, kind);
    case 9:
      return over("sum", scope, depth - 1, kind);
    case 10:
    case 11:
      if (scope.calls != Scope::Calls::none && !complex_components) return call(scope, "V", 1);
      return binary(less(), "+", less(), Text::addition);
    case 12:
      return bracketed(fmt::format("vector({}, {}, {}, {})", factor().text,
                                   real_leaf(scope, 0).text, real_leaf(scope, 0).text,
                                   real_leaf(scope, 0).text));
    default:
      return bracketed(fmt::format("turned({}, {})", less().text, factor().text));
  }
}

}  // namespace diagc
