// Parton densities and α_s as tables of steps, small enough for a cache. In a cell stands the cubic through its ends and two points between.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "physics/collider/coupling.h"
#include "physics/collider/pdf/density.h"
#include "physics/collider/step_memory.h"

namespace diagc::collider {

/// GeV. Equal: one scale, for which tables have one row.
struct ScaleRange {
  double least, most;
};

/// Σ number · f_flavour.
using FlavourSum = std::vector<std::pair<int, double>>;

class DensityCells {
 public:
  /// x f(x, Q) for x from least_x to 1, of `sums` of flavours, whose places here are the numbers that steps use. 8 KiB a row, a row every
  /// ¼ of ln Q. Relative errors are below 1e-4 but where a density is near 0.
  DensityCells(const PartonDensity& density, std::span<const FlavourSum> sums, double least_x,
               ScaleRange scales);
  /// Of flavours one by one.
  DensityCells(const PartonDensity& density, std::span<const int> flavours, double least_x,
               ScaleRange scales);
  /// Valid while this stands.
  DensityTable table() const;
  std::span<const double> numbers() const { return numbers_; }

 private:
  DensityTable table_{};
  std::vector<double> numbers_;
};

class AlphaSCells {
 public:
  /// Outside of the scales α_s is that at their ends.
  AlphaSCells(const Coupling& coupling, ScaleRange scales);
  CouplingCells table() const;
  std::span<const double> numbers() const { return numbers_; }

 private:
  CouplingCells table_{};
  std::vector<double> numbers_;
};

/// What steps read from such a table, on the host.
double coupling_at(const CouplingCells& table, double log_q);

}  // namespace diagc::collider
