#include "physics/series/sampling/integrate.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <tuple>

#include <fmt/format.h>

#include "physics/series/sampling/orders.h"
#include "physics/series/sampling/points/exact_points.h"
#include "physics/series/sampling/sampling_options.h"
#include "runs/population/sampler.h"
#include "runtime/system/elapsed.h"
#include "runtime/system/thread_pool.h"

namespace diagc::series {

namespace {

/// By quadrature, on the processor whatever samples the other orders.
bool is_exact(const Term& term) { return term.points && term.points->m() <= most_exact_points; }

void check_points(const Plan& plan, const Term& term) {
  if (is_exact(term)) return;
  if (sampling_of_term(plan, term) != Sampling::chain) {
    throw std::runtime_error(
        fmt::format("{}: found samples from trees for an integrand of several kinds of lines, "
                    "expected chains",
                    term.kernel.name()));
  }
}

void check_mixed(const Plan& plan, const Term& term) {
  if (!term.single) return;
  const Sampling sampling = sampling_of_term(plan, term);
  if (sampling == Sampling::chain || sampling == Sampling::tree) {
    throw std::runtime_error(
        fmt::format("{}: found mixed precision for Markov chains, expected independent samples",
                    term.kernel.name()));
  }
  if (term.kernel.precision() != diagc::Precision::fp64 ||
      term.single->precision() != diagc::Precision::fp32 ||
      term.single->target() != term.kernel.target()) {
    throw std::runtime_error(fmt::format(
        "{}: found kernels for mixed precision that are not of fp64 and fp32 and of one target, "
        "expected such",
        term.kernel.name()));
  }
}

void check_sampling(const Plan& plan, const Term& term) {
  check_mixed(plan, term);
  if (term.points) return check_points(plan, term);
  if (integrand_form(term).m == 0) return;
  const Sampling sampling = sampling_of_term(plan, term);
  if (sampling != Sampling::chain && !term.all_labellings) {
    throw std::runtime_error(fmt::format(
        "{}: found {} for an integrand of labelled vertices, expected chains, or one "
        "that sums all labellings",
        term.kernel.name(),
        sampling == Sampling::tree ? "Markov chains around trees" : "independent samples"));
  }
  if (plan.draws == Draws::sobol && sampling != Sampling::independent &&
      sampling != Sampling::automatic) {
    throw std::runtime_error(fmt::format(
        "{}: found points of Sobol's sequence for Markov chains, expected independent samples",
        term.kernel.name()));
  }
  if (sampling == Sampling::chain && !term.derivative.empty()) {
    throw std::runtime_error(
        fmt::format("{}: found chains for an integrand that takes a derivative of the propagator, "
                    "expected independent samples",
                    term.kernel.name()));
  }
}

void check(const Plan& plan) {
  if (plan.terms.empty()) throw std::runtime_error("found no order to integrate, expected one");
  // Of orders that are sampled.
  std::optional<Target> target;
  std::optional<diagc::Precision> precision;
  std::uint32_t last = 0;
  for (const Term& term : plan.terms) {
    const std::uint32_t order = order_of(term);
    if (order <= last)
      throw std::runtime_error(
          "found orders that do not ascend, expected each once, from low to high");
    last = order;
    check_sampling(plan, term);
    if (is_exact(term)) continue;
    if (term.kernel.target() == Target::interpreter)
      throw std::runtime_error("found target interpreter, expected cpu or cuda");
    if (precision && *precision != term.kernel.precision())
      throw std::runtime_error("found orders of fp32 and fp64, expected one precision");
    precision = term.kernel.precision();
    if (target && *target != term.kernel.target())
      throw std::runtime_error("found orders of several targets, expected one: cpu or cuda");
    target = term.kernel.target();
  }
}

class Run {
 public:
  using Clock = std::chrono::steady_clock;

  Run(const Plan& plan, const Progress& progress, std::stop_token stop)
      : plan_(plan),
        progress_(progress),
        ranks_(plan.ranks ? *plan.ranks : single_),
        workers_{.threads = plan.threads == 0 ? available_threads() : plan.threads,
                 .stop = std::move(stop)} {}

  Result run() {
    check(plan_);
    tell("compiling", 0);
    orders_.emplace(plan_, ranks_, workers_);
    if (orders_->channels().empty()) {  // all of them are exact
      Result result = so_far();
      result.run.ended_by = "target error";
      return result;
    }
    sampler_.emplace(orders_->channels(), options());
    const std::string ended_by = sampler_->run();
    Result result = so_far();
    result.run.ended_by = ended_by;
    if (ended_by == "interrupt" && result.run.steps > 0) {
      const auto is_missing = [](const OrderResult& order) {
        return order.steps == 0 && !order.sampling.empty();
      };
      std::erase_if(result.orders, is_missing);
      for (Component& component : result.components) std::erase_if(component.orders, is_missing);
    }
    return result;
  }

