// The machine's calls, limits, loops and inputs.
#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "compiler/expand/expand.h"
#include "compiler/expand/machine.h"

namespace diagc::expansion {

namespace {

using Tag = Value::Tag;
constexpr std::uint64_t poll_interval = 1 << 14;
// So many calls may be static and unfinished at a time, whatever the limit of nodes. Beyond that depth only an eighth of the limit
// may be: recursion that never ends must not take all memory before it is reported.
constexpr std::uint64_t least_calls = 1'000'000;
constexpr std::uint64_t least_depth = 4'000'000;

}  // namespace

// Calls

void Machine::enter(const Body& body, Memo::Entry entry) {
  const std::size_t base = static_cast<std::size_t>(top_ - stack_.data()) - body.parameters;
  const std::size_t needed = base + body.frame_size + body.stack_size + 1;
  if (needed > stack_.size()) {
    stack_.resize(std::max(needed, stack_.size() + stack_.size() / 2));
  }
  top_ = stack_.data() + base + body.frame_size;
  std::fill(stack_.data() + base + body.parameters, top_, Value{});
  const bool has_levels = body.kind != Body::Kind::function;
  frames_.push_back({&body, body.instructions.data(), base, entry, has_levels ? axes_.enter() : 0});
  check_limits();
}

bool Machine::call_family(const Body& body, std::uint32_t family) {
  Value* const arguments = top_ - body.parameters;
  for (std::uint32_t i = 0; i < body.parameters; ++i) {
    if (arguments[i].is_static()) continue;
    const syntax::Decl& decl = *body.decl;
    throw Failure{
        Code::kind,
        fmt::format("found {} as the argument {} of the def {}, expected a static value: "
                    "{}",
                    arithmetic_.describe(arguments[i]), diagc::quoted(decl.parameters[i].name),
                    diagc::quoted(decl.name),
                    arguments[i].is_of_axes() ? "axis variables stand in a second list"
                                              : "only the arguments of a `fn` may be dynamic")};
  }
  const Memo::Entry entry = memo_.find(family, arguments);
  const Value value = memo_.value(entry);
  if (value.is_finished()) {
    *arguments = value;
    top_ = arguments + 1;
    return false;
  }
  if (value.tag == Tag::unfinished) fail_recursion(*this, entry);
  memo_.set_value(entry, Value::make(Tag::unfinished, 0));
  enter(body, entry);
  return true;
}

void Machine::call_function(const Body& function) {
  for (std::uint32_t i = 1; i <= function.parameters; ++i)
    top_[-static_cast<std::ptrdiff_t>(i)] =
        arithmetic_.freeze(top_[-static_cast<std::ptrdiff_t>(i)]);
  const Value* const arguments = top_ - function.parameters;
  for (std::uint32_t i = 0; i < function.parameters - function.axis_parameters; ++i) {
    if (!arguments[i].is_of_axes()) continue;
    const syntax::Decl& decl = *function.decl;
    throw Failure{
        Code::kind,
        fmt::format("found {} as the argument {} of the fn {}, expected a number or a dynamic "
                    "value: axis variables stand in a second list, as in `{}(…)(x)`",
                    arithmetic_.describe(arguments[i]), diagc::quoted(decl.parameters[i].name),
                    diagc::quoted(decl.name), decl.name)};
  }
  ++progress_.function_calls;
  ++function_calls_[function.index];
  count_step();
  enter(function, Memo::none);
}

void Machine::finish(const Frame& frame, Value value) {
  if (value.is_static()) {
    ++progress_.static_calls;
    count_step();
    if (frame.body->kind == Body::Kind::constant) {
      const bool is_bool = frame.body->decl->is_bool;
      if (is_bool ? value.tag != Tag::boolean : !value.is_number() || !numbers_.is_whole(value)) {
        throw Failure{
            Code::kind,
            fmt::format("found {} as the default of {}, expected {}", arithmetic_.describe(value),
                        diagc::quoted(frame.body->decl->name), is_bool ? "a bool" : "an int")};
      }
    }
  } else {
    completed_.push_back(frame.entry);
  }
  memo_.set_value(frame.entry, value);
}

// Limits

void Machine::count_step() {
  if (progress_.steps() > limits_.steps) fail_steps(*this);
}

void Machine::check_nodes() {
  const std::uint64_t unfinished = frames_.size() - 1;
  if (arithmetic_.size() + unfinished > limits_.nodes ||
      unfinished > std::max(limits_.nodes / 8, least_depth) ||
      memo_.size() / 2 > std::max(limits_.nodes, least_calls)) {
    fail_nodes(*this);
  }
}

void Machine::check_limits() {
  check_nodes();
  if (++ticks_ % poll_interval != 0) return;
  throw_if_stopped(limits_.stop);
  if (numbers_.wants_collection()) collect();
}

void Machine::collect() {
  numbers_.collect([&](auto visit) {
    for (const Value* value = stack_.data(); value != top_; ++value) visit(*value);
    for (const Value& value : program_.constants) visit(value);
    memo_.for_each_value(visit);
  });
}

// Loops: two words on the stack, what is left of them

void Machine::begin_range() {
  const std::int64_t first = operators_.integer(top_[-2], {"the first of a range"});
  const std::int64_t last = operators_.integer(top_[-1], {"the last of a range"});
  top_[-2] = Value::make(Tag::iterator, static_cast<std::uint64_t>(first), 0);
  top_[-1] = Value::make(Tag::iterator, static_cast<std::uint64_t>(last), first <= last ? 1 : 0);
}

bool Machine::next(Value& slot) {
  enum : CoefficientId { range, set, subsets };
  Value& state = top_[-2];
  Value& limit = top_[-1];
  const bool more = limit.coefficient != 0;
  if (!more) return false;
  ++progress_.iterations;
  count_step();
  check_limits();
  switch (state.coefficient) {
    case range:
      slot = Value::of_integer(state.integer);
      if (state.integer == limit.integer) {
        limit.coefficient = 0;
      } else {
        ++state.integer;
      }
      break;
    case set:
      slot = Value::of_integer(std::countr_zero(state.bits));
      state.bits &= state.bits - 1;
      limit.coefficient = state.bits != 0;
      break;
    default:  // all subsets of `limit`, in the order of the binary numbers
      slot = Value::of_set(state.bits);
      limit.coefficient = state.bits != limit.bits;
      state.bits = (state.bits - limit.bits) & limit.bits;
  }
  return true;
}

std::int64_t Machine::element_of_input(const Instruction& instruction) {
  const Variable& variable = signature_.inputs[instruction.a];
  const std::uint32_t count = instruction.b;
  Value* const indices = top_ - count;
  std::int64_t element = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const IndexRange& range = variable.ranges[i];
    const bool is_inside = indices[i].tag == Tag::integer && indices[i].integer >= range.first &&
                           indices[i].integer <= range.last;
    if (!is_inside) {
      std::string given, declared;
      for (std::uint32_t j = 0; j < count; ++j) {
        if (!indices[j].is_number() || !numbers_.is_whole(indices[j]))
          operators_.integer(indices[j], {"an index of ", variable.name});
        given += fmt::format("{}{}", j ? ", " : "", numbers_.print(indices[j]));
        declared += fmt::format("{}{}..{}", j ? ", " : "", variable.ranges[j].first,
                                variable.ranges[j].last);
      }
      throw Failure{Code::index,
                    fmt::format("found {0}[{1}], expected indices within the declared {0}[{2}]",
                                variable.name, given, declared)};
    }
    element = element * range.size() + (indices[i].integer - range.first);
  }
  return element;
}

