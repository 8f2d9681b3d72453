#include "physics/series/sampling/chain_weight.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "physics/lattice/distribution.h"

namespace diagc::series {

namespace {

double polynomial(const lattice::PropagatorTable& table, std::uint32_t row, std::uint32_t interval,
                  double x) {
  const double* coefficients =
      &table.coefficients[(std::size_t{row} * table.intervals + interval) * (table.degree + 1)];
  double sum = 0;
  for (std::uint32_t power = table.degree + 1; power-- > 0;) sum = sum * x + coefficients[power];
  return sum;
}

}  // namespace

std::uint32_t reversed(const lattice::Space& space, std::uint32_t displacement) {
  const std::uint32_t a = displacement / space.cells() / space.cell_sites;
  return space.displacement(space.site_at(a, displacement), a);
}

PairRows pair_rows(const lattice::Space& space) {
  PairRows pairs;
  std::vector<PairRows::Rows> all;
  for (std::uint32_t d = 0; d < space.row_of.size(); ++d) {
    all.push_back({space.row_of[d], space.row_of[reversed(space, d)]});
  }
  pairs.rows = all;
  std::ranges::sort(pairs.rows);
  pairs.rows.erase(std::ranges::unique(pairs.rows).begin(), pairs.rows.end());
  for (const PairRows::Rows& rows : all) {
    pairs.row_of.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(pairs.rows, rows) -
                                                      pairs.rows.begin()));
  }
  return pairs;
}

LinkClasses link_classes(const lattice::Space& space, const PairRows& pairs, std::uint32_t bins) {
  LinkClasses classes;
  classes.bins = bins;
  classes.class_of.resize(space.row_of.size());
  classes.first_member.push_back(0);
  for (std::uint32_t place = 0; place < space.cell_sites; ++place) {
    classes.first_class.push_back(classes.classes());
    std::vector<std::uint32_t> block(space.sites);
    std::iota(block.begin(), block.end(), place * space.sites);
    const auto key = [&](std::uint32_t displacement) { return pairs.row_of[displacement]; };
    std::ranges::stable_sort(block, {}, key);
    for (std::size_t i = 0; i < block.size(); ++i) {
      classes.class_of[block[i]] = classes.classes();
      classes.members.push_back(block[i]);
      if (i + 1 == block.size() || key(block[i]) != key(block[i + 1])) {
        classes.first_member.push_back(static_cast<std::uint32_t>(classes.members.size()));
      }
    }
  }
  classes.first_class.push_back(classes.classes());
  return classes;
}

LinkDistribution link_distribution(const LinkClasses& classes, const std::vector<double>& weights,
                                   const std::vector<double>& background, double floor) {
  LinkDistribution link;
  link.density.resize(classes.cells());
  for (std::size_t place = 0; place + 1 < classes.first_class.size(); ++place) {
    const std::uint32_t first = classes.first_class[place] * classes.bins;
    const std::uint32_t count = classes.first_class[place + 1] * classes.bins - first;
    const auto part = [&](const std::vector<double>& all) {
      return std::span(all).subspan(first, count);
    };
    const double total = std::accumulate(part(weights).begin(), part(weights).end(), 0.0);
    const double spread = std::accumulate(part(background).begin(), part(background).end(), 0.0);
    std::vector<double> mixed(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      mixed[i] = total > 0 ? (1 - floor) * weights[first + i] / total +
                                 floor * background[first + i] / spread
                           : background[first + i] / spread;
    }
    const lattice::Distribution distribution = lattice::make_distribution(mixed);
    for (std::uint32_t i = 0; i < count; ++i) {
      const double members = classes.member_count((first + i) / classes.bins);
      link.density[first + i] = distribution.probability[i] * classes.bins / members;
    }
  }
  return link;
}

bool is_distribution(const LinkClasses& classes, const std::vector<double>& density) {
  if (density.size() != classes.cells()) return false;
  for (std::size_t place = 0; place + 1 < classes.first_class.size(); ++place) {
    double sum = 0;
    for (std::uint32_t c = classes.first_class[place]; c < classes.first_class[place + 1]; ++c) {
      for (std::uint32_t bin = 0; bin < classes.bins; ++bin) {
        const double value = density[c * classes.bins + bin];
        if (!(value >= 0)) return false;
        sum += value * classes.member_count(c) / classes.bins;
      }
    }
    if (!(std::abs(sum - 1) < 1e-6)) return false;
  }
  return true;
}

LinkDraws link_draws(const LinkClasses& classes, const LinkDistribution& link) {
  const std::size_t places = classes.first_class.size() - 1;
  LinkDraws draws;
  draws.count = static_cast<std::uint32_t>(classes.class_of.size() / places * classes.bins);
  for (std::uint32_t place = 0; place < places; ++place) {
    const std::uint32_t first = place * draws.count;
    std::vector<double> weights;
    for (std::uint32_t entry = first; entry < first + draws.count; ++entry) {
      const std::uint32_t link_class = classes.class_of[entry / classes.bins];
      weights.push_back(link.density[link_class * classes.bins + entry % classes.bins]);
    }
    const lattice::Distribution distribution = lattice::make_distribution(weights);
    for (std::uint32_t i = 0; i < draws.count; ++i) {
      draws.threshold.push_back(static_cast<std::uint32_t>(
          std::min(std::ldexp(distribution.threshold[i], 32), 4294967295.0)));
      draws.alias.push_back(first + distribution.alias[i]);
    }
  }
  return draws;
}

std::vector<double> bubble_weights(const LinkClasses& classes, const lattice::Space& space,
                                   const lattice::PropagatorTable& table) {
  constexpr std::uint32_t least_points = 4;  // a bin
  constexpr double uniform_part = 0.01;
  const std::uint32_t points = std::max(least_points, table.intervals / classes.bins);
  std::vector<double> weights(classes.cells());
  for (std::uint32_t c = 0; c < classes.classes(); ++c) {
    const std::uint32_t displacement = classes.members[classes.first_member[c]];
    const std::uint32_t forward = space.row_of[displacement];
    const std::uint32_t backward = space.row_of[reversed(space, displacement)];
    for (std::uint32_t bin = 0; bin < classes.bins; ++bin) {
      for (std::uint32_t point = 0; point < points; ++point) {
        const double position = (bin + (point + 0.5) / points) / classes.bins * table.intervals;
        const auto interval = static_cast<std::uint32_t>(position);
        const double x = position - interval;
        // G0(−τ) = −G0(β − τ).
        weights[c * classes.bins + bin] +=
            classes.member_count(c) *
            std::abs(polynomial(table, forward, interval, x) *
                     polynomial(table, backward, table.intervals - 1 - interval, 1 - x));
      }
    }
  }
  // Uniform over all members and bins from each place.
  for (std::size_t place = 0; place + 1 < classes.first_class.size(); ++place) {
    const std::uint32_t first = classes.first_class[place], last = classes.first_class[place + 1];
    double total = 0;
    for (std::uint32_t i = first * classes.bins; i < last * classes.bins; ++i) total += weights[i];
    const std::uint32_t members = classes.first_member[last] - classes.first_member[first];
    const double each = total > 0 ? uniform_part * total / members / classes.bins : 1;
    for (std::uint32_t i = first * classes.bins; i < last * classes.bins; ++i) {
      weights[i] += each * classes.member_count(i / classes.bins);
    }
  }
  return weights;
}

}  // namespace diagc::series
