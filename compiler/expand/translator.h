// From the tree of one body to instructions of the machine. Used by translate.cpp, translate_names.cpp, translate_operators.cpp and
// translate_loops.cpp.
#pragma once

#include <algorithm>
#include <vector>

#include "compiler/expand/translate.h"

namespace diagc::expansion {

/// Translates one body. Every method leaves the value of its expression on the stack; `depth_` follows the stack, so
/// that the machine knows how much room a frame needs. Native recursion is bounded by the nesting of expressions.
class Translator {
 public:
  using Expr = syntax::Expr;
  using Item = syntax::Item;

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
  /// Whether the set is `subsets(…)`, which loops and membership never build.
  static bool is_subsets(const Expr& expr);

  Body& body_;
  Program& program_;
  Numbers& numbers_;
  int depth_ = 0;
};

}  // namespace diagc::expansion
