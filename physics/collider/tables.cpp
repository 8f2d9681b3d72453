#include "physics/collider/tables.h"

#include <algorithm>
#include <cmath>

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

/// The coefficients of the cubic through f(0), f(1/3), f(2/3), f(1).
template <class F>
void append_cubic(std::vector<double>& to, const F& f) {
  const double a = f(0), b = f(1.0 / 3), c = f(2.0 / 3), d = f(1);
  to.insert(to.end(), {a, -5.5 * a + 9 * b - 4.5 * c + d, 9 * a - 22.5 * b + 18 * c - 4.5 * d,
                       -4.5 * a + 13.5 * b - 13.5 * c + 4.5 * d});
}

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
  for (const FlavourSum& sum : sums) {
    for (unsigned row = 0; row < table_.rows; ++row) {
      const double q = table_.rows == 1 ? scales.least : std::exp(log_least + row * step);
      for (unsigned cell = 0; cell < x_cells; ++cell) {
        append_cubic(numbers_, [&](double part) {
          const double x = std::exp(std::min(low + (cell + part) * width, 0.0));
          double total = 0;
          for (const auto& [flavour, number] : sum) total += number * density.xf(flavour, x, q);
          return total;
        });
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
  for (unsigned cell = 0; cell < coupling_cells; ++cell)
    append_cubic(numbers_, [&](double part) {
      return coupling.alpha_s(std::exp(low + (cell + part) * width));
    });
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
