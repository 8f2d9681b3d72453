#include "compiler/expand/operators.h"

#include <bit>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace diagc::expansion {

namespace {

using Tag = Value::Tag;

[[noreturn]] void fail(Code code, std::string message) { throw Failure{code, std::move(message)}; }

bool is_arithmetic(Value a) { return a.is_number() || a.is_scalar() || a.is_vector(); }

std::string print(const Role& role) {
  return role.name.empty() ? std::string(role.text) : fmt::format("{}`{}`", role.text, role.name);
}

std::string_view sign(Op op) {
  switch (op) {
    case Op::equal:
      return "==";
    case Op::not_equal:
      return "!=";
    case Op::less:
      return "<";
    case Op::less_equal:
      return "<=";
    case Op::greater:
      return ">";
    default:
      return ">=";
  }
}

}  // namespace

void Operators::require_arithmetic(std::string_view op, Value a, Value b) {
  if (is_arithmetic(a) && is_arithmetic(b)) return;
  const bool has_bool = a.tag == Tag::boolean || b.tag == Tag::boolean;
  const auto is_place = [](Value value) {
    return value.tag == Tag::variable || value.tag == Tag::argument;
  };
  const bool has_place = is_place(a) || is_place(b);
  fail(Code::kind,
       fmt::format("found `{}` between {} and {}, expected numbers or dynamic values{}{}{}", op,
                   arithmetic_.describe(a), arithmetic_.describe(b),
                   (op == "+" || op == "-") && !has_place ? ", or two sets" : "",
                   has_bool ? ": `[c]` is 1 where the condition c holds, else 0" : "",
                   has_place ? ": an axis variable is a place, no number" : ""));
}

void Operators::require_number(Value a, const Role& role) {
  if (!a.is_number())
    fail(Code::kind, fmt::format("found {} as {}, expected a static number",
                                 arithmetic_.describe(a), print(role)));
}

void Operators::require_whole(Value a, const Role& role) {
  if (!a.is_number() || !numbers_.is_whole(a)) {
    fail(Code::kind, fmt::format("found {} as {}, expected a static integer",
                                 arithmetic_.describe(a), print(role)));
  }
}

void Operators::require_scalar(Value a, const Role& role) {
  if (!a.is_number() && !a.is_scalar()) {
    fail(Code::kind,
         fmt::format("found {} as {}, expected a scalar", arithmetic_.describe(a), print(role)));
  }
}

void Operators::require_vector(Value a, const Role& role) {
  if (!a.is_vector() && !a.is_zero()) {
    fail(Code::kind,
         fmt::format("found {} as {}, expected a vector", arithmetic_.describe(a), print(role)));
  }
}

std::int64_t Operators::integer(Value a, const Role& role) {
  if (a.tag == Tag::integer) return a.integer;
  require_whole(a, role);
  fail(Code::value, fmt::format("found {} as {}, expected an integer of 64 bits",
                                arithmetic_.describe(a), print(role)));
}

std::uint64_t Operators::mask(Value a, const Role& role) {
  if (a.tag != Tag::set)
    fail(Code::kind,
         fmt::format("found {} as {}, expected a set", arithmetic_.describe(a), print(role)));
  return a.bits;
}

bool Operators::truth(Value a, const Role& role) {
  if (a.tag != Tag::boolean) {
    fail(Code::kind,
         fmt::format("found {} as {}, expected {}", arithmetic_.describe(a), print(role),
                     a.tag == Tag::table
                         ? "a static one: `[c]` is 1 where the condition c holds, else 0"
                         : "a bool"));
  }
  return a.bits != 0;
}

Value Operators::add(Value a, Value b) {
  if (a.tag == Tag::set && b.tag == Tag::set) return Value::of_set(a.bits | b.bits);
  require_arithmetic("+", a, b);
  if (a.is_vector() != b.is_vector() && !a.is_zero() && !b.is_zero()) {
    fail(Code::kind, fmt::format("found `+` between {} and {}, expected two scalars or two vectors",
                                 arithmetic_.describe(a), arithmetic_.describe(b)));
  }
  return arithmetic_.add(a, b);
}

