#include "compiler/expand/axes.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "compiler/expand/bytecode.h"

namespace diagc::expansion {

namespace {

using Tag = Value::Tag;

constexpr std::uint64_t largest_body = std::uint64_t{1} << 16U;
constexpr std::uint64_t most_variables = std::uint64_t{1} << 20U;

}  // namespace

void Axes::declare(std::vector<Axis> axes, std::vector<std::vector<std::uint32_t>> input_axes,
                   std::uint32_t leaves) {
  axes_ = std::move(axes);
  input_axes_ = std::move(input_axes);
  first_element_ = leaves;
}

// Levels

std::size_t Axes::enter() {
  const std::size_t outer = base_;
  base_ = level_axes_.size();
  return outer;
}

void Axes::leave(std::size_t outer) {
  level_axes_.resize(base_);
  base_ = outer;
}

void Axes::reset() {
  level_axes_.clear();
  base_ = 0;
}

Value Axes::bind(std::uint32_t axis) {
  level_axes_.push_back(axis);
  return Value::make(Tag::variable, level_axes_.size() - 1 - base_, axis);
}

Value Axes::bind(std::uint32_t axis, std::vector<IndexRange> ranges) {
  std::uint64_t count = 1;
  for (const IndexRange& range : ranges)
    count = capped_product(count, static_cast<std::uint64_t>(range.size()));
  if (count > most_variables - std::min<std::uint64_t>(level_axes_.size(), most_variables)) {
    throw Failure{
        Code::limit,
        fmt::format("found {} axis variables beside {} others, expected at most {} in all", count,
                    level_axes_.size(), most_variables)};
  }
  families_.push_back(
      {static_cast<std::uint32_t>(level_axes_.size() - base_), axis, std::move(ranges)});
  level_axes_.insert(level_axes_.end(), static_cast<std::size_t>(count), axis);
  return Value::make(Tag::variables, families_.size() - 1);
}

std::uint32_t Axes::level_of(Value variables) const {
  return variables.tag == Tag::variable ? variable_of(variables).level
                                        : families_[variables.index].level;
}

Value Axes::variable(Value family, std::span<const Value> indices, std::string_view name) const {
  const Family& variables = families_[family.index];
  if (indices.size() != variables.ranges.size()) {
    throw Failure{
        Code::arity,
        fmt::format("found {} ind{} for the axis variables `{}`, expected {}", indices.size(),
                    indices.size() == 1 ? "ex" : "ices", name, variables.ranges.size())};
  }
  std::int64_t place = 0;
  bool is_inside = true;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const IndexRange& range = variables.ranges[i];
    if (!indices[i].is_number() || !numbers_.is_whole(indices[i])) {
      throw Failure{Code::kind,
                    fmt::format("found an index of the axis variables `{}` that is no static "
                                "integer, expected a static integer",
                                name)};
    }
    is_inside = is_inside && indices[i].tag == Tag::integer && indices[i].integer >= range.first &&
                indices[i].integer <= range.last;
    if (is_inside) place = place * range.size() + (indices[i].integer - range.first);
  }
  if (!is_inside) {
    std::string given, declared;
    for (std::size_t i = 0; i < indices.size(); ++i) {
      given += fmt::format("{}{}", i == 0 ? "" : ", ", numbers_.print(indices[i]));
      declared += fmt::format("{}{}..{}", i == 0 ? "" : ", ", variables.ranges[i].first,
                              variables.ranges[i].last);
    }
    throw Failure{Code::index,
                  fmt::format("found {0}[{1}], expected indices within the bound {0}[{2}]", name,
                              given, declared)};
  }
  return Value::make(Tag::variable, variables.level + static_cast<std::uint64_t>(place),
                     variables.axis);
}

// Arguments

AxisArgument Axes::argument(Value value) const {
  if (value.tag == Tag::argument) return arguments_[value.index];
  return {value.coefficient, {{static_cast<std::uint32_t>(value.index), 1}}};
}

Value Axes::value_of(AxisArgument argument) {
  if (argument.is_variable())
    return Value::make(Tag::variable, argument.terms[0].level, argument.axis);
  const std::uint32_t axis = argument.axis;
  const auto [entry, is_new] = argument_index_.try_emplace(argument, arguments_.size());
  if (is_new) arguments_.push_back(std::move(argument));
  return Value::make(Tag::argument, entry->second, axis);
}

