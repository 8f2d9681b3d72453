#include "compiler/expand/translate.h"

#include <algorithm>
#include <stdexcept>

#include "compiler/expand/failure.h"

namespace diagc::expansion {

namespace {

using syntax::Expr;
using syntax::Item;
using syntax::Target;

constexpr std::uint32_t no_slot = 0xffffffffu;

/// Translates one body. Every method leaves the value of its expression on the stack; `depth_` follows the stack, so
/// that the machine knows how much room a frame needs. Native recursion is bounded by the nesting of expressions.
class Translator {
 public:
  Translator(Body& body, Program& program, Numbers& numbers)
      : body_(body), program_(program), numbers_(numbers) {}

  void body(const Expr& expr) {
    const std::uint32_t first = body_.parameters - body_.axis_parameters;
    for (std::uint32_t p = first; p < body_.parameters && body_.kind != Body::Kind::function; ++p)
      emit(Op::axis_parameter, 0, expr.at, p);
    translate(expr);
    emit(Op::leave, -1, expr.at);
  }

 private:
  std::uint32_t here() const { return static_cast<std::uint32_t>(body_.instructions.size()); }

  /// Appends an instruction that changes the height of the stack by `change`; returns its place.
  std::uint32_t emit(Op op, int change, Span at, std::size_t a = 0, std::size_t b = 0) {
    body_.instructions.push_back(
        {op, static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)});
    body_.spans.push_back(at);
    depth_ += change;
    body_.stack_size = std::max(body_.stack_size, static_cast<std::uint32_t>(depth_));
    return here() - 1;
  }
  void jump_here(std::uint32_t jump) { body_.instructions[jump].a = here(); }
  void jump_here(const std::vector<std::uint32_t>& jumps) {
    for (const std::uint32_t jump : jumps) jump_here(jump);
  }

  void push(Value value, Span at) {
    program_.constants.push_back(value);
    emit(Op::constant, 1, at, program_.constants.size() - 1);
  }

  void translate(const Expr& expr);
  void number(const Expr& expr);
  void name(const Expr& expr);
  void arguments(const Expr& expr) {
    for (const auto& operand : expr.operands) translate(*operand);
  }
  void chain(const Expr& expr);
  void sums(const Expr& expr);
  void products(const Expr& expr);
  void conditions(const Expr& expr);
  void compare(const Expr& expr);
  void membership(const Expr& expr);
  void conditional(const Expr& expr);
  void aggregate(const Expr& expr);
  std::uint32_t bind_variables(const Expr& expr);
  void with_variables(const Expr& expr);
  void iterate(const Item& item);

