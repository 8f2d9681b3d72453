// What names mean in the declarations of a theory and of the outputs that are sums of its diagrams.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "compiler/rules/checker.h"
#include "compiler/rules/names.h"
#include "compiler/source/spelling.h"

namespace diagc::rules {

using syntax::Decl;
using syntax::Expr;

/// Names of fields and of vertices lie apart from each other and from those of inputs.
void Checker::declare_theory(const Decl& decl) {
  auto& table = decl.kind == Decl::Kind::field ? fields_ : vertices_;
  const auto [first, is_new] = table.emplace(decl.name, &decl);
  if (is_new) return;
  const std::string_view kind = syntax::keyword(decl.kind);
  report(Code::duplicate, decl.name_span,
         fmt::format("found the {} {} again, expected each {} once: the first is in line {}", kind,
                     diagc::quoted(decl.name), kind,
                     file_.source->position(first->second->name_span.begin).line));
}

void Checker::check_field(Decl& decl) {
  if (decl.flavour_count) resolve(*decl.flavour_count);
  for (const auto& flavour : decl.flavours) {
    if (flavour.range) resolve(*flavour.range, true);
  }
  std::unordered_map<std::string_view, int> seen;
  for (const auto* names : {&decl.flavours, &decl.parameters}) {
    for (const auto& name : *names) {
      reject_reserved(name.name, name.span, "an index of a field");
      if (seen[name.name]++ == 1) {
        report(Code::duplicate, name.span,
               fmt::format(
                   "found {} twice among the indices of the field {}, expected different names",
                   diagc::quoted(name.name), diagc::quoted(decl.name)));
      }
      scope_.bind(name.name);
    }
  }
  resolve(*decl.body);
  decl.frame_size = scope_.frame_size();
}

void Checker::check_vertex(Decl& decl) {
  const auto& label = decl.parameters[0];
  resolve(*label.range, true);
  reject_reserved(label.name, label.span, "the label of a vertex");
  scope_.bind(label.name);
  if (decl.body) resolve(*decl.body);
  for (syntax::Operator& part : decl.operators) resolve_operator(part);
  decl.frame_size = scope_.frame_size();
}

const Decl* Checker::find_field(std::string_view name, Span at) {
  if (const auto found = fields_.find(name); found != fields_.end()) return found->second;
  if (std::ranges::find(broken_, name) != broken_.end()) return nullptr;
  NearestName nearest(name);
  std::string names;
  for (const Decl& decl : file_.decls) {
    if (decl.kind != Decl::Kind::field) continue;
    nearest.consider(decl.name);
    names += (names.empty() ? "" : ", ") + diagc::quoted(decl.name);
  }
  std::string hint = names.empty() ? ": this file declares none" : ": this file has " + names;
  if (!nearest.found().empty())
    hint = fmt::format(": did you mean {}?", diagc::quoted(nearest.found()));
  report(Code::unknown_name, at,
         fmt::format("found {}, expected the name of a field{}", diagc::quoted(name), hint));
  return nullptr;
}

void Checker::resolve_operator(syntax::Operator& part) {
  if (part.flavour) resolve(*part.flavour);
  if (part.at) resolve(*part.at);
  const Decl* field = find_field(part.field, part.span);
  if (!field) return;
  const std::string name = diagc::quoted(part.field);
  if (part.creates && field->statistics == syntax::Statistics::real) {
    report(Code::kind, part.span,
           fmt::format("found {}, expected `{}`: the field {} is real, it has one operator",
                       diagc::quoted(part.field + "+"), part.field, name));
  }
  if (part.flavour && field->flavours.empty()) {
    report(Code::arity, part.flavour->span,
           fmt::format("found a flavour for the field {}, expected none: {}", name,
                       field->flavour_count ? "its flavours are all equal" : "it has no flavours"));
  }
  if (part.power.empty()) return;
  if (field->statistics == syntax::Statistics::fermion) {
    report(Code::kind, part.power_span,
           fmt::format("found a power of the fermion {}, expected each operator once: equal ones "
                       "give zero",
                       name));
  } else if (part.power.find_first_not_of("0123456789") != std::string::npos ||
             part.power.size() > 2 || std::stoi(part.power) == 0) {
    report(Code::value, part.power_span,
           fmt::format("found the power {}, expected an integer from 1 to 99",
                       diagc::quoted(part.power)));
  }
}

void Checker::resolve_diagrams(Expr& expr) {
  for (const auto& operand : expr.operands) resolve(*operand);
  for (syntax::Operator& part : expr.diagrams->operators) resolve_operator(part);
  for (const auto& option : expr.diagrams->options) check_option(option);
  const auto& options = expr.diagrams->options;
  for (auto option = options.begin(); option != options.end(); ++option) {
    const bool again = std::any_of(options.begin(), option, [&](const auto& earlier) {
      return earlier.name.text == option->name.text;
    });
    if (again) {
      report(Code::duplicate, option->name.span,
             fmt::format("found the option {} again, expected each option once",
                         diagc::quoted(option->name.text)));
    }
  }
}

void Checker::check_option(const syntax::DiagramOption& option) {
  const std::string& name = option.name.text;
  const auto takes_one_of = [&](std::initializer_list<std::string_view> words,
                                std::string_view shown) {
    if (option.words.size() == 1 && std::ranges::count(words, option.words[0].text) > 0) return;
    report(Code::syntax, option.words.empty() ? option.name.span : option.words[0].span,
           fmt::format("found {}, expected {}",
                       option.words.empty() ? fmt::format("`{}` alone", name)
                                            : diagc::quoted(option.words[0].text),
                       shown));
  };
  if (name == "cut" || name == "even") {
    if (option.words.empty()) {
      report(Code::syntax, option.name.span,
             fmt::format("found `{0}` alone, expected a field, as in `{0} psi`", name));
    }
    for (const auto& word : option.words) {
      const Decl* field = find_field(word.text, word.span);
      if (name == "even" && field && field->statistics == syntax::Statistics::real) {
        report(Code::kind, word.span,
               fmt::format("found the real field {}, expected a fermion or boson: loops of real "
                           "fields have no direction that could cancel",
                           diagc::quoted(word.text)));
      }
    }
  } else if (name == "walk") {
    takes_one_of({"line", "trail", "lowest"}, "`walk line`, `walk trail` or `walk lowest`");
  } else if (name == "labellings") {
    takes_one_of({"all", "each"}, "`labellings all` or `labellings each`");
  } else {
    report(Code::syntax, option.name.span,
           fmt::format("found the option {}, expected `cut`, `even`, `walk` or `labellings`",
                       diagc::quoted(name)));
  }
}

}  // namespace diagc::rules
