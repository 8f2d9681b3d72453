#include "physics/series/sampling/integrate.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

#include "physics/series/sampling/checkpoint.h"
#include "physics/series/sampling/parallel.h"
#include "physics/series/sampling/step_code.h"
#include "physics/series/sampling/warm_up.h"
#include "runs/checkpoint/bytes.h"
#include "runtime/cache/key.h"

namespace diagc::integrate {

namespace {

constexpr std::uint32_t link_bins = 16;
constexpr std::uint32_t least_blocks = 8;
/// Of statistics: more say no more about errors, and all are looked at after every round.
constexpr std::uint32_t enough_groups = 256;

template <class T>
void append(std::string& text, const std::vector<T>& values) {
  text.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

CostModel costs_of(const Plan& plan) {
  if (plan.costs) return *plan.costs;
  return plan.terms.front().kernel.target() == Target::cuda ? gpu_costs : CostModel{};
}

/// Names all that numbers depend on.
std::string fingerprint_of(const Plan& plan) {
  std::string text = fmt::format(
      "{} {} {} {} {} {} {} {}", plan.seed, plan.walkers, plan.warmup_steps, plan.weight_u,
      costs_of(plan).step, costs_of(plan).pair, costs_of(plan).operation, costs_of(plan).large);
  for (const Term& term : plan.terms) {
    text += term.kernel.source();
    append(text, term.kernel.param_numbers(term.params));
    append(text, std::vector{term.prefactor});
  }
  const Space& space = plan.model.space;
  append(text, space.row_of);
  append(text, space.roots);
  append(text, space.root_weights);
  const PropagatorTable& table = plan.model.table;
  append(text, std::vector{table.beta, static_cast<double>(table.intervals)});
  append(text, table.coefficients);
  append(text, table.equal_time);
  return cache_key({text}).hex();
}

class Run {
 public:
  using Clock = std::chrono::steady_clock;

  Run(const Plan& plan, const Progress& progress, std::stop_token stop)
      : plan_(plan),
        progress_(progress),
        stop_(std::move(stop)),
        ranks_(plan.ranks ? *plan.ranks : single_),
        threads_(plan.threads == 0 ? available_threads() : plan.threads) {}

  Result run() {
    check();
    tell("compiling", 0);
    set_up();
    bool sampled = true;
    if (plan_.resume) {
      clock_ = read_checkpoint(plan_.checkpoint, fingerprint_, runs_);
      earlier_seconds_ = clock_.seconds;
      estimate_all();
    } else {
      tell("warm-up", 0);
      sampled = warm_up(runs_, plan_.model, tables_->classes(),
                        {.steps = plan_.warmup_steps,
                         .threads = threads_,
                         .ranks = ranks_,
                         .progress = [&](double fraction) { tell("warm-up", fraction); },
                         .stop = stop_});
    }
    sampling_began_ = Clock::now();
    steps_before_ = done_steps();
    std::string ended_by = sampled ? sample() : "interrupt";
    if (sampled && !plan_.checkpoint.empty()) save();
    Result result = so_far();
    result.run.ended_by = std::move(ended_by);
    return result;
  }

 private:
  void check() const {
    if (plan_.terms.empty()) throw std::runtime_error("found no order to integrate, expected one");
    const Kernel& first = plan_.terms.front().kernel;
    std::uint32_t last = 0;
    for (const Term& term : plan_.terms) {
      const std::uint32_t order = integration_order(term.kernel);
      if (order <= last)
        throw std::runtime_error(
            "found orders that do not ascend, expected each once, from low to high");
      last = order;
      if (term.kernel.precision() != first.precision())
        throw std::runtime_error("found orders of fp32 and fp64, expected one precision");
      if (term.kernel.target() != first.target())
        throw std::runtime_error("found orders of several targets, expected one: cpu or cuda");
      if (first.target() == Target::interpreter)
        throw std::runtime_error("found target interpreter, expected cpu or cuda");
    }
    if (plan_.resume && plan_.checkpoint.empty())
      throw std::runtime_error("found no checkpoint to resume from, expected a path");
  }

  void set_up() {
    const auto precision = plan_.terms.front().kernel.precision();
    tables_ = shared_walker_tables(plan_.model, precision, link_bins);
    const std::uint32_t least =
        std::max(least_blocks,
                 (plan_.walkers + OrderWalkers::block_walkers - 1) / OrderWalkers::block_walkers);
    const std::uint32_t group = std::max(1U, least / enough_groups),
                        blocks = (least + group - 1) / group * group;
    std::vector<std::uint32_t> own;
    for (std::uint32_t block = 0; block < blocks; ++block) {
      if (static_cast<int>(block / group % static_cast<std::uint32_t>(ranks_.size())) ==
          ranks_.rank())
        own.push_back(block);
    }
    for (const Term& term : plan_.terms) {
      OrderRun& run = runs_.emplace_back();
      run.order = integration_order(term.kernel);
      run.scale = term.prefactor * std::pow(plan_.model.table.beta, run.order);
      run.all_blocks = blocks;
      run.group = group;
      run.blocks = own;
      if (term.kernel.target() == Target::cuda) run.least_stretch = gpu_stretch;
      run.walkers = tables_->make(term.kernel, term.kernel.param_numbers(term.params), plan_.seed,
                                  own, plan_.device, plan_.use_cache, stop_, plan_.gpu_form);
      run.given.resize(own.size() / group);
      run.cost_per_step = costs_of(plan_)(run.order, term.kernel.figures().flops);
    }
    fingerprint_ = fingerprint_of(plan_);
  }

  /// Returns why it ended.
  std::string sample() {
    last_saved_ = Clock::now();
    for (;;) {
      if (const auto end = end_reached()) return *end;
      const Remembered before(runs_);
      const auto started = Clock::now();
      const double cost = round_cost(done_cost());
      do_round(share_round(needs(), cost));
      round_seconds_per_cost_ = seconds_since(started) / cost;
      std::uint64_t stopped[] = {stop_.stop_requested() ? 1U : 0U};
      ranks_.sum(stopped);
      if (stopped[0] > 0) {
        before.restore(runs_);
        return "interrupt";
      }
      ++clock_.rounds;
      estimate_all();
      tell_now_and_then();
      if (!plan_.checkpoint.empty()) save_now_and_then();
    }
  }

  void do_round(const std::vector<std::uint64_t>& stretches) {
    for_all_groups(runs_, threads_, stop_, [&](std::size_t i, std::size_t first, std::size_t end) {
      OrderRun& run = runs_[i];
      for (std::uint64_t stretch = 0; stretch < stretches[i]; ++stretch) {
        if (stop_.stop_requested()) return;
        StepSums sums;
        for (std::size_t block = first; block < end; ++block) {
          sums += run.walkers->walk(block, run.next_step + stretch * run.stretch, run.stretch);
        }
        run.given[first / run.group].add(sums);
      }
    });
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      runs_[i].next_step += stretches[i] * runs_[i].stretch;
      runs_[i].stretches += stretches[i];
    }
  }

  /// From the groups of all ranks, in their order.
  void estimate_all() {
    std::vector<std::byte> own;
    for (const OrderRun& run : runs_) {
      for (const BlockStatistics& given : run.given) given.write(own);
    }
    const auto parts = ranks_.gather(own);
    std::vector<std::span<const std::byte>> rest(parts.begin(), parts.end());
    for (OrderRun& run : runs_) {
      std::vector<BlockStatistics> all(run.all_blocks / run.group);
      for (std::size_t rank = 0; rank < rest.size(); ++rank) {
        for (std::size_t group = rank; group < all.size(); group += rest.size()) {
          all[group].read(rest[rank]);
        }
      }
      run.estimate = estimate(all, run.stretch, run.group * OrderWalkers::block_walkers);
    }
  }

  std::vector<OrderResult> results() const {
    std::vector<OrderResult> orders;
    for (const OrderRun& run : runs_) orders.push_back(result_of(run));
    return orders;
  }

  std::vector<double> sensitivities() const {
    if (plan_.sensitivity) return plan_.sensitivity(results());
    std::vector<double> weights;
    for (const OrderRun& run : runs_) weights.push_back(std::pow(plan_.weight_u, run.order));
    return weights;
  }

  std::vector<OrderNeed> needs() const {
    const std::vector<double> weights = sensitivities();
    std::vector<OrderNeed> needs;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      const OrderRun& run = runs_[i];
      const double error = std::abs(run.value_scale()) * run.estimate.error;
      needs.push_back({.cost = run.stretch_cost(),
                       .deviation = std::abs(weights[i]) * error *
                                    std::sqrt(static_cast<double>(run.stretches)),
                       .done = run.stretches,
                       .trusted = run.estimate.warning.empty()});
    }
    return needs;
  }

