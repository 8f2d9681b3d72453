// In which order the tiles of a block that computes products are made.
#pragma once

#include "compiler/schedule/product_templates.h"

namespace diagc {

/// Tiles that the panel of a use reads, each once, ascending.
std::vector<TileId> tiles_read_by(const ProductUse& use);

/// By panel the round, from 1 on, that computes it; 0 for copies. Families that read each other are computed together, as early as may be;
/// others one after the other, in the order in which the fewest rows are alive at once. Throws std::runtime_error where there are more
/// than 16 such parts.
std::vector<std::uint32_t> product_levels(const Panels& panels, const ProductTemplates& templates);

}  // namespace diagc
