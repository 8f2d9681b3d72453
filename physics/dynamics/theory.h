// Theories by the name of their rule file.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "physics/dynamics/interaction.h"

namespace diagc::dynamics {

/// Names that theory() takes.
std::vector<std::string> theory_names();

/// A theory on a grid with so many bands, or sites of a cell. Throws std::runtime_error where there is none of the name, or where it has another number of
/// bands.
std::shared_ptr<const Interaction> theory(const std::string& name,
                                          const std::vector<std::size_t>& grid, std::size_t bands);

}  // namespace diagc::dynamics
