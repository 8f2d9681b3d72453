// Products along the contour, and equations with them, on the rows of a panel: for each k point by itself.
//
// C = ∫_C A(z, s) B(s, z') ds has the components that collision integrals have (collision.h),
//
//   C<(t, t') = ∫_0^t A^D(t, s) B<(s, t') ds − ∫_0^t' A<(t, s) B^D(s, t') ds − i ∫_0^β A^⌉(t, τ) B^⌈(τ, t') dτ,
//   C^D(t, t') = ∫_t'^t A^D(t, s) B^D(s, t') ds,
//   C^⌉(t, τ) = ∫_0^t A^D(t, s) B^⌉(s, τ) ds + ∫_0^β A^⌉(t, τ') B(τ' − τ) dτ',
//
// with B(s, t') at t' > s, and B^⌈, from the adjoint field: −conj B(z', z) = σ B̄(z, z'),
// B^⌈(τ, t) = −ζ σ conj B̄^⌉(t, β − τ), ζ = 1 where B is periodic in imaginary time and −1 where it is not.
//
// Equations T = X + Σ L @ T are linear in the rows of the panel: with W_lm = Δ A_lm L^D(t_l, t_m), (1 − W) T(·, t') is X and what stored rows of T give.
#pragma once

#include "physics/dynamics/fields/field_rows.h"
#include "physics/dynamics/fields/staged_theory.h"

namespace diagc::dynamics {

/// Makes what the stage has products and equations for: `fields` holds the rows of their factors.
void contour_products(const arrays::TwoTimePlan& plan, const arrays::TwoTimeStage& stage,
                      const TwoTime& past, double length, FieldsOfPanel& fields, unsigned threads);

}  // namespace diagc::dynamics
