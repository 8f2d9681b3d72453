// Several contractions of one array, one after the other, tile by tile: a tile is read once, goes through all of them in the cache, and is
// written once.
//
//   t₀ = main,   t_s[batch, row, column] = Σ over summed of t_{s−1}[batch, row, summed] · b_s[batch, summed, column],   result = t_S
//
// all of it for every value of axes outside, which a b_s may have, and of lanes, which none has. Lanes lie next to each other in all arrays and fill vectors; a sum
// over all summed values stays in registers. Every element of the result is computed by one thread in one order, so that its bits do not depend on
// the number of threads.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/linear/contract.h"

namespace diagc::linear {

struct Tiles {
  std::vector<Axis> outer;  ///< a: in main, c: in the result
  /// Their strides are 1 in the result. Where `relaid`, those in main are a; else they are 1 there, too.
  std::vector<Axis> lanes;
  std::uint64_t blocks =
      1;  ///< lanes are cut into so many, as even as can be; each has a vector's lanes at least
  bool relaid = false;
  /// What a tile has of main when it is copied; a: in main, c: in the tile. Copied: where not empty, or `relaid`.
  std::vector<Axis> copied;
  bool is_copied = false;
  /// Strides of a in a tile or, in the first step of one that is not copied, in main; of c in a tile or, in the last step, in the result.
  std::vector<Contraction> steps;
  /// By step, where not empty: of complex elements, whether it takes three real products for each. Lanes of a block fill vectors then.
  std::vector<bool> three_products;
  /// By step, where not empty: strides of the outer axes in b, 0 for those that it does not have.
  std::vector<std::vector<std::uint64_t>> outer_strides;
  std::uint64_t tile_elements = 0;  ///< of the largest tile
};

/// The type of the numbers that an element is made of.
template <class Value>
struct NumberOf {
  using Type = Value;
};
template <class T>
struct NumberOf<std::complex<T>> {
  using Type = T;
};

/// All steps of a tile as a function made for them, in place of the loops here: what compiler/emit/tiles/tile_text.h describes.
template <class Value>
struct TileCode {
  using Number = typename NumberOf<Value>::Type;
  void (*steps)(const Number* array, Number* result, Number* tile, Number* next_tile,
                const Number* const* numbers, const Number* later) = nullptr;
  bool streams = false;  ///< needs a result at a multiple of 64 bytes
  bool turns = false;    ///< brings lanes together itself: reads tiles that are not copied
  bool turns_ahead =
      false;  ///< and those of the tile at `later`; `array` is null where it has done so
};

/// Results of more bytes leave the caches before they are read again.
inline constexpr std::uint64_t streamed_bytes = 24 << 20U;

/// Lanes that a block has at least.
template <class Value>
constexpr std::uint64_t least_lanes = 64 / sizeof(Value);

/// `result` must not overlap what is read. `prime` as in contract(). `code`: of these tiles, or null; blocks of lanes must be equally long then.
/// A result of floating-point numbers is multiplied by 2^lift, which the first step's operand takes up.
template <class Value>
void contract_tiles(const Tiles& tiles, const Value* main, const std::vector<const Value*>& others,
                    Value* result, unsigned threads, std::uint32_t prime = 0,
                    const TileCode<Value>* code = nullptr, int lift = 0);

/// What a thread holds of tiles, and what all share: the other operands in the order in which they are used.
struct TileMemory {
  std::uint64_t thread = 0, shared = 0;  ///< bytes
};
template <class Value>
TileMemory tile_memory(const Tiles& tiles);

extern template void contract_tiles(const Tiles&, const float*, const std::vector<const float*>&,
                                    float*, unsigned, std::uint32_t, const TileCode<float>*, int);
extern template void contract_tiles(const Tiles&, const double*, const std::vector<const double*>&,
                                    double*, unsigned, std::uint32_t, const TileCode<double>*, int);
extern template void contract_tiles(const Tiles&, const std::complex<float>*,
                                    const std::vector<const std::complex<float>*>&,
                                    std::complex<float>*, unsigned, std::uint32_t,
                                    const TileCode<std::complex<float>>*, int);
extern template void contract_tiles(const Tiles&, const std::complex<double>*,
                                    const std::vector<const std::complex<double>*>&,
                                    std::complex<double>*, unsigned, std::uint32_t,
                                    const TileCode<std::complex<double>>*, int);
extern template void contract_tiles(const Tiles&, const Residue*,
                                    const std::vector<const Residue*>&, Residue*, unsigned,
                                    std::uint32_t, const TileCode<Residue>*, int);
extern template void contract_tiles(const Tiles&, const Tropical*,
                                    const std::vector<const Tropical*>&, Tropical*, unsigned,
                                    std::uint32_t, const TileCode<Tropical>*, int);

}  // namespace diagc::linear
