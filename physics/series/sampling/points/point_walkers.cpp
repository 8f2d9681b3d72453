#include "physics/series/sampling/points/point_walkers.h"

#include <cmath>
#include <stdexcept>

namespace diagc::series {

std::vector<bool> periodic_lines(const lattice::Model& model) {
  std::vector<bool> periodic;
  for (const lattice::LineTable& line : model.lines) periodic.push_back(!line.is_fermion());
  return periodic;
}

std::uint32_t point_stream(std::uint32_t m) {
  constexpr std::uint32_t first = 2048;
  return first + m;
}

namespace {

/// |V| of each row of the model's table.
std::vector<double> interaction_rows(const lattice::Model& model) {
  std::vector<double> rows(model.table.rows, 0);
  for (const lattice::LineTable& line : model.lines) {
    if (line.kind != lattice::LineKind::interaction) continue;
    for (std::uint32_t row = 0; row < rows.size(); ++row)
      rows[row] += std::abs(line.table.equal_time[row]);
  }
  return rows;
}

}  // namespace

std::vector<double> point_background(const PointForm& form, std::uint32_t v,
                                     const lattice::Model& model, const LinkClasses& classes) {
  const PointForm::Point& point = form.points[v];
  std::vector<double> weights = bubble_weights(classes, model.space, model.table);
  const std::vector<double> reach = interaction_rows(model);
  for (std::uint32_t c = 0; c < classes.classes(); ++c) {
    const std::uint32_t displacement = classes.members[classes.first_member[c]],
                        from = displacement / model.space.cells() / model.space.cell_sites;
    const bool same = model.space.site_at(from, displacement) == from;
    for (std::uint32_t bin = 0; bin < classes.bins; ++bin) {
      double& weight = weights[c * classes.bins + bin];
      if (point.site == PointForm::Site::same && !same) weight = 0;
      if (point.site == PointForm::Site::interacting)
        weight = reach[model.space.row_of[displacement]] * classes.member_count(c);
      else if (point.same_time)
        weight = weight > 0 ? classes.member_count(c) : 0;
    }
  }
  return weights;
}

std::vector<std::uint8_t> point_moves(const PointForm& form, std::vector<std::uint8_t> moves) {
  const std::uint32_t m = form.m();
  std::erase_if(moves, [&](std::uint8_t move) {
    return move_kind(move, m) == Move::shift && form.points[move - m].same_time;
  });
  return moves;
}

void check_ties(const PointForm& form, std::span<const std::uint32_t> places) {
  constexpr std::size_t walkers = OrderPopulation::block_walkers;
  for (std::size_t v = 1; v < form.points.size(); ++v) {
    if (!form.points[v].same_time) continue;
    const std::size_t from = form.points[v].from;
    for (std::size_t walker = 0; walker < walkers; ++walker) {
      if (places[v * walkers + walker] != places[from * walkers + walker])
        throw std::runtime_error("a walker is where none can be");
    }
  }
}

std::vector<runs::Estimate> component_estimates(const PointMeasure& measure,
                                                const runs::Estimate& main,
                                                std::span<const runs::GroupStatistics> groups,
                                                const runs::Grouping& grouping) {
  std::vector<runs::Estimate> estimates;
  for (std::size_t component = 0; component < measure.components(); ++component) {
    const std::size_t quantity = quantity_of(measure, component);
    estimates.push_back(
        quantity == OrderPopulation::integrand
            ? main
            : runs::estimate(groups,
                             {.numerator = quantity, .denominator = OrderPopulation::normalisation},
                             grouping));
  }
  return estimates;
}

void count_point_links(const PointForm& form, double size, double weight, std::uint32_t bins,
                       std::size_t all_cells,
                       const std::function<std::uint32_t(std::uint32_t, std::uint32_t)>& cell,
                       std::span<std::int64_t> counts) {
  const auto share = static_cast<std::int64_t>(std::ldexp(size / weight, 20));
  for (std::uint32_t v = 1; v < form.points.size(); ++v) {
    const std::uint32_t at = cell(form.points[v].from, v);
    const auto own = counts.subspan((v - 1) * all_cells, all_cells);
    if (!form.points[v].same_time) {
      own[at] += share;
      continue;
    }
    // Of no time: all bins alike.
    for (std::uint32_t bin = 0; bin < bins; ++bin) own[at / bins * bins + bin] += share;
  }
}

}  // namespace diagc::series
