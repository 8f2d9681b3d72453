#include "tests/differential/expression.h"

#include <fmt/format.h>

namespace diagc {

Text bracketed(std::string text) { return {std::move(text), Text::primary}; }

Text applied(const char* function, const std::vector<Text>& arguments) {
  std::string text = function;
  for (const Text& argument : arguments) {
    text += (&argument == arguments.data() ? "(" : ", ") + argument.text;
  }
  return bracketed(text + ")");
}

Text binary(const char* op, Text::Level level, const std::array<Text, 2>& operands) {
  const auto& [a, b] = operands;
  const auto right = static_cast<Text::Level>(level + 1);
  const std::string left = level == Text::term && a.open ? "(" + a.text + ")" : a.at(level);
  return {left + " " + op + " " + b.at(right), level, b.open && b.level >= right};
}

Text comparison(const char* op, const std::array<Text, 2>& operands) {
  return {operands[0].at(Text::range) + " " + op + " " + operands[1].at(Text::range),
          Text::comparison};
}

Text negative(const Text& a) {
  return {"-" + a.at(Text::unary), Text::unary, a.open && a.level >= Text::unary};
}

Text Expressions::power(const Text& base, const char* sign, int first, int last) {
  const auto choices = static_cast<std::uint32_t>(last - first + 1);
  const int exponent = first + static_cast<int>(choices_.below(choices));
  return {fmt::format("{}^{}{}", base.at(Text::primary), sign, exponent), Text::power};
}

Text Expressions::conditional(const Scope& scope, int depth, Kind kind) {
  const Text test = condition(scope, 1);
  const Text yes = (this->*kind)(scope, depth);
  const Text no = (this->*kind)(scope, depth);
  return {fmt::format("if {} then {} else {}", test.text, yes.text, no.text), Text::whole};
}

Text Expressions::let(const Scope& scope, int depth, Kind kind) {
  Scope inner = scope;
  Text value;
  std::string name;
  switch (choices_.below(5)) {
    case 0:
      name = choices_.yes() ? "d" : "e";
      value = real(scope, depth);
      inner.reals.push_back(name);
      break;
    case 1:
      name = "g";
      value = complex(scope, depth);
      inner.complexes.push_back(name);
      break;
    case 2:
      name = "T";
      value = set(scope, 1);
      inner.sets.push_back(name);
      break;
    case 3:
      name = "c";
      value = condition(scope, 1);
      inner.conditions.push_back(name);
      break;
    default:
      name = "h";
      value = vector(scope, depth, false);
      inner.vectors.push_back(name);
  }
  const Text body = (this->*kind)(inner, depth);
  return {fmt::format("let {} = {} in {}", name, value.at(Text::range), body.text), Text::whole};
}

Text Expressions::over(const char* word, const Scope& scope, int depth, Kind kind) {
  static const char* const names[] = {"i", "j", "l"};
  Scope inner = scope;
  std::string items;
  const std::uint32_t binders = 1 + choices_.below(2);
  for (std::uint32_t b = 0; b < binders; ++b) {
    if (b > 0) items += ", ";
    const char* name = names[(b + choices_.below(2)) % 3];
    std::erase_if(inner.integers, [&](const auto& known) { return known.name == name; });
    switch (choices_.below(4)) {
      case 0:
        items += fmt::format("{} in {}", name, set(inner, 1).at(Text::range));
        inner.integers.push_back({name, 0, 3});
        break;
      case 1: {
        const int first = static_cast<int>(choices_.below(4)) - 1,
                  last = static_cast<int>(choices_.below(4));
        items += fmt::format("{} in {}..{}", name, first, last);
        if (first <= last) inner.integers.push_back({name, first, last});
        break;
      }
      case 2:
        items += fmt::format("{} in 1..n", name);
        inner.integers.push_back({name, 1, n_});
        break;
      default:
        items += fmt::format("Q in subsets({})", set(inner, 1).text);
        inner.sets.push_back("Q");
    }
  }
  if (choices_.below(3) == 1) {
    const Text filter = condition(inner, 1);
    items += ", " + (filter.text.find(" in ") == std::string::npos ? filter.text
                                                                   : "(" + filter.text + ")");
  }
  return {fmt::format("{}({}) {}", word, items, (this->*kind)(inner, depth).at(Text::term)),
          Text::unary, true};
}

Text Expressions::static_call(const Scope& scope, int family, int depth) {
  switch (family) {
    case 0:
      return applied("count", {index(scope, 0, 3, depth)});
    case 1:
      return applied("holds", {index(scope, 0, 3, depth), set(scope, depth)});
    default:
      return applied("some", {index(scope, 0, 3, depth)});
  }
}

Text Expressions::index(const Scope& scope, int first, int last, int depth) {
  for (const Scope::Integer& known : scope.integers) {
    if (known.first >= first && known.last <= last && choices_.below(3) < 2) return {known.name};
  }
  if (depth <= 0 || choices_.yes()) {
    const int value =
        first + static_cast<int>(choices_.below(static_cast<std::uint32_t>(last - first + 1)));
    return {std::to_string(value), value < 0 ? Text::unary : Text::primary};
  }
  const std::string rest =
      fmt::format("{} mod {}", integer(scope, depth - 1).at(Text::power), last - first + 1);
  if (first == 0) return {rest, Text::term};
  return {fmt::format("{} + {}", first, rest), Text::addition};
}

Text Expressions::integer(const Scope& scope, int depth) {
  const auto less = [&] { return integer(scope, depth - 1); };
  switch (depth <= 0 ? choices_.below(3) : choices_.below(18)) {
    case 0:
      return {std::to_string(choices_.below(5))};
    case 1:
      if (!scope.integers.empty()) return {pick(scope.integers, choices_).name};
      return {"n"};
    case 2:
      return {"n"};
    case 3:
      return binary("+", Text::addition, {less(), less()});
    case 4:
      return binary("-", Text::addition, {less(), less()});
    case 5:
      return binary("*", Text::term, {less(), less()});
    case 6:
      return negative(less());
    case 7: {
      const char* op = choices_.yes() ? "div" : "mod";
      const std::string divisor = choices_.yes() ? "(-3)" : std::to_string(1 + choices_.below(4));
      return binary(op, Text::term, {less(), bracketed(divisor)});
    }
    case 8:
    case 9: {
      const char* extremum = choices_.yes() ? "min" : "max";
      return applied(extremum, {less(), less()});
    }
    case 10:
      return applied("abs", {less()});
    case 11:
      return applied("size", {set(scope, depth - 1)});
    case 12: {
      const char* extremum = choices_.yes() ? "min" : "max";
      const Text elements = set(scope, depth - 1);
      const std::uint32_t one_more = choices_.below(4);
      return bracketed(
          fmt::format("{}({} + {{{}}})", extremum, elements.at(Text::addition), one_more));
    }
    case 13:
      return bracketed("[" + condition(scope, depth - 1).text + "]");
    case 14:
      return conditional(scope, depth - 1, &Expressions::integer);
    case 15:
      return over(choices_.yes() ? "sum" : "prod", scope, depth - 1, &Expressions::integer);
    case 16:
      return power(less(), "", 0, 3);
    default:
      if (scope.smaller_count) return {"count(a - 1)"};
      if (scope.static_families > 0) return static_call(scope, 0, depth - 1);
      return {"n"};
  }
}

Text Expressions::number(const Scope& scope, int depth) {
  static const char* const literals[] = {"1", "2", "0.5", "3", "0.1", "1e-1", "2.5e1", "0"};
  switch (choices_.below(5)) {
    case 0:
      return {literals[choices_.below(8)]};
    case 1: {
      const Text above = integer(scope, depth);
      return {fmt::format("{}/{}", above.at(Text::power), 1 + choices_.below(7)), Text::term};
    }
    case 2: {
      const Text whole = integer(scope, depth);
      return power(bracketed(fmt::format("({} + 1/2)", whole.at(Text::addition))), "-", 1, 2);
    }
    case 3:
      return negative(number(scope, depth - 1));
    default:
      return integer(scope, depth);
  }
}

Text Expressions::condition(const Scope& scope, int depth) {
  static const char* const comparisons[] = {"==", "!=", "<", "<=", ">", ">="};
  const auto less = [&] { return condition(scope, depth - 1); };
  switch (depth <= 0 ? choices_.below(4) : choices_.below(11)) {
    case 0:
      return {choices_.yes() ? "true" : "false"};
    case 1:
      return {"up"};
    case 2:
      if (!scope.conditions.empty()) return {pick(scope.conditions, choices_)};
      return {"up"};
    case 3:
    case 4: {
      const char* op = comparisons[choices_.below(6)];
      if (choices_.yes()) return comparison(op, {integer(scope, 0), integer(scope, 0)});
      return comparison(op, {number(scope, depth - 1), number(scope, depth - 1)});
    }
    case 5:
      return binary("and", Text::conjunction, {less(), less()});
    case 6:
      return binary("or", Text::disjunction, {less(), less()});
    case 7:
      return {"not " + less().at(Text::negation), Text::negation};
    case 8:
      return comparison("in", {integer(scope, depth - 1), set(scope, depth - 1)});
    case 9: {
      const char* op = comparisons[choices_.below(4) == 3 ? 3 : choices_.below(2)];
      return comparison(op, {set(scope, depth - 1), set(scope, depth - 1)});
    }
    default:
      if (scope.static_families > 1) return static_call(scope, 1, depth - 1);
      return {"up"};
  }
}

Text Expressions::set(const Scope& scope, int depth) {
  const auto less = [&] { return set(scope, depth - 1); };
  const auto element = [&] { return index(scope, 0, 3, depth); };
  switch (depth <= 0 ? choices_.below(4) : choices_.below(10)) {
    case 0:
      return {"{}"};
    case 1:
      if (!scope.sets.empty()) return {pick(scope.sets, choices_)};
      return {"{" + element().text + "}"};
    case 2:
      return {"0..3", Text::range};
    case 3: {
      const Text one = element(), other = element();
      return {fmt::format("{{{}, {}}}", one.text, other.text)};
    }
    case 4: {
      const Text first = element(), last = element();
      return {fmt::format("{}..{}", first.at(Text::addition), last.at(Text::addition)),
              Text::range};
    }
    case 5:
      return binary("+", Text::addition, {less(), less()});
    case 6:
      return binary("-", Text::addition, {less(), less()});
    case 7:
      return binary("&", Text::term, {less(), less()});
    case 8:
      return conditional(scope, depth - 1, &Expressions::set);
    default:
      if (scope.static_families > 2) return static_call(scope, 2, depth - 1);
      return {"{1}"};
  }
}

}  // namespace diagc
