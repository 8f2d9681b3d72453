// What names mean in theories of Green's functions at two times.
#include <algorithm>

#include <fmt/format.h>

#include "compiler/rules/checker.h"
#include "compiler/rules/names.h"

namespace diagc::rules {

using syntax::Decl;
using syntax::Expr;
using syntax::Target;

/// `self G`, `local G` and `mu G` have the indices and axes of G.
void Checker::check_contour_rule(Decl& decl) {
  const Symbol* symbol = scope_.global(decl.green.name);
  if (symbol && symbol->target.kind == Target::Kind::unresolved) return;
  if (!symbol || !symbol->decl || symbol->decl->kind != Decl::Kind::green) {
    report(Code::unknown_name, decl.green.span,
           fmt::format("found {}, expected the name of a green of this file",
                       diagc::quoted(decl.green.name)));
    return;
  }
  const Decl& green = *symbol->decl;
  decl.green.index = symbol->target.index;
  if (decl.parameters.size() != green.ranges.size()) {
    report(Code::arity, decl.green.span,
           fmt::format("found {} {} of {}, expected {}, as the green has them",
                       decl.parameters.size(), decl.parameters.size() == 1 ? "index" : "indices",
                       diagc::quoted(decl.name), green.ranges.size()));
  }
  if (decl.axes.size() != green.axes.size()) {
    report(Code::arity, decl.green.span,
           fmt::format("found {} of {}, expected {}", axis_variables(decl.axes.size()),
                       diagc::quoted(decl.name), axis_usage(green)));
  }
  for (std::size_t k = 0; k < std::min(decl.axes.size(), green.axes.size()); ++k) {
    const Symbol* axis = scope_.global(green.axes[k].axis.name);
    if (axis && axis->target.kind == Target::Kind::axis)
      decl.axes[k].axis.index = axis->target.index;
  }
}

/// `solve T[i in R](q)`: its axes are those of the first green where none is named.
void Checker::check_solve(Decl& decl) {
  const auto green = std::ranges::find(file_.decls, Decl::Kind::green, &Decl::kind);
  if (green == file_.decls.end()) return;
  if (decl.axes.size() != green->axes.size()) {
    report(Code::arity, decl.name_span,
           fmt::format("found {} of the solve {}, expected {}, as the green {} has",
                       axis_variables(decl.axes.size()), diagc::quoted(decl.name),
                       axis_usage(*green), diagc::quoted(green->name)));
    return;
  }
  for (std::size_t k = 0; k < decl.axes.size(); ++k) {
    if (!decl.axes[k].axis.name.empty()) continue;
    const Symbol* axis = scope_.global(green->axes[k].axis.name);
    if (axis && axis->target.kind == Target::Kind::axis)
      decl.axes[k].axis.index = axis->target.index;
  }
}

/// Every green has one self-energy.
void Checker::check_greens() {
  for (const Decl& decl : file_.decls) {
    if (decl.kind != Decl::Kind::green || outputs_.contains("self " + decl.name)) continue;
    if (std::ranges::find(broken_, "self " + decl.name) != broken_.end()) continue;
    report(Code::definition, decl.name_span,
           fmt::format("found the green {} without a `self {}`, expected its self-energy: `self "
                       "{}{}({}) = …`",
                       diagc::quoted(decl.name), decl.name, decl.name,
                       decl.ranges.empty() ? "" : "[…]", decl.axes.empty() ? "" : "x"));
  }
}

/// `rho(G)(x)` of a green without indices is parsed as a call.
void Checker::resolve_equal_times(Expr& expr) {
  const bool may_be = expr.text == "rho" && expr.called && expr.operands.size() == 1 &&
                      expr.operands[0]->kind == Expr::Kind::name && !expr.operands[0]->called &&
                      !scope_.local("rho") && !scope_.global("rho");
  if (!may_be) return;
  const Symbol* symbol = scope_.global(expr.operands[0]->text);
  if (!symbol || !symbol->decl || symbol->decl->kind != Decl::Kind::green) return;
  expr.text = expr.operands[0]->text;
  expr.operands.clear();
  expr.called = false;
  expr.equal_times = true;
}

/// Which of G, G' and rho(G), or of U and U', a name means.
void Checker::resolve_times(Expr& expr, const Decl& decl) {
  const bool is_green = decl.kind == Decl::Kind::green;
  if ((expr.exchanged && count_of_times(decl) == 1) || (expr.equal_times && !is_green)) {
    report(Code::kind, expr.at,
           fmt::format("found {} of the {} {}, expected it of a green{} alone",
                       expr.exchanged ? "`'`" : "`rho`", syntax::keyword(decl.kind),
                       diagc::quoted(expr.text), expr.exchanged ? ", a vertex or a solve" : ""));
    return;
  }
  if (expr.exchanged) ++expr.target.index;
  if (expr.equal_times) expr.target.index += 2;
}

}  // namespace diagc::rules
