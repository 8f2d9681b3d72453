#include "physics/collider/generator/varied_tables.h"

#include <cmath>
#include <map>
#include <utility>

namespace diagc::collider {

namespace {

ScaleRange times(const ScaleRange& scales, double factor) {
  return {scales.least * factor, scales.most * factor};
}

}  // namespace

VariedTables::VariedTables(const std::vector<Variation>& variations, const CentralTables& central,
                           std::size_t first_cell) {
  if (variations.empty()) return;
  auto memory = std::make_shared<Memory>();
  std::map<std::pair<const PartonDensity*, double>, DensityTable> densities;
  std::map<double, CouplingCells> couplings;
  for (const Variation& variation : variations) {
    const PartonDensity& own = variation.density ? *variation.density : *central.density;
    const auto [density, new_density] = densities.try_emplace({&own, variation.factorisation});
    if (new_density) {
      memory->densities.push_back(std::make_unique<DensityCells>(
          own, central.sums, central.least_x, times(central.scales, variation.factorisation)));
      density->second = memory->densities.back()->table();
    }
    const auto [coupling, new_coupling] = couplings.try_emplace(variation.renormalisation);
    if (new_coupling) {
      memory->couplings.push_back(std::make_unique<AlphaSCells>(
          *central.coupling, times(central.scales, variation.renormalisation)));
      coupling->second = memory->couplings.back()->table();
    }
    memory->tables.push_back({.density = density->second,
                              .coupling = coupling->second,
                              .log_renormalisation = std::log(variation.renormalisation),
                              .log_factorisation = std::log(variation.factorisation),
                              .first = first_cell + cells_of_each * memory->tables.size()});
  }
  memory_ = std::move(memory);
}

std::span<const VariedWeight> VariedTables::tables() const {
  return memory_ ? std::span<const VariedWeight>(memory_->tables) : std::span<const VariedWeight>();
}

}  // namespace diagc::collider
