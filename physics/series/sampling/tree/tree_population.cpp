#include "physics/series/sampling/tree/tree_population.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "physics/series/sampling/tree/tree_shapes.h"

namespace diagc::series {

namespace {

std::uint32_t checked_vertices(const TreeIntegrand& integrand) {
  if (integrand.form.m > most_tree_vertices) {
    throw std::runtime_error(
        fmt::format("{}: found {} integrated vertices, expected at most {}, or sampling by chains",
                    integrand.kernel.name(), integrand.form.m, most_tree_vertices));
  }
  return integrand.form.m;
}

/// Random numbers of an order are its own, and none are those of chains (StepTables).
TreeNumbers numbers_of(const TreeIntegrand& integrand, const OrderOptions& options,
                       const LinkClasses& classes) {
  TreeNumbers numbers{.seed = options.seed, .use = (1024 + integrand.order) * 64};
  const std::uint32_t members = options.group_blocks * TreePopulation::block_members;
  if (!std::has_single_bit(members) || classes.members.size() >= most_sobol_displacements)
    return numbers;
  numbers.group_bits = static_cast<std::uint32_t>(std::countr_zero(members));
  for (const std::uint32_t group : options.groups)
    numbers.groups = std::max(numbers.groups, group + 1);
  return numbers;
}

}  // namespace

TreePopulation::TreePopulation(const TreeIntegrand& integrand, std::uint32_t stretch,
                               const OrderOptions& options, const LinkClasses& classes,
                               const lattice::Space& space, std::size_t walker_bytes)
    : m_(checked_vertices(integrand)),
      alike_(integrand.alike),
      group_blocks_(options.group_blocks),
      groups_(options.groups),
      moves_(tree_moves(m_, space)),
      numbers_(numbers_of(integrand, options, classes)),
      classes_(classes),
      space_(space),
      stretch_(stretch),
      symmetric_(integrand.alike && space.cell_sites == 1),
      walker_bytes_(walker_bytes) {
  shape_ = {.members = group_blocks_ * block_members,
            .quantities = quantities,
            .counters = counters,
            .cells = TreeCounts::numbers(classes),
            .state_bytes = walker_bytes,  // until it is known whether they walk
            .most_table_bytes = 2 * (sizeof(std::uint64_t) + classes.cells() * sizeof(double)) +
                                3 * sizeof(double) + 2 * sizeof(std::uint64_t)};
}

runs::Bytes TreePopulation::tables() const {
  runs::Bytes bytes;
  runs::write_values(bytes, std::span<const double>(plan_.links.other.density));
  if (!alike_) runs::write_values(bytes, std::span<const double>(plan_.links.root.density));
  runs::write_value(bytes, plan_.links.alpha);
  runs::write_value(bytes, plan_.size);
  runs::write_value(bytes, plan_.normalisation);
  runs::write_value(bytes, std::uint64_t{plan_.sobol ? 1U : 0U});
  runs::write_value(bytes, plan_.sobol.value_or(0));
  return bytes;
}

void TreePopulation::configure(std::span<const std::byte> tables) {
  TreePlan plan;
  const auto read = [&](LinkDistribution& link) {
    link.density = runs::read_values<double>(tables);
    if (!is_distribution(classes_, link.density))
      throw std::runtime_error("its links are no distribution of this lattice");
    if (symmetric_ && symmetrised(space_, classes_, link).density != link.density)
      throw std::runtime_error("its links are not the same both ways");
  };
  read(plan.links.other);
  if (alike_)
    plan.links.root = plan.links.other;
  else
    read(plan.links.root);
  plan.links.alpha = runs::read_finite(tables);
  if (!(plan.links.alpha > 0) || (alike_ && plan.links.alpha != 1))
    throw std::runtime_error("its weight of the root is none of this order");
  plan.size = runs::read_finite(tables);
  if (!(plan.size >= 0)) throw std::runtime_error("its size of the integrand is negative");
  plan.normalisation = runs::read_finite(tables);
  if (!(plan.normalisation >= 0) || (plan.normalisation > 0 && !can_walk()))
    throw std::runtime_error("its normalisation is none of this order");
  const auto by_sobol = runs::read_value<std::uint64_t>(tables),
             begin = runs::read_value<std::uint64_t>(tables);
  if (by_sobol > 1 || (by_sobol == 1 && (!can_take_sobol() || plan.normalisation > 0)))
    throw std::runtime_error("its draws are none of this order");
  if (by_sobol == 1) plan.sobol = begin;
  if (!tables.empty()) throw std::runtime_error("its tables are too long");
  set_plan(plan);
}

void TreePopulation::add(runs::Sums& to, const TreeSums& sums, std::uint64_t steps) const {
  const std::uint64_t rows = steps * block_members;
  to.rows += rows;
  to.first[integrand] += sums.x;
  to.first[magnitude] += sums.magnitude;
  to.first[square] += sums.square;
  // Of chains |f|/p and λw/p add up to 1.
  const double squares =
      walks() ? static_cast<double>(rows) - 2 * sums.square + sums.fourth : sums.square;
  to.second[to.pair(integrand, integrand)] += squares;
  to.second[to.pair(integrand, magnitude)] += sums.x_magnitude;
  to.second[to.pair(integrand, square)] += sums.x_square;
  to.second[to.pair(magnitude, magnitude)] += squares;
  to.second[to.pair(magnitude, square)] += sums.magnitude_square;
  to.second[to.pair(square, square)] += sums.fourth;
  to.largest[integrand] = std::max(to.largest[integrand], sums.largest);
  to.largest[magnitude] = to.largest[integrand];
  to.largest[square] = to.largest[integrand] * to.largest[integrand];
  to.counts[broken] += sums.broken;
  to.counts[accepted] += sums.accepted;
}

runs::Estimate TreePopulation::estimate(std::span<const runs::GroupStatistics> groups) const {
  const std::size_t denominator = walks() ? std::size_t{weight} : std::size_t{quantities};
  runs::Grouping grouping = this->grouping();
  // Points of a sequence fill the space evenly: they are anything but independent.
  if (plan_.sobol) grouping.rows = runs::Rows::even;
  runs::Estimate result =
      runs::estimate(groups, {.numerator = integrand, .denominator = denominator}, grouping);
  if (result.rows == 0) return result;
  runs::Sums total(quantities, counters);
  for (const runs::GroupStatistics& group : groups) total += group.total();
  if (total.counts[broken] > 0)
    result.warn(
        fmt::format("{} samples had an integrand that is no finite number", total.counts[broken]));
  if (walks()) return result;
  const double sum = total.first[magnitude], squares = total.first[square];
  if (!(squares > 0)) return result;
  result.effective_samples = sum * sum / squares;
  // Errors are as good as the sum of squares is known: its relative error, and the part that one sample has of it.
  constexpr double largest_part = 0.05, least_known = 0.2;
  const double part = total.largest[square] / squares,
               unknown = std::sqrt(total.second[total.pair(square, square)]) / squares;
  if (part > largest_part || unknown > least_known) {
    result.warn(
        fmt::format("heavy tails: one of {:.2g} samples makes {:.0f} % of the variance, "
                    "which is known to {:.0f} %",
                    static_cast<double>(result.rows), 100 * part, 100 * unknown));
  }
  return result;
}

void TreePopulation::describe(const runs::Sums& total, OrderResult& result) const {
  result.acceptance =
      walks() ? static_cast<double>(total.counts[accepted]) / static_cast<double>(total.rows) : 1;
  const double sum = total.first[magnitude], squares = total.first[square];
  if (sum > 0) result.mean_sign = total.first[integrand] / sum;
  if (walks()) return;
  if (squares > 0) result.largest_share = total.largest[square] / squares;
}

}  // namespace diagc::series