Value Operators::subtract(Value a, Value b) {
  if (a.tag == Tag::set && b.tag == Tag::set) return Value::of_set(a.bits & ~b.bits);
  require_arithmetic("-", a, b);
  if (a.is_vector() != b.is_vector() && !a.is_zero() && !b.is_zero()) {
    fail(Code::kind, fmt::format("found `-` between {} and {}, expected two scalars or two vectors",
                                 arithmetic_.describe(a), arithmetic_.describe(b)));
  }
  if (a.is_static() && b.is_static()) return numbers_.subtract(a, b);
  return arithmetic_.add(a, arithmetic_.negate(b));
}

Value Operators::negate(Value a) {
  if (!is_arithmetic(a)) {
    fail(Code::kind, fmt::format("found `-` before {}, expected a number or a dynamic value",
                                 arithmetic_.describe(a)));
  }
  return arithmetic_.negate(a);
}

Value Operators::multiply(Value a, Value b) {
  require_arithmetic("*", a, b);
  if (a.is_vector() && b.is_vector()) {
    fail(Code::kind, fmt::format("found `*` between {} and {}, expected a scalar on one side: the "
                                 "product of vectors is `dot(a, b)`",
                                 arithmetic_.describe(a), arithmetic_.describe(b)));
  }
  return arithmetic_.multiply(a, b);
}

Value Operators::divide(Value a, Value b) {
  require_arithmetic("/", a, b);
  if (b.is_vector()) {
    fail(Code::kind, fmt::format("found `/` between {} and {}, expected a scalar as the divisor",
                                 arithmetic_.describe(a), arithmetic_.describe(b)));
  }
  if (b.is_zero()) {
    fail(Code::value,
         fmt::format("found {} divided by the static number 0, expected another divisor",
                     arithmetic_.describe(a)));
  }
  return arithmetic_.divide(a, b);
}

Value Operators::floor_divide(Value a, Value b) {
  require_whole(a, {"an operand of ", "div"});
  require_whole(b, {"an operand of ", "div"});
  if (b.is_zero())
    fail(Code::value, fmt::format("found {} div 0, expected another divisor", numbers_.print(a)));
  return numbers_.floor_divide(a, b);
}

Value Operators::modulo(Value a, Value b) {
  require_whole(a, {"an operand of ", "mod"});
  require_whole(b, {"an operand of ", "mod"});
  if (b.is_zero())
    fail(Code::value, fmt::format("found {} mod 0, expected another divisor", numbers_.print(a)));
  return numbers_.modulo(a, b);
}

Value Operators::power(Value base, Value exponent) {
  require_whole(exponent, {"an exponent"});
  require_scalar(base, {"the base of a power"});
  if (base.is_zero() && numbers_.compare(exponent, Value::of_integer(0)) < 0) {
    fail(Code::value, fmt::format("found 0^({}), a division by zero, expected another base",
                                  numbers_.print(exponent)));
  }
  return arithmetic_.power(base, exponent);
}

Value Operators::intersect(Value a, Value b) {
  const std::uint64_t left = mask(a, {"an operand of ", "&"});
  return Value::of_set(left & mask(b, {"an operand of ", "&"}));
}

bool Operators::compare(Op op, Value a, Value b) {
  if (a.tag == Tag::set && b.tag == Tag::set && op <= Op::less_equal && op != Op::less) {
    return op == Op::less_equal ? (a.bits & ~b.bits) == 0 : (a.bits == b.bits) == (op == Op::equal);
  }
  if (a.tag == Tag::boolean && b.tag == Tag::boolean && op <= Op::not_equal)
    return (a.bits == b.bits) == (op == Op::equal);
  if (!a.is_number() || !b.is_number()) {
    fail(Code::kind, fmt::format("found `{}` between {} and {}, expected {}", sign(op),
                                 arithmetic_.describe(a), arithmetic_.describe(b),
                                 op <= Op::not_equal    ? "two static values of one kind"
                                 : op == Op::less_equal ? "two static numbers or two sets"
                                                        : "two static numbers"));
  }
  const auto order = numbers_.compare(a, b);
  switch (op) {
    case Op::equal:
      return order == 0;
    case Op::not_equal:
      return order != 0;
    case Op::less:
      return order < 0;
    case Op::less_equal:
      return order <= 0;
    case Op::greater:
      return order > 0;
    default:
      return order >= 0;
  }
}

