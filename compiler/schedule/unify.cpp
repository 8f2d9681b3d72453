#include <algorithm>
#include <map>
#include <optional>

#include "compiler/schedule/templates.h"

namespace diagc {

namespace {

enum class State : std::uint8_t { kept, absent, one };

/// A template without some of its imports and columns, in the form that a panel without them has.
struct Lesser {
  Template form;
  std::vector<std::uint32_t> leaves, imports;  ///< of the whole template, by those of the form
};

bool reads(const TemplateTerm& term, std::uint32_t import) {
  return std::ranges::any_of(term.factors, [&](const TemplateOperand& factor) {
    return factor.kind == TemplateOperand::Kind::import && factor.index == import;
  });
}

Lesser lessen(const Template& whole, const std::vector<State>& imports, bool columns) {
  Lesser lesser{whole, {}, {}};
  if (!columns) lesser.form.columns.clear();
  for (TemplateStatement& statement : lesser.form.statements) {
    for (std::uint32_t import = 0; import < imports.size(); ++import) {
      if (imports[import] == State::absent) {
        std::erase_if(statement.terms, [&](const TemplateTerm& t) { return reads(t, import); });
      }
      if (imports[import] != State::one) continue;
      for (TemplateTerm& term : statement.terms) {
        std::erase_if(term.factors, [&](const TemplateOperand& factor) {
          return factor.kind == TemplateOperand::Kind::import && factor.index == import;
        });
      }
    }
    std::ranges::stable_sort(statement.terms, {}, rank_of);
  }
  std::map<std::uint32_t, std::uint32_t> leaf, import;
  const auto renumber = [&](TemplateOperand& operand) {
    const auto number = [&](auto& known, std::vector<std::uint32_t>& whole_numbers) {
      const auto [place, fresh] =
          known.try_emplace(operand.index, static_cast<std::uint32_t>(known.size()));
      if (fresh) whole_numbers.push_back(operand.index);
      operand.index = place->second;
    };
    if (operand.kind == TemplateOperand::Kind::leaf) number(leaf, lesser.leaves);
    if (operand.kind == TemplateOperand::Kind::import) number(import, lesser.imports);
  };
  for (TemplateStatement& statement : lesser.form.statements) {
    for (TemplateTerm& term : statement.terms) {
      for (TemplateOperand& factor : term.factors) renumber(factor);
    }
    for (TemplateOperand& operand : statement.operands) renumber(operand);
  }
  lesser.form.leaves = static_cast<std::uint32_t>(lesser.leaves.size());
  lesser.form.imports = static_cast<std::uint32_t>(lesser.imports.size());
  return lesser;
}

/// Imports that anything but a term reads cannot be left out.
bool only_in_terms(const Template& form) {
  return std::ranges::all_of(form.statements, [](const TemplateStatement& statement) {
    return std::ranges::none_of(statement.operands, [](const TemplateOperand& operand) {
      return operand.kind == TemplateOperand::Kind::import;
    });
  });
}

/// All choices of imports and columns to leave out of a template.
std::vector<std::pair<std::vector<State>, bool>> ways(const Template& form) {
  constexpr std::uint32_t most_imports = 3;
  std::vector<std::pair<std::vector<State>, bool>> result;
  const bool few = form.imports <= most_imports && only_in_terms(form);
  std::uint32_t states = 1;
  for (std::uint32_t i = 0; few && i < form.imports; ++i) states *= 3;
  for (std::uint32_t code = 0; code < states; ++code) {
    std::vector<State> imports(form.imports, State::kept);
    for (std::uint32_t i = 0, rest = code; few && i < form.imports; ++i, rest /= 3) {
      imports[i] = static_cast<State>(rest % 3);
    }
    if (code > 0) result.emplace_back(imports, true);
    if (!form.columns.empty()) result.emplace_back(imports, false);
  }
  return result;
}

/// Makes a use of the lesser form a use of the whole template.
void extend(TemplateUse& use, const Template& whole, const Lesser& lesser,
            const std::vector<State>& states) {
  std::vector<NodeId> imports(whole.imports, absent_import);
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    if (states[i] == State::one) imports[i] = unit_import;
  }
  for (std::uint32_t i = 0; i < lesser.imports.size(); ++i) {
    imports[lesser.imports[i]] = use.imports[i];
  }
  // Inputs that only missing terms read may be any.
  std::vector<NodeId> leaves(whole.leaves, use.leaves.empty() ? no_node : use.leaves.front());
  for (std::uint32_t i = 0; i < lesser.leaves.size(); ++i) {
    leaves[lesser.leaves[i]] = use.leaves[i];
  }
  use.imports = std::move(imports);
  use.leaves = std::move(leaves);
  use.columns.resize(whole.columns.size());
}

}  // namespace

bool Templates::may_lack_import(std::uint32_t index, std::uint32_t import) const {
  return std::ranges::any_of(uses, [&](const TemplateUse& use) {
    return use.index == index && use.imports[import] == absent_import;
  });
}

bool Templates::may_lack_column(std::uint32_t index, std::uint32_t kind) const {
  return std::ranges::any_of(uses, [&](const TemplateUse& use) {
    return use.index == index && use.columns[kind].empty();
  });
}

void unify(Templates& templates) {
  std::map<Template, std::uint32_t> known;
  for (std::uint32_t i = 0; i < templates.templates.size(); ++i) {
    known.emplace(templates.templates[i], i);
  }
  std::vector<std::uint32_t> target(templates.templates.size());
  for (std::uint32_t i = 0; i < target.size(); ++i) target[i] = i;
  for (std::uint32_t index = 0; index < templates.templates.size(); ++index) {
    if (target[index] != index) continue;
    const Template& whole = templates.templates[index];
    for (const auto& [states, columns] : ways(whole)) {
      const Lesser lesser = lessen(whole, states, columns);
      const auto found = known.find(lesser.form);
      if (found == known.end() || found->second == index) continue;
      const std::uint32_t other = found->second;
      // A template that has taken in others stays.
      const bool free = target[other] == other && std::ranges::count(target, other) == 1;
      if (!free) continue;
      const bool readable = std::ranges::all_of(templates.uses, [&](const TemplateUse& use) {
        return use.index != other || !use.leaves.empty() || whole.leaves == 0;
      });
      if (!readable) continue;
      for (TemplateUse& use : templates.uses) {
        if (use.index == other) extend(use, whole, lesser, states);
      }
      for (TemplateUse& use : templates.uses) {
        if (use.index == other) use.index = index;
      }
      target[other] = index;
    }
  }
  std::vector<std::uint32_t> kept(target.size(), 0);
  std::vector<Template> forms;
  for (std::uint32_t i = 0; i < target.size(); ++i) {
    if (target[i] != i) continue;
    kept[i] = static_cast<std::uint32_t>(forms.size());
    forms.push_back(std::move(templates.templates[i]));
  }
  for (TemplateUse& use : templates.uses) use.index = kept[use.index];
  templates.templates = std::move(forms);
}

}  // namespace diagc