AxisArgument Axes::combine(const AxisArgument& a, const AxisArgument& b, int sign) const {
  AxisArgument sum{a.axis, a.terms};
  for (const AxisArgument::Term& term : b.terms) {
    const std::int32_t added = sign * term.sign;
    const auto at = std::ranges::lower_bound(sum.terms, term.level, {}, &AxisArgument::Term::level);
    if (at == sum.terms.end() || at->level != term.level) {
      sum.terms.insert(at, {term.level, added});
    } else if (at->sign == -added) {
      sum.terms.erase(at);
    } else {
      throw Failure{Code::kind,
                    fmt::format("found a variable of the axis `{}` {} in one argument, expected "
                                "each variable there with the factor 1 or -1",
                                axes_[a.axis].name, added > 0 ? "twice" : "with the factor -2")};
    }
  }
  return sum;
}

Value Axes::add(Value a, Value b, int sign) {
  const std::string_view op = sign > 0 ? "+" : "-";
  if (a.coefficient != b.coefficient) {
    throw Failure{Code::kind,
                  fmt::format("found `{}` between variables of the axes `{}` and `{}`, "
                              "expected variables of one axis in an argument",
                              op, axes_[a.coefficient].name, axes_[b.coefficient].name)};
  }
  if (!axes_[a.coefficient].cyclic) {
    throw Failure{Code::kind,
                  fmt::format("found `{}` between variables of the axis `{}`, expected a single "
                              "variable: only on cyclic axes arguments may be sums",
                              op, axes_[a.coefficient].name)};
  }
  return value_of(combine(argument(a), argument(b), sign));
}

Value Axes::negate(Value a) {
  if (!axes_[a.coefficient].cyclic) {
    throw Failure{Code::kind, fmt::format("found `-` before a variable of the axis `{}`, expected "
                                          "a single variable: only on cyclic axes arguments may "
                                          "have signs",
                                          axes_[a.coefficient].name)};
  }
  AxisArgument negated = argument(a);
  for (AxisArgument::Term& term : negated.terms) term.sign = -term.sign;
  return value_of(std::move(negated));
}

// Arrays

std::vector<AxisArgument> Axes::arguments_of(const std::vector<AxisVariable>& variables) {
  std::vector<AxisArgument> arguments;
  for (const AxisVariable& variable : variables)
    arguments.push_back({variable.axis, {{variable.level, 1}}});
  return arguments;
}

std::uint32_t Axes::array(ExpandedArray array) {
  const auto [entry, is_new] =
      array_index_.try_emplace(array, static_cast<std::uint32_t>(arrays_.size()));
  if (is_new) arrays_.push_back(std::move(array));
  return entry->second;
}

NodeId Axes::leaf(std::uint32_t array, std::vector<AxisArgument> arguments, Type type) const {
  ArrayElement element{array, std::move(arguments)};
  const auto [entry, is_new] =
      element_index_.try_emplace(element, static_cast<std::uint32_t>(elements_.size()));
  if (is_new) elements_.push_back(std::move(element));
  return builder_.leaf(Kind::input, type, first_element_ + entry->second);
}

bool Axes::is_element(NodeId node) const {
  return builder_[node].kind == Kind::input && builder_[node].payload >= first_element_;
}

const ArrayElement& Axes::element_of(NodeId node) const {
  return elements_[builder_[node].payload - first_element_];
}

Value Axes::element(std::uint32_t input, std::uint32_t number, Type type,
                    std::span<const Value> variables, std::string_view what) {
  const std::vector<std::uint32_t>& declared = input_axes_[input];
  ExpandedArray of;
  of.kind = ExpandedArray::Kind::input;
  of.leaf = number;
  std::vector<AxisArgument> at;
  for (std::uint32_t i = 0; i < declared.size(); ++i) {
    AxisArgument variable = argument(variables[i]);
    if (variable.axis != declared[i]) {
      throw Failure{Code::kind,
                    fmt::format("found a variable of the axis `{}` as axis variable {} of `{}`, "
                                "expected one of the axis `{}`",
                                axes_[variable.axis].name, i + 1, what, axes_[declared[i]].name)};
    }
    at.push_back(std::move(variable));
    of.axes.push_back({i, declared[i]});
  }
  const std::uint32_t id = array(std::move(of));
  return Value::of_node(leaf(id, std::move(at), type));
}

Value Axes::abstract(Value body) {
  if (body.tag != Tag::node) return body;
  const NodeId node = body.node();
  std::vector<AxisVariable> free = sets_[free_set(node)];
  if (free.empty() || is_element(node)) return body;
  ExpandedArray of;
  of.axes = free;
  of.body = node;
  const std::uint32_t id = array(std::move(of));
  return Value::of_node(leaf(id, arguments_of(free), builder_[node].type), body.coefficient);
}

