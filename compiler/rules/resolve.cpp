// What names in expressions mean.
#include <algorithm>

#include <fmt/format.h>

#include "compiler/rules/checker.h"
#include "compiler/rules/names.h"

namespace diagc::rules {

using syntax::Decl;
using syntax::Expr;
using syntax::Op;
using syntax::Target;

void Checker::resolve(Expr& expr, bool after_in) {
  switch (expr.kind) {
    case Expr::Kind::number:
    case Expr::Kind::boolean:
    case Expr::Kind::imaginary:
      return;
    case Expr::Kind::set:
      return resolve_set(expr);
    case Expr::Kind::name:
    case Expr::Kind::index:
      return resolve_name(expr, after_in);
    case Expr::Kind::let:
      return resolve_let(expr);
    case Expr::Kind::sum:
    case Expr::Kind::mean:
    case Expr::Kind::product:
      return resolve_aggregate(expr);
    case Expr::Kind::diagrams:
      return resolve_diagrams(expr);
    case Expr::Kind::compare:
      resolve(*expr.operands[0]);
      return resolve(*expr.operands[1], expr.ops[0] == Op::in);
    case Expr::Kind::range:
    case Expr::Kind::bracket:
    case Expr::Kind::unary:
    case Expr::Kind::chain:
    case Expr::Kind::power:
    case Expr::Kind::conditional:
      for (const auto& operand : expr.operands) resolve(*operand);
      return;
  }
}

void Checker::resolve_set(Expr& expr) {
  for (const auto& element : expr.operands) {
    resolve(*element);
    if (element->kind == Expr::Kind::range) {
      report(
          Code::kind, element->span,
          "found a range as an element of a set, expected an integer: write `a..b`, not `{a..b}`");
    }
  }
}

void Checker::resolve_let(Expr& expr) {
  resolve(*expr.operands[0]);
  reject_reserved(expr.text, expr.at, "the name of a `let`");
  expr.slot = scope_.bind(expr.text);
  resolve(*expr.operands[1]);
  scope_.unbind(expr.text);
}

void Checker::resolve_aggregate(Expr& expr) {
  for (syntax::Item& item : expr.items) {
    if (item.binds_axis()) continue;
    filter_ = item.name.empty() ? item.expr.get() : nullptr;
    aggregate_ = &expr;
    resolve(*item.expr, !item.name.empty());
    if (item.name.empty()) continue;
    reject_reserved(item.name, item.name_span, "a bound name");
    item.slot = scope_.bind(item.name);
  }
  aggregate_ = nullptr;
  // Static ranges and filters cannot depend on axis variables, wherever these stand.
  for (syntax::Item& item : expr.items) {
    if (!item.binds_axis()) continue;
    for (const auto& index : item.indices) {
      resolve(*index.range);
      if (index.range->kind != Expr::Kind::range)
        report(Code::kind, index.range->at,
               fmt::format("found no range for an index of the axis variables {}, expected `a..b`",
                           diagc::quoted(item.name)));
    }
    resolve_axis(item.axis);
  }
  for (syntax::Item& item : expr.items) {
    if (!item.binds_axis()) continue;
    reject_reserved(item.name, item.name_span, "an axis variable");
    item.slot = scope_.bind(
        item.name, item.indices.empty() ? Scope::Local::variable : Scope::Local::variables);
  }
  resolve(*expr.operands[0]);
  for (std::size_t i = expr.items.size(); i-- > 0;) {
    if (expr.items[i].binds_axis()) scope_.unbind(expr.items[i].name);
  }
  for (std::size_t i = expr.items.size(); i-- > 0;) {
    if (!expr.items[i].name.empty() && !expr.items[i].binds_axis())
      scope_.unbind(expr.items[i].name);
  }
}

void Checker::resolve_name(Expr& expr, bool after_in) {
  resolve_equal_times(expr);
  for (const auto& operand : expr.operands) resolve(*operand);
  for (const auto& argument : expr.axis_arguments) resolve(*argument);
  if (const std::uint32_t* slot = scope_.local(expr.text)) {
    expr.target = {Target::Kind::local, *slot};
    return check_local(expr);
  }
  const Symbol* symbol = scope_.global(expr.text);
  if (!symbol) return report_unknown(expr);
  expr.target = symbol->target;
  check_symbol(expr, *symbol, after_in);
}

void Checker::check_local(const Expr& expr) {
  const Scope::Local kind = scope_.kind(expr.target.index);
  if (expr.exchanged || expr.equal_times) {
    report(Code::kind, expr.at,
           fmt::format("found {}, expected a green or a vertex there: {} is bound here as a value",
                       diagc::quoted(expr.exchanged ? expr.text + "'" : "rho(" + expr.text + ")"),
                       diagc::quoted(expr.text)));
    return;
  }
  if (kind == Scope::Local::variables) {
    if (expr.kind == Expr::Kind::index && expr.axis_arguments.empty()) return;
    report(
        Code::arity, expr.at,
        fmt::format("found {}, expected its indices, as in `{}[i]`: it is bound here as a family "
                    "of axis variables",
                    written(expr, ""), expr.text));
  } else if (kind == Scope::Local::variable && (expr.kind == Expr::Kind::index || expr.called)) {
    report(Code::arity, expr.at,
           fmt::format("found {}, expected the name alone: it is bound here as an axis variable",
                       written(expr, "")));
  } else if (expr.kind == Expr::Kind::index || expr.called) {
    report(Code::arity, expr.at,
           fmt::format("found {}, expected the name alone: it is bound here as a value",
                       written(expr, "")));
  }
}

void Checker::check_symbol(Expr& expr, const Symbol& symbol, bool after_in) {
  if (symbol.target.kind == Target::Kind::unresolved) return;  // its declaration was not understood
  if (symbol.target.kind == Target::Kind::builtin) {
    if (expr.exchanged) {
      report(Code::kind, expr.at,
             fmt::format("found `'` behind the built-in function {}, expected it behind a green or "
                         "a vertex alone",
                         diagc::quoted(expr.text)));
    }
    return check_builtin(expr, symbol, after_in);
  }
  if (symbol.target.kind == Target::Kind::axis) {
    report(Code::kind, expr.at,
           fmt::format("found the axis {} as a value, expected it behind `:`, as in `sum(x : {})`",
                       diagc::quoted(expr.text), expr.text));
    return;
  }
  if (current_->kind == Decl::Kind::constant) check_use_in_default(expr, symbol);
  const Decl& decl = *symbol.decl;
  resolve_times(expr, decl);
  const bool takes_arguments = decl.kind == Decl::Kind::family || decl.kind == Decl::Kind::function;
  const std::size_t expected = takes_arguments ? decl.parameters.size() : decl.ranges.size();
  if (is_input(decl) && decl.ranges.empty() && expr.called && expr.axis_arguments.empty() &&
      !decl.axes.empty()) {
    return check_variables(expr, decl, expr.operands.size());
  }
  const bool right_brackets = takes_arguments ? expr.kind == Expr::Kind::name : !expr.called;
  if (right_brackets && expr.operands.size() == expected)
    return check_variables(expr, decl, expr.axis_arguments.size());
  report(Code::arity, expr.at,
         fmt::format("found {}, expected {}", written(expr, syntax::keyword(decl.kind)),
                     usage(decl, *file_.source)));
}

void Checker::check_variables(const Expr& expr, const Decl& decl, std::size_t found) {
  if (found == decl.axes.size()) return;
  report(Code::arity, expr.at,
         fmt::format("found {} for the {} {}, expected {}", axis_variables(found),
                     syntax::keyword(decl.kind), diagc::quoted(expr.text),
                     decl.axes.empty() ? "none" : axis_usage(decl)));
}

void Checker::check_builtin(const Expr& expr, const Symbol& symbol, bool after_in) {
  const BuiltinInfo& builtin = builtins()[symbol.target.index];
  const auto count = static_cast<int>(expr.operands.size());
  if (!expr.axis_arguments.empty()) {
    report(Code::arity, expr.at,
           fmt::format("found {} for the built-in function {}, expected none",
                       axis_variables(expr.axis_arguments.size()), diagc::quoted(expr.text)));
  } else if (expr.kind == Expr::Kind::index || count < builtin.min_arguments ||
             count > builtin.max_arguments) {
    report(
        Code::arity, expr.at,
        fmt::format("found {}, expected {}", written(expr, "built-in function"), usage(builtin)));
  } else if (builtin.name == "subsets" && !after_in) {
    report(Code::kind, expr.at,
           "found `subsets` outside of a binder, expected it directly after `in`, as in `sum(T in "
           "subsets(S)) …`");
  } else if (builtin.yields && std::ranges::any_of(file_.decls, [](const Decl& decl) {
               return decl.kind == Decl::Kind::axis || decl.kind == Decl::Kind::green;
             })) {
    report(Code::kind, expr.at,
           fmt::format("found {} in a file with axes, expected it in one without",
                       diagc::quoted(builtin.name)));
  }
}

void Checker::check_use_in_default(const Expr& expr, const Symbol& symbol) {
  if (symbol.target.kind != Target::Kind::constant) {
    report(Code::kind, expr.at,
           fmt::format(
               "found the {} {} in the default of the static {}, expected earlier statics only",
               syntax::keyword(symbol.decl->kind), diagc::quoted(expr.text),
               diagc::quoted(current_->name)));
  } else if (symbol.target.index >= own_static_) {
    report(
        Code::kind, expr.at,
        fmt::format(
            "found {} in the default of the static {}, expected earlier statics only: {}",
            diagc::quoted(expr.text), diagc::quoted(current_->name),
            symbol.decl == current_ ? "this is the static itself" : "this one is declared later"));
  }
}

bool Checker::is_variable_of_aggregate(const Expr& expr) const {
  return aggregate_ && std::ranges::any_of(aggregate_->items, [&](const syntax::Item& item) {
           return item.binds_axis() && item.name == expr.text;
         });
}

void Checker::report_unknown(const Expr& expr) {
  const std::string_view expected = expr.kind == Expr::Kind::index ? "an input"
                                    : expr.called ? "a def, fn or built-in function"
                                                  : "a bound name or a declaration";
  std::string hint;
  const auto is_index = [&](const Decl::Parameter& parameter) {
    return parameter.range && parameter.name == expr.text;
  };
  if (std::any_of(current_->parameters.begin(), current_->parameters.end(), is_index)) {
    hint = ": the range of an output's index cannot depend on its indices";
  } else if (outputs_.contains(expr.text)) {
    hint = ": an output cannot be used in an expression";
  } else if (is_variable_of_aggregate(expr)) {
    hint =
        ": ranges and filters are static, conditions on axis variables stand in the sum as `[…]`";
  } else if (&expr == filter_ && expr.kind == Expr::Kind::name && !expr.called) {
    hint = fmt::format(": a binder is written `{} in S`", expr.text);
  } else if (const std::string_view similar = scope_.similar(expr.text); !similar.empty()) {
    hint = fmt::format(": did you mean {}?", diagc::quoted(similar));
  }
  report(Code::unknown_name, expr.at,
         fmt::format("found the unknown name {}, expected {}{}", diagc::quoted(expr.text), expected,
                     hint));
}

void Checker::resolve_axis(syntax::AxisName& axis) {
  const Symbol* symbol = scope_.global(axis.name);
  if (symbol && symbol->target.kind == Target::Kind::axis) {
    axis.index = symbol->target.index;
    return;
  }
  if (symbol && symbol->target.kind == Target::Kind::unresolved) return;
  std::string names;
  for (const Decl& decl : file_.decls) {
    if (decl.kind == Decl::Kind::axis)
      names += (names.empty() ? "" : ", ") + diagc::quoted(decl.name);
  }
  report(Code::unknown_name, axis.span,
         fmt::format("found {}, expected the name of an axis: {}", diagc::quoted(axis.name),
                     names.empty() ? "this file has none, declare one as in `axis s : 2`"
                                   : fmt::format("this file has {}", names)));
}

}  // namespace diagc::rules
