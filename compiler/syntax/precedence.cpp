#include "compiler/syntax/precedence.h"

#include <stdexcept>

namespace diagc::syntax {

Level level_of(Op op) {
  switch (op) {
    case Op::logical_or:
      return Level::logical_or;
    case Op::logical_and:
      return Level::logical_and;
    case Op::logical_not:
      return Level::logical_not;
    case Op::equal:
    case Op::not_equal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::in:
      return Level::compare;
    case Op::add:
    case Op::subtract:
      return Level::add;
    case Op::multiply:
    case Op::divide:
    case Op::div:
    case Op::mod:
    case Op::intersect:
    case Op::contour:
      return Level::multiply;
    case Op::negate:
      return Level::unary;
  }
  throw std::logic_error("level_of: no such operator");
}

Level level_of(const Expr& expr) {
  switch (expr.kind) {
    case Expr::Kind::conditional:
    case Expr::Kind::let:
      return Level::expression;
    case Expr::Kind::chain:
    case Expr::Kind::compare:
    case Expr::Kind::unary:
      return level_of(expr.ops.at(0));
    case Expr::Kind::range:
      return Level::range;
    case Expr::Kind::sum:
    case Expr::Kind::mean:
    case Expr::Kind::product:
      return Level::unary;
    case Expr::Kind::power:
      return Level::power;
    case Expr::Kind::number:
    case Expr::Kind::boolean:
    case Expr::Kind::imaginary:
    case Expr::Kind::set:
    case Expr::Kind::bracket:
    case Expr::Kind::name:
    case Expr::Kind::index:
    case Expr::Kind::diagrams:
      return Level::primary;
  }
  throw std::logic_error("level_of: no such expression");
}

}  // namespace diagc::syntax
