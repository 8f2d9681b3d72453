// The weight that integrands are normalised against: vertices 1 … n as a chain from vertex 0, every link an independent
// draw of a displacement and a time difference from a tabulated distribution,
//
//   w(x) = Π_v P_v(displacement from vertex v − 1 to v, bin of (τ_v − τ_{v−1}) mod β),
//
// whose sum over sites and integral over times in units of β is exactly 1. The distributions are also what
// proposals are drawn from.
//
// A link belongs to a class: displacements from one place of a site in its cell that have one propagator there and one back. A cell is a
// class with a bin of the time difference, number class · bins + bin. Classes from one place stand together.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "physics/lattice/propagator_table.h"
#include "physics/lattice/space.h"

namespace diagc::series {

/// The displacement back: from b to a.
std::uint32_t reversed(const lattice::Space& space, std::uint32_t displacement);

/// The propagators of a displacement: rows of the table there and back. Displacements with equal ones share a number.
struct PairRows {
  struct Rows {
    std::uint32_t there, back;
    auto operator<=>(const Rows&) const = default;
  };
  std::vector<Rows> rows;             ///< ascending
  std::vector<std::uint32_t> row_of;  ///< [displacement]
};
PairRows pair_rows(const lattice::Space& space);

struct LinkClasses {
  std::uint32_t bins = 1;                   ///< of [0, β), a power of two
  std::vector<std::uint32_t> class_of;      ///< [displacement]
  std::vector<std::uint32_t> first_member;  ///< [class], and one more
  std::vector<std::uint32_t> members;       ///< displacements, those of a class together
  std::vector<std::uint32_t> first_class;   ///< [place of a site in its cell], and one more

  std::uint32_t classes() const { return static_cast<std::uint32_t>(first_member.size() - 1); }
  std::uint32_t cells() const { return classes() * bins; }
  std::uint32_t member_count(std::uint32_t link_class) const {
    return first_member[link_class + 1] - first_member[link_class];
  }
};

LinkClasses link_classes(const lattice::Space& space, const PairRows& pairs, std::uint32_t bins);

/// One link's distribution over the cells from each place of a site.
struct LinkDistribution {
  /// [cell]: probability of a member of the class and of a time of the bin, by site and by β: P_v in the formula.
  std::vector<double> density;
};

/// Whether densities are of a distribution: none is negative, and from each place of a site they add up to 1.
bool is_distribution(const LinkClasses& classes, const std::vector<double>& density);

/// How to draw from it: [displacement · bins + bin], `count` entries from each place. Take one uniformly, with a fraction of 32 bits; keep
/// it where the fraction is below the threshold, else take its alias.
struct LinkDraws {
  std::uint32_t count = 0;
  std::vector<std::uint32_t> threshold, alias;
};
LinkDraws link_draws(const LinkClasses& classes, const LinkDistribution& link);

/// In proportion to weights [cell] ≥ 0, of all members of a class together, each place for itself; `floor` of the probability is spread as
/// `background`, likewise, which is positive everywhere.
LinkDistribution link_distribution(const LinkClasses& classes, const std::vector<double>& weights,
                                   const std::vector<double>& background, double floor);

/// A guess at a link before anything is sampled: weights in proportion to |G0(r, τ) G0(−r, −τ)|, one
/// hundredth of them uniform.
std::vector<double> bubble_weights(const LinkClasses& classes, const lattice::Space& space,
                                   const lattice::PropagatorTable& table);

}  // namespace diagc::series
