// From integrals to coefficients: which integral an observable's order takes, its factor, and order 0. docs/method.md derives them.
#pragma once

#include "physics/lattice/model.h"
#include "physics/series/job/job.h"
#include "programs/integrate/form.h"

namespace diagc::integrate {

/// What a rule file of this form gives for a job that says so, or that says nothing. Throws InputError at the job's key where it does not
/// give that, or where the model lacks what it takes.
/// `has_beta`: without a measured point it has the derivative of the energy (energy.h).
series::Observable observable_of(const series::Job& job, const Form& form, bool has_beta = false);

/// Vertices of the integral that order n takes: n, and one more for the double occupancy, a derivative of ln Z by U.
int vertices_of(series::Observable observable, int order);

/// The second table that the integrals take.
lattice::Derivative derivative_of(series::Observable observable, const Form& form);

/// coefficient of Uⁿ = factor · ∫ of vertices_of(n) vertices, one of them fixed unless there is a measured one. `sign`: −1, or 1 where the
/// rule file has the signs. All labellings at once are divided by the factorial of the vertices' number.
double factor_of(series::Observable observable, const Form& form, series::Labellings labellings,
                 double sign, int order, const lattice::Model& model);

/// The coefficient of order 0 of a form without measured point, exact.
double zeroth_of(series::Observable observable, const lattice::Model& model);

}  // namespace diagc::integrate
