#include "programs/dynamics/rule_theory.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "compiler/rules/rules.h"
#include "physics/dynamics/compiled_interaction.h"
#include "programs/command/command.h"
#include "programs/command/rule_file.h"
#include "toolchain/client/toolchain.h"

namespace diagc {

namespace {

/// What cannot be opened is told behind the line of the job that names it.
SourcePtr rules_of_job(const std::string& file) {
  try {
    return open_rules(file);
  } catch (const Failure& failure) {
    std::string message = failure.what();
    const std::string word = "error: ";
    if (message.starts_with(word)) message.erase(0, word.size());
    throw std::runtime_error(message);
  }
}

}  // namespace

dynamics::RuleTheory theory_from_rules(const std::string& file,
                                       const std::map<std::string, std::string>& statics,
                                       const std::vector<std::size_t>& grid, std::size_t bands,
                                       const dynamics::VerticesAlongAxis& along) {
  const SourcePtr source = rules_of_job(file);
  const rules::Rules rules = rules::load(source);
  dynamics::TheoryOptions options;
  options.statics = statics;
  options.measured = true;
  options.along_axis = along;
  for (const auto& [name, values] : along) {
    const auto takes = [&, &name = name](const syntax::Decl* vertex) {
      return vertex->name == name && !vertex->axes.empty();
    };
    if (std::ranges::any_of(rules.couplings, takes)) continue;
    throw std::runtime_error(
        fmt::format("found `along` of the vertex `{}`, expected it of vertices "
                    "along the axis alone, as in `vertex {}(k) : real`",
                    name, name));
  }
  // Without the compiler the interpreter has the mean field, and self-energies are left to devices.
  options.machine_code = toolchain::why_unavailable().empty();
  const bool counts_sites = std::ranges::any_of(
      rules.statics, [](const syntax::Decl* decl) { return decl->name == "sites"; });
  if (counts_sites) options.statics.try_emplace("sites", std::to_string(bands));
  auto interaction = std::make_shared<dynamics::CompiledInteraction>(source, grid, options);
  if (interaction->bands() != bands) {
    throw std::runtime_error(fmt::format("found {} bands, expected {}: `{}` is a theory of {}",
                                         bands, interaction->bands(), rules.file->name,
                                         interaction->bands()));
  }
  std::string plan = interaction->plan_text();
  return {std::move(interaction), std::string(source->text()), std::move(plan)};
}

std::vector<std::string> vertices_of_rules(const std::string& file) {
  std::vector<std::string> names;
  const rules::Rules rules = rules::load(rules_of_job(file));
  for (const syntax::Decl* vertex : rules.couplings) names.push_back(vertex->name);
  return names;
}

}  // namespace diagc
