#include "physics/series/results/fields.h"

#include "physics/series/results/result_file.h"

namespace diagc::series {

namespace {

using runs::field;
using runs::Fields;
using runs::group;
using runs::list;
using runs::rows;

Fields order_fields() {
  using Row = OrderResult;
  return {
      field({.name = "order", .doc = "power n of U"}, &Row::order),
      field({.name = "value", .unit = "1/energy^n", .doc = "coefficient of U^n"}, &Row::value),
      field(
          {.name = "error", .unit = "1/energy^n", .doc = "one standard deviation of it; 0: exact"},
          &Row::error),
      field({.name = "mean_sign", .doc = "sum of the integrand over the sum of its modulus"},
            &Row::mean_sign),
      field({.name = "acceptance", .doc = "accepted proposals over all proposals"},
            &Row::acceptance),
      field({.name = "autocorrelation", .unit = "steps", .doc = "integrated autocorrelation time"},
            &Row::autocorrelation),
      field({.name = "effective_samples", .doc = "independent samples of the same information"},
            &Row::effective_samples),
      field({.name = "steps", .unit = "steps", .doc = "of all walkers, after warm-up"},
            &Row::steps),
      field({.name = "trustworthy", .doc = "whether the error bar is"}, &Row::trustworthy),
      field({.name = "warning", .doc = "why it is not"}, &Row::warning),
      field({.name = "evaluations", .doc = "of the integrand, after warm-up", .optional = true},
            &Row::evaluations),
      field({.name = "relative_variance",
             .doc = "error^2 times evaluations over value^2",
             .optional = true},
            &Row::relative_variance),
      field({.name = "sampling",
             .doc = "chain, tree, independent; empty: the value is exact",
             .optional = true},
            &Row::sampling),
      field({.name = "draws",
             .doc = "what samples are drawn by: random, sobol; empty: the value is exact",
             .optional = true},
            &Row::draws),
      field({.name = "largest_share",
             .doc = "of one independent sample in the sum of the squares of all",
             .optional = true},
            &Row::largest_share),
  };
}

Fields model_fields() {
  using M = ModelParameters;
  return {
      field({.name = "lattice", .doc = "kind of lattice, or cluster"}, &M::lattice),
      list({.name = "size", .unit = "sites", .doc = "periods; empty: infinite, or a cluster"},
           &M::size),
      field({.name = "sites",
             .unit = "sites",
             .doc = "of the finite lattice or of the cut-off window"},
            &M::sites),
      field({.name = "t",
             .unit = "energy",
             .doc = "hopping to nearest neighbours; of no meaning for clusters and own propagators",
             .finite = true},
            &M::t),
      field({.name = "t_prime",
             .unit = "energy",
             .doc = "hopping to next-nearest neighbours",
             .finite = true},
            &M::t_prime),
      field({.name = "beta", .unit = "1/energy", .doc = "inverse temperature", .finite = true},
            &M::beta),
      field({.name = "mu",
             .unit = "energy",
             .doc = "chemical potential of the U = 0 propagator; nan: the own propagator holds it"},
            &M::mu),
      field({.name = "filling", .doc = "per flavour and site at U = 0", .finite = true},
            &M::filling),
      field({.name = "dn_dmu",
             .unit = "1/energy",
             .doc = "of the filling, at U = 0; nan: the own propagator does not tell"},
            &M::dn_dmu),
      field({.name = "flavours", .doc = "N of SU(N)", .finite = true}, &M::flavours),
      field({.name = "hartree_alpha",
             .doc = "the coefficients belong to the chemical potential mu + (flavours - 1) U "
                    "hartree_alpha; 0: no Hartree shift",
             .finite = true},
            &M::hartree_alpha),
      list({.name = "hopping",
            .unit = "energy",
            .doc = "h_ab of a cluster, row-major; empty: a lattice or an own propagator",
            .optional = true},
           &M::hopping),
      field({.name = "field",
             .unit = "energy",
             .doc = "H has - field sum_i (n_i,up - n_i,down)/2; 0: none, or no line of one spin",
             .finite = true,
             .optional = true},
            &M::field),
      field({.name = "staggered",
             .unit = "energy",
             .doc = "H has staggered sum_i s_i n_i, s_i = 1, -1 on the two sublattices",
             .finite = true,
             .optional = true},
            &M::staggered),
      list({.name = "V",
            .unit = "energy",
            .doc = "of a site and of nearest neighbours; empty: no line is an interaction",
            .optional = true},
           &M::interaction),
      field({.name = "omega0",
             .unit = "energy",
             .doc = "frequency of the oscillators; 0: no line is a phonon",
             .finite = true,
             .optional = true},
            &M::omega0),
      field({.name = "g",
             .unit = "energy",
             .doc = "coupling of the oscillators; 0: no line is a phonon",
             .finite = true,
             .optional = true},
            &M::g),
      field({.name = "propagator", .doc = "path of the user's own propagator; empty: none"},
            &M::propagator),
      field({.name = "table_error", .doc = "largest measured error of the propagator's table"},
            &M::table_error),
      field({.name = "finite_size_error",
             .doc = "bound on the propagator's difference to that of the infinite lattice; 0: "
                    "the job gives a size"},
            &M::finite_size_error),
  };
}

Fields run_fields() {
  using Run = RunParameters;
  return {
      field({.name = "seed", .doc = "of all random numbers"}, &Run::seed),
      field({.name = "walkers", .doc = "Markov chains of an order"}, &Run::walkers),
      field({.name = "steps", .unit = "steps", .doc = "of all walkers and orders, after warm-up"},
            &Run::steps),
      field({.name = "seconds",
             .unit = "s",
             .doc = "from every start or resumption to its end, together"},
            &Run::seconds),
      field({.name = "steps_per_second",
             .unit = "1/s",
             .doc = "of all walkers and orders while sampling, since the last start or resumption"},
            &Run::steps_per_second),
      field({.name = "threads", .doc = "of a rank"}, &Run::threads),
      field({.name = "ranks", .doc = "processes"}, &Run::ranks),
      list({.name = "devices", .doc = "names of the devices; empty: none"}, &Run::devices),
      field({.name = "precision", .doc = "of the integrand"}, &Run::precision),
      field({.name = "ended_by", .doc = "steps, target error, time limit or interrupt"},
            &Run::ended_by),
      field({.name = "version", .doc = "of diagc"}, &Run::version),
      field({.name = "commit", .doc = "of diagc"}, &Run::commit),
  };
}

Fields origin_fields() {
  return {
      field({.name = "job", .doc = "text of the job file"}, &Origin::job),
      field({.name = "job_hash", .doc = "XXH3 of it, 128 bits in hexadecimal"}, &Origin::job_hash),
      field({.name = "rules", .doc = "text of the rule file"}, &Origin::rules),
      field({.name = "rules_hash", .doc = "XXH3 of it, 128 bits in hexadecimal"},
            &Origin::rules_hash),
      field({.name = "order", .doc = "static of the rule file that is the order in U"},
            &Origin::order),
      rows({.name = "statics", .doc = "values of all other statics"}, &Origin::statics,
           {field({.name = "name", .doc = "of a static"}, &StaticValue::name),
            field({.name = "value", .doc = "as the job gives it"}, &StaticValue::value)}),
      rows({.name = "params", .doc = "values of the params at this point"}, &Origin::params,
           {field({.name = "name", .doc = "of a param"}, &ParamNumber::name),
            field({.name = "value", .doc = "as it was used"}, &ParamNumber::value)}),
      field({.name = "sign", .doc = "factor of order n: alternating, (-1)^(n-1), or positive, 1"},
            &Origin::sign),
      field({.name = "labellings",
             .doc = "of the n! labellings of the vertices, those that one evaluation sums: one, or "
                    "all, and the integral is divided by n!"},
            &Origin::labellings),
  };
}

Fields result_fields() {
  return {
      field({.name = "grammar", .doc = "name of the grammar"}, &Result::grammar),
      field({.name = "observable",
             .doc = "per site: double_occupancy of one pair of flavours, energy and log_z of all "
                    "flavours; else density or the grammar's output, of one flavour"},
            &Result::observable),
      rows({.name = "orders", .doc = "coefficients of the series, one row an order"},
           &Result::orders, order_fields()),
      list({.name = "covariance",
            .unit = "1/energy^(n + m)",
            .doc = "of the values, row-major over orders; empty: independent errors"},
           &Result::covariance),
      group({.name = "model", .doc = "parameters of the model, as used"}, &Result::model,
            model_fields()),
      group({.name = "run", .doc = "how the numbers were made"}, &Result::run, run_fields()),
      group({.name = "origin",
             .doc = "what was computed: the job and the rule file, as they were",
             .optional = true},
            &Result::origin, origin_fields()),
  };
}

}  // namespace

const runs::RecordKind& result_kind() {
  static const runs::RecordKind kind{
      .format = "diagc-integration",
      .version = 1,
      .conventions =
          "H = sum_k,s e_k n_ks + (U/2) sum_i sum_(s != s') n_is n_is' - mu N; the observable "
          "per site, a density that of one flavour, is sum_n value_n U^n at the chemical potential "
          "mu + (flavours - 1) "
          "U hartree_alpha of the model. Energies, temperatures and mu are in the unit in which t "
          "is given, beta in its inverse; k_B = hbar = 1. Errors are one standard deviation.",
      .records = "points",
      .records_doc = "one group a point of a scan, named by its number",
      .what = "result",
      .program = "diagc integrate",
      .worker = result_worker_name,
      .fields = result_fields()};
  return kind;
}

}  // namespace diagc::series
