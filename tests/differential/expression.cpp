#include "tests/differential/expression.h"

#include <fmt/format.h>

namespace diagc {

namespace {

Text bracketed(std::string text) { return {std::move(text), Text::primary}; }

template <class T>
const T& pick(const std::vector<T>& list, Choices& choices) {
  return list[choices.below(static_cast<std::uint32_t>(list.size()))];
}

}  // namespace

Text Expressions::binary(const Text& a, const char* op, const Text& b, Text::Level level) {
  const auto right = static_cast<Text::Level>(level + 1);
  const std::string left = level == Text::term && a.open ? "(" + a.text + ")" : a.at(level);
  return {left + " " + op + " " + b.at(right), level, b.open && b.level >= right};
}

Text Expressions::negative(const Text& a) {
  return {"-" + a.at(Text::unary), Text::unary, a.open && a.level >= Text::unary};
}

Text Expressions::conditional(const Scope& scope, int depth, Kind kind) {
  return {fmt::format("if {} then {} else {}", condition(scope, 1).text,
                      (this->*kind)(scope, depth).text, (this->*kind)(scope, depth).text),
          Text::whole};
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
  return {fmt::format("let {} = {} in {}", name, value.at(Text::range),
                      (this->*kind)(inner, depth).text),
          Text::whole};
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
      return bracketed("count(" + index(scope, 0, 3, depth).text + ")");
    case 1:
      return bracketed(
          fmt::format("holds({}, {})", index(scope, 0, 3, depth).text, set(scope, depth).text));
    default:
      return bracketed("some(" + index(scope, 0, 3, depth).text + ")");
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
  switch (depth <= 0 ? choices_.below(3) : choices_.below(18)) {
    case 0:
      return {std::to_string(choices_.below(5))};
    case 1:
      if (!scope.integers.empty()) return {pick(scope.integers, choices_).name};
      return {"n"};
    case 2:
      return {"n"};
    case 3:
      return binary(integer(scope, depth - 1), "+", integer(scope, depth - 1), Text::addition);
    case 4:
      return binary(integer(scope, depth - 1), "-", integer(scope, depth - 1), Text::addition);
    case 5:
      return binary(integer(scope, depth - 1), "*", integer(scope, depth - 1), Text::term);
    case 6:
      return negative(integer(scope, depth - 1));
    case 7:
      return binary(integer(scope, depth - 1), choices_.yes() ? "div" : "mod",
                    bracketed(choices_.yes() ? "(-3)" : std::to_string(1 + choices_.below(4))),
                    Text::term);
    case 8:
    case 9:
      return bracketed(fmt::format("{}({}, {})", choices_.yes() ? "min" : "max",
                                   integer(scope, depth - 1).text, integer(scope, depth - 1).text));
    case 10:
      return bracketed("abs(" + integer(scope, depth - 1).text + ")");
    case 11:
      return bracketed("size(" + set(scope, depth - 1).text + ")");
    case 12:
      return bracketed(fmt::format("{}({} + {{{}}})", choices_.yes() ? "min" : "max",
                                   set(scope, depth - 1).at(Text::addition), choices_.below(4)));
    case 13:
      return bracketed("[" + condition(scope, depth - 1).text + "]");
    case 14:
      return conditional(scope, depth - 1, &Expressions::integer);
    case 15:
      return over(choices_.yes() ? "sum" : "prod", scope, depth - 1, &Expressions::integer);
    case 16:
      return {integer(scope, depth - 1).at(Text::primary) + "^" + std::to_string(choices_.below(4)),
              Text::power};
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
    case 1:
      return {fmt::format("{}/{}", integer(scope, depth).at(Text::power), 1 + choices_.below(7)),
              Text::term};
    case 2:
      return {fmt::format("({} + 1/2)^-{}", integer(scope, depth).at(Text::addition),
                          1 + choices_.below(2)),
              Text::power};
    case 3:
      return negative(number(scope, depth - 1));
    default:
      return integer(scope, depth);
  }
}

Text Expressions::condition(const Scope& scope, int depth) {
  static const char* const comparisons[] = {"==", "!=", "<", "<=", ">", ">="};
  switch (depth <= 0 ? choices_.below(4) : choices_.below(11)) {
    case 0:
      return {choices_.yes() ? "true" : "false"};
    case 1:
      return {"up"};
    case 2:
      if (!scope.conditions.empty()) return {pick(scope.conditions, choices_)};
      return {"up"};
    case 3:
      return binary(integer(scope, 0), comparisons[choices_.below(6)], integer(scope, 0),
                    Text::comparison);
    case 4: {
      const char* op = comparisons[choices_.below(6)];
      return {number(scope, depth - 1).at(Text::range) + " " + op + " " +
                  number(scope, depth - 1).at(Text::range),
              Text::comparison};
    }
    case 5:
      return binary(condition(scope, depth - 1), "and", condition(scope, depth - 1),
                    Text::conjunction);
    case 6:
      return binary(condition(scope, depth - 1), "or", condition(scope, depth - 1),
                    Text::disjunction);
    case 7:
      return {"not " + condition(scope, depth - 1).at(Text::negation), Text::negation};
    case 8:
      return {integer(scope, depth - 1).at(Text::range) + " in " +
                  set(scope, depth - 1).at(Text::range),
              Text::comparison};
    case 9:
      return {set(scope, depth - 1).at(Text::range) + " " +
                  comparisons[choices_.below(4) == 3 ? 3 : choices_.below(2)] + " " +
                  set(scope, depth - 1).at(Text::range),
              Text::comparison};
    default:
      if (scope.static_families > 1) return static_call(scope, 1, depth - 1);
      return {"up"};
  }
}

Text Expressions::set(const Scope& scope, int depth) {
  switch (depth <= 0 ? choices_.below(4) : choices_.below(10)) {
    case 0:
      return {"{}"};
    case 1:
      if (!scope.sets.empty()) return {pick(scope.sets, choices_)};
      return {"{" + index(scope, 0, 3, depth).text + "}"};
    case 2:
      return {"0..3", Text::range};
    case 3:
      return {fmt::format("{{{}, {}}}", index(scope, 0, 3, depth).text,
                          index(scope, 0, 3, depth).text)};
    case 4:
      return {fmt::format("{}..{}", index(scope, 0, 3, depth).at(Text::addition),
                          index(scope, 0, 3, depth).at(Text::addition)),
              Text::range};
    case 5:
      return binary(set(scope, depth - 1), "+", set(scope, depth - 1), Text::addition);
    case 6:
      return binary(set(scope, depth - 1), "-", set(scope, depth - 1), Text::addition);
    case 7:
      return binary(set(scope, depth - 1), "&", set(scope, depth - 1), Text::term);
    case 8:
      return conditional(scope, depth - 1, &Expressions::set);
    default:
      if (scope.static_families > 2) return static_call(scope, 2, depth - 1);
      return {"{1}"};
  }
}

}  // namespace diagc
