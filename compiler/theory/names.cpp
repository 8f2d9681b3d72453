#include "compiler/theory/names.h"

#include <fmt/format.h>

namespace diagc::theory {

using syntax::Decl;
using syntax::Expr;

Names::Names(const rules::Rules& theory) {
  for (const auto& builtin : rules::builtins()) taken_.emplace(builtin.name);
  for (const Decl& decl : theory.file->decls) {
    const bool of_theory = decl.kind == Decl::Kind::field || decl.kind == Decl::Kind::vertex;
    if (!of_theory) taken_.insert(decl.name);
    if (decl.body && decl.kind != Decl::Kind::constant) take_bound(*decl.body);
    for (const syntax::Operator& part : decl.operators) {
      if (part.at) take_bound(*part.at);
      if (part.flavour) take_bound(*part.flavour);
    }
    // In outputs that are sums of diagrams, parameters are handed on under their own names.
    if (!of_theory) {
      for (const auto& parameter : decl.parameters) taken_.insert(parameter.name);
    }
  }
}

std::string Names::fresh(std::string_view wanted) {
  std::string result(wanted);
  for (int i = 2; locals_.contains(result) || !taken_.insert(result).second; ++i)
    result = fmt::format("{}_{}", wanted, i);
  return result;
}

std::string Names::Locals::fresh(std::string_view wanted) {
  std::string result(wanted);
  for (int i = 2; names_.taken_.contains(result) || !taken_.insert(result).second; ++i)
    result = fmt::format("{}_{}", wanted, i);
  names_.locals_.insert(result);
  return result;
}

void Names::take_bound(const Expr& expr) {
  if (expr.kind == Expr::Kind::let) taken_.insert(expr.text);
  for (const auto& item : expr.items) {
    if (!item.name.empty()) taken_.insert(item.name);
    if (item.expr) take_bound(*item.expr);
  }
  for (const auto& operand : expr.operands) take_bound(*operand);
  if (!expr.diagrams) return;
  for (const syntax::Operator& part : expr.diagrams->operators) {
    if (part.at) take_bound(*part.at);
    if (part.flavour) take_bound(*part.flavour);
  }
}

}  // namespace diagc::theory
