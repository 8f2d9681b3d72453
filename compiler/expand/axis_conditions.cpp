// Conditions on axis variables: tables of truth values.
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "compiler/expand/axes.h"
#include "compiler/expand/bytecode.h"

namespace diagc::expansion {

namespace {

using Tag = Value::Tag;

constexpr std::uint64_t largest_table = std::uint64_t{1} << 20U;

/// Their lengths are not known, so that no table of truth values can be made.
void refuse_cyclic(const Axis& axis) {
  if (!axis.cyclic) return;
  throw Failure{Code::kind,
                fmt::format("found a condition on a variable of the cyclic axis `{}`, expected "
                            "conditions on variables of axes of static extent alone",
                            axis.name)};
}

}  // namespace

template <class Holds>
Value Axes::table(std::vector<AxisVariable> variables, Holds holds) {
  std::uint64_t size = 1;
  for (const AxisVariable& variable : variables) size = capped_product(size, extent(variable));
  if (size > largest_table) {
    throw Failure{Code::limit,
                  fmt::format("found a condition on axis variables with {} values, expected at "
                              "most {}: a product of smaller conditions is cheaper, too",
                              size, largest_table)};
  }
  std::vector<std::uint64_t> values(variables.size());
  Table result{std::move(variables), std::string(size, '0')};
  for (std::uint64_t place = 0; place < size; ++place) {
    result.bits[place] = holds(values) ? '1' : '0';
    for (std::size_t v = values.size(); v-- > 0;) {
      if (++values[v] < extent(result.variables[v])) break;
      values[v] = 0;
    }
  }
  const auto [entry, is_new] =
      table_index_.try_emplace({result.variables, result.bits}, tables_.size());
  if (is_new) tables_.push_back(std::move(result));
  return Value::make(Tag::table, entry->second);
}

Value Axes::compare(Op op, Value a, Value b) {
  for (const Value side : {a, b}) {
    if (is_argument(side)) refuse_cyclic(axes_[side.coefficient]);
  }
  const auto check = [&](Value side) {
    if (side.tag == Tag::variable || (side.is_number() && numbers_.is_whole(side))) return;
    throw Failure{Code::kind,
                  "found an axis variable compared with something else, expected another axis "
                  "variable or a static integer"};
  };
  check(a);
  check(b);
  std::vector<AxisVariable> variables;
  for (const Value side : {a, b}) {
    if (side.tag == Tag::variable) variables.push_back(variable_of(side));
  }
  std::ranges::sort(variables);
  variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
  const std::vector<AxisVariable> order = variables;
  return table(std::move(variables), [&](const std::vector<std::uint64_t>& values) {
    const auto number = [&](Value side) {
      if (side.tag != Tag::variable) return side;
      const auto found = std::ranges::find(order, variable_of(side)) - order.begin();
      return Value::of_integer(static_cast<std::int64_t>(values[static_cast<std::size_t>(found)]));
    };
    const auto sign = numbers_.compare(number(a), number(b));
    switch (op) {
      case Op::equal:
        return sign == 0;
      case Op::not_equal:
        return sign != 0;
      case Op::less:
        return sign < 0;
      case Op::less_equal:
        return sign <= 0;
      case Op::greater:
        return sign > 0;
      default:
        return sign >= 0;
    }
  });
}

Value Axes::in_set(Value a, std::uint64_t mask) {
  refuse_cyclic(axes_[a.coefficient]);
  return table({variable_of(a)}, [&](const std::vector<std::uint64_t>& values) {
    return values[0] < 64 && (mask >> values[0] & 1U) != 0;
  });
}

Value Axes::in_range(Value a, std::int64_t first, std::int64_t last) {
  refuse_cyclic(axes_[a.coefficient]);
  return table({variable_of(a)}, [&](const std::vector<std::uint64_t>& values) {
    const auto value = static_cast<std::int64_t>(values[0]);
    return first <= value && value <= last;
  });
}

Value Axes::conjunction(Value a, Value b, bool is_and) {
  if (a.tag != Tag::table) std::swap(a, b);
  if (b.tag != Tag::table) {  // a static condition that does not decide, or one that does
    return (b.bits != 0) == is_and ? a : b;
  }
  const Table left = tables_[a.index], right = tables_[b.index];
  std::vector<AxisVariable> variables;
  std::ranges::set_union(left.variables, right.variables, std::back_inserter(variables));
  const std::vector<AxisVariable> order = variables;
  const auto bit = [&](const Table& side, const std::vector<std::uint64_t>& values) {
    std::uint64_t place = 0;
    for (const AxisVariable& variable : side.variables) {
      const auto found = std::ranges::lower_bound(order, variable) - order.begin();
      place = place * extent(variable) + values[static_cast<std::size_t>(found)];
    }
    return side.bits[place] == '1';
  };
  return table(std::move(variables), [&](const std::vector<std::uint64_t>& values) {
    return is_and ? bit(left, values) && bit(right, values)
                  : bit(left, values) || bit(right, values);
  });
}

Value Axes::negation(Value given) {
  const Table of = tables_[given.index];
  std::size_t place = 0;
  return table(of.variables,
               [&](const std::vector<std::uint64_t>&) { return of.bits[place++] == '0'; });
}

Value Axes::bracket(Value condition) {
  const Table& of = tables_[condition.index];
  if (of.bits.find('1') == std::string::npos) return Value::of_integer(0);
  if (of.bits.find('0') == std::string::npos) return Value::of_integer(1);
  ExpandedArray constant;
  constant.kind = ExpandedArray::Kind::table;
  for (std::uint32_t v = 0; v < of.variables.size(); ++v)
    constant.axes.push_back({v, of.variables[v].axis});
  constant.bits = of.bits;
  const std::uint32_t id = array(std::move(constant));
  return Value::of_node(leaf(id, arguments_of(of.variables), Type::real));
}

}  // namespace diagc::expansion
