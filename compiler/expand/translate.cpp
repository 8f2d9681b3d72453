#include "compiler/expand/translate.h"

#include <stdexcept>

#include "compiler/expand/failure.h"
#include "compiler/expand/translator.h"

namespace diagc::expansion {

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

void Translator::conditional(const Expr& expr) {
  translate(*expr.operands[0]);
  const std::uint32_t otherwise = emit(Op::jump_if_false, -1, expr.operands[0]->at);
  translate(*expr.operands[1]);
  const std::uint32_t end = emit(Op::jump, -1, expr.at);
  jump_here(otherwise);
  translate(*expr.operands[2]);
  jump_here(end);
}

namespace {

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
