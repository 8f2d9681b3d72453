#include "compiler/theory/derive.h"

#include <algorithm>

#include <fmt/format.h>

#include "compiler/theory/dressed.h"
#include "compiler/theory/dyson.h"
#include "compiler/theory/line_ends.h"
#include "compiler/theory/parts.h"

namespace diagc::theory {

using syntax::Decl;
using syntax::Expr;
using syntax::ExprPtr;

namespace {

bool has_place(Span span) { return span.end > 0; }

/// What was made here stands where the theory has its sum of diagrams; what was taken over keeps its place.
void place(Expr& expr, const Expr& at) {
  if (!has_place(expr.span)) {
    expr.span = at.span;
    expr.at = at.at;
  }
  for (Span& span : expr.op_spans) {
    if (!has_place(span)) span = at.at;
  }
  for (auto& item : expr.items) {
    if (!has_place(item.name_span)) item.name_span = at.at;
    if (item.expr) place(*item.expr, at);
  }
  for (ExprPtr& operand : expr.operands) place(*operand, at);
}

/// The declaration but for its body.
Decl head_of(const Decl& decl) {
  Decl copy;
  copy.kind = decl.kind;
  copy.span = decl.span;
  copy.name_span = decl.name_span;
  copy.name = decl.name;
  copy.doc = decl.doc;
  copy.is_bool = decl.is_bool;
  copy.type = decl.type;
  copy.has_list = decl.has_list;
  copy.axes = decl.axes;
  for (const ExprPtr& range : decl.ranges) copy.ranges.push_back(clone(*range));
  for (const auto& parameter : decl.parameters)
    copy.parameters.push_back({parameter.name, parameter.span, clone_or_null(parameter.range)});
  return copy;
}

void find_diagrams(const Expr& expr, std::vector<const Expr*>& found) {
  if (expr.kind == Expr::Kind::diagrams) found.push_back(&expr);
  for (const ExprPtr& operand : expr.operands) find_diagrams(*operand, found);
  for (const auto& item : expr.items) {
    if (item.expr) find_diagrams(*item.expr, found);
  }
}

std::vector<const Expr*> all_diagrams(const rules::Rules& theory) {
  std::vector<const Expr*> found;
  for (const Decl& decl : theory.file->decls) {
    for (const ExprPtr& range : decl.ranges) find_diagrams(*range, found);
    for (const auto& parameter : decl.parameters) {
      if (parameter.range) find_diagrams(*parameter.range, found);
    }
    if (decl.flavour_count) find_diagrams(*decl.flavour_count, found);
    for (const auto& flavour : decl.flavours) {
      if (flavour.range) find_diagrams(*flavour.range, found);
    }
    if (decl.body) find_diagrams(*decl.body, found);
  }
  return found;
}

class Deriver {
 public:
  Deriver(const rules::Rules& theory, const Choice& choice)
      : theory_(theory), choice_(choice), names_(theory), source_(*theory.file->source) {}

  syntax::File run();

 private:
  void check_places() const;
  void replace(ExprPtr& expr);
  Term derive_one(const Expr& diagrams);

