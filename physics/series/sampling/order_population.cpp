#include "physics/series/sampling/order_population.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "physics/series/sampling/moves.h"
#include "physics/series/sampling/pair_codes.h"

namespace diagc::series {

namespace {

constexpr std::uint32_t most_shift = 2147483647;

std::size_t most_moves(std::uint32_t order) { return 8 * (std::size_t{order} + 1); }

}  // namespace

OrderPopulation::OrderPopulation(std::uint32_t order, std::uint32_t least_stretch,
                                 const OrderOptions& options, const LinkClasses& classes,
                                 const PairCodes& codes, const lattice::Space& space,
                                 std::uint32_t all_quantities)
    : order_(order),
      group_blocks_(options.group_blocks),
      groups_(options.groups),
      classes_(classes),
      least_stretch_(least_stretch),
      place_rows_((codes.one_code() ? 2 : 3) * (order + 1)),
      several_roots_(space.roots.size() > 1),
      check_(space, codes, true) {
  shape_ = {.members = group_blocks_ * block_walkers,
            .quantities = all_quantities,
            .counters = counters,
            .cells = std::size_t{order} * classes.cells(),
            .state_bytes =
                std::size_t{group_blocks_} * place_rows_ * block_walkers * sizeof(std::uint32_t),
            .most_table_bytes = order * (sizeof(std::uint64_t) + classes.cells() * sizeof(double)) +
                                most_moves(order) + 64};
}

std::vector<double> OrderPopulation::background(std::uint32_t /*v*/,
                                                const lattice::Model& model) const {
  return bubble_weights(classes_, model.space, model.table);
}

std::vector<std::uint8_t> OrderPopulation::moves(bool redraw) const {
  return move_cycle(order_, several_roots_, redraw);
}

std::uint32_t OrderPopulation::stretch() const { return stretch_of(plan_.moves, least_stretch_); }

runs::Bytes OrderPopulation::tables() const {
  runs::Bytes bytes;
  for (const LinkDistribution& link : plan_.links)
    runs::write_values(bytes, std::span<const double>(link.density));
  runs::write_values(bytes, std::span<const std::uint8_t>(plan_.moves));
  runs::write_value(bytes, plan_.shift_ticks);
  runs::write_value(bytes, plan_.normalisation);
  return bytes;
}

void OrderPopulation::configure(std::span<const std::byte> tables) {
  StepPlan plan;
  for (std::uint32_t v = 1; v <= order_; ++v) {
    plan.links.push_back({runs::read_values<double>(tables)});
    if (!is_distribution(classes_, plan.links.back().density))
      throw std::runtime_error(fmt::format("link {} is no distribution of this lattice", v));
  }
  plan.moves = runs::read_values<std::uint8_t>(tables);
  const std::uint32_t most = several_roots_ ? 2 * order_ + 1 : 2 * order_;
  if (plan.moves.empty() || plan.moves.size() > most_moves(order_) ||
      std::ranges::any_of(plan.moves, [&](std::uint8_t move) { return move > most; }))
    throw std::runtime_error("its moves are none of this order");
  plan.shift_ticks = runs::read_value<std::uint32_t>(tables);
  if (plan.shift_ticks > most_shift) throw std::runtime_error("its shifts are too long");
  plan.normalisation = runs::read_finite(tables);
  if (!(plan.normalisation > 0)) throw std::runtime_error("its normalisation is not positive");
  if (!tables.empty()) throw std::runtime_error("its tables are too long");
  set_plan(plan);
}

void OrderPopulation::add(runs::Sums& to, const StepSums& sums, std::uint64_t steps) {
  to.rows += steps * block_walkers;
  to.first[integrand] += sums.f;
  to.first[normalisation] += sums.w;
  to.second[to.pair(integrand, integrand)] += sums.ff;
  to.second[to.pair(integrand, normalisation)] += sums.fw;
  to.second[to.pair(normalisation, normalisation)] += sums.ww;
  for (std::size_t kind = redraws; kind <= roots; ++kind) to.counts[kind] += sums.accepted[kind];
  to.counts[broken] += sums.broken;
}

void OrderPopulation::describe(const runs::Sums& total, OrderResult& result) const {
  const auto steps = static_cast<double>(total.rows);
  const double norm = total.first[normalisation];
  // |f|/p + λw/p = 1.
  if (norm < steps) result.mean_sign = total.first[integrand] / (steps - norm);
  result.acceptance = 0;
  for (std::size_t kind = redraws; kind <= roots; ++kind)
    result.acceptance += static_cast<double>(total.counts[kind]) / steps;
}

runs::Estimate OrderPopulation::estimate(std::span<const runs::GroupStatistics> groups) const {
  runs::Estimate result =
      runs::estimate(groups, {.numerator = integrand, .denominator = normalisation}, grouping());
  if (result.rows == 0) return result;
  std::uint64_t wrong = 0;
  double norm = 0;
  for (const runs::GroupStatistics& group : groups) {
    wrong += group.total().counts[broken];
    norm += group.total().first[normalisation];
  }
  if (wrong > 0)
    result.warn(fmt::format("{} proposals had an integrand that is no finite number", wrong));
  constexpr double few_samples = 100;
  const double samples = norm / static_cast<double>(result.rows) * result.effective_samples;
  if (samples < few_samples)
    result.warn(fmt::format("only {:.0f} effective samples of the normalisation", samples));
  return result;
}

}  // namespace diagc::series