void Machine::input(const Instruction& instruction) {
  const Variable& variable = signature_.inputs[instruction.a];
  const std::int64_t element = element_of_input(instruction);
  const auto leaf = static_cast<std::uint32_t>(variable.first + element * variable.components());
  Value* const indices = top_ - instruction.b;
  *indices = arithmetic_.input(leaf, variable.type, variable.shape);
  top_ = indices + 1;
}

// Axes

void Machine::input_element(const Instruction& instruction) {
  const Variable& variable = signature_.inputs[instruction.a];
  const auto leaf = static_cast<std::uint32_t>(variable.first + element_of_input(instruction));
  const std::size_t count = axes_.input_axes()[instruction.a].size();
  Value* const variables = top_ - instruction.b - count;
  *variables = axes_.element(instruction.a, leaf, variable.type, {variables, count},
                             variable.scalar_name(leaf));
  top_ = variables + 1;
}

/// Functions other than of static values.
void Machine::refuse_two_times(const Instruction& instruction) {
  // What is open lies in the order of the stack, so that the last one is closed first.
  for (std::uint32_t i = 1; i <= instruction.b; ++i) {
    Value& argument = top_[-static_cast<std::ptrdiff_t>(i)];
    argument = arithmetic_.freeze(argument);
    contour_.refuse_two_times(argument, fmt::format("`{}`", rules::builtins()[instruction.a].name));
  }
}

