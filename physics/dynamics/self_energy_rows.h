// Σ on the rows of a panel: all points of the lattice at a pair of times at once, where everything else goes point by point.
#pragma once

#include <span>

#include "physics/dynamics/model.h"
#include "physics/dynamics/two_time.h"

namespace diagc::dynamics {

/// Writes Σ< and Σ^D = Σ> − Σ< at (t_l, t') for t' stored and of the panel, blocks 0 … panels − 1 and panels + 1; that of T⁺ stays as it is.
/// With an imaginary branch Σ^⌉(t_l, τ), too.
/// `panel` holds L and D there, `times` the panel's nodes.
void self_energy_rows(const Model& model, const TwoTime& past, std::span<const double> times,
                      const PanelRows& panel, PanelRows& self_energy, unsigned threads);

/// A block of columns: its place in rows, and the times of its nodes.
struct ColumnBlock {
  std::size_t place;
  std::span<const double> times;
};

/// A function and its spectral part at all points of the lattice and some blocks of columns.
struct ColumnRows {
  BlockTable lesser, spectral;
};

/// The same of some blocks of columns. `self_energy` may be `panel`.
void self_energy_of_columns(const Model& model, std::span<const double> times,
                            std::span<const ColumnBlock> columns, const ColumnRows& panel,
                            const ColumnRows& self_energy, unsigned threads);

/// Σ^⌉(t_l, τ) of rows at mixed times.
void mixed_self_energy(const Model& model, const ImaginaryBranch& branch,
                       std::span<const double> times, const BlockRows& panel,
                       BlockRows& self_energy, unsigned threads);

}  // namespace diagc::dynamics