  const rules::Rules& theory_;
  Choice choice_;
  Names names_;
  const Source& source_;
  syntax::File file_;
};

syntax::File Deriver::run() {
  const syntax::File& given = *theory_.file;
  file_.source = given.source;
  file_.name = given.name;
  file_.name_span = given.name_span;
  file_.head_span = given.head_span;
  file_.doc = given.doc;
  file_.comments = given.comments;
  check_places();
  for (const Decl& decl : given.decls) {
    if (decl.kind == Decl::Kind::field || decl.kind == Decl::Kind::vertex) continue;
    Decl copy = head_of(decl);
    copy.body = clone_or_null(decl.body);
    if (copy.body) replace(copy.body);
    file_.decls.push_back(std::move(copy));
  }
  return std::move(file_);
}

/// Diagrams are dynamic values: of defs, fns and outputs.
void Deriver::check_places() const {
  std::vector<const Expr*> allowed;
  for (const Decl& decl : theory_.file->decls) {
    const bool is_rule = decl.kind == Decl::Kind::family || decl.kind == Decl::Kind::function ||
                         decl.kind == Decl::Kind::output;
    if (is_rule) find_diagrams(*decl.body, allowed);
  }
  for (const Expr* expr : all_diagrams(theory_)) {
    if (std::ranges::count(allowed, expr) > 0) continue;
    throw InputError(make_diagnostic(
        Code::kind, source_, expr->at,
        fmt::format("found `{}` here, expected it in the value of an output, def or fn",
                    expr->text)));
  }
}

void Deriver::replace(ExprPtr& expr) {
  if (expr->kind == Expr::Kind::diagrams) {
    // Names were resolved in the tree of the theory, not in its copy.
    const auto all = all_diagrams(theory_);
    const auto original = std::ranges::find_if(all, [&](const Expr* other) {
      return other->span.begin == expr->span.begin && other->span.end == expr->span.end;
    });
    expr = derive_one(**original).take();
    return;
  }
  for (ExprPtr& operand : expr->operands) replace(operand);
  for (auto& item : expr->items) {
    if (item.expr) replace(item.expr);
  }
}

Term Deriver::derive_one(const Expr& diagrams) {
  Choice choice = choice_;
  if (const auto asked = asked_walk(diagrams)) choice.walk = *asked;
  const Model model = make_model(theory_, choice.walk);
  const Request request = read_request(model, diagrams, source_);
  if (choice.eager && !can_be_eager(model, request)) choice.eager = false;
  if (!request.entry) choice.ends = false;
  Derived derived = can_sum_ends(model, request) ? derive_line_ends(model, request, names_, source_)
                    : choice.dyson && has_dyson(model, request)
                        ? derive_dyson(model, request, choice, names_, source_)
                    : choice.ends && has_skeletons(model, request)
                        ? derive_skeletons(model, request, choice, names_, source_)
                    : has_parts(request) ? derive_parts(model, request, choice, names_, source_)
                                         : derive_walk(model, request, choice, names_, source_);
  for (Decl& family : derived.families) {
    family.span = diagrams.span;
    family.name_span = diagrams.at;
    for (auto& parameter : family.parameters) parameter.span = diagrams.at;
    place(*family.body, diagrams);
    file_.decls.push_back(std::move(family));
  }
  place(*derived.value.operator->(), diagrams);
  return std::move(derived.value);
}

}  // namespace

syntax::File derive(const rules::Rules& theory, const Choice& choice) {
  return Deriver(theory, choice).run();
}

std::vector<std::pair<std::string, const Expr*>> diagrams_of_outputs(const rules::Rules& theory) {
  std::vector<std::pair<std::string, const Expr*>> result;
  for (const Decl* output : theory.outputs) {
    std::vector<const Expr*> found;
    find_diagrams(*output->body, found);
    for (const Expr* diagrams : found) result.emplace_back(output->name, diagrams);
  }
  return result;
}

bool is_right_when_summed(const rules::Rules& rules) {
  return std::ranges::any_of(rules.families, [](const Decl* family) {
    return family->doc && family->doc->find(holds_summed) != std::string::npos;
  });
}

namespace {

/// A declaration by which `derivative` or `source` means something else in the file.
const Decl* hides_derivatives(const rules::Rules& theory) {
  const auto found = std::ranges::find_if(theory.file->decls, [](const Decl& decl) {
    return decl.name == "derivative" || decl.name == "source";
  });
  return found == theory.file->decls.end() ? nullptr : &*found;
}

std::vector<Choice> choices_for(const rules::Rules& theory, std::optional<Walk> walk,
                                bool has_derivatives) {
  const bool has_single = std::ranges::any_of(theory.fields, [](const Decl* field) {
    return field->statistics == syntax::Statistics::real && !field->flavour_count &&
           field->flavours.empty();
  });
  bool has_ends = false, has_irreducible = false;
  for (const Expr* diagrams : all_diagrams(theory)) {
    has_ends = has_ends || !diagrams->operands.empty();
    has_irreducible = has_irreducible || (has_ends && diagrams->text == "irreducible");
  }
  std::vector<Choice> choices;
  for (const Walk each : {Walk::lowest, Walk::trail, Walk::line}) {
    if (walk ? each != *walk : !has_single && each != Walk::lowest) continue;
    if (has_single) choices.push_back({.walk = each, .eager = true});
    choices.push_back({.walk = each});
  }
  if (!has_ends || !has_derivatives) return choices;
  const std::vector<Choice> plain = choices;
  for (Choice choice : plain) {
    choice.ends = true;
    choices.push_back(choice);
  }
  for (Choice choice : plain) {
    choice.ends = choice.dyson = true;
    if (has_irreducible) choices.push_back(choice);
  }
  return choices;
}

}  // namespace

std::vector<Form> forms(const rules::Rules& theory, std::optional<Walk> walk) {
  std::optional<InputError> refused;
  const auto derived = [&](bool has_derivatives) {
    std::vector<Form> result;
    for (const Choice& choice : choices_for(theory, walk, has_derivatives)) {
      try {
        result.push_back({choice, derive(theory, choice)});
      } catch (const InputError& error) {
        if (!refused) refused = error;
      }
    }
    return result;
  };
  const Decl* hidden = hides_derivatives(theory);
  std::vector<Form> result = derived(!hidden);
  if (!result.empty()) return result;
  if (hidden && !derived(true).empty()) {
    throw InputError(make_diagnostic(
        Code::duplicate, *theory.file->source, hidden->name_span,
        fmt::format("found {} as the name of a declaration, expected another one: the diagrams of "
                    "this theory are derived by the functions `derivative` and `source`",
                    diagc::quoted(hidden->name))));
  }
  throw InputError(*refused);
}

}  // namespace diagc::theory
