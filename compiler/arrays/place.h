// Where every axis of every value lives, and which steps one kernel takes together.
//
// The larger operand of a step is its main one; main operands make paths through the tree of an order. Axes of a path that many steps leave
// alone are lanes: they vary fastest in every value of these steps, and a kernel takes them in vectors. What a kernel's other operands touch is
// its tile, small enough for a cache: the tile is read once, goes through all steps of the kernel, and is written once. All other axes are loops
// outside. Where lanes run out, values are brought into another order of axes as a tile is read, at a step where they are small.
//
// Paths are cut by one dynamic programme over positions: a segment is a range of steps with common lanes, a segment is cut into kernels, and
// steps that have no lanes, or whose other operand is large, are taken alone, in one of three other forms. Costs are seconds by bytes moved at
// two levels of memory and by operations.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/arrays/network.h"
#include "compiler/arrays/order.h"

namespace diagc::arrays {

struct PlaceOptions {
  std::uint64_t element_bytes = 0;  ///< 0: any; then all steps are by panels
  bool is_complex = false;
  bool fuse = true;          ///< several steps in a kernel
  bool products = false;     ///< of many rows and columns, in packed panels
  bool compensated = false;  ///< sums of many terms over loops keep what rounding takes from them
};

/// What computes the steps of a kernel.
enum class KernelForm : std::uint8_t {
  tiles,   ///< runtime/linear/tiles.h: all steps, tile by tile
  panels,  ///< runtime/linear/contract.h: one step of any shape
  inner,   ///< runtime/linear/inner.h: one step of few rows and columns and very many summed values
  products,  ///< runtime/linear/product.h: one step of many of all three, in packed panels or by a BLAS library
};

/// `tile kernel`, `panels`, `inner product`, `GEMM`.
const char* name_of(KernelForm form);

/// Bounds of inner products: rows, columns, and summed values.
inline constexpr double most_inner_rows = 32, least_inner_summed = 4096;
/// Of matrix products: rows, columns and summed values each.
inline constexpr double least_product_rows = 16;

struct PlacedKernel {
  KernelForm form = KernelForm::panels;
  std::uint32_t main = 0;              ///< value that the first step reads
  std::vector<std::uint32_t> others;   ///< the other operand of each step
  std::vector<std::uint32_t> results;  ///< value of each step; all but the last live in tiles only
  /// Axes that vary fastest in main operand (unless it is relaid) and result, in their order; empty in all forms but tiles.
  std::vector<Label> lanes;
  std::uint64_t block = 0;  ///< lanes of a tile
  /// Axes that a tile has although no other operand has them, so that whole lines are read; ascending.
  std::vector<Label> line;
  /// Axes that other operands have, too, and that are loops around tiles nevertheless: none of the steps sums or adds them. Ascending.
  std::vector<Label> batch;
  bool relayout = false;  ///< the tile is read in another order of axes
  double seconds = 0;     ///< expected on one core
};

struct Places {
  std::vector<PlacedKernel> kernels;  ///< after those whose values they read
  /// By value, the last one fastest; of tensors as in the network. Labels of extent 1 are left out of results.
  std::vector<std::vector<Label>> axes;
};

/// Of a line of the cache: a block of lanes has at least as many.
inline constexpr std::uint64_t line_bytes = 64;

/// Most bytes of a tile, and of all other operands of a kernel together.
inline constexpr std::uint64_t tile_bytes = 512 << 10U;
inline constexpr std::uint64_t operand_bytes = 512 << 10U;

/// The order must be one of the network, whose sizes fit 64 bits. `homes`: by value, the loop over sliced labels that its step is in (slice_loops.h);
/// without, all sums over them are outside of all steps.
Places place(const Network& network, const Order& order, const PlaceOptions& options,
             const std::vector<std::uint32_t>& homes = {});

/// A line a kernel: `0 * 3 = 9[1 2] * 4 = 10[2] lanes 2 in blocks of 64, relaid` or `0 * 1 = 2[0 1] by panels`, values with the labels of
/// their axes; for tests and people.
std::string places_text(const Places& places);

}  // namespace diagc::arrays
