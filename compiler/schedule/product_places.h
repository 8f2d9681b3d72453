// Where tiles stand in the fast memory of a block that computes products.
#pragma once

#include "compiler/schedule/product_rounds.h"

namespace diagc {

/// Fills in place, zeros, rows and conflicts of rounds whose tasks are dealt. What has been read last in a round makes room in the next one,
/// and tiles that lanes read at once begin in different banks where they can.
void place_product_tiles(const Panels& panels, const ProductTemplates& templates,
                         const RoundOptions& options, ProductRounds& rounds);

}  // namespace diagc
