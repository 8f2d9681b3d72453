// Families as declarations: their parameters, their bodies, and names of the theory that they need.
#include <algorithm>
#include <set>

#include "compiler/theory/index.h"
#include "compiler/theory/walk.h"

namespace diagc::theory {

using syntax::Decl;
using syntax::Expr;

namespace {

void number_calls(Expr& expr, const std::set<std::string>& families, const Terms& captured) {
  for (auto& operand : expr.operands) number_calls(*operand, families, captured);
  for (auto& item : expr.items) {
    if (item.expr) number_calls(*item.expr, families, captured);
  }
  if (expr.kind != Expr::Kind::name || !families.contains(expr.text)) return;
  expr.called = true;
  for (const Term& name : captured) expr.operands.push_back(Term(name).take());
}

}  // namespace

std::vector<std::string> Walker::parameters(const Shape& shape) const {
  switch (shape.kind) {
    case Shape::Kind::external_line:
    case Shape::Kind::loop: {
      std::vector<std::string> result;
      for (const Term& term : arguments(shape, place_of(shape))) result.push_back(term->text);
      return result;
    }
    case Shape::Kind::line_back:
      return {at_name_};
    case Shape::Kind::rest:
      return {};
    case Shape::Kind::leg:
      if (is_external(shape.species)) return {};
      return {leg_name_};
    case Shape::Kind::eager: {
      std::vector<std::string> result = parameters(*shape.inner);
      if (!is_external(shape.species)) result.push_back(eager_name_);
      return result;
    }
    case Shape::Kind::moved:
    case Shape::Kind::inserted:
    case Shape::Kind::tadpole:
      return own_parameters(shape);
  }
  throw std::logic_error("parameters: no such shape");
}

std::vector<std::string> Walker::own_parameters(const Shape&) const {
  throw std::logic_error("parameters: no counterterms");
}
Term Walker::own_body(const Shape&) { throw std::logic_error("body: no counterterms"); }
std::string Walker::own_name(const Shape&) const {
  throw std::logic_error("name: no counterterms");
}
std::string Walker::own_documentation(const Shape&) const {
  throw std::logic_error("documentation: no counterterms");
}

Term Walker::body(const Shape& shape) {
  switch (shape.kind) {
    case Shape::Kind::external_line:
    case Shape::Kind::loop:
      return line_body(shape);
    case Shape::Kind::line_back:
      return line_back_body(shape);
    case Shape::Kind::rest:
      return rest_body();
    case Shape::Kind::leg:
    case Shape::Kind::eager:
      return leg_body(shape);
    case Shape::Kind::moved:
    case Shape::Kind::inserted:
    case Shape::Kind::tadpole:
      return own_body(shape);
  }
  throw std::logic_error("body: no such shape");
}

std::vector<std::string> Walker::state_parameters() const {
  std::vector<std::string> all;
  if (!last_name_.empty()) all.push_back(last_name_);
  all.insert(all.end(), touched_names_.begin(), touched_names_.end());
  if (has_waiting_) all.push_back(waiting_name_);
  for (const Status& status : statuses_) all.push_back(status.set);
  if (blocks_) all.push_back(first_name_);
  return all;
}

Terms Walker::state_arguments(const State& state) const {
  Terms all;
  if (!last_name_.empty()) all.push_back(name(last_name_));
  all.insert(all.end(), state.touched.begin(), state.touched.end());
  if (has_waiting_) all.push_back(state.waiting);
  for (const Term& set : state.open) all.push_back(set);
  if (blocks_) all.push_back(state.first);
  return all;
}

void Walker::write_families(Derived& derived) {
  for (std::size_t next = 0; next < todo_.size(); ++next) {
    const auto [shape, family] = todo_[next];
    Decl& decl = derived.families.emplace_back();
    decl.kind = Decl::Kind::family;
    decl.name = family;
    decl.doc = documentation(shape);
    decl.has_list = true;
    decl.derived = true;
    std::vector<std::string> all = state_parameters();
    for (const std::string& parameter : parameters(shape)) all.push_back(parameter);
    for (const std::string& parameter : all) decl.parameters.push_back({parameter, {}, nullptr});
    Term value = body(shape);
    derived.families[next].body = std::move(value).take();
  }
}

/// Names that indices of external points use become parameters of the families that need them, and of those that call these.
void Walker::hand_on_captured(Derived& derived) const {
  if (request_.captured.empty()) return;
  const auto mentions_any = [](const Expr& expr, const auto& texts) {
    return std::ranges::any_of(texts,
                               [&](const std::string& text) { return mentions(expr, text); });
  };
  std::set<std::string> needing;
  for (bool more = true; more;) {
    more = false;
    for (const Decl& family : derived.families) {
      const bool needs =
          mentions_any(*family.body, request_.captured) || mentions_any(*family.body, needing);
      if (needs && needing.insert(family.name).second) more = true;
    }
  }
  Terms captured;
  for (const std::string& text : request_.captured) captured.push_back(name(text));
  for (Decl& family : derived.families) {
    number_calls(*family.body, needing, captured);
    if (!needing.contains(family.name)) continue;
    for (const std::string& text : request_.captured)
      family.parameters.push_back({text, {}, nullptr});
  }
  number_calls(*derived.value.operator->(), needing, captured);
}

}  // namespace diagc::theory
