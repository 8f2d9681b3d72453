// Tables of the further weights of events. Large where there are many members: shared by all that copy them.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "physics/collider/coupling.h"
#include "physics/collider/generator/generator_memory.h"
#include "physics/collider/generator/variations.h"
#include "physics/collider/tables.h"

namespace diagc::collider {

/// What all of them have in common: the run's own.
struct CentralTables {
  std::shared_ptr<const PartonDensity> density;
  std::shared_ptr<const Coupling> coupling;
  std::span<const FlavourSum> sums;
  double least_x = 0;
  ScaleRange scales;
};

class VariedTables {
 public:
  VariedTables() = default;
  /// Cells of the first variation begin at `first_cell`.
  VariedTables(const std::vector<Variation>& variations, const CentralTables& central,
               std::size_t first_cell);

  /// Valid while a copy of this stands.
  std::span<const VariedWeight> tables() const;
  static constexpr std::size_t cells_of_each = 3;

 private:
  struct Memory {
    std::vector<std::unique_ptr<DensityCells>> densities;
    std::vector<std::unique_ptr<AlphaSCells>> couplings;
    std::vector<VariedWeight> tables;
  };
  std::shared_ptr<const Memory> memory_;
};

}  // namespace diagc::collider
