// What a series in U is of. docs/method.md has the formulas.
#pragma once

#include <string>
#include <string_view>

namespace diagc::series {

/// All per site.
enum class Observable {
  density,            ///< ⟨n_σ⟩ of one flavour
  double_occupancy,   ///< ⟨n_σ n_σ'⟩ of one pair of flavours
  energy,             ///< ⟨H⟩ of all flavours, without −μ Σ n
  log_z,              ///< ln Z/Z₀
  staggered_density,  ///< mean over the sites of s_i ⟨n_iσ⟩ of one flavour, s_i = 1 and −1 on the sublattices (lattice::ModelOptions::staggered)
};

/// "density", "double_occupancy", …: as jobs and results name it.
std::string name_of(Observable observable);

/// Whether an observable of this name is of one flavour, so that all of them have N times that: a density is, as is what other rule files put
/// out; not what is measured at a frequency or a time, whose names have a space ("green Re iw_0").
bool is_per_flavour(std::string_view name);

struct Job;

/// Throws InputError at the job's key where the model lacks what the observable takes: derivatives by U are at fixed μ, which a Hartree shift
/// moves; an own propagator tells neither its levels nor sublattices; a pair takes flavours.
void require_model_of(Observable observable, const Job& job);

}  // namespace diagc::series
