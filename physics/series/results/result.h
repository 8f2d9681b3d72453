// What an integration gives: the coefficients of a series in U with their errors, and all that is needed to tell what they are the
// coefficients of.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace diagc::series {

/// The coefficient of U^order of the observable (in units of 1/energy^order for a density), and how well it is known.
struct OrderResult {
  int order = 0;
  double value = 0;
  double error = 0;       ///< one standard deviation; 0 where the value is exact
  double mean_sign = 1;   ///< of the integrand in the sampled distribution: Σ f / Σ |f|
  double acceptance = 1;  ///< accepted proposals over all proposals
  double autocorrelation =
      0;  ///< integrated autocorrelation time of the estimator, in steps of a walker
  double effective_samples = 0;
  std::uint64_t steps = 0;  ///< of all walkers together, after warm-up
  bool trustworthy = true;  ///< whether the error bar is
  std::string warning;      ///< why it is not; empty where it is

  std::uint64_t evaluations = 0;  ///< of the integrand, after warm-up
  /// error² · evaluations / value²: how many evaluations an error as large as the value takes; infinite where the value alone is 0.
  double relative_variance = 0;
  std::string sampling;  ///< "chain", "tree", "independent"; empty where the value is exact
  std::string draws;     ///< what it is drawn by: "random", "sobol"; likewise
  /// Of independent samples: of one of them in the sum of the squares of all.
  double largest_share = 0;

  bool operator==(const OrderResult&) const = default;
};

/// Parameters of the model, as used. Energies and temperatures in the unit that the job file's t is given in.
struct ModelParameters {
  std::string lattice;              ///< "square", …, "cluster"
  std::vector<std::uint32_t> size;  ///< periods; empty: infinite, or a cluster
  std::uint32_t sites = 0;          ///< of the finite lattice or of the cut-off window
  double t = 1, t_prime = 0;
  double beta = 1;     ///< 1/T
  double mu = 0;       ///< of the U = 0 propagator
  double filling = 0;  ///< per flavour at U = 0
  double dn_dmu = 0;   ///< of the filling per flavour, at U = 0
  double flavours = 2;
  /// The chemical potential that the coefficients belong to is mu + (flavours − 1) U hartree_alpha; 0: no shift.
  double hartree_alpha = 0;
  std::vector<double> hopping;  ///< of a cluster: h_ab, row-major; else empty
  double field = 0;             ///< of propagator:up and propagator:down
  double staggered = 0;
  std::vector<double>
      interaction;  ///< V of a site and of nearest neighbours; empty: the rules have no such line
  double omega0 = 0, g = 0;  ///< of oscillators; 0: the rules have no phonons
  std::string propagator;    ///< path of the user's own, else empty
  double table_error = 0;    ///< largest error that was measured in the propagator's table
  double finite_size_error =
      0;  ///< bound on |G0 − G0 of the infinite lattice|; 0 where the job gives a size

  bool operator==(const ModelParameters&) const = default;
};

/// How the numbers were made.
struct RunParameters {
  std::uint64_t seed = 0;
  std::uint64_t walkers = 0;
  std::uint64_t steps = 0;      ///< of all walkers and orders, after warm-up
  double seconds = 0;           ///< from every start or resumption to its end, together
  double steps_per_second = 0;  ///< while sampling, since the last of them
  std::uint32_t threads = 1, ranks = 1;
  std::vector<std::string> devices;  ///< names of the devices; empty: CPU
  std::string precision = "fp64";
  std::string ended_by;  ///< "steps", "target error", "time limit", "interrupt"
  std::string version, commit;

  bool operator==(const RunParameters&) const = default;
};

/// A static of the rule file, as the job gives it.
struct StaticValue {
  std::string name, value;

  bool operator==(const StaticValue&) const = default;
};

/// A param of the rule file, with the number that it had.
struct ParamNumber {
  std::string name;
  double value = 0;

  bool operator==(const ParamNumber&) const = default;
};

/// What was computed, so that the numbers can be made again: texts, and what the job made of them. Empty in files of earlier versions.
struct Origin {
  std::string job, job_hash;      ///< the job file's text, and text_hash() of it
  std::string rules, rules_hash;  ///< of the rule file
  std::string order;              ///< static that is the order in U
  std::vector<StaticValue> statics;
  std::vector<ParamNumber> params;
  std::string sign;        ///< "alternating", "positive"
  std::string labellings;  ///< "one", "all"

  bool operator==(const Origin&) const = default;
};

/// One of several numbers that a run measures together, such as the real part at a frequency.
struct Component {
  std::string name;
  std::vector<OrderResult> orders;

  bool operator==(const Component&) const = default;
};

struct Result {
  std::string grammar;
  std::string observable;           ///< the output of the grammar
  std::vector<OrderResult> orders;  ///< ascending, order 0 (exact) included
  /// Of the values of `orders`, row-major, orders.size() squared; empty: errors are independent.
  std::vector<double> covariance;
  ModelParameters model;
  RunParameters run;
  Origin origin;
  /// Of a run that measures several: `orders` are those of the main one. Files have a result of its own for each.
  std::vector<Component> components;

  bool operator==(const Result&) const = default;
};

/// The state of a run while it goes on.
struct Snapshot {
  std::string stage;            ///< "compiling", "warm-up", "sampling"
  double fraction = 0;          ///< of the stage that is done, 0 … 1
  double steps_per_second = 0;  ///< of all walkers together
  double seconds_left =
      -1;  ///< until the first end that applies (steps, target error, time limit); negative: unknown
  Result so_far;
};

}  // namespace diagc::series
