// Names: locals, statics, params, inputs, calls, with their axis variables.
#include <stdexcept>

#include "compiler/expand/translator.h"

namespace diagc::expansion {

using syntax::Target;

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

}  // namespace diagc::expansion