  double done_cost() const {
    double cost = 0;
    for (const OrderRun& run : runs_)
      cost += run.stretch_cost() * static_cast<double>(run.stretches);
    return cost;
  }

  double done_steps() const {
    double steps = 0;
    for (const OrderRun& run : runs_) steps += static_cast<double>(run.estimate.steps);
    return steps;
  }

  double steps_per_second() const {
    const double seconds = seconds_since(sampling_began_);
    return seconds > 0 ? (done_steps() - steps_before_) / seconds : 0;
  }

  double result_error() const {
    const std::vector<double> weights = sensitivities();
    double square = 0;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      square += std::pow(weights[i] * runs_[i].value_scale() * runs_[i].estimate.error, 2);
    }
    return std::sqrt(square);
  }

  /// Steps and errors are what all ranks know alike; clocks are not, so the first rank's counts for all.
  std::optional<std::string> end_reached() {
    if (plan_.steps && done_steps() >= *plan_.steps) return "steps";
    const bool trusted = std::ranges::all_of(runs_, [](const OrderRun& run) {
      return run.stretches > 0 && run.estimate.warning.empty();
    });
    if (plan_.target_error && trusted && result_error() <= *plan_.target_error)
      return "target error";
    std::uint64_t flags[] = {0, stop_.stop_requested() ? 1U : 0U};
    if (ranks_.rank() == 0 && plan_.seconds && clock_.rounds > 0) {
      const double next = round_seconds_per_cost_ * round_cost(done_cost());
      flags[0] = seconds_since(began_) + next > *plan_.seconds ? 1 : 0;
    }
    ranks_.sum(flags);
    if (flags[1] > 0) return "interrupt";
    if (flags[0] > 0) return "time limit";
    return std::nullopt;
  }

