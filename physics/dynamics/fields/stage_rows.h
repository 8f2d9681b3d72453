// A stage's kernel on the rows of a panel: all points of the lattice at a pair of times at once.
#pragma once

#include <span>

#include "physics/dynamics/fields/field_rows.h"
#include "physics/dynamics/fields/staged_theory.h"
#include "physics/dynamics/model.h"

namespace diagc::dynamics {

/// A block of columns: its place in rows of G and Σ, that in rows of fields, and the times of its nodes.
struct StageBlock {
  std::size_t of_green = 0, of_fields = 0;
  std::span<const double> times;
};

/// What a stage reads and writes, at all points of the lattice.
struct StageRows {
  const PanelRows& panel;  ///< G
  FieldsOfPanel& fields;
  PanelRows& self_energy;  ///< that the last stage writes
};

/// Writes what the stage writes at (t_l, t') for t' of the blocks, and at (t_l, τ) where there is an imaginary branch; `times`: those of the rows.
void stage_rows(const Model& model, const StagedTheory& theory, std::size_t stage,
                std::span<const double> times, std::span<const StageBlock> blocks,
                const ImaginaryBranch* branch, const StageRows& rows, unsigned threads);

/// All blocks of rows that follow the past, those of T⁺ left out.
std::vector<StageBlock> stage_blocks(const TwoTime& past, std::span<const double> times);

}  // namespace diagc::dynamics
