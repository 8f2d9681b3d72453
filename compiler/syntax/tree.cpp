#include "compiler/syntax/tree.h"

#include <stdexcept>

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

std::string_view keyword(Decl::Kind kind) {
  switch (kind) {
    case Decl::Kind::constant:
      return "static";
    case Decl::Kind::param:
      return "param";
    case Decl::Kind::input:
      return "input";
    case Decl::Kind::family:
      return "def";
    case Decl::Kind::function:
      return "fn";
    case Decl::Kind::output:
      return "output";
    case Decl::Kind::axis:
      return "axis";
    case Decl::Kind::field:
      return "field";
    case Decl::Kind::vertex:
      return "vertex";
    case Decl::Kind::green:
      return "green";
    case Decl::Kind::coupling:
      return "vertex";
    case Decl::Kind::self_energy:
      return "self";
    case Decl::Kind::mean_field:
      return "local";
    case Decl::Kind::potential:
      return "mu";
    case Decl::Kind::solve:
      return "solve";
  }
  throw std::logic_error("keyword: no such declaration");
}

}  // namespace diagc::syntax
