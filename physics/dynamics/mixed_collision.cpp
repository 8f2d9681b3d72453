#include "physics/dynamics/mixed_collision.h"

#include <cstring>

namespace diagc::dynamics {

MixedMemory::MixedMemory(const TwoTime& past) {
  if (!past.branch()) return;
  const std::size_t width = past.branch()->nodes() * past.bands();
  turned = BlockRows(1, 1, width, past.block_size());
  product = BlockRows(1, 1, past.block_size(), width);
}

void collide_mixed(const TwoTime& past, std::size_t k, const WeightedSelfEnergy& weighted,
                   const Block& within, const PanelRows& panel, PanelRows& self_energy,
                   HistorySums& sums, MixedMemory& memory) {
  const ImaginaryBranch& branch = *past.branch();
  const std::size_t size = past.block_size(), bands = past.bands(), panels = past.panels();
  const std::size_t nodes = branch.nodes(), width = nodes * bands;
  const Block own = self_energy.mixed.at(k, 0), turned = memory.turned.at(0, 0);
  for (std::size_t node = 0; node < nodes; ++node) {
    const std::size_t backwards = nodes - 1 - node;
    for (std::size_t b = 0; b < bands; ++b) {
      for (std::size_t row = 0; row < size; ++row) {
        turned.set(backwards * bands + b, row,
                   Complex(0, -branch.weights[node]) * own.at(row, node * bands + b));
      }
    }
  }
  const auto add_branch = [&](std::size_t rows, const Block& mixed, std::size_t column) {
    add_product(rows, width, size, mixed, turned, sums.lesser_turned.at(0, column), true);
  };
  for (std::size_t p = 0; p < panels; ++p) add_branch(size, past.rows(p).mixed.at(k, 0), p);
  add_branch(bands, past.edge().mixed.at(k, 0), panels);
  add_branch(size, panel.mixed.at(k, 0), panels + 1);

  const Block product = memory.product.at(0, 0);
  std::memset(product.re, 0, memory.product.bytes());
  for (std::size_t p = 0; p < panels; ++p) {
    add_product(size, size, width, weighted.spectral.at(0, p), past.rows(p).mixed.at(k, 0),
                product);
  }
  add_product(size, size, width, within, panel.mixed.at(k, 0), product);
  add_product(size, width, width, own, branch.continuation.at(k, 0), product);
  std::memcpy(own.re, product.re, memory.product.bytes());
}

}  // namespace diagc::dynamics
