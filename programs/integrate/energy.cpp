#include "programs/integrate/energy.h"

#include <algorithm>

#include "compiler/syntax/parse.h"
#include "compiler/syntax/print.h"
#include "compiler/theory/index.h"
#include "compiler/theory/names.h"
#include "compiler/theory/term.h"

namespace diagc::integrate {

namespace {

using syntax::Decl;
using syntax::Expr;
using theory::Term;

Term element(const std::string& input, const std::string& a, const std::string& b) {
  auto expr = std::make_unique<Expr>();
  expr->kind = Expr::Kind::index;
  expr->text = input;
  expr->operands.push_back(theory::name(a).take());
  expr->operands.push_back(theory::name(b).take());
  return Term(std::move(expr));
}

bool is_contact(const Decl& vertex) {
  int legs = 0;
  for (const syntax::Operator& part : vertex.operators) {
    legs += part.power.empty() ? 1 : std::stoi(part.power);
    if (!theory::same_index(*part.at, *vertex.operators[0].at)) return false;
  }
  return legs == 4;
}

template <class Decls>
auto* named(Decls& decls, Decl::Kind kind, const std::string& name) {
  const auto found = std::ranges::find_if(
      decls, [&](const Decl& decl) { return decl.kind == kind && decl.name == name; });
  return found == decls.end() ? nullptr : &*found;
}

}  // namespace

EnergyOfTheory energy_of_theory(const rules::Rules& theory, const std::string& output,
                                const std::string& propagator) {
  syntax::File file = syntax::parse(theory.file->source);
  Decl* const value = named(file.decls, Decl::Kind::output, output);
  const Decl* const given = named(file.decls, Decl::Kind::input, propagator);
  const bool is_log_z = value->body->kind == Expr::Kind::diagrams &&
                        value->body->text == "connected" &&
                        value->body->diagrams->operators.empty();
  if (!is_log_z) return {.source = {}, .beta = {}, .refused = "one whose output is `connected()`"};
  const bool is_of_contacts = given != nullptr && given->ranges.size() == 2 &&
                              theory.inputs.size() == 1 && theory.fields.size() == 1 &&
                              theory.vertices.size() == 1 && is_contact(*theory.vertices[0]);
  if (!is_of_contacts) {
    return {.source = {},
            .beta = {},
            .refused =
                "contact interactions of one field with one propagator, whose ln Z says how "
                "it depends on beta"};
  }
  theory::Names names(theory);
  theory::Names::Locals locals(names);
  const std::string beta = names.fresh("H"), a = locals.fresh("a"), b = locals.fresh("b");
  Decl direction;
  direction.kind = Decl::Kind::input;
  direction.name = beta;
  direction.doc = "derivative of the energy";
  direction.type = given->type;
  for (const auto& range : given->ranges) direction.ranges.push_back(theory::clone(*range));
  Term by = theory::call("derivative", {Term(std::move(value->body)), element(propagator, a, b)});
  value->body = theory::sum({{a, Term(*given->ranges[0])}, {b, Term(*given->ranges[1])}},
                            theory::times({std::move(by), element(beta, a, b)}))
                    .take();
  file.decls.push_back(std::move(direction));
  return {
      .source = std::make_shared<const Source>(theory.file->source->path(), syntax::print(file)),
      .beta = beta,
      .refused = {}};
}

}  // namespace diagc::integrate
