// Expressions of derived rules as values: copied and put together, then moved into the tree.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>

#include "compiler/syntax/tree.h"

namespace diagc::theory {

/// Coefficients and symmetry factors are exact.
using Number = boost::multiprecision::cpp_rational;

/// A copy of the tree, names of meaning not yet resolved.
syntax::ExprPtr clone(const syntax::Expr& expr);

syntax::ExprPtr clone_or_null(const syntax::ExprPtr& expr);

/// An expression with the meaning of a value: copies are deep.
class Term {
 public:
  Term() = default;
  explicit Term(syntax::ExprPtr expr) : expr_(std::move(expr)) {}
  explicit Term(const syntax::Expr& expr) : expr_(clone(expr)) {}
  Term(const Term& other) : expr_(other.expr_ ? clone(*other.expr_) : nullptr) {}
  Term(Term&&) noexcept = default;
  Term& operator=(Term other) noexcept {
    expr_.swap(other.expr_);
    return *this;
  }
  ~Term() = default;

  explicit operator bool() const { return expr_ != nullptr; }
  const syntax::Expr& operator*() const { return *expr_; }
  syntax::Expr* operator->() { return expr_.get(); }
  const syntax::Expr* operator->() const { return expr_.get(); }
  /// The tree itself; the term is empty then.
  syntax::ExprPtr take() && { return std::move(expr_); }

 private:
  syntax::ExprPtr expr_;
};

using Terms = std::vector<Term>;

/// A binder `name in set` of a sum or product; without a name `set` is a filter.
struct Binder {
  std::string name;
  Term set;
};
using Binders = std::vector<Binder>;

Term name(std::string_view text);
Term integer(std::int64_t value);
/// `3`, `1/6`; not negative.
Term number(const Number& value);
Term call(std::string_view text, Terms arguments);
Term set_of(Terms elements);
Term range(Term first, Term last);
Term compare(syntax::Op op, Term left, Term right);
/// `[condition]`
Term bracket(Term condition);
/// All of the conditions; none: null.
Term all_of(Terms conditions);
Term if_then_else(Term condition, Term yes, Term no);
Term let(std::string_view text, Term value, Term body);
Term sum(Binders binders, Term body);
Term product(Binders binders, Term body);
Term power(Term base, Term exponent);
/// `a - b` of sets.
Term without(Term set, Term subset);
/// `a + b` of sets.
Term with(Term set, Term subset);
/// A filter of a sum.
Binder only(Term condition);
/// `a & b` of sets.
Term intersection(Term a, Term b);
Term is_empty(Term set);
/// `not condition`
Term negation(Term condition);

/// The product from left to right; 1 where there are no factors.
Term times(Terms factors);

/// Terms added up, each with its sign.
class Addition {
 public:
  void add(Term term, bool negative = false);
  bool empty() const { return terms_.empty(); }
  /// The sum; 0 where there are no terms.
  Term take() &&;

 private:
  std::vector<std::pair<bool, Term>> terms_;
};

/// A product with an exact coefficient, static conditions in front, and binders that sum over it.
struct Product {
  Number coefficient = 1;
  Terms conditions;
  Binders binders;
  Terms factors;

  void add_to(Addition& addition) &&;
};

/// The expression with names (that are nothing but names) replaced.
Term substitute(const syntax::Expr& expr, const std::map<std::string, Term>& values);

/// Whether the expression names this anywhere.
bool mentions(const syntax::Expr& expr, std::string_view text);

/// Its text, by which expressions are compared.
std::string text_of(const syntax::Expr& expr);

}  // namespace diagc::theory