Value Axes::apply(Value abstracted, std::span<const Value> variables) {
  if (abstracted.tag != Tag::node || !is_element(abstracted.node())) return abstracted;
  const Node node = builder_[abstracted.node()];
  ArrayElement element = elements_[node.payload - first_element_];
  for (AxisArgument& argument : element.arguments) {
    AxisArgument sum{argument.axis, {}};
    for (const AxisArgument::Term& term : argument.terms)
      sum = combine(sum, this->argument(variables[term.level]), term.sign);
    argument = std::move(sum);
  }
  return Value::of_node(leaf(element.array, std::move(element.arguments), node.type),
                        abstracted.coefficient);
}

Axes::Closed Axes::close(Value number, std::uint32_t from_level, bool is_mean) {
  Closed closed = close(builder_.one(), from_level, is_mean);
  closed.factor = numbers_.multiply(closed.factor, number);
  return closed;
}

void Axes::give_back(std::uint32_t level) { level_axes_.resize(base_ + level); }

Axes::Closed Axes::close(NodeId body, std::uint32_t from_level, bool is_mean) {
  ExpandedArray of;
  of.body = body;
  for (const AxisVariable& variable : sets_[free_set(body)])
    (variable.level < from_level ? of.axes : of.summed).push_back(variable);
  // Variables that do not stand in the body multiply by their extents, where these are known.
  std::size_t next = 0;
  Value factor = Value::of_integer(1);
  for (std::size_t at = base_ + from_level; at < level_axes_.size(); ++at) {
    const auto level = static_cast<std::uint32_t>(at - base_);
    const std::uint32_t axis = level_axes_[at];
    const bool stands = next < of.summed.size() && of.summed[next].level == level;
    if (stands) ++next;
    const bool stays = axes_[axis].cyclic || !axes_[axis].is_factor;
    if (stays && !stands && !is_mean) {
      of.summed.insert(of.summed.begin() + static_cast<std::ptrdiff_t>(next++), {level, axis});
      continue;
    }
    if (axes_[axis].cyclic) {
      if (stands && is_mean) of.divisors.push_back(axis);
      continue;
    }
    const Value extent = Value::of_integer(static_cast<std::int64_t>(axes_[axis].extent));
    if (stands == is_mean)
      factor = is_mean ? numbers_.divide(factor, extent) : numbers_.multiply(factor, extent);
  }
  if (of.summed.empty()) return {body, factor};
  const Type type = builder_[body].type;
  std::vector<AxisVariable> axes = of.axes;
  const std::uint32_t id = array(std::move(of));
  return {leaf(id, arguments_of(axes), type), factor};
}

bool Axes::is_large(NodeId body) {
  std::uint64_t size = 1;
  for (const AxisVariable& variable : sets_[free_set(body)]) {
    // Of cyclic axes the sum is divided into its products in any case, where an order for them is found.
    if (!axes_[variable.axis].cyclic) size = capped_product(size, extent(variable));
  }
  return size > largest_body;
}

// Free variables

Axes::SetId Axes::intern(std::vector<AxisVariable> set) {
  const auto [entry, is_new] =
      set_index_.try_emplace(std::move(set), static_cast<SetId>(sets_.size()));
  if (is_new) sets_.push_back(entry->first);
  return entry->second;
}

Axes::SetId Axes::join(SetId a, SetId b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  if (a > b) std::swap(a, b);
  const auto [entry, is_new] = unions_.try_emplace(std::uint64_t{a} << 32U | b);
  if (is_new) {
    std::vector<AxisVariable> all;
    std::ranges::set_union(sets_[a], sets_[b], std::back_inserter(all));
    entry->second = intern(std::move(all));
  }
  return entry->second;
}

Axes::SetId Axes::free_set(NodeId node) {
  while (free_.size() <= node) {  // operands come first
    const auto id = static_cast<NodeId>(free_.size());
    SetId set = 0;
    if (is_element(id)) {
      std::vector<AxisVariable> variables;
      for (const AxisArgument& argument :
           elements_[builder_[id].payload - first_element_].arguments) {
        for (const AxisArgument::Term& term : argument.terms)
          variables.push_back({term.level, argument.axis});
      }
      std::ranges::sort(variables);
      variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
      set = intern(std::move(variables));
    }
    for (const Term& operand : builder_.operands(id)) set = join(set, free_[operand.node]);
    free_.push_back(set);
  }
  return free_[node];
}

}  // namespace diagc::expansion
