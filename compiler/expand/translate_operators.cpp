// Chains of operators and comparisons.
#include "compiler/expand/translator.h"

namespace diagc::expansion {

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

}  // namespace diagc::expansion