Value Operators::set(const Value* elements, std::size_t count) {
  std::uint64_t mask = 0;
  for (std::size_t i = 0; i < count; ++i) {
    require_whole(elements[i], {"an element of a set"});
    if (elements[i].tag != Tag::integer || elements[i].integer < 0 || elements[i].integer > 63) {
      fail(Code::value, fmt::format("found {} as an element of a set, expected one of 0..63",
                                    numbers_.print(elements[i])));
    }
    mask |= std::uint64_t{1} << elements[i].integer;
  }
  return Value::of_set(mask);
}

Value Operators::range(Value first, Value last) {
  require_whole(first, {"the first of a range"});
  require_whole(last, {"the last of a range"});
  if (numbers_.compare(first, last) > 0) return Value::of_set(0);
  const Value ends[] = {first, last};
  for (const Value end : ends) {
    if (end.tag != Tag::integer || end.integer < 0 || end.integer > 63) {
      fail(Code::value, fmt::format("found the set {}..{}, expected elements of 0..63: only "
                                    "directly after `in` a range may go further",
                                    numbers_.print(first), numbers_.print(last)));
    }
  }
  const auto up_to = [](std::int64_t i) { return ~std::uint64_t{0} >> (63 - i); };
  return Value::of_set(up_to(last.integer) & ~(up_to(first.integer) >> 1));
}

// Built-in functions

Value Operators::set_extremum(bool is_min, Value set) {
  if (set.bits == 0) {
    fail(Code::value, fmt::format("found {0}({{}}), expected a set that is not empty: `{0}` of the "
                                  "empty set has no value",
                                  is_min ? "min" : "max"));
  }
  return Value::of_integer(is_min ? std::countr_zero(set.bits) : 63 - std::countl_zero(set.bits));
}

Value Operators::extremum(bool is_min, Value* arguments, std::size_t count) {
  const std::string_view name = is_min ? "min" : "max";
  if (count == 1) {
    mask(arguments[0], {"the one argument of ", name});
    return set_extremum(is_min, arguments[0]);
  }
  for (std::size_t i = 0; i < 2; ++i) require_number(arguments[i], {"an argument of ", name});
  const bool first_is_less = numbers_.compare(arguments[0], arguments[1]) < 0;
  return arguments[first_is_less == is_min ? 0 : 1];
}

/// Both frozen. Of a vector, the vector of derivatives; by a vector, likewise.
Value Operators::derivative(Value value, Value by) {
  const auto expect = [&](Value found, std::string_view place, std::string_view expected) {
    fail(Code::kind, fmt::format("found {} as the {} argument of `derivative`, expected {}",
                                 arithmetic_.describe(found), place, expected));
  };
  constexpr std::string_view leaves = "an element of an input, a param or a source";
  std::vector<NodeId> by_nodes;
  if (by.is_vector()) {
    for (const Term& component : arithmetic_.components(by))
      by_nodes.push_back(component.coefficient == unit_coefficient ? component.node : no_node);
  } else if (by.tag == Tag::node && by.coefficient == unit_coefficient) {
    by_nodes.push_back(by.node());
  } else {
    expect(by, "second", leaves);
  }
  for (const NodeId node : by_nodes) {
    if (node == no_node || !derivatives_.can_be_by(node)) expect(by, "second", leaves);
  }
  if (!is_arithmetic(value)) expect(value, "first", "a number or a dynamic value");
  if (value.is_vector() && by.is_vector())
    expect(value, "first", "a scalar: the derivative of a vector by a vector has 16 components");
  if (value.is_static()) return Value::of_integer(0);
  const auto component = [&](Term term, NodeId leaf) {
    const Term found =
        term.node == no_node ? Term{no_node} : derivatives_.derivative(term.node, leaf);
    if (found.node == no_node) return Value::of_integer(0);
    return arithmetic_.multiply(Value::of_node(0, term.coefficient),
                                Value::of_node(found.node, found.coefficient));
  };
  std::array<Value, 4> result;
  if (value.is_vector()) {
    const auto vector = arithmetic_.components(value);
    for (std::size_t c = 0; c < result.size(); ++c) result[c] = component(vector[c], by_nodes[0]);
    return arithmetic_.vector(result);
  }
  const Term term{value.node(), value.coefficient};
  if (!by.is_vector()) return component(term, by_nodes[0]);
  for (std::size_t c = 0; c < result.size(); ++c) result[c] = component(term, by_nodes[c]);
  return arithmetic_.vector(result);
}