  void save() {
    clock_.seconds = earlier_seconds_ + seconds_since(began_);
    write_checkpoint(plan_.checkpoint, fingerprint_, clock_, runs_, ranks_);
    last_saved_ = Clock::now();
  }

  void save_now_and_then() {
    std::uint64_t due[] = {
        ranks_.rank() == 0 && seconds_since(last_saved_) >= plan_.checkpoint_seconds ? 1U : 0U};
    ranks_.sum(due);
    if (due[0] > 0) save();
  }

  static double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

  Result so_far() const {
    Result result;
    result.grammar = plan_.terms.front().kernel.name();
    result.observable = plan_.terms.front().kernel.outputs().front().name;
    result.orders = results();
    result.run.seed = plan_.seed;
    result.run.walkers =
        runs_.empty() ? 0 : std::uint64_t{runs_[0].all_blocks} * OrderWalkers::block_walkers;
    result.run.steps = static_cast<std::uint64_t>(done_steps());
    result.run.seconds = earlier_seconds_ + seconds_since(began_);
    result.run.steps_per_second = steps_per_second();
    result.run.threads = threads_;
    result.run.ranks = static_cast<std::uint32_t>(ranks_.size());
    result.run.precision =
        plan_.terms.front().kernel.precision() == diagc::Precision::fp32 ? "fp32" : "fp64";
    return result;
  }

  /// The first end that applies, by what was reached until now.
  std::pair<double, double> fraction_and_seconds_left() const {
    const double elapsed = seconds_since(began_), sampling = seconds_since(sampling_began_);
    double fraction = 0, left = -1;
    const auto consider = [&](double done, double seconds) {
      fraction = std::max(fraction, std::min(done, 1.0));
      if (left < 0 || seconds < left) left = std::max(seconds, 0.0);
    };
    if (plan_.seconds) consider(elapsed / *plan_.seconds, *plan_.seconds - elapsed);
    const auto by_work = [&](double done) {
      if (done > 0) consider(done, sampling * (1 - done) / done);
    };
    if (plan_.steps) by_work(done_steps() / *plan_.steps);
    if (plan_.target_error) {
      const double error = result_error();
      if (error > 0) by_work(std::pow(*plan_.target_error / error, 2));
    }
    return {fraction, left};
  }

  void tell(const char* stage, double fraction) {
    if (!progress_ || ranks_.rank() != 0) return;
    if (std::string_view(stage) == "sampling") {
      const auto [done, left] = fraction_and_seconds_left();
      progress_({.stage = stage,
                 .fraction = done,
                 .steps_per_second = steps_per_second(),
                 .seconds_left = left,
                 .so_far = so_far()});
    } else {
      progress_({.stage = stage, .fraction = fraction, .so_far = so_far()});
    }
    last_told_ = Clock::now();
  }

  void tell_now_and_then() {
    constexpr double seconds = 0.2;
    if (seconds_since(last_told_) >= seconds) tell("sampling", 0);
  }

  const Plan& plan_;
  const Progress& progress_;
  std::stop_token stop_;
  SingleRank single_;
  Ranks& ranks_;
  unsigned threads_;
  std::unique_ptr<SharedWalkerTables> tables_;
  std::vector<OrderRun> runs_;
  std::string fingerprint_;
  RunClock clock_;
  Clock::time_point began_ = Clock::now(), sampling_began_ = began_, last_saved_ = began_,
                    last_told_ = began_;
  double earlier_seconds_ = 0, steps_before_ = 0;
  double round_seconds_per_cost_ = 1;
};

}  // namespace

Result integrate(const Plan& plan, const Progress& progress, std::stop_token stop) {
  return Run(plan, progress, std::move(stop)).run();
}

std::string step_source(const Plan& plan, const Term& term) {
  const auto tables = shared_walker_tables(plan.model, term.kernel.precision(), link_bins);
  return tables->source(term.kernel, term.kernel.param_numbers(term.params).size(), plan.device);
}

}  // namespace diagc::integrate