 private:
  runs::SamplerOptions options() {
    return {
        .ends = {.rows = plan_.steps, .target_error = plan_.target_error, .seconds = plan_.seconds},
        .ranks = ranks_,
        .workers = workers_,
        .checkpoint = plan_.checkpoint,
        .checkpoint_seconds = plan_.checkpoint_seconds,
        .resume = plan_.resume,
        .keep_finished = plan_.keep_finished,
        .prepare = [this](const std::vector<runs::Channel*>& fresh) { return prepare(fresh); },
        .slopes = [this] { return slopes(); },
        .began = began_,
        .progress = [this] { tell_now_and_then(); },
        .note = plan_.note};
  }

  bool prepare(const std::vector<runs::Channel*>& fresh) {
    tell("warm-up", 0);
    return orders_->warm_up(fresh, [&](double fraction) { tell("warm-up", fraction); });
  }

  /// d(result) / dρ of each channel.
  std::vector<double> slopes() const {
    const std::vector<OrderResult> results = orders_->results();
    std::vector<double> of_terms;
    if (plan_.sensitivity) {
      of_terms = plan_.sensitivity(results);
    } else {
      for (const OrderResult& result : results)
        of_terms.push_back(std::pow(plan_.weight_u, result.order));
    }
    return orders_->slopes(of_terms);
  }

  Result so_far() const {
    // Exact orders, which are the lowest, have kernels of another kind.
    const Kernel& last = plan_.terms.back().kernel;
    Result result;
    result.grammar = last.name();
    result.observable = last.outputs().front().name;
    result.run.seed = plan_.seed;
    result.run.threads = workers_.threads;
    result.run.ranks = static_cast<std::uint32_t>(ranks_.size());
    const auto mixed =
        std::ranges::find_if(plan_.terms, [](const Term& term) { return term.single.has_value(); });
    result.run.precision = precision_name(mixed == plan_.terms.end() ? plan_.terms.back() : *mixed);
    result.run.seconds = seconds_since(began_);
    if (!orders_) return result;
    result.orders = orders_->results();
    result.components = orders_->components();
    if (!sampler_) return result;
    const runs::Channel& channel = orders_->channels().front();
    result.run.walkers = std::uint64_t{channel.all_groups} * channel.population->shape().members;
    result.run.steps = sampler_->rows();
    result.run.seconds = sampler_->seconds();
    result.run.steps_per_second = sampler_->rows_per_second();
    return result;
  }

  void tell(const char* stage, double fraction) {
    if (!progress_ || ranks_.rank() != 0) return;
    Snapshot snapshot{.stage = stage, .fraction = fraction, .so_far = so_far()};
    if (snapshot.stage == "sampling") {
      std::tie(snapshot.fraction, snapshot.seconds_left) = sampler_->progress();
      snapshot.steps_per_second = sampler_->rows_per_second();
    }
    progress_(snapshot);
    last_told_ = Clock::now();
  }

  void tell_now_and_then() {
    constexpr double seconds = 0.2;
    if (seconds_since(last_told_) >= seconds) tell("sampling", 0);
  }

  const Plan& plan_;
  const Progress& progress_;
  runs::SingleRank single_;
  runs::Ranks& ranks_;
  runs::Workers workers_;
  std::optional<Orders> orders_;
  std::optional<runs::Sampler> sampler_;
  Clock::time_point began_ = Clock::now(), last_told_ = began_;
};

}  // namespace

IntegrandForm integrand_form(const Term& term) {
  return integrand_form(term.kernel, term.propagator, term.derivative);
}

std::string precision_name(const Term& term) {
  if (term.single) return "mixed";
  return term.kernel.precision() == diagc::Precision::fp32 ? "fp32" : "fp64";
}

std::uint32_t integrated_points(const Term& term) {
  return term.points ? term.points->m() : integrand_form(term).m;
}

Sampling sampling_of_term(const Plan& plan, const Term& term) {
  if (plan.sampling != Sampling::automatic) return plan.sampling;
  return term.all_labellings && !term.points ? Sampling::automatic : Sampling::chain;
}

std::uint32_t order_of(const Term& term) {
  return term.order > 0 ? term.order : integrated_points(term);
}

Result integrate(const Plan& plan, const Progress& progress, std::stop_token stop) {
  return Run(plan, progress, std::move(stop)).run();
}

std::string step_source(const Plan& plan, const Term& term) {
  const diagc::Precision precision = term.kernel.precision();
  if (term.points)
    return shared_point_tables(plan.model, precision, link_bins)
        ->source(term.kernel, *term.points, plan.device);
  if (sampling_of_term(plan, term) == Sampling::chain) {
    const auto tables = shared_walker_tables(plan.model, precision, link_bins);
    return tables->source(term.kernel, plan.device);
  }
  const auto tables = shared_tree_tables(plan.model, precision, !term.derivative.empty());
  return tables->source(tree_integrand(term), plan.device);
}

}  // namespace diagc::series
