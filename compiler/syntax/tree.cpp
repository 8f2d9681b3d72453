#include "compiler/syntax/tree.h"

namespace diagc::syntax {

namespace {

void move_children(Expr& expr, std::vector<ExprPtr>& out) {
  for (ExprPtr& operand : expr.operands) {
    if (operand) out.push_back(std::move(operand));
  }
  for (Item& item : expr.items) {
    if (item.expr) out.push_back(std::move(item.expr));
    for (Parameter& index : item.indices) out.push_back(std::move(index.range));
  }
  for (ExprPtr& argument : expr.axis_arguments) out.push_back(std::move(argument));
  if (expr.diagrams) {
    for (Operator& part : expr.diagrams->operators) {
      if (part.flavour) out.push_back(std::move(part.flavour));
      if (part.at) out.push_back(std::move(part.at));
    }
    expr.diagrams->operators.clear();
  }
  expr.axis_arguments.clear();
  expr.operands.clear();
  expr.items.clear();
}

}  // namespace

Expr::~Expr() {
  if (operands.empty() && items.empty() && axis_arguments.empty() && !diagrams) return;
  std::vector<ExprPtr> pending;
  move_children(*this, pending);
  while (!pending.empty()) {
    const ExprPtr expr = std::move(pending.back());
    pending.pop_back();
    move_children(*expr, pending);
  }
}

}  // namespace diagc::syntax
