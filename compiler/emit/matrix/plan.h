// Where everything stands in the matrix form of `cooperative`: shared memory, and the records that warps read.
//
// A block computes a few configurations, which lie side by side in its slots of shared memory. Its warps multiply matrices of inputs with
// columns of values on tensor cores in double precision (m8n8k4), and add pairs where sums are no rows of a matrix. Every warp has a list
// of records, a head and two words for each lane; it asks for them some records ahead, as they come through the caches:
//
//   product   word 0: halves: what the lane reads for two blocks of a matrix, minus << 15. Word 1 of the last product of a tile: where
//             it writes two results, scaled << 15
//   pairs     both words: a factor, minus << 15, and the other one << 16
//   sums      word 0: another pair; word 1: where the first lane of each sum writes
//   nothing
//
// All words of the kernel are in one table: for each warp where its heads and its records begin; heads; records; then
//
//   blocks     [block][lane]: slot of the matrix element that the lane holds
//   loads      slot | source << 16, row
//   stores     slot | output << 16, row
#pragma once

#include <array>

#include "compiler/emit/cuda/program.h"
#include "compiler/emit/matrix/rounds.h"

namespace diagc {

struct MatrixHead {
  /// What a record is; from `products` on products with that pair of blocks.
  static constexpr std::uint32_t nothing = 0, pairs = 1, sums = 2, products = 3;
  static constexpr std::uint32_t what = 0x3f;
  static constexpr std::uint32_t first = 1u << 6, last = 1u << 7;     ///< product of a tile
  static constexpr std::uint32_t lanes_at = 8, lanes = 7;             ///< of a sum: logarithm
  static constexpr std::uint32_t barrier = 1u << 11, end = 1u << 12;  ///< behind the record
  static constexpr std::uint32_t scale_at = 16;                       ///< slot, of a tile
};

struct MatrixPlan {
  static constexpr std::uint32_t mark = 0x8000;  ///< of a half
  static constexpr std::uint32_t ahead = 4;      ///< records that a warp has asked for
  /// Where a load finds what is none of an input.
  static constexpr std::uint32_t number = 0xffff;

  unsigned lanes = 0, warps = 0, blocks = 0;  ///< configurations; of a block; of a multiprocessor
  std::uint32_t shared_bytes = 0;
  std::vector<std::uint32_t> words;
  std::uint32_t matrix_blocks = 0, loads = 0, stores = 0;
  std::uint32_t blocks_at = 0, loads_at = 0, stores_at = 0;
  std::uint32_t zero = 0, minus_zero = 0;  ///< slots
  /// Blocks that a product takes together; one alone stands twice.
  std::vector<std::array<std::uint32_t, 2>> block_pairs;
  struct Uniform {
    std::size_t index;  ///< of EdgeTables::uniforms
    bool imaginary;
    std::uint32_t slot;
  };
  std::vector<Uniform> uniforms;
  std::size_t rounds = 0, tiles = 0, sums = 0, records = 0;
  std::uint64_t entries = 0, pairs = 0;
  double cycles = 0;  ///< of a multiprocessor for one configuration
};

/// Plans of all forms that agree with the options of `options.form`, MatrixOptions, that are not 0 and that fit the device's shared
/// memory, the one with the fewest cycles first. Throws std::runtime_error where none fits, where the graph has no products of matrices,
/// and in single precision.
std::vector<MatrixPlan> matrix_plans(const Graph& graph, const Schedule& whole,
                                     const EdgeTables& tables, const CudaOptions& options);

}  // namespace diagc
