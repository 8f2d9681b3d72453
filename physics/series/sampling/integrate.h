// A plan → coefficients with errors. docs/method.md says how and why.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "diagc/kernel.h"
#include "physics/lattice/model.h"
#include "physics/series/results/result.h"
#include "physics/series/sampling/cost_model.h"
#include "physics/series/sampling/integrand_form.h"
#include "physics/series/sampling/order_population.h"
#include "physics/series/sampling/points/point_form.h"
#include "physics/series/sampling/sampling_kind.h"
#include "runs/parallel/ranks.h"

namespace diagc::series {

/// One order of the series: value = prefactor · Σ over sites ∫ dτ of the m = b − a vertices a + 1 … b of the kernel's output, averaged over
/// the places of vertex a, the roots of the space.
struct Term {
  /// Inputs: the propagator [a..b, a..b] and, where the measured point is integrated out, its derivative [a..b, a..b]; one real output; target
  /// cpu or cuda.
  Kernel kernel;
  std::vector<ParamValue> params;
  double prefactor = 1;  ///< signs and 1/n!, where the rule file's output lacks them
  std::string rules =
      {};  ///< text of the rule file, for checkpoints; empty: the kernel's source stands for it
  std::uint32_t order = 0;       ///< power of U of the coefficient; 0: m
  std::string propagator = "G";  ///< name of the input
  std::string derivative = {};   ///< likewise: takes Model::derivative; empty: none
  bool measured = true;          ///< vertex a is the measured one; false: all vertices are alike
  /// The output is symmetric in the vertices that are integrated: `tree` and `independent` are possible.
  bool all_labellings = false;
  /// Inputs that take several kinds of lines, of Model::lines, and points that are no vertices; null: what stands above says all. Then
  /// propagator, derivative and measured have no meaning, sampling is by chains, on processors, and
  ///     value = prefactor · Σ over sites ∫ dτ
  /// for each component of points->measure.
  std::shared_ptr<const PointForm> points = nullptr;
  /// The same graph in single precision, where `kernel` has double precision: independent samples are of mixed precision (docs/method.md).
  std::optional<Kernel> single = {};
};

/// "fp32", "fp64" or "mixed".
std::string precision_name(const Term& term);

struct Plan {
  lattice::Model model;
  std::vector<Term> terms;  ///< ascending orders, all of one precision and target

  Sampling sampling = Sampling::automatic;
  Draws draws = Draws::automatic;  ///< of independent samples
  std::uint64_t seed = 1;
  std::uint32_t walkers =
      4096;  ///< of each order; rounded up to whole blocks of 128, at least 8 of them, 64 for draws by Sobol's sequence
  /// Steps of every walker before anything counts: proposals and normalisation are tuned in the first three quarters.
  std::uint32_t warmup_steps = 1024;

  /// Time is split to make the error of a result small: this gives d(result) / d(coefficient) for each term, from the orders so far. Called at the end
  /// of rounds, with equal arguments on every rank and on every repetition; must be a pure function.
  /// Empty: see `weight_u`.
  std::function<std::vector<double>(const std::vector<OrderResult>&)> sensitivity;
  double weight_u = 1;  ///< without `sensitivity`: the result is Σ_n a_n weight_uⁿ

  /// The first of these ends the run, once every order has been sampled; where none is set only the stop token ends it.
  std::optional<double> steps;         ///< of all walkers and orders together, after warm-up
  std::optional<double> target_error;  ///< of the result, sensitivity included
  std::optional<double> seconds;       ///< from this start or resumption on, compiling included

  std::filesystem::path checkpoint;  ///< empty: none
  double checkpoint_seconds = 60;
  /// From `checkpoint`. Orders that it holds must be of the same rules, model and sampling (order_digest.h), and go on from there; those
  /// that it lacks are warmed up and catch up.
  bool resume = false;
  bool keep_finished =
      false;  ///< a run that is resumed and that ended by the same ends is left as it is
  /// Called once, on rank 0, when a checkpoint cannot be written; the run goes on.
  std::function<void(const std::string&)> note = {};
  /// Called on rank 0 with an order whose code is not compiled in half of `seconds`, and what happens: it is left out, with those above it.
  /// Without this function, on all ranks, every order has the time that its code takes.
  std::function<void(std::uint32_t, const std::string&)> left_out = {};

  unsigned threads = 0;                   ///< 0: one a core
  bool use_cache = true;                  ///< for compiled steps
  runs::Ranks* ranks = nullptr;           ///< null: this process alone
  int device = 0;                         ///< device, for kernels of target cuda; a rank has one
  GpuForm gpu_form = GpuForm::automatic;  ///< of the steps there
  std::optional<CostModel> costs =
      {};  ///< nothing: those of the processor or device that this was measured on
};

/// Of a time limit: an order whose code takes longer is left out, so that there is time to sample the others.
constexpr double part_for_compiling = 0.5;

/// "order 8 and those above are left out: …", where `last` is the highest order.
std::string left_out_line(std::uint32_t order, std::uint32_t last, double seconds);

/// Called after compiling, now and then in warm-up and sampling, on rank 0, from the calling thread.
using Progress = std::function<void(const Snapshot&)>;

/// Order 0 is not in it: it is exact, model.filling. Numbers depend on the plan alone, not on threads, ranks or time, up to where
/// the run ends. `result.model` and what else describes the job is left to the caller, but for result.run's seed, walkers, steps,
/// seconds, threads, ranks, precision and ended_by ("steps", "target error", "time limit", "interrupt").
///
/// When a stop is requested, the round that is under way is given up, the checkpoint written, and what was there before is
/// returned, without orders that had no samples yet where others have. Throws std::runtime_error where the plan is wrong, and before
/// anything is sampled where no checkpoint can be written at its path, or where it does not fit the plan.
Result integrate(const Plan& plan, const Progress& progress = {}, std::stop_token stop = {});

IntegrandForm integrand_form(const Term& term);
/// Points that are summed over the sites, most of them integrated over time besides.
std::uint32_t integrated_points(const Term& term);
/// How this term is sampled: what the plan says; else chains, or automatic where samples from trees are possible.
Sampling sampling_of_term(const Plan& plan, const Term& term);
/// Of the term's coefficient in U.
std::uint32_t order_of(const Term& term);

/// What the steps of one term of the plan are compiled from, see SharedWalkerTables::source.
std::string step_source(const Plan& plan, const Term& term);

}  // namespace diagc::series
