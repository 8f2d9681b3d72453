// Walks a tree and fills in what its names mean; used by check.cpp alone.
#pragma once

#include <fmt/format.h>

#include "compiler/rules/rules.h"
#include "compiler/rules/scope.h"

namespace diagc::rules {

class Checker {
 public:
  using Decl = syntax::Decl;
  using Expr = syntax::Expr;
  using Target = syntax::Target;

  Checker(syntax::File& file, const std::vector<std::string>& broken,
          std::vector<Diagnostic>& diagnostics)
      : file_(file), broken_(broken), diagnostics_(diagnostics) {}

  void run() {
    declare_all();
    for (Decl& decl : file_.decls) check(decl);
    check_greens();
  }

 private:
  void report(Code code, Span at, std::string message) {
    diagnostics_.push_back(make_diagnostic(code, *file_.source, at, std::move(message)));
  }
  bool is_reserved(std::string_view name) const {
    const Symbol* symbol = scope_.global(name);
    return symbol && symbol->target.kind == Target::Kind::builtin &&
           !builtins()[symbol->target.index].yields;
  }
  void reject_reserved(std::string_view name, Span at, std::string_view what) {
    if (is_reserved(name)) {
      report(Code::duplicate, at,
             fmt::format("found `{}` as {}, expected another name: it is a built-in function", name,
                         what));
    }
  }

  // check.cpp: declarations
  void declare_all();
  void declare(const Decl& decl, Target target);
  void check(Decl& decl);
  void bind_parameters(const Decl& decl);
  void check_axis(Decl& decl);
  void bind_axes(Decl& decl);

  // resolve_theory.cpp: fields, vertices, operators
  void declare_theory(const Decl& decl);
  void check_field(Decl& decl);
  void check_vertex(Decl& decl);
  void resolve_operator(syntax::Operator& part);
  void resolve_diagrams(Expr& expr);
  void check_option(const syntax::DiagramOption& option);
  const Decl* find_field(std::string_view name, Span at);

  // resolve_contour.cpp: Green's functions at two times
  void check_contour_rule(Decl& decl);
  void check_greens();
  void check_solve(Decl& decl);
  void resolve_equal_times(Expr& expr);
  void resolve_times(Expr& expr, const Decl& decl);

  // resolve.cpp: expressions
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
  std::unordered_map<std::string_view, const Decl*> outputs_, fields_, vertices_;
  const Expr* aggregate_ = nullptr;  ///< the aggregate whose item was entered last
  const Expr* filter_ = nullptr;     ///< the filter of a sum or product that was entered last
  const Decl* current_ = nullptr;    ///< the declaration being checked
  std::uint32_t own_static_ = 0;     ///< its index, where it is a static
};

}  // namespace diagc::rules