void Machine::axes_of(const Instruction& instruction) {
  const Value* const variables = top_ - instruction.a - instruction.b;
  for (std::uint32_t i = 0; i < instruction.b; ++i)
    *top_++ = Value::of_integer(static_cast<std::int64_t>(variables[i].coefficient));
}

void Machine::bind_variables(const Instruction& instruction, Value& slot) {
  const Binder& binder = program_.binders[instruction.b];
  if (binder.dimensions == 0) {
    slot = axes_.bind(binder.axis);
    return;
  }
  const Value* const ends = top_ - 2 * static_cast<std::ptrdiff_t>(binder.dimensions);
  std::vector<IndexRange> ranges;
  for (std::uint32_t i = 0; i < binder.dimensions; ++i) {
    ranges.push_back({operators_.integer(ends[2 * i], {"the first of a range"}),
                      operators_.integer(ends[2 * i + 1], {"the last of a range"})});
  }
  top_ -= 2 * static_cast<std::ptrdiff_t>(binder.dimensions);
  slot = axes_.bind(binder.axis, std::move(ranges));
}

void Machine::close(const Instruction& instruction, Value variables) {
  Value& top = top_[-1];
  const bool is_mean = instruction.op == Op::close_mean;
  const std::uint32_t level = axes_.level_of(variables);
  top = arithmetic_.freeze(top);
  if (!top.is_number() && !top.is_scalar()) {
    throw Failure{Code::kind, fmt::format("found {} as what a sum over an axis adds, expected a "
                                          "scalar",
                                          arithmetic_.describe(top))};
  }
  const auto closed = [&](NodeId node) {
    const Axes::Closed sum = axes_.close(node, level, is_mean);
    return arithmetic_.multiply(sum.factor, Value::of_node(sum.node));
  };
  if (top.is_number()) {
    const Axes::Closed sum = axes_.close(top, level, is_mean);
    top = sum.node == builder_.one()
              ? sum.factor
              : arithmetic_.freeze(arithmetic_.multiply(sum.factor, Value::of_node(sum.node)));
  } else {
    const NodeId body = top.node();
    const CoefficientId coefficient = top.coefficient;
    Value sum = Value::of_integer(0);
    if (builder_[body].kind == Kind::sum && axes_.is_large(body)) {
      // One array of all terms together could not be held.
      const auto operands = builder_.operands(body);
      const std::vector<Term> terms(operands.begin(), operands.end());
      for (const Term& term : terms) {
        sum = arithmetic_.add(sum,
                              arithmetic_.multiply(Value::of_node(builder_.one(), term.coefficient),
                                                   closed(term.node)));
      }
    } else {
      sum = closed(body);
    }
    top =
        arithmetic_.freeze(arithmetic_.multiply(Value::of_node(builder_.one(), coefficient), sum));
  }
  axes_.give_back(level);
}

void Machine::refuse_axes(const Frame& frame, Value value) {
  throw Failure{Code::kind,
                fmt::format("found {} as the value of {}, expected a number or a dynamic value",
                            arithmetic_.describe(value), diagc::quoted(frame.body->decl->name))};
}

}  // namespace diagc::expansion