Value Operators::builtin(rules::Builtin function, Value* arguments, std::size_t count) {
  using rules::Builtin;
  const std::string_view name = rules::builtins()[static_cast<std::size_t>(function)].name;
  const Role role{count == 1 ? "the argument of " : "an argument of ", name};
  const auto scalar_function = [&](Kind kind) {
    require_scalar(arguments[0], role);
    return arithmetic_.function(kind, arguments[0]);
  };
  // conj, re and im act on the components of a vector, too.
  const auto linear_function = [&](Kind kind) {
    if (!is_arithmetic(arguments[0])) require_scalar(arguments[0], role);
    return arithmetic_.function(kind, arguments[0]);
  };
  switch (function) {
    case Builtin::size:
      return Value::of_integer(std::popcount(mask(arguments[0], role)));
    case Builtin::min:
      return extremum(true, arguments, count);
    case Builtin::max:
      return extremum(false, arguments, count);
    case Builtin::abs:
      require_number(arguments[0], role);
      return numbers_.magnitude(arguments[0]);
    case Builtin::subsets:
      break;
    case Builtin::dot:
      require_vector(arguments[0], role);
      require_vector(arguments[1], role);
      return arithmetic_.dot(arguments[0], arguments[1]);
    case Builtin::sq:
      require_vector(arguments[0], role);
      arguments[0] = arithmetic_.freeze(arguments[0]);
      return arithmetic_.dot(arguments[0], arguments[0]);
    case Builtin::conj:
      return linear_function(Kind::conj);
    case Builtin::re:
      return linear_function(Kind::re);
    case Builtin::im:
      return linear_function(Kind::im);
    case Builtin::sqrt:
      return scalar_function(Kind::sqrt);
    case Builtin::exp:
      return scalar_function(Kind::exp);
    case Builtin::log:
      return scalar_function(Kind::log);
    case Builtin::sin:
      return scalar_function(Kind::sin);
    case Builtin::cos:
      return scalar_function(Kind::cos);
    case Builtin::complex:
      for (std::size_t i = 2; i-- > 0;) arguments[i] = arithmetic_.freeze(arguments[i]);
      for (std::size_t i = 0; i < 2; ++i) {
        require_scalar(arguments[i], role);
        if (arithmetic_.type(arguments[i]) == Type::complex) {
          fail(Code::kind, fmt::format("found {} as {}, expected a real value",
                                       arithmetic_.describe(arguments[i]), print(role)));
        }
      }
      return arithmetic_.complex(arguments[0], arguments[1]);
    case Builtin::vector:
      for (std::size_t i = 0; i < 4; ++i) require_scalar(arguments[i], role);
      return arithmetic_.vector({arguments[0], arguments[1], arguments[2], arguments[3]});
    case Builtin::comp: {
      const std::int64_t index = integer(arguments[1], {"the second argument of ", "comp"});
      const auto names = component_names(ElementShape::four_vector);
      if (index < 0 || index >= static_cast<std::int64_t>(names.size())) {
        fail(Code::value,
             fmt::format("found {} as the second argument of `comp`, expected one of 0..{} ({})",
                         index, names.size() - 1, fmt::join(names, ", ")));
      }
      require_vector(arguments[0], {"the first argument of ", "comp"});
      if (arguments[0].is_zero()) return arguments[0];
      return arithmetic_.component(arguments[0], index);
    }
    case Builtin::derivative:
      for (std::size_t i = 2; i-- > 0;) arguments[i] = arithmetic_.freeze(arguments[i]);
      return derivative(arguments[0], arguments[1]);
    case Builtin::source: {
      const std::int64_t index = integer(arguments[0], role);
      if (index < 0 || index >= Derivatives::most_sources) {
        fail(Code::value, fmt::format("found {} as the number of a source, expected one of 0..{}",
                                      index, Derivatives::most_sources - 1));
      }
      return Value::of_node(derivatives_.source(index));
    }
  }
  throw std::logic_error(fmt::format("builtin: {} is no function of values", name));
}

}  // namespace diagc::expansion
