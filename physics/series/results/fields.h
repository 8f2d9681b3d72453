// What a result file holds: every field with its unit and meaning, once, for the writers, the readers and the documentation.
#pragma once

#include "physics/series/results/result.h"

namespace diagc::integrate {

inline constexpr const char* result_format = "diagc-integration";
inline constexpr int result_version = 1;

/// What holds for a result file as a whole; an attribute of its root.
inline constexpr const char* result_conventions =
    "H = sum_k,s e_k n_ks + (U/2) sum_i sum_(s != s') n_is n_is' - mu N; the observable of one "
    "flavour and site is "
    "sum_n value_n U^n at the chemical potential mu + (flavours - 1) U hartree_alpha of the model. "
    "Energies, "
    "temperatures and mu are in the unit in which t is given, beta in its inverse; k_B = hbar = 1. "
    "Errors are one standard "
    "deviation.";

struct Field {
  const char* name;
  const char* unit;  ///< empty: a pure number or a text
  const char* meaning;
};

/// Calls `visit.value(Field, T&)` for every single value and list, `visit.group(Field, [] {…})` around those of a group,
/// and `visit.rows(Field, std::vector<Row>&, [](Row&, visitor) {…})` for a table. `R` is Result or const Result.
template <class R, class Visitor>
void visit_fields(R& result, Visitor&& visit) {
  visit.value({"grammar", "", "name of the grammar"}, result.grammar);
  visit.value({"observable", "", "output of the grammar; per flavour and site"}, result.observable);
  visit.rows(
      {"orders", "", "coefficients of the series, one row an order"}, result.orders,
      [](auto& row, auto& columns) {
        columns.value({"order", "", "power n of U"}, row.order);
        columns.value({"value", "1/energy^n", "coefficient of U^n"}, row.value);
        columns.value({"error", "1/energy^n", "one standard deviation of it; 0: exact"}, row.error);
        columns.value({"mean_sign", "", "sum of the integrand over the sum of its modulus"},
                      row.mean_sign);
        columns.value({"acceptance", "", "proposals accepted of those made"}, row.acceptance);
        columns.value({"autocorrelation", "steps", "integrated autocorrelation time"},
                      row.autocorrelation);
        columns.value({"effective_samples", "", "independent samples of the same information"},
                      row.effective_samples);
        columns.value({"steps", "steps", "of all walkers, after warm-up"}, row.steps);
        columns.value({"trustworthy", "", "whether the error bar is"}, row.trustworthy);
        columns.value({"warning", "", "why it is not"}, row.warning);
      });
  visit.value({"covariance", "1/energy^(n + m)",
               "of the values, row-major over orders; empty: independent errors"},
              result.covariance);
  visit.group({"model", "", "parameters of the model, as used"}, [&] {
    auto& model = result.model;
    visit.value({"lattice", "", "kind of lattice, or cluster"}, model.lattice);
    visit.value({"size", "sites", "periods; empty: infinite, or a cluster"}, model.size);
    visit.value({"sites", "sites", "of the finite lattice or of the cut-off window"}, model.sites);
    visit.value({"t", "energy", "hopping to nearest neighbours"}, model.t);
    visit.value({"t_prime", "energy", "hopping to next-nearest neighbours"}, model.t_prime);
    visit.value({"beta", "1/energy", "inverse temperature"}, model.beta);
    visit.value({"mu", "energy", "chemical potential of the U = 0 propagator"}, model.mu);
    visit.value({"filling", "", "per flavour and site at U = 0"}, model.filling);
    visit.value({"dn_dmu", "1/energy", "of the filling, at U = 0"}, model.dn_dmu);
    visit.value({"flavours", "", "N of SU(N)"}, model.flavours);
    visit.value({"hartree_alpha", "",
                 "the coefficients belong to the chemical potential mu + (flavours - 1) U "
                 "hartree_alpha; 0: no Hartree shift"},
                model.hartree_alpha);
    visit.value({"propagator", "", "path of the user's own propagator; empty: none"},
                model.propagator);
    visit.value({"table_error", "", "largest error seen of the tabulated propagator"},
                model.table_error);
    visit.value({"finite_size_error", "",
                 "bound on the propagator's difference to that of the infinite lattice; 0: a size "
                 "was asked for"},
                model.finite_size_error);
  });
  visit.group({"run", "", "how the numbers were made"}, [&] {
    auto& run = result.run;
    visit.value({"seed", "", "of all random numbers"}, run.seed);
    visit.value({"walkers", "", "Markov chains of an order"}, run.walkers);
    visit.value({"steps", "steps", "of all walkers and orders, after warm-up"}, run.steps);
    visit.value({"seconds", "s", "from every start or resumption to its end, together"},
                run.seconds);
    visit.value({"steps_per_second", "1/s",
                 "of all walkers and orders while sampling, since the last start or resumption"},
                run.steps_per_second);
    visit.value({"threads", "", "of a rank"}, run.threads);
    visit.value({"ranks", "", "processes"}, run.ranks);
    visit.value({"devices", "", "names of the devices; empty: none"}, run.devices);
    visit.value({"precision", "", "of the integrand"}, run.precision);
    visit.value({"ended_by", "", "steps, target error, time limit or interrupt"}, run.ended_by);
    visit.value({"version", "", "of diagc"}, run.version);
    visit.value({"commit", "", "of diagc"}, run.commit);
  });
}

}  // namespace diagc::integrate
