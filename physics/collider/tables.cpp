#include "physics/collider/tables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "physics/collider/phase_space/host_text.h"

namespace diagc::collider {

namespace {

/// For any number of jets: tables know nothing of them.
using Text = host::Text<least_jets>;

constexpr unsigned x_cells = 256, coupling_cells = 128;
constexpr double log_q_step = 0.25;

std::vector<FlavourSum> one_by_one(std::span<const int> flavours) {
  std::vector<FlavourSum> sums;
  for (const int flavour : flavours) sums.push_back({{flavour, 1}});
  return sums;
}

constexpr unsigned cubic_points = 4;
/// Values at 0, 1/3, 2/3, 1, or coefficients.
using Points = std::array<double, cubic_points>;

/// The coefficients of the cubic through these values.
Points cubic(const Points& f) {
  const auto [a, b, c, d] = f;
  return {a, -5.5 * a + 9 * b - 4.5 * c + d, 9 * a - 22.5 * b + 18 * c - 4.5 * d,
          -4.5 * a + 13.5 * b - 13.5 * c + 4.5 * d};
}

std::size_t place_of(int flavour) { return static_cast<std::size_t>(flavour + most_flavour); }

}  // namespace

DensityCells::DensityCells(const PartonDensity& density, std::span<const int> flavours,
                           double least_x, ScaleRange scales)
    : DensityCells(density, one_by_one(flavours), least_x, scales) {}

DensityCells::DensityCells(const PartonDensity& density, std::span<const FlavourSum> sums,
                           double least_x, ScaleRange scales) {
  const double low = std::log(std::max(least_x, density.range().x_min)), width = -low / x_cells;
  const double log_least = std::log(scales.least), range = std::log(scales.most) - log_least;
  table_.cells = x_cells;
  table_.log_x_min = low;
  table_.cells_per_log_x = 1 / width;
  table_.log_q_min = log_least;
  table_.rows =
      range > 0 ? std::max(4U, static_cast<unsigned>(std::ceil(range / log_q_step)) + 1) : 1;
  const double step = table_.rows == 1 ? 1 : range / (table_.rows - 1);
  table_.rows_per_log_q = 1 / step;
  std::vector<bool> used(2 * most_flavour + 1);
  for (const FlavourSum& sum : sums)
    for (const auto& [flavour, number] : sum) used[place_of(flavour)] = true;
  numbers_.resize(sums.size() * table_.rows * x_cells * cubic_points);
  for (unsigned row = 0; row < table_.rows; ++row) {
    const double q = table_.rows == 1 ? scales.least : std::exp(log_least + row * step);
    for (unsigned cell = 0; cell < x_cells; ++cell) {
      std::array<Points, 2 * most_flavour + 1> xf{};
      for (unsigned i = 0; i < cubic_points; ++i) {
        const double part = static_cast<double>(i) / (cubic_points - 1);
        const double x = std::exp(std::min(low + (cell + part) * width, 0.0));
        for (int flavour = -most_flavour; flavour <= most_flavour; ++flavour)
          if (used[place_of(flavour)]) xf[place_of(flavour)][i] = density.xf(flavour, x, q);
      }
      for (std::size_t k = 0; k < sums.size(); ++k) {
        Points total{};
        for (const auto& [flavour, number] : sums[k])
          for (unsigned i = 0; i < cubic_points; ++i) total[i] += number * xf[place_of(flavour)][i];
        std::ranges::copy(
            cubic(total),
            numbers_.begin() + static_cast<std::ptrdiff_t>(
                                   ((k * table_.rows + row) * x_cells + cell) * cubic_points));
      }
    }
  }
}

DensityTable DensityCells::table() const {
  DensityTable table = table_;
  table.numbers = numbers_.data();
  return table;
}

AlphaSCells::AlphaSCells(const Coupling& coupling, ScaleRange scales) {
  const double low = std::log(scales.least), range = std::max(std::log(scales.most) - low, 1e-3);
  const double width = range / coupling_cells;
  table_.cells = coupling_cells;
  table_.log_q_min = low;
  table_.cells_per_log_q = 1 / width;
  for (unsigned cell = 0; cell < coupling_cells; ++cell) {
    Points values{};
    for (unsigned i = 0; i < cubic_points; ++i)
      values[i] = coupling.alpha_s(std::exp(low + (cell + i / double{cubic_points - 1}) * width));
    std::ranges::copy(cubic(values), std::back_inserter(numbers_));
  }
}

CouplingCells AlphaSCells::table() const {
  CouplingCells table = table_;
  table.numbers = numbers_.data();
  return table;
}

double coupling_at(const CouplingCells& table, double log_q) {
  return Text::coupling(table, log_q);
}

}  // namespace diagc::collider
