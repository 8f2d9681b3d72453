#include <fmt/format.h>

#include <algorithm>

#include "compiler/rules/names.h"
#include "compiler/rules/rules.h"
#include "compiler/rules/scope.h"
#include "compiler/syntax/parse.h"

namespace diagc::rules {

namespace {

using syntax::Decl;
using syntax::Expr;
using syntax::Op;
using syntax::Target;

class Checker {
 public:
  Checker(syntax::File& file, const std::vector<std::string>& broken,
          std::vector<Diagnostic>& diagnostics)
      : file_(file), broken_(broken), diagnostics_(diagnostics) {}

  void run() {
    declare_all();
    for (Decl& decl : file_.decls) check(decl);
  }

 private:
  void report(Code code, Span at, std::string message) {
    diagnostics_.push_back(make_diagnostic(code, *file_.source, at, std::move(message)));
  }
  bool is_reserved(std::string_view name) const {
    const Symbol* symbol = scope_.global(name);
    return symbol && symbol->target.kind == Target::Kind::builtin;
  }
  void reject_reserved(std::string_view name, Span at, std::string_view what) {
    if (is_reserved(name)) {
      report(Code::duplicate, at,
             fmt::format("found `{}` as {}, expected another name: it is a built-in function", name,
                         what));
    }
  }

  // Declarations
  void declare_all();
  void declare(const Decl& decl, Target target);
  void check(Decl& decl);
  void bind_parameters(const Decl& decl);
  void check_axis(Decl& decl);
  void bind_axes(Decl& decl);

  // Expressions
  void resolve(Expr& expr, bool after_in = false);
  void resolve_aggregate(Expr& expr);
  void resolve_let(Expr& expr);
  void resolve_set(Expr& expr);
  void resolve_name(Expr& expr, bool after_in);
  void check_local(const Expr& expr);
  void check_symbol(Expr& expr, const Symbol& symbol, bool after_in);
  void check_builtin(const Expr& expr, const Symbol& symbol, bool after_in);
  void check_use_in_default(const Expr& expr, const Symbol& symbol);
  void report_unknown(const Expr& expr);
  void resolve_axis(syntax::AxisName& axis);
  bool is_variable_of_aggregate(const Expr& expr) const;
  void check_variables(const Expr& expr, const Decl& decl, std::size_t found);

