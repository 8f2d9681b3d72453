#include "diagc/rules.h"

#include "compiler/driver/derivation.h"
#include "compiler/rules/rules.h"
#include "compiler/syntax/print.h"
#include "library/diagnostics.h"

namespace diagc {

namespace {

Declared declared(const syntax::Decl& decl, std::string type) {
  return {.name = decl.name, .doc = decl.doc.value_or(""), .type = std::move(type)};
}

std::vector<Declared> numbers_declared(const std::vector<const syntax::Decl*>& decls) {
  std::vector<Declared> list;
  for (const syntax::Decl* decl : decls) {
    list.push_back(
        declared(*decl, type_name(decl->type.shape, decl->type.scalar == syntax::Scalar::complex)));
  }
  return list;
}

}  // namespace

Declarations read_declarations(std::string text, const std::string& name) {
  Declarations result;
  try {
    const rules::Rules rules = rules::load(std::make_shared<const Source>(name, std::move(text)));
    result.name = rules.file->name;
    result.doc = rules.file->doc.value_or("");
    result.theory = rules.is_theory();
    for (const syntax::Decl* decl : rules.statics)
      result.statics.push_back(declared(*decl, decl->is_bool ? "bool" : "int"));
    result.params = numbers_declared(rules.params);
    result.inputs = numbers_declared(rules.inputs);
    for (const syntax::Decl* decl : rules.outputs) result.outputs.push_back(declared(*decl, ""));
  } catch (const InputError& error) {
    result = {};
    result.diagnostics = in_public(error.diagnostics());
  }
  return result;
}

Derived derive_rules(std::string text, const std::string& name,
                     const std::map<std::string, std::string>& statics, const std::string& walk) {
  Derived result;
  try {
    const rules::Rules theory = rules::load(std::make_shared<const Source>(name, std::move(text)));
    if (!theory.is_theory()) {
      throw InputError(make_diagnostic(
          Code::definition, *theory.file->source, theory.file->name_span,
          "found no field, expected a theory: its rules are written already, nothing is to be "
          "derived"));
    }
    result.rules =
        syntax::print(derive_smallest(theory, {.statics = statics, .walk = walk_named(walk)}));
  } catch (const InputError& error) {
    result.diagnostics = in_public(error.diagnostics());
  }
  return result;
}

}  // namespace diagc
