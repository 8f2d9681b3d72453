// C++ source of all steps of a kernel in tiles (compiler/arrays/place.h), for one tile of it: extents, strides and offsets are constants.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "compiler/arrays/plan.h"

namespace diagc {

struct TileTextOptions {
  bool single_precision = true;
  bool is_complex = false;
  int vector_bytes = 64;
};

/// What the source defines, in the C way of calling:
///
///   void tile_steps(const REAL* array, REAL* result, REAL* tile, REAL* next_tile, const REAL* const* numbers, const REAL* later)
///
/// `array`: where the tile begins in what is read, or, of a kernel whose tiles are copied before, its copy; `result`: where its result begins;
/// `tile`, `next_tile`: room for two tiles; `numbers`: of every step its operand as [batch][summed][column], a number c + id as c, c + d, d - c
/// where the step takes three real products for a complex one (compiler/arrays/three_products.h); `later`: where, in what is
/// read, the tile begins that is fetched meanwhile. Complex numbers are two of type REAL.
struct TileText {
  std::string source;
  bool streams =
      false;  ///< results are written past the caches, and `result` must be at a multiple of 64 bytes
  bool turns = false;  ///< lanes are brought together here: the tile is not copied before
  /// While a tile is at work, lanes of the one at `later` are brought together in `tile`; `array` is null where the call before has done so.
  bool turns_ahead = false;
};

inline constexpr const char* tile_symbol = "tile_steps";

/// Nothing for kernels whose blocks of lanes differ in length or are shorter than a line of the cache. Sums have their terms in the order of
/// runtime/linear/tiles.h. `streamed_bytes`: longer results are written past the caches.
std::optional<TileText> tile_text(const arrays::Plan& plan, const arrays::PlanKernel& kernel,
                                  const TileTextOptions& options, std::uint64_t streamed_bytes);

}  // namespace diagc