  Body& body_;
  Program& program_;
  Numbers& numbers_;
  int depth_ = 0;
};

void Translator::translate(const Expr& expr) {
  switch (expr.kind) {
    case Expr::Kind::number:
      return number(expr);
    case Expr::Kind::boolean:
      return push(Value::of_boolean(expr.text == "true"), expr.at);
    case Expr::Kind::imaginary:
      emit(Op::imaginary, 1, expr.at);
      return;
    case Expr::Kind::set: {
      arguments(expr);
      const int elements = static_cast<int>(expr.operands.size());
      emit(Op::set, 1 - elements, expr.at, 0, expr.operands.size());
      return;
    }
    case Expr::Kind::range:
      arguments(expr);
      emit(Op::range, -1, expr.at);
      return;
    case Expr::Kind::bracket:
      arguments(expr);
      emit(Op::bracket, 0, expr.operands[0]->at);
      return;
    case Expr::Kind::name:
    case Expr::Kind::index:
      return name(expr);
    case Expr::Kind::unary:
      arguments(expr);
      emit(expr.ops[0] == syntax::Op::negate ? Op::negate : Op::logical_not, 0, expr.at);
      return;
    case Expr::Kind::chain:
      return chain(expr);
    case Expr::Kind::compare:
      return compare(expr);
    case Expr::Kind::power:
      arguments(expr);
      emit(Op::power, -1, expr.at);
      return;
    case Expr::Kind::conditional:
      return conditional(expr);
    case Expr::Kind::let:
      translate(*expr.operands[0]);
      emit(Op::bind, -1, expr.at, expr.slot);
      return translate(*expr.operands[1]);
    case Expr::Kind::diagrams:
      throw std::logic_error("translate: rules were not derived from the theory");
    case Expr::Kind::sum:
    case Expr::Kind::mean:
    case Expr::Kind::product:
      return aggregate(expr);
  }
}

void Translator::number(const Expr& expr) {
  try {
    push(numbers_.literal(expr.text), expr.at);
  } catch (const Failure& failure) {
    program_.failures.push_back(failure);
    emit(Op::unreachable_number, 1, expr.at, program_.failures.size() - 1);
  }
}

/// Below its indices or arguments an element of an input, and a call of a def, has its axis variables.
void Translator::with_variables(const Expr& expr) {
  const bool is_input = expr.target.kind == Target::Kind::input;
  // An input without static indices has them in the first list.
  const bool in_first = is_input && expr.axis_arguments.empty();
  const auto& variables = in_first ? expr.operands : expr.axis_arguments;
  for (const auto& variable : variables) {
    translate(*variable);
    emit(Op::require_variable, 0, variable->at);
  }
  if (!in_first) arguments(expr);
  const std::size_t count = in_first ? 0 : expr.operands.size();
  const int change = 1 - static_cast<int>(count);
  const auto taken = static_cast<int>(variables.size());
  if (is_input) {
    emit(Op::input_element, change - taken, expr.at, expr.target.index, count);
    return;
  }
  emit(Op::axes_of, taken, expr.at, count, variables.size());
  emit(Op::call_family, change - taken, expr.at, expr.target.index);
  emit(Op::apply, -taken, expr.at, 0, variables.size());
}

void Translator::name(const Expr& expr) {
  const bool has_variables =
      (expr.target.kind == Target::Kind::input &&
       (!expr.axis_arguments.empty() || (expr.called && !expr.operands.empty()))) ||
      (expr.target.kind == Target::Kind::family && !expr.axis_arguments.empty());
  if (has_variables) return with_variables(expr);
  arguments(expr);
  const std::size_t count = expr.operands.size();
  const int change = 1 - static_cast<int>(count);
  const std::uint32_t index = expr.target.index;
  switch (expr.target.kind) {
    case Target::Kind::local:
      if (expr.kind == Expr::Kind::index) {
        program_.uses.push_back({expr.text, static_cast<std::uint32_t>(count)});
        emit(Op::variable, change, expr.at, index, program_.uses.size() - 1);
        return;
      }
      emit(Op::local, change, expr.at, index);
      return;
    case Target::Kind::constant:
      emit(Op::call_family, change, expr.at, program_.first_static + index);
      return;
    case Target::Kind::param:
      emit(Op::param, change, expr.at, index);
      return;
    case Target::Kind::input:
      emit(Op::input, change, expr.at, index, count);
      return;
    case Target::Kind::family:
      emit(Op::call_family, change, expr.at, index);
      return;
    case Target::Kind::function:
      for (const auto& variable : expr.axis_arguments) {
        translate(*variable);
        emit(Op::require_variable, 0, variable->at);
      }
      emit(Op::call_function, change - static_cast<int>(expr.axis_arguments.size()), expr.at,
           index);
      return;
    case Target::Kind::builtin:
      emit(Op::call_builtin, change, expr.at, index, count);
      return;
    case Target::Kind::axis:
    case Target::Kind::unresolved:
      break;
  }
  throw std::logic_error("translate: the name " + expr.text + " is not resolved");
}

void Translator::chain(const Expr& expr) {
  switch (expr.ops[0]) {
    case syntax::Op::add:
    case syntax::Op::subtract:
      return sums(expr);
    case syntax::Op::logical_and:
    case syntax::Op::logical_or:
      return conditions(expr);
    default:
      return products(expr);
  }
}

void Translator::sums(const Expr& expr) {
  translate(*expr.operands[0]);
  // Names and literals are short: nothing is gained by opening a sum before the rest is known.
  const bool is_short = expr.operands[0]->operands.empty();
  if (!is_short) emit(Op::open, 0, expr.at);
  for (std::size_t i = 0; i < expr.ops.size(); ++i) {
    translate(*expr.operands[i + 1]);
    emit(expr.ops[i] == syntax::Op::add ? Op::add : Op::subtract, -1, expr.op_spans[i]);
  }
}

void Translator::products(const Expr& expr) {
  // Where what stands to the left is static zero, factors are skipped up to the next operator that is no `*`.
  std::vector<std::uint32_t> skips;
  translate(*expr.operands[0]);
  for (std::size_t i = 0; i < expr.ops.size(); ++i) {
    const bool multiplies = expr.ops[i] == syntax::Op::multiply;
    if (!multiplies) {
      jump_here(skips);
      skips.clear();
    } else if (i == 0 || expr.ops[i - 1] != syntax::Op::multiply) {
      skips.push_back(emit(Op::jump_if_zero, 0, expr.op_spans[i]));
    }
    translate(*expr.operands[i + 1]);
    switch (expr.ops[i]) {
      case syntax::Op::multiply:
        skips.push_back(emit(Op::multiply, -1, expr.op_spans[i]));
        break;
      case syntax::Op::divide:
        emit(Op::divide, -1, expr.op_spans[i]);
        break;
      case syntax::Op::div:
        emit(Op::floor_divide, -1, expr.op_spans[i]);
        break;
      case syntax::Op::mod:
        emit(Op::modulo, -1, expr.op_spans[i]);
        break;
      case syntax::Op::contour:
        emit(Op::compose, -1, expr.op_spans[i]);
        break;
      default:
        emit(Op::intersect, -1, expr.op_spans[i]);
        break;
    }
  }
  jump_here(skips);
}

void Translator::conditions(const Expr& expr) {
  std::vector<std::uint32_t> ends;
  for (std::size_t i = 0; i < expr.operands.size(); ++i) {
    translate(*expr.operands[i]);
    const bool is_and = expr.ops[0] == syntax::Op::logical_and;
    if (i > 0) emit(is_and ? Op::conjunction : Op::disjunction, -1, expr.operands[i]->at);
    if (i + 1 == expr.operands.size()) break;
    ends.push_back(emit(is_and ? Op::jump_and : Op::jump_or, 0, expr.operands[i]->at));
  }
  jump_here(ends);
}

void Translator::compare(const Expr& expr) {
  switch (expr.ops[0]) {
    case syntax::Op::in:
      return membership(expr);
    case syntax::Op::equal:
      arguments(expr);
      emit(Op::equal, -1, expr.at);
      return;
    case syntax::Op::not_equal:
      arguments(expr);
      emit(Op::not_equal, -1, expr.at);
      return;
    case syntax::Op::less:
      arguments(expr);
      emit(Op::less, -1, expr.at);
      return;
    case syntax::Op::less_equal:
      arguments(expr);
      emit(Op::less_equal, -1, expr.at);
      return;
    case syntax::Op::greater:
      arguments(expr);
      emit(Op::greater, -1, expr.at);
      return;
    default:
      arguments(expr);
      emit(Op::greater_equal, -1, expr.at);
      return;
  }
}

bool is_subsets(const Expr& expr) {
  return expr.kind == Expr::Kind::name && expr.target.kind == Target::Kind::builtin &&
         expr.target.index == static_cast<std::uint32_t>(rules::Builtin::subsets);
}

void Translator::membership(const Expr& expr) {
  translate(*expr.operands[0]);
  const Expr& set = *expr.operands[1];
  if (set.kind == Expr::Kind::range) {
    arguments(set);
    emit(Op::in_range, -2, expr.at);
  } else if (is_subsets(set)) {
    arguments(set);
    emit(Op::in_subsets, -1, expr.at);
  } else {
    translate(set);
    emit(Op::in_set, -1, expr.at);
  }
}

void Translator::conditional(const Expr& expr) {
  translate(*expr.operands[0]);
  const std::uint32_t otherwise = emit(Op::jump_if_false, -1, expr.operands[0]->at);
  translate(*expr.operands[1]);
  const std::uint32_t end = emit(Op::jump, -1, expr.at);
  jump_here(otherwise);
  translate(*expr.operands[2]);
  jump_here(end);
}

void Translator::iterate(const Item& item) {
  const Expr& set = *item.expr;
  if (set.kind == Expr::Kind::range) {
    arguments(set);
    emit(Op::each_in_range, 0, set.at);
  } else if (is_subsets(set)) {
    arguments(set);
    emit(Op::each_in_subsets, 1, set.at);
  } else {
    translate(set);
    emit(Op::each_in_set, 1, set.at);
  }
}

/// Axis variables are bound inside all loops. Returns the slot of the first ones.
std::uint32_t Translator::bind_variables(const Expr& expr) {
  std::uint32_t first = no_slot;
  for (const Item& item : expr.items) {
    if (!item.binds_axis()) continue;
    for (const syntax::Parameter& index : item.indices) arguments(*index.range);
    program_.binders.push_back({item.axis.index, static_cast<std::uint32_t>(item.indices.size())});
    emit(Op::bind_variables, -2 * static_cast<int>(item.indices.size()), item.name_span, item.slot,
         program_.binders.size() - 1);
    if (first == no_slot) first = item.slot;
  }
  return first;
}

void Translator::aggregate(const Expr& expr) {
  const bool is_sum = expr.kind != Expr::Kind::product;
  push(Value::of_integer(is_sum ? 0 : 1), expr.at);
  // Where a filter fails, the innermost loop around it goes on; where a loop is exhausted, the next one around it.
  std::vector<std::uint32_t> loops;  // `next` of the loops so far
  std::vector<std::uint32_t> ends;   // jumps behind it all
  for (const Item& item : expr.items) {
    if (item.binds_axis()) continue;
    if (item.name.empty()) {
      translate(*item.expr);
      const std::uint32_t filter = emit(Op::jump_if_false, -1, item.expr->at);
      if (loops.empty()) {
        ends.push_back(filter);
      } else {
        body_.instructions[filter].a = loops.back();
      }
    } else {
      iterate(item);
      loops.push_back(emit(Op::next, 0, item.name_span, item.slot));
    }
  }
  const std::uint32_t variables = bind_variables(expr);
  translate(*expr.operands[0]);
  if (variables != no_slot)
    emit(expr.kind == Expr::Kind::mean ? Op::close_mean : Op::close_sum, 0, expr.at, variables);
  const std::size_t below = 2 * loops.size();
  const std::uint32_t accumulate =
      emit(is_sum ? Op::accumulate_sum : Op::accumulate_product, -1, expr.at, 0, below);
  if (!is_sum) ends.push_back(accumulate);
  if (!loops.empty()) {
    emit(Op::jump, 0, expr.at, loops.back());
    depth_ -= static_cast<int>(below);
    // Where loop i ends, loop i-1 goes on; the first one ends the aggregate.
    for (std::size_t i = 1; i < loops.size(); ++i) body_.instructions[loops[i]].b = loops[i - 1];
    body_.instructions[loops[0]].b = here();
  }
  jump_here(ends);
}

Body make_body(Body::Kind kind, std::size_t index, const syntax::Decl& decl) {
  Body body;
  body.kind = kind;
  body.index = static_cast<std::uint32_t>(index);
  body.decl = &decl;
  const bool has_variables = decl.kind != syntax::Decl::Kind::input &&
                             decl.kind != syntax::Decl::Kind::green &&
                             decl.kind != syntax::Decl::Kind::coupling;
  body.axis_parameters = has_variables ? static_cast<std::uint32_t>(decl.axes.size()) : 0;
  body.parameters = static_cast<std::uint32_t>(decl.parameters.size()) + body.axis_parameters;
  body.frame_size = decl.frame_size;
  return body;
}

}  // namespace

Program translate(const rules::Rules& rules, Numbers& numbers) {
  Program program;
  program.first_static = static_cast<std::uint32_t>(rules.families.size());
  const auto translate_all = [&](const std::vector<const syntax::Decl*>& decls, Body::Kind kind,
                                 std::vector<Body>& bodies) {
    for (std::size_t i = 0; i < decls.size(); ++i) {
      Body& body = bodies.emplace_back(make_body(kind, i, *decls[i]));
      if (decls[i]->body) Translator(body, program, numbers).body(*decls[i]->body);
    }
  };
  translate_all(rules.families, Body::Kind::family, program.families);
  translate_all(rules.statics, Body::Kind::constant, program.families);
  translate_all(rules.functions, Body::Kind::function, program.functions);
  translate_all(rules.outputs, Body::Kind::output, program.outputs);
  return program;
}

Body translate_end(const syntax::Expr& expr, const syntax::Decl& decl, Program& program,
                   Numbers& numbers) {
  Body body = make_body(Body::Kind::range, 0, decl);
  body.parameters = body.axis_parameters = 0;
  Translator(body, program, numbers).body(expr);
  return body;
}

}  // namespace diagc::expansion
