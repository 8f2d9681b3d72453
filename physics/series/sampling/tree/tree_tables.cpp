#include "physics/series/sampling/tree/tree_tables.h"

#include <cmath>

#include "physics/lattice/distribution.h"
#include "physics/series/sampling/tree/tree_shapes.h"

namespace diagc::series {

std::vector<std::uint8_t> tree_moves(std::uint32_t m, const lattice::Space& space) {
  std::vector<std::uint8_t> moves;
  // Redraws of the tree forget most: every other move is one.
  const auto add = [&](std::uint32_t move) {
    moves.push_back(0);
    moves.push_back(static_cast<std::uint8_t>(move));
  };
  if (space.roots.size() > 1) add(redraw_root);
  // Where all sites are alike vertex 0 is as free as any other.
  for (std::uint32_t v = space.cell_sites == 1 ? 0 : 1; v <= m; ++v) add(1 + v);
  for (std::uint32_t v = 1; v <= m && m > 1; ++v) add(m + 2 + v);
  return moves;
}

template <class T>
std::vector<typename TreeTables<T>::ShapeEntry> TreeTables<T>::shape_entries(std::uint32_t m,
                                                                             double alpha) {
  const std::vector<TreeShape> shapes = tree_shapes(m);
  std::vector<double> weights;
  for (const TreeShape& shape : shapes)
    weights.push_back(shape.labellings * std::pow(alpha, shape.root_degree));
  const lattice::Distribution distribution = lattice::make_distribution(weights);
  std::vector<ShapeEntry> entries;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    entries.push_back({threshold_bits(distribution.threshold[i]), packed_parents(shapes[i].parents),
                       packed_parents(shapes[distribution.alias[i]].parents), 0});
  }
  return entries;
}

template <class T>
TreeTables<T>::TreeTables(const SharedTables<T>& shared, const TreePlan& plan,
                          const std::vector<double>& params, const TreeNumbers& numbers,
                          std::uint32_t m, bool alike, const std::vector<std::uint8_t>& moves,
                          const PlaceTable& place)
    : shapes_(shape_entries(m, plan.links.alpha)),
      root_density_(plan.links.root.density.begin(), plan.links.root.density.end()),
      density_(plan.links.other.density.begin(), plan.links.other.density.end()),
      params_(params.begin(), params.end()),
      moves_(moves) {
  const LinkClasses& classes = shared.classes();
  const LinkDraws draws = link_draws(classes, plan.links.other);
  draws_ = draw_entries(classes, shared.codes(), draws);
  pointers_.draw_count = draws.count;
  pointers_.root_draws = static_cast<std::uint32_t>(draws_.size());
  if (!alike) {
    const auto of_root =
        draw_entries(classes, shared.codes(), link_draws(classes, plan.links.root));
    draws_.insert(draws_.end(), of_root.begin(), of_root.end());
  }
  shared.fill(pointers_, place);
  pointers_.shapes = &placed(shapes_, place)->threshold;
  pointers_.shape_count = static_cast<std::uint32_t>(shapes_.size());
  pointers_.density = placed(density_, place);
  pointers_.root_density = alike ? pointers_.density : placed(root_density_, place);
  pointers_.draws = &placed(draws_, place)->threshold;
  pointers_.params = placed(params_, place);
  pointers_.key[0] = static_cast<std::uint32_t>(numbers.seed);
  pointers_.key[1] = static_cast<std::uint32_t>(numbers.seed >> 32);
  pointers_.use = numbers.use;
  pointers_.moves = placed(moves_, place);
  pointers_.cycle = moves_.size();
  pointers_.normalisation = static_cast<T>(plan.normalisation);
  pointers_.alpha = static_cast<T>(plan.links.alpha);
  pointers_.scale = static_cast<T>(tree_count(m, plan.links.alpha));
  // Of the first samples, whose size is not known yet, all are above it.
  pointers_.most = static_cast<T>(most_in_single_precision * plan.size);
  if (!plan.sobol) return;
  constexpr std::uint32_t scramble_use = 48;  // of the order's own, behind those of steps
  sobol_.emplace(classes, shared.codes(), plan.links, m, alike, numbers.group_bits, numbers.groups,
                 pointers_.key, numbers.use + scramble_use);
  sobol_->fill(pointers_, place);
  pointers_.sobol = 1;
  pointers_.sobol_begin = *plan.sobol;
}

template class TreeTables<float>;
template class TreeTables<double>;

}  // namespace diagc::series
