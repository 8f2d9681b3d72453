#include "physics/dynamics/resolution.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace diagc::dynamics {

namespace {

/// The largest coefficients of three degrees: p, p − 1, p − 2.
using Largest = std::array<double, 3>;

void keep_largest(Largest& largest, const Largest& sums) {
  for (std::size_t d = 0; d < sums.size(); ++d) {
    largest[d] = std::max(largest[d], std::abs(sums[d]));
  }
}

}  // namespace

double unresolved_part(const TwoTime& past, const PanelRows& rows, std::span<const Complex> initial,
                       std::span<const Complex> rho) {
  return unresolved_from(largest_coefficients(past, rows, initial, rho));
}

std::array<double, 3> largest_coefficients(const TwoTime& past, const PanelRows& rows,
                                           std::span<const Complex> initial,
                                           std::span<const Complex> rho) {
  const Collocation& collocation = past.collocation();
  const std::size_t order = collocation.order, bands = past.bands(), size = past.block_size();
  std::vector<double> nodes(1, 0.0);
  nodes.insert(nodes.end(), collocation.nodes.begin(), collocation.nodes.end());
  const auto all = legendre_coefficients(nodes);
  const auto factor = [&](std::size_t below, std::size_t node) {
    return all[(order - below) * nodes.size() + node];
  };
  Largest largest = {};
  const auto look = [&](auto value_at) {
    Largest sums = {};
    for (std::size_t node = 0; node < nodes.size(); ++node) {
      const double value = value_at(node);
      for (std::size_t d = 0; d < sums.size(); ++d) sums[d] += factor(d, node) * value;
    }
    keep_largest(largest, sums);
  };
  const auto look_at_block = [&](const Block& edge, const Block& row, std::size_t columns) {
    for (std::size_t a = 0; a < bands; ++a) {
      for (std::size_t column = 0; column < columns; ++column) {
        const std::size_t first = a * edge.stride + column, step = bands * row.stride;
        look([&](std::size_t node) {
          return node == 0 ? edge.re[first] : row.re[first + (node - 1) * step];
        });
        look([&](std::size_t node) {
          return node == 0 ? edge.im[first] : row.im[first + (node - 1) * step];
        });
      }
    }
  };
  for (const auto& [edge_rows, new_rows] : {std::pair(&past.edge().lesser, &rows.lesser),
                                            std::pair(&past.edge().spectral, &rows.spectral)}) {
    for (std::size_t k = 0; k < past.points(); ++k) {
      for (std::size_t block = 0; block <= past.panels(); ++block) {
        look_at_block(edge_rows->at(k, block), new_rows->at(k, block),
                      block < past.panels() ? size : bands);
      }
    }
  }
  if (past.branch()) {
    for (std::size_t k = 0; k < past.points(); ++k) {
      look_at_block(past.edge().mixed.at(k, 0), rows.mixed.at(k, 0), rows.mixed.columns());
    }
  }
  for (std::size_t at = 0; at < initial.size(); ++at) {
    const auto value = [&](std::size_t node) {
      return node == 0 ? initial[at] : rho[(node - 1) * initial.size() + at];
    };
    look([&](std::size_t node) { return value(node).real(); });
    look([&](std::size_t node) { return value(node).imag(); });
  }
  return largest;
}

double unresolved_from(const std::array<double, 3>& largest) {
  if (largest[0] == 0) return 0;
  return largest[0] * std::min(1.0, std::sqrt(largest[0] / largest[2]));
}

double next_change(double last, double before) {
  return before > 0 ? last * std::min(1.0, 2 * last / before) : last;
}

}  // namespace diagc::dynamics
