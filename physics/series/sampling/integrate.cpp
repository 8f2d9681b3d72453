#include "physics/series/sampling/integrate.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <tuple>

#include <fmt/format.h>

#include "physics/series/sampling/order_digest.h"
#include "physics/series/sampling/order_run.h"
#include "physics/series/sampling/sampling_options.h"
#include "physics/series/sampling/step_code.h"
#include "physics/series/sampling/warm_up.h"
#include "runs/population/sampler.h"
#include "runtime/system/thread_pool.h"

namespace diagc::series {

namespace {

CostModel costs_of(const Plan& plan) {
  if (plan.costs) return *plan.costs;
  return plan.terms.front().kernel.target() == Target::cuda ? gpu_costs : CostModel{};
}

void check(const Plan& plan) {
  if (plan.terms.empty()) throw std::runtime_error("found no order to integrate, expected one");
  const Kernel& first = plan.terms.front().kernel;
  std::uint32_t last = 0;
  for (const Term& term : plan.terms) {
    const std::uint32_t order = order_of(term);
    if (order <= last)
      throw std::runtime_error(
          "found orders that do not ascend, expected each once, from low to high");
    last = order;
    if (plan.sampling == Sampling::tree || plan.sampling == Sampling::independent)
      throw std::runtime_error("found sampling from trees, expected chains");
    if (term.kernel.precision() != first.precision())
      throw std::runtime_error("found orders of fp32 and fp64, expected one precision");
    if (term.kernel.target() != first.target())
      throw std::runtime_error("found orders of several targets, expected one: cpu or cuda");
    if (first.target() == Target::interpreter)
      throw std::runtime_error("found target interpreter, expected cpu or cuda");
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
    make_orders();
    sampler_.emplace(channels_, options());
    const std::string ended_by = sampler_->run();
    Result result = so_far();
    result.run.ended_by = ended_by;
    if (ended_by == "interrupt" && result.run.steps > 0)
      std::erase_if(result.orders, [](const OrderResult& order) { return order.steps == 0; });
    return result;
  }

 private:
  void make_orders() {
    tables_ = shared_walker_tables(plan_.model, plan_.terms.front().kernel.precision(), link_bins);
    constexpr std::uint32_t walkers = OrderPopulation::block_walkers;
    const std::uint32_t least = std::max(
        least_blocks,
        static_cast<std::uint32_t>((std::uint64_t{plan_.walkers} + walkers - 1) / walkers));
    const std::uint32_t group_blocks = std::max(1U, least / enough_groups);
    const std::uint32_t groups = (least + group_blocks - 1) / group_blocks;
    channels_.resize(plan_.terms.size());
    for (std::size_t i = 0; i < plan_.terms.size(); ++i) {
      const Term& term = plan_.terms[i];
      runs::Channel& channel = channels_[i];
      OrderRun& run = orders_.emplace_back();
      run.order = order_of(term);
      run.m = integrand_form(term).m;
      run.scale = term.prefactor * std::pow(plan_.model.table.beta, run.m);
      run.channel = &channel;
      channel.name = fmt::format("order {}", run.order);
      channel.digest = order_digest(plan_, term, std::uint64_t{groups} * group_blocks * walkers);
      channel.all_groups = groups;
      channel.groups = runs::own_groups(groups, ranks_);
      channel.cost_per_row = costs_of(plan_)(run.m, term.kernel.figures().flops);
      auto population =
          tables_->make(term.kernel, {.params = term.kernel.param_numbers(term.params),
                                      .seed = plan_.seed,
                                      .groups = channel.groups,
                                      .group_blocks = group_blocks,
                                      .device = plan_.device,
                                      .form = plan_.gpu_form,
                                      .use_cache = plan_.use_cache,
                                      .stop = workers_.stop});
      run.population = population.get();
      channel.population = std::move(population);
    }
  }

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
    std::vector<OrderRun> orders;
    for (const OrderRun& run : orders_) {
      if (std::ranges::count(fresh, run.channel) > 0) orders.push_back(run);
    }
    tell("warm-up", 0);
    return warm_up(orders, plan_.model, tables_->classes(),
                   {.steps = plan_.warmup_steps,
                    .workers = workers_,
                    .ranks = ranks_,
                    .progress = [&](double fraction) { tell("warm-up", fraction); }});
  }

  std::vector<OrderResult> results() const {
    std::vector<OrderResult> results;
    for (const OrderRun& run : orders_) results.push_back(result_of(run));
    return results;
  }

  /// d(result) / dρ of each order.
  std::vector<double> slopes() const {
    std::vector<double> slopes;
    if (plan_.sensitivity) slopes = plan_.sensitivity(results());
    for (std::size_t i = 0; i < orders_.size(); ++i) {
      if (!plan_.sensitivity) slopes.push_back(std::pow(plan_.weight_u, orders_[i].order));
      slopes[i] *= orders_[i].value_scale();
    }
    return slopes;
  }

  static double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

  Result so_far() const {
    const Kernel& first = plan_.terms.front().kernel;
    Result result;
    result.grammar = first.name();
    result.observable = first.outputs().front().name;
    result.run.seed = plan_.seed;
    result.run.threads = workers_.threads;
    result.run.ranks = static_cast<std::uint32_t>(ranks_.size());
    result.run.precision = first.precision() == diagc::Precision::fp32 ? "fp32" : "fp64";
    result.run.seconds = seconds_since(began_);
    if (!sampler_) return result;
    result.orders = results();
    result.run.walkers =
        std::uint64_t{channels_.front().all_groups} * channels_.front().population->shape().members;
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
  std::unique_ptr<SharedWalkerTables> tables_;
  std::vector<runs::Channel> channels_;
  std::vector<OrderRun> orders_;
  std::optional<runs::Sampler> sampler_;
  Clock::time_point began_ = Clock::now(), last_told_ = began_;
};

}  // namespace

IntegrandForm integrand_form(const Term& term) {
  return integrand_form(term.kernel, term.propagator, term.derivative);
}

std::uint32_t order_of(const Term& term) {
  return term.order > 0 ? term.order : integrand_form(term).m;
}

Result integrate(const Plan& plan, const Progress& progress, std::stop_token stop) {
  return Run(plan, progress, std::move(stop)).run();
}

std::string step_source(const Plan& plan, const Term& term) {
  const auto tables = shared_walker_tables(plan.model, term.kernel.precision(), link_bins);
  return tables->source(term.kernel, plan.device);
}

}  // namespace diagc::series
