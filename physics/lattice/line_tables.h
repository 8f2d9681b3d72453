// Tables of lines other than G0: propagators in a field, phonons, interactions.
#pragma once

#include "physics/lattice/geometry.h"
#include "physics/lattice/model.h"
#include "physics/lattice/spectrum.h"

namespace diagc::lattice {

/// V of every row. `space` is that of the options.
std::vector<double> interaction_rows(const ModelOptions& options, const Space& space);

/// g² ⟨T x(τ) x(0)⟩ = g² cosh(ω0 (β/2 − τ)) / sinh(ω0 β/2) of one oscillator, 0 ≤ τ ≤ β.
double phonon(double omega0, double g, double beta, double tau);

/// Of all levels, the largest |ε|.
double largest_energy(const Spectrum& spectrum);

/// Fills model.lines, whose table, space and mu are made; all tables get the intervals of the finest. `spectrum`: null with an own propagator, whose
/// levels are not known. Throws WrongModel.
void make_lines(const ModelOptions& options, std::uint32_t degree, double bound, Spectrum* spectrum,
                Model& model);

}  // namespace diagc::lattice
