// Rounds of a block of threads that computes products of tiles (product_templates.h), and where its tiles stand meanwhile.
//
// A warp computes some panels of one template side by side, each for a few configurations. All panels of a round are computed between two
// barriers of the block. Tiles stand in fast memory in rows, a number of each configuration side by side; what nobody reads any
// more makes room for others in the next round. Lanes that read several tiles at once are best served where the tiles begin in
// different banks.
#pragma once

#include "compiler/schedule/product_templates.h"

namespace diagc {

struct ProductTask {
  std::uint32_t index = 0;      ///< of the template
  std::vector<PanelId> panels;  ///< side by side
  /// A panel takes so many places side by side, each with a part of its pairs, whose sums are added at the end; a power of two.
  unsigned parts = 1;
  std::vector<std::uint32_t>
      counts;  ///< by kind, of the part that has most; the others' last pairs are of zeros

  /// Which pair place `part` of a panel takes in step `i`, of the panel's `pairs` of a kind.
  static std::size_t pair(std::uint32_t i, unsigned parts, unsigned part) {
    return std::size_t{i} * parts + part;
  }
};

struct RoundOptions {
  unsigned warps = 8, sides = 1;
  /// Rows after which banks repeat, and panels whose lanes read at once.
  unsigned banks = 1, together = 1;
};

struct ProductRounds {
  std::vector<std::vector<std::vector<ProductTask>>> rounds;  ///< by round and warp
  std::vector<std::uint32_t> place;                           ///< first row, by tile
  std::uint32_t zeros = 0;                                    ///< first row of a tile of zeros
  std::uint32_t zero_rows = 0;
  std::uint32_t rows = 0;
  double conflicts = 1;  ///< turns of memory for an access that could do with one, on the average
};

ProductRounds make_product_rounds(const Panels& panels, const ProductTemplates& templates,
                                  const RoundOptions& options);

}  // namespace diagc
