// Where everything stands in the matrix form of `cooperative`: shared memory, and the words that a kernel reads.
//
// A block computes a few configurations, which lie side by side in its slots of shared memory. Its warps multiply matrices of inputs with
// columns of values on tensor cores in double precision (m8n8k4), and add pairs where sums are no rows of a matrix. Every warp loads its
// records (lists.h) some steps ahead, as they come through the caches.
//
// All words of the kernel are in one table: for each warp where its heads and its records begin; heads; records; then
//
//   fragments  [fragment][lane]: slot of the matrix element that the lane holds
//   loads      slot | source << 16, row
//   stores     slot | output << 16, row
#pragma once

#include "compiler/emit/cuda/program.h"
#include "compiler/emit/matrix/lists.h"

namespace diagc {

struct MatrixPlan {
  static constexpr std::uint32_t ahead = 4;  ///< records that a warp has loaded before it takes one
  /// Where a load finds what is none of an input.
  static constexpr std::uint32_t number = 0xffff;

  unsigned lanes = 0, warps = 0, blocks = 0;  ///< configurations; of a block; of a multiprocessor
  std::uint32_t shared_bytes = 0;
  std::vector<std::uint32_t> words;
  std::uint32_t fragments = 0, loads = 0, stores = 0;
  std::uint32_t fragments_at = 0, loads_at = 0, stores_at = 0;
  std::uint32_t zero = 0, minus_zero = 0;                    ///< slots
  std::vector<std::array<std::uint32_t, 2>> fragment_pairs;  ///< MatrixLists::fragment_pairs
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
