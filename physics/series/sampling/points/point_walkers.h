// What walkers at any points have in common, whatever steps them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "physics/lattice/model.h"
#include "physics/series/sampling/chain_weight.h"
#include "physics/series/sampling/order_population.h"
#include "physics/series/sampling/points/point_form.h"

namespace diagc::series {

/// [table] whether lines of it are periodic in time, without a sign.
std::vector<bool> periodic_lines(const lattice::Model& model);

/// The stream of random numbers of m points: orders of chains and of trees have others (StepTables, TreePopulation).
std::uint32_t point_stream(std::uint32_t m);

/// The quantity of OrderPopulation that a component is: the main one is the first.
inline std::size_t quantity_of(const PointMeasure& measure, std::size_t component) {
  const std::size_t main = measure.main_component();
  if (component == main) return OrderPopulation::integrand;
  return OrderPopulation::quantities + (component < main ? component : component - 1);
}

/// See OrderPopulation::background.
std::vector<double> point_background(const PointForm& form, std::uint32_t v,
                                     const lattice::Model& model, const LinkClasses& classes);

/// Of one cycle those that mean something: points at their parent's time are shifted with it.
std::vector<std::uint8_t> point_moves(const PointForm& form, std::vector<std::uint8_t> moves);

/// Throws where points of a block that are tied to each other are not at one time.
void check_ties(const PointForm& form, std::span<const std::uint32_t> places);

/// What steps gave of each component, from the estimate of the main one.
std::vector<runs::Estimate> component_estimates(const PointMeasure& measure,
                                                const runs::Estimate& main,
                                                std::span<const runs::GroupStatistics> groups,
                                                const runs::Grouping& grouping);

/// Adds size / weight of a walker, in units of 2⁻²⁰, to the cells of its links, [point − 1][cell]. `cell(from, v)`: of the link between these
/// points.
void count_point_links(const PointForm& form, double size, double weight, std::uint32_t bins,
                       std::size_t all_cells,
                       const std::function<std::uint32_t(std::uint32_t, std::uint32_t)>& cell,
                       std::span<std::int64_t> counts);

}  // namespace diagc::series
