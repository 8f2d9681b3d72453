#include "compiler/expand/machine.h"

#include <bit>

#include <fmt/format.h>

#include "compiler/expand/expand.h"

namespace diagc::expansion {

namespace {

using Tag = Value::Tag;

std::vector<std::uint32_t> arities(const Program& program) {
  std::vector<std::uint32_t> arities;
  for (const Body& body : program.families) arities.push_back(body.parameters);
  return arities;
}

}  // namespace

Machine::Machine(Program& program, Numbers& numbers, GraphBuilder& builder,
                 const Signature& signature, const Limits& limits)
    : program_(program),
      builder_(builder),
      signature_(signature),
      limits_(limits),
      numbers_(numbers),
      arithmetic_(builder, numbers),
      derivatives_(builder, signature),
      operators_(arithmetic_, numbers, derivatives_),
      axes_(builder, numbers),
      contour_(builder, axes_),
      memo_(arities(program)),
      stack_(1024),
      function_calls_(program.functions.size()) {}

void Machine::define_static(std::uint32_t index, Value value) {
  memo_.set_value(memo_.find(program_.first_static + index, nullptr), value);
}

Value Machine::evaluate_static(std::uint32_t index) {
  const Memo::Entry entry = memo_.find(program_.first_static + index, nullptr);
  if (!memo_.value(entry).is_finished()) {
    prepare({});
    memo_.set_value(entry, Value::make(Tag::unfinished, 0));
    enter(program_.families[program_.first_static + index], entry);
    run();
  }
  return memo_.value(entry);
}

void Machine::prepare(std::span<const Value> arguments) {
  for (const Frame& frame : frames_) {
    if (frame.entry != Memo::none) memo_.set_value(frame.entry, Value::make(Tag::absent, 0));
  }
  frames_.clear();
  axes_.reset();
  arithmetic_.reset();
  if (stack_.size() < arguments.size()) stack_.resize(arguments.size());
  top_ = std::copy(arguments.begin(), arguments.end(), stack_.data());
}

Value Machine::evaluate(const Body& body, std::span<const Value> arguments) {
  prepare(arguments);
  enter(body, Memo::none);
  return run();
}

// The loop over instructions

Value Machine::run() {
  const Instruction* at = frames_.back().at;
  Value* slots = stack_.data() + frames_.back().base;
  std::size_t depth = frames_.size();
  const auto resume = [&] {
    depth = frames_.size();
    at = frames_.back().at;
    slots = stack_.data() + frames_.back().base;
  };
  const auto binary = [&](Value result) {
    --top_;
    top_[-1] = result;
  };
  // The operands; only instructions that have them look there.
  const auto a = [this]() -> Value& { return top_[-2]; };
  const auto b = [this]() -> Value& { return top_[-1]; };
  const auto integers = [&] { return a().tag == Tag::integer && b().tag == Tag::integer; };
  try {
    for (;;) {
      const Instruction& instruction = *at;
      switch (instruction.op) {
        case Op::constant:
          *top_++ = program_.constants[instruction.a];
          break;
        case Op::local:
          *top_++ = slots[instruction.a];
          break;
        case Op::bind:
          slots[instruction.a] = arithmetic_.freeze(b());
          --top_;
          break;
        case Op::param: {
          const Variable& variable = signature_.params[instruction.a];
          *top_++ = arithmetic_.param(variable.first, variable.type, variable.shape);
          break;
        }
        case Op::input:
          input(instruction);
          break;
        case Op::require_variable:
          if (!Axes::is_argument(b())) {
            throw Failure{Code::kind, fmt::format("found {} as an axis variable, expected one that "
                                                  "`sum`, an output or a def binds",
                                                  arithmetic_.describe(b()))};
          }
          break;
        case Op::input_element:
          input_element(instruction);
          break;
        case Op::axis_parameter:
          slots[instruction.a] =
              axes_.bind(static_cast<std::uint32_t>(slots[instruction.a].integer));
          break;
        case Op::axes_of:
          axes_of(instruction);
          break;
        case Op::apply: {
          Value* const variables = top_ - 1 - instruction.b;
          *variables = axes_.apply(b(), {variables, instruction.b});
          top_ = variables + 1;
          break;
        }
        case Op::bind_variables:
          bind_variables(instruction, slots[instruction.a]);
          break;
        case Op::variable: {
          const VariableUse& use = program_.uses[instruction.b];
          Value* const indices = top_ - use.indices;
          *indices = axes_.variable(slots[instruction.a], {indices, use.indices}, use.name);
          top_ = indices + 1;
          break;
        }
        case Op::close_sum:
        case Op::close_mean:
          close(instruction, slots[instruction.a]);
          break;
        case Op::imaginary:
          *top_++ = arithmetic_.imaginary();
          break;
        case Op::call_family:
          frames_.back().at = at;
          if (call_family(program_.families[instruction.a], instruction.a)) {
            resume();
            continue;
          }
          break;
        case Op::call_function:
          frames_.back().at = at;
          call_function(program_.functions[instruction.a]);
          resume();
          continue;
        case Op::call_builtin: {
          Value* const arguments = top_ - instruction.b;
          if (contour_.is_declared()) refuse_two_times(instruction);
          derivatives_.set_completed(completed_.size());
          *arguments = operators_.builtin(static_cast<rules::Builtin>(instruction.a), arguments,
                                          instruction.b);
          top_ = arguments + 1;
          break;
        }
        case Op::leave: {
          const Frame frame = frames_.back();
          Value value = b();
          if (frame.body->kind != Body::Kind::function) {
            value = arithmetic_.freeze(value);
            if (value.is_of_axes()) refuse_axes(frame, value);
            const bool is_array =
                frame.body->kind == Body::Kind::family && frame.body->axis_parameters > 0;
            value = is_array ? axes_.abstract(value) : arithmetic_.settle(value);
            axes_.leave(frame.outer_levels);
            check_nodes();
          }
          if (frame.entry != Memo::none) finish(frame, value);
          frames_.pop_back();
          if (frames_.empty()) return value;
          slots[0] = value;
          top_ = slots + 1;
          resume();
          break;
        }

        case Op::open:
          b() = arithmetic_.open(b());
          break;
        case Op::add: {
          std::int64_t result;
          if (integers() && !__builtin_add_overflow(a().integer, b().integer, &result)) {
            binary(Value::of_integer(result));
          } else if (Axes::is_argument(a()) && Axes::is_argument(b())) {
            binary(axes_.add(a(), b(), 1));
          } else {
            binary(operators_.add(a(), b()));
          }
          break;
        }
        case Op::subtract: {
          std::int64_t result;
          if (integers() && !__builtin_sub_overflow(a().integer, b().integer, &result)) {
            binary(Value::of_integer(result));
          } else if (Axes::is_argument(a()) && Axes::is_argument(b())) {
            binary(axes_.add(a(), b(), -1));
          } else {
            binary(operators_.subtract(a(), b()));
          }
          break;
        }
        case Op::multiply:
          binary(operators_.multiply(a(), b()));
          if (top_[-1].is_zero()) {
            at = frames_.back().body->instructions.data() + instruction.a;
            continue;
          }
          break;
        case Op::divide:
          if (contour_.is_declared()) {
            b() = arithmetic_.freeze(b());
            contour_.refuse_two_times(b(), "a quotient");
          }
          binary(operators_.divide(a(), b()));
          break;
        case Op::floor_divide:
          binary(operators_.floor_divide(a(), b()));
          break;
        case Op::modulo:
          binary(operators_.modulo(a(), b()));
          break;
        case Op::intersect:
          binary(operators_.intersect(a(), b()));
          break;
        case Op::compose:
          // What is open lies in the order of the stack.
          b() = arithmetic_.freeze(b());
          a() = arithmetic_.freeze(a());
          binary(contour_.compose(a(), b()));
          break;
        case Op::power:
          if (contour_.is_declared() && b().tag == Tag::integer && b().integer < 0) {
            a() = arithmetic_.freeze(a());
            contour_.refuse_two_times(a(), "a quotient");
          }
          binary(operators_.power(a(), b()));
          break;
        case Op::negate:
          b() = Axes::is_argument(b()) ? axes_.negate(b()) : operators_.negate(b());
          break;
        case Op::jump_if_zero:
          if (b().is_zero()) {
            at = frames_.back().body->instructions.data() + instruction.a;
            continue;
          }
          break;
        case Op::equal:
        case Op::not_equal:
        case Op::less:
        case Op::less_equal:
        case Op::greater:
        case Op::greater_equal:
          if (Axes::concerns(a()) || Axes::concerns(b())) {
            binary(axes_.compare(instruction.op, a(), b()));
            break;
          }
          binary(Value::of_boolean(operators_.compare(instruction.op, a(), b())));
          break;
        case Op::in_set: {
          const std::uint64_t mask = operators_.mask(b(), {"the right side of ", "in"});
          if (Axes::is_argument(a())) {
            binary(axes_.in_set(a(), mask));
            break;
          }
          const std::int64_t element = operators_.integer(a(), {"the left side of ", "in"});
          binary(Value::of_boolean(element >= 0 && element < 64 && (mask >> element & 1)));
          break;
        }
        case Op::in_range: {
          const Value left = top_[-3];
          const std::int64_t element =
              Axes::is_argument(left) ? 0 : operators_.integer(left, {"the left side of ", "in"});
          begin_range();
          if (Axes::is_argument(left)) {
            top_[-3] = axes_.in_range(left, a().integer, b().integer);
            top_ -= 2;
            break;
          }
          const bool inside = a().integer <= element && element <= b().integer;
          top_ -= 2;
          top_[-1] = Value::of_boolean(inside);
          break;
        }
        case Op::in_subsets: {
          const std::uint64_t set = operators_.mask(b(), {"the argument of ", "subsets"});
          const std::uint64_t subset = operators_.mask(a(), {"an element of ", "subsets"});
          binary(Value::of_boolean((subset & ~set) == 0));
          break;
        }
        case Op::bracket:
          if (b().tag == Tag::table) {
            b() = axes_.bracket(b());
            break;
          }
          b() = Value::of_integer(operators_.truth(b(), {"the condition in [ ]"}) ? 1 : 0);
          break;
        case Op::logical_not:
          if (b().tag == Tag::table) {
            b() = axes_.negation(b());
            break;
          }
          b() = Value::of_boolean(!operators_.truth(b(), {"the operand of ", "not"}));
          break;
        case Op::set: {
          Value* const elements = top_ - instruction.b;
          *elements = operators_.set(elements, instruction.b);
          top_ = elements + 1;
          break;
        }
        case Op::range:
          binary(operators_.range(a(), b()));
          break;

        case Op::jump:
          at = frames_.back().body->instructions.data() + instruction.a;
          continue;
        case Op::jump_if_false: {
          const bool truth = operators_.truth(b(), {"a condition"});
          --top_;
          if (!truth) {
            at = frames_.back().body->instructions.data() + instruction.a;
            continue;
          }
          break;
        }
        case Op::jump_and:
        case Op::jump_or:
          if (b().tag == Tag::table) break;
          if (operators_.truth(b(), {"a condition"}) == (instruction.op == Op::jump_or)) {
            at = frames_.back().body->instructions.data() + instruction.a;
            continue;
          }
          break;
        case Op::conjunction:
        case Op::disjunction:
          if (b().tag != Tag::table) operators_.truth(b(), {"a condition"});
          binary(a().tag == Tag::table || b().tag == Tag::table
                     ? axes_.conjunction(a(), b(), instruction.op == Op::conjunction)
                     : b());
          break;

        case Op::each_in_range:
          begin_range();
          break;
        case Op::each_in_set: {
          const std::uint64_t mask = operators_.mask(b(), {"the set after ", "in"});
          b() = Value::make(Tag::iterator, mask, 1);
          *top_++ = Value::make(Tag::iterator, 0, mask != 0 ? 1 : 0);
          break;
        }
        case Op::each_in_subsets: {
          const std::uint64_t mask = operators_.mask(b(), {"the argument of ", "subsets"});
          b() = Value::make(Tag::iterator, 0, 2);
          *top_++ = Value::make(Tag::iterator, mask, 1);
          break;
        }
        case Op::next:
          if (!next(slots[instruction.a])) {
            top_ -= 2;
            at = frames_.back().body->instructions.data() + instruction.b;
            continue;
          }
          break;
        case Op::accumulate_sum: {
          const Value term = *--top_;
          Value& sum = top_[-1 - static_cast<std::ptrdiff_t>(instruction.b)];
          sum = arithmetic_.open(operators_.add(sum, term));
          break;
        }
        case Op::accumulate_product: {
          const Value factor = *--top_;
          Value& product = top_[-1 - static_cast<std::ptrdiff_t>(instruction.b)];
          product = operators_.multiply(product, factor);
          if (product.is_zero()) {
            top_ -= instruction.b;
            at = frames_.back().body->instructions.data() + instruction.a;
            continue;
          }
          break;
        }
        case Op::unreachable_number:
          throw program_.failures[instruction.a];
      }
      ++at;
    }
  } catch (...) {
    frames_[depth - 1].at =
        at;  // for the message; a call that was just entered is at its beginning
    throw;
  }
}

}  // namespace diagc::expansion
