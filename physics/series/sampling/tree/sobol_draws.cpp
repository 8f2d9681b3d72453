#include "physics/series/sampling/tree/sobol_draws.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>

#include "physics/series/sampling/tree/tree_shapes.h"

namespace diagc::series {

namespace {

/// Several cells of the guide for each outcome, so that few numbers have to look further than where it leads.
std::uint32_t guide_bits_for(std::size_t outcomes) {
  constexpr std::uint32_t least = 8, most = 16;
  return std::clamp(static_cast<std::uint32_t>(std::bit_width(8 * outcomes)), least, most);
}

std::vector<std::size_t> descending(const std::vector<double>& weights) {
  std::vector<std::size_t> order(weights.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t i) { return weights[i]; });
  return order;
}

}  // namespace

SobolDraws::SobolDraws(const LinkClasses& classes, const PairCodes& codes, const TreeLinks& links,
                       std::uint32_t m, bool alike, std::uint32_t group_bits, std::uint32_t groups,
                       const std::uint32_t* key, std::uint32_t use)
    : points_(sobol_tables(sobol_dimensions(m), group_bits, groups, key, use)),
      place_(codes.place),
      place_count_(static_cast<std::uint32_t>(classes.first_class.size() - 1)) {
  const std::vector<TreeShape> shapes = tree_shapes(m);
  std::vector<double> weights, sorted;
  for (const TreeShape& shape : shapes)
    weights.push_back(shape.labellings * std::pow(links.alpha, shape.root_degree));
  std::vector<std::uint32_t> parents;
  for (const std::size_t i : descending(weights)) {
    sorted.push_back(weights[i]);
    parents.push_back(packed_parents(shapes[i].parents));
  }
  shapes_.guide_bits = guide_bits_for(shapes.size());
  shapes_.add(sorted, parents, false);
  shapes_.make_guide();

  for (const std::uint32_t displacement : classes.members)
    member_steps_.push_back(codes.step[displacement]);
  std::uint32_t most_classes = 1;
  for (std::uint32_t place = 0; place < place_count_; ++place)
    most_classes =
        std::max(most_classes, classes.first_class[place + 1] - classes.first_class[place]);
  classes_.guide_bits = guide_bits_for(most_classes);
  times_.guide_bits = static_cast<std::uint32_t>(std::countr_zero(classes.bins)) + 1;
  add_links(classes, links.other);
  if (!alike) add_links(classes, links.root);
  classes_.make_guide();
  times_.make_guide();
}

void SobolDraws::add_links(const LinkClasses& classes, const LinkDistribution& link) {
  std::vector<std::uint32_t> bins(classes.bins);
  std::iota(bins.begin(), bins.end(), 0U);
  for (std::uint32_t place = 0; place < place_count_; ++place) {
    // Of a single displacement: those that are probable come first, which is those that are near each other.
    std::vector<double> single;
    for (std::uint32_t c = classes.first_class[place]; c < classes.first_class[place + 1]; ++c) {
      const auto first = link.density.begin() + std::ptrdiff_t{c} * classes.bins;
      single.push_back(std::accumulate(first, first + classes.bins, 0.0));
    }
    std::vector<double> weights;
    std::vector<std::uint32_t> payloads, class_of;
    for (const std::size_t i : descending(single)) {
      const std::uint32_t c = classes.first_class[place] + static_cast<std::uint32_t>(i);
      for (std::uint32_t first = classes.first_member[c]; first < classes.first_member[c + 1];
           first += most_piece_members) {
        const std::uint32_t count =
            std::min(most_piece_members, classes.first_member[c + 1] - first);
        weights.push_back(single[i] * count);
        payloads.push_back(first << 8U | count);
        class_of.push_back(c);
      }
    }
    for (const std::uint32_t outcome : classes_.add(weights, payloads, true)) {
      const auto first = link.density.begin() + std::ptrdiff_t{class_of[outcome]} * classes.bins;
      times_.add(std::vector<double>(first, first + classes.bins), bins, true);
    }
  }
}

}  // namespace diagc::series
