// Models of theories from rule files.
#pragma once

#include <memory>
#include <string>

#include "compiler/source/source.h"
#include "physics/dynamics/compiled_interaction.h"
#include "physics/dynamics/propagate.h"

namespace diagc::dynamics {

inline std::shared_ptr<const CompiledInteraction> theory_of_text(
    const std::string& rules, const std::vector<std::size_t>& grid,
    const TheoryOptions& options = {}) {
  return std::make_shared<const CompiledInteraction>(
      std::make_shared<const Source>("t.diag", rules), grid, options);
}

/// A theory of `grammars/dynamics`.
inline std::shared_ptr<const CompiledInteraction> theory_of_grammar(
    const std::string& name, const std::vector<std::size_t>& grid,
    const TheoryOptions& options = {}) {
  return std::make_shared<const CompiledInteraction>(
      read_source(DIAGC_SOURCE_DIR "/grammars/dynamics/" + name + ".diag"), grid, options);
}

/// Two sites with different levels.
inline Model dimer_of(std::shared_ptr<const Interaction> interaction, double vertex) {
  Model model;
  model.grid = {1};
  model.bands = 2;
  model.h = {0.4, -1, -1, -0.2};
  model.interaction = std::move(interaction);
  model.vertex = [vertex](double) { return vertex; };
  return model;
}

/// A ring, ε(k) = −cos k + 0.3 cos 2k, which reflections leave as it is.
inline Model ring_of(std::shared_ptr<const Interaction> interaction, double vertex) {
  Model model;
  model.grid = {interaction->points()};
  model.bands = 1;
  model.h = bands_from_hopping(model.grid, 1, {{{1}, 0, 0, -0.5}, {{2}, 0, 0, 0.15}});
  model.interaction = std::move(interaction);
  model.vertex = [vertex](double) { return vertex; };
  return model;
}

}  // namespace diagc::dynamics