  syntax::File& file_;
  const std::vector<std::string>& broken_;
  std::vector<Diagnostic>& diagnostics_;
  Scope scope_;
  std::unordered_map<std::string_view, const Decl*> outputs_;
  const Expr* aggregate_ = nullptr;  ///< the aggregate whose item was entered last
  const Expr* filter_ = nullptr;     ///< the filter of a sum or product that was entered last
  const Decl* current_ = nullptr;    ///< the declaration being checked
  std::uint32_t own_static_ = 0;     ///< its index, where it is a static
};

void Checker::declare_all() {
  for (std::uint32_t i = 0; i < builtins().size(); ++i)
    scope_.declare(builtins()[i].name, {{Target::Kind::builtin, i}});
  reject_reserved(file_.name, file_.name_span, "the grammar's name");
  std::array<std::uint32_t, 7> counts{};
  for (const Decl& decl : file_.decls) {
    if (decl.kind == Decl::Kind::output) {
      reject_reserved(decl.name, decl.name_span, "the name of an output");
      const auto [first, is_new] = outputs_.emplace(decl.name, &decl);
      if (!is_new) {
        const Position position = file_.source->position(first->second->name_span.begin);
        report(Code::duplicate, decl.name_span,
               fmt::format(
                   "found the output {} again, expected each output once: the first is in line {}",
                   diagc::quoted(decl.name), position.line));
      }
      continue;
    }
    if (decl.kind == Decl::Kind::axis) {
      declare(decl, {Target::Kind::axis, counts[static_cast<std::size_t>(decl.kind)]++});
      continue;
    }
    declare(decl, {target_kind(decl.kind), counts[static_cast<std::size_t>(decl.kind)]++});
  }
  for (const std::string& name : broken_) scope_.declare(name, {});
}

void Checker::declare(const Decl& decl, Target target) {
  if (is_reserved(decl.name))
    return reject_reserved(decl.name, decl.name_span, "the name of a declaration");
  if (scope_.declare(decl.name, {target, &decl})) return;
  const Decl& first = *scope_.global(decl.name)->decl;
  report(
      Code::duplicate, decl.name_span,
      fmt::format("found {} again, expected each name to be declared once: line {} has the {} {}",
                  diagc::quoted(decl.name), file_.source->position(first.name_span.begin).line,
                  kind_name(first.kind), diagc::quoted(first.name)));
}

void Checker::check(Decl& decl) {
  current_ = &decl;
  scope_.enter_frame();
  for (const auto& range : decl.ranges) resolve(*range);
  for (const auto& parameter : decl.parameters) {
    if (parameter.range) resolve(*parameter.range, true);
  }
  // The ranges of an output's indices know none of the indices; their binders may use the same
  // slots.
  bind_parameters(decl);
  bind_axes(decl);
  if (decl.kind == Decl::Kind::axis) {
    check_axis(decl);
  } else if (decl.body) {
    resolve(*decl.body);
  }
  decl.frame_size = scope_.frame_size();
  if (decl.kind == Decl::Kind::constant) ++own_static_;
}

void Checker::bind_parameters(const Decl& decl) {
  std::unordered_map<std::string_view, int> seen;
  for (const auto& parameter : decl.parameters) {
    reject_reserved(parameter.name, parameter.span,
                    decl.kind == Decl::Kind::output ? "an index" : "a parameter");
    if (seen[parameter.name]++ == 1) {
      report(Code::duplicate, parameter.span,
             fmt::format("found {} twice among the {} of {}, expected different names",
                         diagc::quoted(parameter.name),
                         decl.kind == Decl::Kind::output ? "indices" : "parameters",
                         diagc::quoted(decl.name)));
    }
    scope_.bind(parameter.name);
  }
}

/// Input and output name axes; variables of a def or fn have the axes of what they are called with.
void Checker::bind_axes(Decl& decl) {
  std::unordered_map<std::string_view, int> seen;
  for (auto& parameter : decl.axes) {
    if (!parameter.axis.name.empty()) resolve_axis(parameter.axis);
    if (parameter.name.empty()) continue;
    reject_reserved(parameter.name, parameter.span, "an axis variable");
    if (seen[parameter.name]++ == 1) {
      report(Code::duplicate, parameter.span,
             fmt::format("found {} twice among the axis variables of {}, expected different names",
                         diagc::quoted(parameter.name), diagc::quoted(decl.name)));
    }
    scope_.bind(parameter.name, Scope::Local::variable);
  }
}

void Checker::check_axis(Decl& decl) {
  const Expr& extent = *decl.body;
  if (extent.kind == Expr::Kind::name && extent.text == "cyclic" && !scope_.global("cyclic")) {
    report(Code::definition, extent.at,
           fmt::format("found the cyclic axis {0}, expected an axis of static extent, as in `axis "
                       "{1} : 2`: axes whose length is known at run time are not supported",
                       diagc::quoted(decl.name), decl.name));
    return;
  }
  resolve(*decl.body);
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
  if (symbol.target.kind == Target::Kind::builtin) return check_builtin(expr, symbol, after_in);
  if (symbol.target.kind == Target::Kind::axis) {
    report(Code::kind, expr.at,
           fmt::format("found the axis {} as a value, expected it behind `:`, as in `sum(x : {})`",
                       diagc::quoted(expr.text), expr.text));
    return;
  }
  if (current_->kind == Decl::Kind::constant) check_use_in_default(expr, symbol);
  const Decl& decl = *symbol.decl;
  const bool takes_arguments = decl.kind == Decl::Kind::family || decl.kind == Decl::Kind::function;
  const std::size_t expected = takes_arguments ? decl.parameters.size() : decl.ranges.size();
  if (decl.kind == Decl::Kind::input && decl.ranges.empty() && expr.called &&
      expr.axis_arguments.empty() && !decl.axes.empty()) {
    return check_variables(expr, decl, expr.operands.size());
  }
  const bool right_brackets = takes_arguments ? expr.kind == Expr::Kind::name : !expr.called;
  if (right_brackets && expr.operands.size() == expected)
    return check_variables(expr, decl, expr.axis_arguments.size());
  report(Code::arity, expr.at,
         fmt::format("found {}, expected {}", written(expr, kind_name(decl.kind)),
                     usage(decl, *file_.source)));
}

void Checker::check_variables(const Expr& expr, const Decl& decl, std::size_t found) {
  if (found == decl.axes.size()) return;
  report(Code::arity, expr.at,
         fmt::format("found {} for the {} {}, expected {}", axis_variables(found),
                     kind_name(decl.kind), diagc::quoted(expr.text),
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
  }
}

void Checker::check_use_in_default(const Expr& expr, const Symbol& symbol) {
  if (symbol.target.kind != Target::Kind::constant) {
    report(
        Code::kind, expr.at,
        fmt::format(
            "found the {} {} in the default of the static {}, expected earlier statics only",
            kind_name(symbol.decl->kind), diagc::quoted(expr.text), diagc::quoted(current_->name)));
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

Rules collect(syntax::File file) {
  Rules rules;
  rules.file = std::make_shared<const syntax::File>(std::move(file));
  for (const Decl& decl : rules.file->decls) {
    switch (decl.kind) {
      case Decl::Kind::constant:
        rules.statics.push_back(&decl);
        break;
      case Decl::Kind::param:
        rules.params.push_back(&decl);
        break;
      case Decl::Kind::input:
        rules.inputs.push_back(&decl);
        break;
      case Decl::Kind::family:
        rules.families.push_back(&decl);
        break;
      case Decl::Kind::function:
        rules.functions.push_back(&decl);
        break;
      case Decl::Kind::output:
        rules.outputs.push_back(&decl);
        break;
      case Decl::Kind::axis:
        rules.axes.push_back(&decl);
        break;
    }
  }
  return rules;
}

Rules check_parsed(syntax::Parsed parsed) {
  Checker(parsed.file, parsed.broken, parsed.diagnostics).run();
  sort_diagnostics(parsed.diagnostics);
  if (!parsed.diagnostics.empty()) throw InputError(std::move(parsed.diagnostics));
  return collect(std::move(parsed.file));
}

}  // namespace

Rules check(syntax::File file) {
  return check_parsed({.file = std::move(file), .diagnostics = {}, .broken = {}});
}

Rules load(SourcePtr source) { return check_parsed(syntax::parse_all(std::move(source))); }

}  // namespace diagc::rules
