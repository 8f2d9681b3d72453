// A stage's kernel on the rows of a panel: all points of the lattice at a pair of times at once.
#pragma once

#include <span>

#include "physics/dynamics/fields/field_rows.h"
#include "physics/dynamics/fields/staged_theory.h"
#include "physics/dynamics/model.h"

namespace diagc::dynamics {

/// Writes what the stage writes at (t_l, t') for t' stored and of the panel, and at (t_l, τ) where there is an imaginary branch. The last stage writes
/// Σ< and Σ^D to `self_energy`, as self_energy_rows() does. `panel` holds L and D, `fields` what the stage reads besides, `times` the panel's nodes.
void stage_rows(const Model& model, const StagedTheory& theory, std::size_t stage,
                const TwoTime& past, std::span<const double> times, const PanelRows& panel,
                FieldsOfPanel& fields, PanelRows& self_energy, unsigned threads);

}  // namespace diagc::dynamics
