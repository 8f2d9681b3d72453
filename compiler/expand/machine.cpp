#include "compiler/expand/machine.h"

#include <bit>

#include <fmt/format.h>

#include "compiler/expand/expand.h"

namespace diagc::expansion {

namespace {

using Tag = Value::Tag;
constexpr std::uint64_t poll_interval = 1 << 14;
constexpr std::uint64_t least_calls =
    1'000'000;  // room for static calls, however few nodes are allowed

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
      operators_(arithmetic_, numbers),
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
  arithmetic_.reset();
  // Two words that nothing uses let instructions look at two operands before they know that there are any.
  if (stack_.size() < arguments.size() + 2) stack_.resize(arguments.size() + 2);
  top_ = std::copy(arguments.begin(), arguments.end(), stack_.data() + 2);
}

Value Machine::evaluate(const Body& body, std::span<const Value> arguments) {
  prepare(arguments);
  enter(body, Memo::none);
  return run();
}

// Calls

void Machine::enter(const Body& body, Memo::Entry entry) {
  const std::size_t base = static_cast<std::size_t>(top_ - stack_.data()) - body.parameters;
  const std::size_t needed = base + body.frame_size + body.stack_size + 1;
  if (needed > stack_.size()) {
    stack_.resize(std::max(needed, stack_.size() + stack_.size() / 2));
  }
  top_ = stack_.data() + base + body.frame_size;
  std::fill(stack_.data() + base + body.parameters, top_, Value{});
  frames_.push_back({&body, body.instructions.data(), base, entry});
  check_limits();
}

bool Machine::call_family(const Body& body, std::uint32_t family) {
  Value* const arguments = top_ - body.parameters;
  for (std::uint32_t i = 0; i < body.parameters; ++i) {
    if (arguments[i].is_static()) continue;
    const syntax::Decl& decl = *body.decl;
    throw Failure{Code::kind,
                  fmt::format("found {} as the argument {} of the def {}, expected a static value: "
                              "only the arguments of a `fn` may be dynamic",
                              arithmetic_.describe(arguments[i]),
                              diagc::quoted(decl.parameters[i].name), diagc::quoted(decl.name))};
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
      memo_.size() / 2 > std::max(limits_.nodes, least_calls)) {
    fail_nodes(*this);
  }
}

void Machine::check_limits() {
  check_nodes();
  if (++ticks_ % poll_interval != 0) return;
  if (limits_.stop && limits_.stop->load(std::memory_order_relaxed)) throw Stopped();
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

void Machine::input(const Instruction& instruction) {
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
  const auto leaf = static_cast<std::uint32_t>(variable.first + element * variable.components());
  *indices = arithmetic_.input(leaf, variable.type, variable.lorentz);
  top_ = indices + 1;
}

// The loop over instructions

Value Machine::run() {
  const Instruction* at = frames_.back().at;
  Value* slots = stack_.data() + frames_.back().base;
  const auto resume = [&] {
    at = frames_.back().at;
    slots = stack_.data() + frames_.back().base;
  };
  const auto binary = [&](Value result) {
    --top_;
    top_[-1] = result;
  };
  try {
    for (;;) {
      const Instruction& instruction = *at;
      Value& a = top_[-2];
      Value& b = top_[-1];
      const bool integers = a.tag == Tag::integer && b.tag == Tag::integer;
      switch (instruction.op) {
        case Op::constant:
          *top_++ = program_.constants[instruction.a];
          break;
        case Op::local:
          *top_++ = slots[instruction.a];
          break;
        case Op::bind:
          slots[instruction.a] = arithmetic_.freeze(b);
          --top_;
          break;
        case Op::param: {
          const Variable& variable = signature_.params[instruction.a];
          *top_++ = arithmetic_.param(variable.first, variable.type, variable.lorentz);
          break;
        }
        case Op::input:
          input(instruction);
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
          *arguments = operators_.builtin(static_cast<rules::Builtin>(instruction.a), arguments,
                                          instruction.b);
          top_ = arguments + 1;
          break;
        }
        case Op::leave: {
          const Frame frame = frames_.back();
          Value value = b;
          if (frame.body->kind != Body::Kind::function) {
            value = arithmetic_.settle(arithmetic_.freeze(value));
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
          b = arithmetic_.open(b);
          break;
        case Op::add: {
          std::int64_t result;
          if (integers && !__builtin_add_overflow(a.integer, b.integer, &result)) {
            binary(Value::of_integer(result));
          } else {
            binary(operators_.add(a, b));
          }
          break;
        }
        case Op::subtract: {
          std::int64_t result;
          if (integers && !__builtin_sub_overflow(a.integer, b.integer, &result)) {
            binary(Value::of_integer(result));
          } else {
            binary(operators_.subtract(a, b));
          }
          break;
        }
        case Op::multiply:
          binary(operators_.multiply(a, b));
          if (top_[-1].is_zero()) {
            at = frames_.back().body->instructions.data() + instruction.a;
            continue;
          }
          break;
        case Op::divide:
          binary(operators_.divide(a, b));
          break;
        case Op::floor_divide:
          binary(operators_.floor_divide(a, b));
          break;
        case Op::modulo:
          binary(operators_.modulo(a, b));
          break;
        case Op::intersect:
          binary(operators_.intersect(a, b));
          break;
        case Op::power:
          binary(operators_.power(a, b));
          break;
        case Op::negate:
          b = operators_.negate(b);
          break;
        case Op::jump_if_zero:
          if (b.is_zero()) {
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
          binary(Value::of_boolean(operators_.compare(instruction.op, a, b)));
          break;
        case Op::in_set: {
          const std::uint64_t mask = operators_.mask(b, {"the right side of ", "in"});
          const std::int64_t element = operators_.integer(a, {"the left side of ", "in"});
          binary(Value::of_boolean(element >= 0 && element < 64 && (mask >> element & 1)));
          break;
        }
        case Op::in_range: {
          const std::int64_t element = operators_.integer(top_[-3], {"the left side of ", "in"});
          begin_range();
          const bool inside = a.integer <= element && element <= b.integer;
          top_ -= 2;
          top_[-1] = Value::of_boolean(inside);
          break;
        }
        case Op::in_subsets: {
          const std::uint64_t set = operators_.mask(b, {"the argument of ", "subsets"});
          const std::uint64_t subset = operators_.mask(a, {"an element of ", "subsets"});
          binary(Value::of_boolean((subset & ~set) == 0));
          break;
        }
        case Op::bracket:
          b = Value::of_integer(operators_.truth(b, {"the condition in [ ]"}) ? 1 : 0);
          break;
        case Op::logical_not:
          b = Value::of_boolean(!operators_.truth(b, {"the operand of ", "not"}));
          break;
        case Op::set: {
          Value* const elements = top_ - instruction.b;
          *elements = operators_.set(elements, instruction.b);
          top_ = elements + 1;
          break;
        }
        case Op::range:
          binary(operators_.range(a, b));
          break;

        case Op::jump:
          at = frames_.back().body->instructions.data() + instruction.a;
          continue;
        case Op::jump_if_false: {
          const bool truth = operators_.truth(b, {"a condition"});
          --top_;
          if (!truth) {
            at = frames_.back().body->instructions.data() + instruction.a;
            continue;
          }
          break;
        }
        case Op::jump_and:
        case Op::jump_or:
          if (operators_.truth(b, {"a condition"}) == (instruction.op == Op::jump_or)) {
            at = frames_.back().body->instructions.data() + instruction.a;
            continue;
          }
          --top_;
          break;
        case Op::condition:
          operators_.truth(b, {"a condition"});
          break;

        case Op::each_in_range:
          begin_range();
          break;
        case Op::each_in_set: {
          const std::uint64_t mask = operators_.mask(b, {"the set after ", "in"});
          b = Value::make(Tag::iterator, mask, 1);
          *top_++ = Value::make(Tag::iterator, 0, mask != 0 ? 1 : 0);
          break;
        }
        case Op::each_in_subsets: {
          const std::uint64_t mask = operators_.mask(b, {"the argument of ", "subsets"});
          b = Value::make(Tag::iterator, 0, 2);
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
  } catch (const Failure&) {
    frames_.back().at = at;
    throw;
  }
}

}  // namespace diagc::expansion
