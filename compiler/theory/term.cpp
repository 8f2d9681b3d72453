#include "compiler/theory/term.h"

#include <algorithm>

#include "compiler/syntax/print.h"

namespace diagc::theory {

using syntax::Expr;
using syntax::ExprPtr;
using syntax::Item;
using syntax::Op;

namespace {

Term make(Expr::Kind kind, Terms operands = {}) {
  auto expr = std::make_unique<Expr>();
  expr->kind = kind;
  for (Term& operand : operands) expr->operands.push_back(std::move(operand).take());
  return Term(std::move(expr));
}

/// Long chains stay flat: what is a chain of the same level is taken apart.
Term chain(Terms operands, const std::vector<Op>& ops) {
  if (operands.size() == 1) return std::move(operands[0]);
  Term result = make(Expr::Kind::chain, std::move(operands));
  result->ops = ops;
  result->op_spans.resize(ops.size());
  return result;
}

bool is_chain_of(const Term& term, std::initializer_list<Op> ops) {
  return term->kind == Expr::Kind::chain && std::ranges::find(ops, term->ops.front()) != ops.end();
}

/// A chain and one more operand.
Term extend(Term left, Op op, Term right, std::initializer_list<Op> level) {
  if (is_chain_of(left, level)) {
    left->operands.push_back(std::move(right).take());
    left->ops.push_back(op);
    left->op_spans.emplace_back();
    return left;
  }
  Terms both;
  both.push_back(std::move(left));
  both.push_back(std::move(right));
  return chain(std::move(both), {op});
}

Term aggregate(Expr::Kind kind, Binders binders, Term body) {
  Terms bodies;
  bodies.push_back(std::move(body));
  Term result = make(kind, std::move(bodies));
  for (Binder& binder : binders) {
    Item item;
    item.name = binder.name;
    item.expr = std::move(binder.set).take();
    result->items.push_back(std::move(item));
  }
  return result;
}

Terms pair(Term left, Term right) {
  Terms both;
  both.push_back(std::move(left));
  both.push_back(std::move(right));
  return both;
}

Term negated(Term term) {
  if (is_chain_of(term, {Op::multiply, Op::divide})) {
    Term first(std::move(term->operands[0]));
    term->operands[0] = negated(std::move(first)).take();
    return term;
  }
  Terms one;
  one.push_back(std::move(term));
  Term result = make(Expr::Kind::unary, std::move(one));
  result->ops = {Op::negate};
  return result;
}

using Values = std::map<std::string, Term>;

void replace(ExprPtr& expr, const Values& values);

/// A bound name hides the outer one from there on.
Values hidden_by(const std::string& bound, Values values) {
  values.erase(bound);
  return values;
}

void replace_in_items(Expr& expr, Values values) {
  for (Item& item : expr.items) {
    if (item.expr) replace(item.expr, values);
    for (auto& index : item.indices) replace(index.range, values);
    if (!item.name.empty()) values = hidden_by(item.name, std::move(values));
  }
  replace(expr.operands[0], values);
}

void replace(ExprPtr& expr, const Values& values) {
  if (values.empty()) return;
  if (expr->kind == Expr::Kind::name && !expr->called && expr->operands.empty()) {
    if (const auto found = values.find(expr->text); found != values.end()) {
      expr = clone(*found->second);
      return;
    }
  }
  if (!expr->items.empty()) return replace_in_items(*expr, values);
  if (expr->kind == Expr::Kind::let) {
    replace(expr->operands[0], values);
    return replace(expr->operands[1], hidden_by(expr->text, values));
  }
  for (ExprPtr& operand : expr->operands) replace(operand, values);
  for (ExprPtr& argument : expr->axis_arguments) replace(argument, values);
}

}  // namespace

ExprPtr clone_or_null(const ExprPtr& expr) { return expr ? clone(*expr) : nullptr; }

ExprPtr clone(const Expr& expr) {
  auto copy = std::make_unique<Expr>();
  copy->kind = expr.kind;
  copy->span = expr.span;
  copy->at = expr.at;
  copy->text = expr.text;
  copy->ops = expr.ops;
  copy->op_spans = expr.op_spans;
  copy->parenthesised = expr.parenthesised;
  copy->called = expr.called;
  for (const ExprPtr& operand : expr.operands) copy->operands.push_back(clone(*operand));
  for (const ExprPtr& argument : expr.axis_arguments)
    copy->axis_arguments.push_back(clone(*argument));
  for (const Item& item : expr.items) {
    Item& made = copy->items.emplace_back();
    made.name = item.name;
    made.name_span = item.name_span;
    made.expr = clone_or_null(item.expr);
    made.axis = item.axis;
    for (const auto& index : item.indices)
      made.indices.push_back({index.name, index.span, clone_or_null(index.range)});
  }
  if (expr.diagrams) {
    copy->diagrams = std::make_unique<syntax::Diagrams>();
    copy->diagrams->options = expr.diagrams->options;
    for (const syntax::Operator& part : expr.diagrams->operators) {
      copy->diagrams->operators.push_back({part.field, part.span, part.creates,
                                           clone_or_null(part.flavour), clone_or_null(part.at),
                                           part.power, part.power_span});
    }
  }
  return copy;
}

Term name(std::string_view text) {
  Term result = make(Expr::Kind::name);
  result->text = text;
  return result;
}

Term integer(std::int64_t value) {
  Term result = make(Expr::Kind::number);
  result->text = std::to_string(value < 0 ? -value : value);
  return value < 0 ? negated(std::move(result)) : result;
}

Term number(const Number& value) {
  const auto digits = [](const auto& whole) {
    Term result = make(Expr::Kind::number);
    result->text = whole.str();
    return result;
  };
  Term result = digits(boost::multiprecision::numerator(value));
  if (boost::multiprecision::denominator(value) == 1) return result;
  return chain(pair(std::move(result), digits(boost::multiprecision::denominator(value))),
               {Op::divide});
}

Term call(std::string_view text, Terms arguments) {
  Term result = make(Expr::Kind::name, std::move(arguments));
  result->text = text;
  result->called = !result->operands.empty();
  return result;
}

Term set_of(Terms elements) { return make(Expr::Kind::set, std::move(elements)); }

Term range(Term first, Term last) {
  return make(Expr::Kind::range, pair(std::move(first), std::move(last)));
}

Term compare(Op op, Term left, Term right) {
  Term result = make(Expr::Kind::compare, pair(std::move(left), std::move(right)));
  result->ops = {op};
  return result;
}

Term bracket(Term condition) {
  Terms one;
  one.push_back(std::move(condition));
  return make(Expr::Kind::bracket, std::move(one));
}

Term all_of(Terms conditions) {
  if (conditions.empty()) return {};
  const std::vector<Op> ops(conditions.size() - 1, Op::logical_and);
  return chain(std::move(conditions), ops);
}

Term if_then_else(Term condition, Term yes, Term no) {
  Terms parts = pair(std::move(condition), std::move(yes));
  parts.push_back(std::move(no));
  return make(Expr::Kind::conditional, std::move(parts));
}

Term let(std::string_view text, Term value, Term body) {
  Term result = make(Expr::Kind::let, pair(std::move(value), std::move(body)));
  result->text = text;
  return result;
}

Term sum(Binders binders, Term body) {
  return aggregate(Expr::Kind::sum, std::move(binders), std::move(body));
}

Term product(Binders binders, Term body) {
  return aggregate(Expr::Kind::product, std::move(binders), std::move(body));
}

Term power(Term base, Term exponent) {
  return make(Expr::Kind::power, pair(std::move(base), std::move(exponent)));
}

Term without(Term set, Term subset) {
  return extend(std::move(set), Op::subtract, std::move(subset), {Op::add, Op::subtract});
}

Term with(Term set, Term subset) {
  if (set->kind == Expr::Kind::set && set->operands.empty()) return subset;
  return extend(std::move(set), Op::add, std::move(subset), {Op::add, Op::subtract});
}

Binder only(Term condition) { return {"", std::move(condition)}; }

Term intersection(Term a, Term b) {
  return chain(pair(std::move(a), std::move(b)), {Op::intersect});
}

Term is_empty(Term set) { return compare(Op::equal, std::move(set), set_of({})); }

Term negation(Term condition) {
  auto result = std::make_unique<syntax::Expr>();
  result->kind = syntax::Expr::Kind::unary;
  result->ops = {Op::logical_not};
  result->operands.push_back(std::move(condition).take());
  return Term(std::move(result));
}

Term times(Terms factors) {
  if (factors.empty()) return integer(1);
  Terms flat;
  std::vector<Op> ops;
  for (Term& factor : factors) {
    if (!flat.empty()) ops.push_back(Op::multiply);
    // A quotient in front, as of 1/6, keeps its meaning without brackets; elsewhere it gets them from the printer.
    if (flat.empty() && is_chain_of(factor, {Op::multiply, Op::divide})) {
      for (ExprPtr& operand : factor->operands) flat.emplace_back(std::move(operand));
      ops.insert(ops.end(), factor->ops.begin(), factor->ops.end());
    } else {
      flat.push_back(std::move(factor));
    }
  }
  return chain(std::move(flat), ops);
}

void Addition::add(Term term, bool negative) { terms_.emplace_back(negative, std::move(term)); }

Term Addition::take() && {
  if (terms_.empty()) return integer(0);
  Terms operands;
  std::vector<Op> ops;
  for (auto& [negative, term] : terms_) {
    if (operands.empty()) {
      operands.push_back(negative ? negated(std::move(term)) : std::move(term));
    } else {
      ops.push_back(negative ? Op::subtract : Op::add);
      operands.push_back(std::move(term));
    }
  }
  return chain(std::move(operands), ops);
}

void Product::add_to(Addition& addition) && {
  if (coefficient == 0) return;
  const Number size = abs(coefficient);
  Terms all;
  if (binders.empty() && size != 1) all.push_back(number(size));
  for (Term& condition : conditions) all.push_back(bracket(std::move(condition)));
  if (binders.empty()) {
    for (Term& factor : factors) all.push_back(std::move(factor));
  } else {
    Terms inner;
    if (size != 1) inner.push_back(number(size));
    for (Term& factor : factors) inner.push_back(std::move(factor));
    all.push_back(sum(std::move(binders), times(std::move(inner))));
  }
  addition.add(times(std::move(all)), coefficient < 0);
}

Term substitute(const Expr& expr, const std::map<std::string, Term>& values) {
  ExprPtr copy = clone(expr);
  replace(copy, values);
  return Term(std::move(copy));
}

bool mentions(const Expr& expr, std::string_view text) {
  if ((expr.kind == Expr::Kind::name || expr.kind == Expr::Kind::index) && expr.text == text)
    return true;
  const auto in = [&](const ExprPtr& part) { return part && mentions(*part, text); };
  return std::ranges::any_of(expr.operands, in) ||
         std::ranges::any_of(expr.items, [&](const Item& item) { return in(item.expr); }) ||
         std::ranges::any_of(expr.axis_arguments, in);
}

std::string text_of(const Expr& expr) { return syntax::print(expr); }

}  // namespace diagc::theory
