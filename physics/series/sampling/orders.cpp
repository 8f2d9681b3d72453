#include "physics/series/sampling/orders.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "physics/series/sampling/order_digest.h"
#include "physics/series/sampling/points/exact_points.h"
#include "physics/series/sampling/sampling_options.h"
#include "runtime/system/deadline.h"

namespace diagc::series {

namespace {

CostModel costs_of(const Plan& plan, const Term& term) {
  if (plan.costs) return *plan.costs;
  return term.kernel.target() == Target::cuda ? gpu_costs : CostModel{};
}

/// An order without anything to integrate over: the mean over the sites of its only vertex.
OrderResult exact_order(const Plan& plan, const Term& term) {
  const lattice::Space& space = plan.model.space;
  std::vector<double> propagators, derivatives, values(space.roots.size());
  for (const std::uint32_t root : space.roots) {
    const std::uint32_t row = space.row(root, root);
    propagators.push_back(plan.model.table.equal_time[row]);
    if (plan.model.derivative) derivatives.push_back(plan.model.derivative->equal_time[row]);
  }
  const auto& inputs = term.kernel.inputs();
  const IntegrandForm form = integrand_form(term);
  std::vector<InputArray> arrays{{inputs[form.propagator].name, std::span(propagators)}};
  if (form.derivative) arrays.push_back({inputs[*form.derivative].name, std::span(derivatives)});
  term.kernel.evaluate(values.size(), arrays, term.params,
                       {{term.kernel.outputs().front().name, std::span(values)}});
  OrderResult result;
  result.order = static_cast<int>(order_of(term));
  for (std::size_t i = 0; i < values.size(); ++i)
    result.value += term.prefactor * space.root_weights[i] * values[i];
  return result;
}

}  // namespace

std::string left_out_line(std::uint32_t order, std::uint32_t last, double seconds) {
  return fmt::format(
      "order {}{} left out: its code was not there after {:.3g} s, half of the time limit", order,
      order == last ? " is" : " and those above are", seconds);
}

TreeIntegrand tree_integrand(const Term& term) {
  return {.kernel = term.kernel,
          .form = integrand_form(term),
          .order = order_of(term),
          .alike = !term.measured,
          .single = term.single};
}

Orders::Orders(const Plan& plan, runs::Ranks& ranks, const runs::Workers& workers)
    : plan_(plan), ranks_(ranks), workers_(workers) {
  channels_.reserve(plan.terms.size());  // their addresses are kept
  std::optional<Deadline> deadline;
  if (plan.seconds && plan.left_out)
    deadline.emplace(workers.stop, *plan.seconds * part_for_compiling);
  const std::stop_token stop = deadline ? deadline->token() : workers.stop;
  for (const Term& term : plan.terms) {
    Entry& entry = entries_.emplace_back();
    entry.points = term.points;
    entry.is_exact = integrated_points(term) <= (term.points ? most_exact_points : 0);
    if (entry.is_exact && term.points) {
      entry.exact_components = exact_components(plan.model, term.kernel, term.params, *term.points);
      for (double& value : entry.exact_components) value *= term.prefactor;
      entry.exact = component_of(entry, term.points->measure.main_component());
      entry.exact.order = static_cast<int>(order_of(term));
    } else if (entry.is_exact)
      entry.exact = exact_order(plan, term);
    else if (!sample_in_time(term, entry, stop)) {
      leave_out(term);
      break;
    }
  }
}

/// Whether the code of the order, of all ranks, was there before time was over. The lowest order has the time that it takes.
bool Orders::sample_in_time(const Term& term, Entry& entry, const std::stop_token& deadline) {
  const std::stop_token& stop = channels_.empty() ? workers_.stop : deadline;
  std::uint64_t late[] = {0};
  try {
    sample(term, entry, stop);
  } catch (const std::runtime_error&) {
    if (!stop.stop_requested() || workers_.stop.stop_requested()) throw;
    late[0] = 1;
  }
  if (plan_.seconds) ranks_.sum(late);
  return late[0] == 0;
}

/// The order that was begun last, and all above it, whose code is larger.
void Orders::leave_out(const Term& first) {
  const std::uint32_t order = order_of(first);
  const runs::Channel* const channel = &channels_.back();
  const auto is_late = [&](const auto& run) { return run.channel == channel; };
  std::erase_if(chains_, is_late);
  std::erase_if(point_chains_, is_late);
  for (auto& [derivative, runs] : trees_) std::erase_if(runs, is_late);
  channels_.pop_back();
  entries_.pop_back();
  if (plan_.left_out && ranks_.rank() == 0) {
    plan_.left_out(order, left_out_line(order, order_of(plan_.terms.back()),
                                        *plan_.seconds * part_for_compiling));
  }
}

void Orders::sample(const Term& term, Entry& entry, const std::stop_token& stop) {
  constexpr std::uint32_t members = OrderPopulation::block_walkers;
  static_assert(members == TreePopulation::block_members);
  const bool by_trees = sampling_of_term(plan_, term) != Sampling::chain;
  const bool by_sobol = by_trees && sampling_of_term(plan_, term) != Sampling::tree &&
                        takes_sobol(plan_.draws, integrated_points(term));
  const std::uint32_t least =
      std::max(by_sobol ? least_sobol_groups : least_blocks,
               static_cast<std::uint32_t>((std::uint64_t{plan_.walkers} + members - 1) / members));
  const std::uint32_t most_blocks = std::max(1U, least / enough_groups);
  // Members of a group are bits of the number of a point.
  const std::uint32_t group_blocks = by_trees ? std::bit_floor(most_blocks) : most_blocks;
  const std::uint32_t groups = (least + group_blocks - 1) / group_blocks;
  runs::Channel& channel = channels_.emplace_back();
  OrderRun& run = entry.run;
  run.order = order_of(term);
  run.m = integrated_points(term);
  run.scale =
      term.prefactor * std::pow(plan_.model.table.beta, term.points ? term.points->times() : run.m);
  run.channel = &channel;
  channel.name = fmt::format("order {}", run.order);
  channel.digest = order_digest(plan_, term, std::uint64_t{groups} * group_blocks * members);
  channel.all_groups = groups;
  channel.groups = runs::own_groups(groups, ranks_);
  auto population = this->population(term, channel,
                                     {.params = term.kernel.param_numbers(term.params),
                                      .seed = plan_.seed,
                                      .groups = channel.groups,
                                      .group_blocks = group_blocks,
                                      .device = plan_.device,
                                      .form = plan_.gpu_form,
                                      .use_cache = plan_.use_cache,
                                      .stop = stop});
  run.population = population.get();
  channel.population = std::move(population);
}

std::unique_ptr<SampledOrder> Orders::population(const Term& term, runs::Channel& channel,
                                                 const OrderOptions& options) {
  const std::uint32_t m = integrated_points(term);
  const std::uint64_t flops = term.kernel.figures().flops;
  if (term.points) {
    if (!point_tables_)
      point_tables_ = shared_point_tables(plan_.model, term.kernel.precision(), link_bins);
    auto population = point_tables_->make(term.kernel, *term.points, options);
    channel.cost_per_row =
        costs_of(plan_, term)
            .of_points(m, plan_.model.lines.size(), term.points->ends.size(), flops);
    point_chains_.push_back({.m = m, .channel = &channel, .population = population.get()});
    return population;
  }
  if (sampling_of_term(plan_, term) == Sampling::chain) {
    if (!chain_tables_)
      chain_tables_ = shared_walker_tables(plan_.model, term.kernel.precision(), link_bins);
    auto population = chain_tables_->make(term.kernel, options);
    channel.cost_per_row = costs_of(plan_, term)(m, flops);
    chains_.push_back({.m = m, .channel = &channel, .population = population.get()});
    return population;
  }
  const bool derivative = !term.derivative.empty();
  auto& tables = tree_tables_[derivative];
  if (!tables) tables = shared_tree_tables(plan_.model, term.kernel.precision(), derivative);
  auto population = tables->make(tree_integrand(term), options);
  channel.cost_per_row = costs_of(plan_, term).of_sample(m, derivative, flops);
  trees_[derivative].push_back(
      {.m = m,
       .alike = !term.measured,
       .channel = &channel,
       .population = population.get(),
       .compares_chains = compares_chains(
           tree_steps(plan_.warmup_steps),
           std::uint64_t{channel.all_groups} * population->shape().members, flops)});
  return population;
}

bool Orders::warm_up(const std::vector<runs::Channel*>& fresh,
                     const std::function<void(double fraction)>& progress) {
  const auto only_fresh = [&](auto runs) {
    std::erase_if(runs,
                  [&](const auto& run) { return std::ranges::count(fresh, run.channel) == 0; });
    return runs;
  };
  for (const auto& [derivative, runs] : trees_) {
    if (!series::warm_up(only_fresh(runs), plan_.model, tree_tables_.at(derivative)->classes(),
                         {.sampling = plan_.sampling,
                          .draws = plan_.draws,
                          .steps = tree_steps(plan_.warmup_steps),
                          .workers = workers_,
                          .ranks = ranks_,
                          .progress = progress}))
      return false;
  }
  const WarmUp options{
      .steps = plan_.warmup_steps, .workers = workers_, .ranks = ranks_, .progress = progress};
  if (!chains_.empty() &&
      !series::warm_up(only_fresh(chains_), plan_.model, chain_tables_->classes(), options))
    return false;
  return point_chains_.empty() ||
         series::warm_up(only_fresh(point_chains_), plan_.model, point_tables_->classes(), options);
}

std::vector<OrderResult> Orders::results() const {
  std::vector<OrderResult> results;
  for (const Entry& entry : entries_)
    results.push_back(entry.is_exact ? entry.exact : result_of(entry.run));
  return results;
}

OrderResult Orders::component_of(const Entry& entry, std::size_t component) const {
  if (entry.is_exact) {
    OrderResult result = entry.exact;
    result.value = entry.exact_components[component];
    return result;
  }
  const std::vector<runs::Estimate>& estimates = entry.run.channel->further_estimates;
  return result_of(entry.run, estimates.empty() ? runs::Estimate{} : estimates[component]);
}

std::vector<Component> Orders::components() const {
  std::vector<Component> components;
  if (!entries_.front().points) return components;
  const PointMeasure& measure = entries_.front().points->measure;
  if (measure.at == PointMeasure::At::nothing) return components;
  for (std::size_t i = 0; i < measure.components(); ++i) {
    Component& component = components.emplace_back();
    component.name = measure.name_of(i);
    for (const Entry& entry : entries_) component.orders.push_back(component_of(entry, i));
  }
  return components;
}

std::vector<double> Orders::slopes(const std::vector<double>& of_terms) const {
  std::vector<double> slopes;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (!entries_[i].is_exact) slopes.push_back(of_terms[i] * entries_[i].run.value_scale());
  }
  return slopes;
}

}  // namespace diagc::series
