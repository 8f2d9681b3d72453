// Two steps of a nest at once: what the first one leaves for the second stays in registers. Thin steps store nearly as long as they sum, and results that are
// written past the caches wait behind such stores.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "compiler/emit/tiles/lane_blocks.h"
#include "compiler/emit/tiles/loop_text.h"
#include "compiler/emit/tiles/nests.h"

namespace diagc {

/// A loop around both steps, with its strides in what the first reads, in what the second writes, and in the numbers of either.
struct PairLoop {
  std::uint64_t extent = 1, read = 0, write = 0, first = 0, second = 0;
};

struct StepPair {
  std::vector<PairLoop> loops;
  /// Of a turn: the first step leaves every position of these for every column; read: in what it reads, write: what lies between.
  std::vector<NestValue> positions, columns;
  std::vector<NestValue> summed;  ///< of the first step
  /// The second step reads what lies between (read) at every position of these plus every value it sums, and writes a result for every column.
  std::vector<NestValue> second_positions, second_summed, second_columns;

  std::uint64_t products() const;  ///< in a turn
};

/// Of two steps, one after the other, whose numbers are real. Nothing where registers do not hold what a turn reads.
std::optional<StepPair> step_pair(const LaneRow& row, const NestStep& first,
                                  const NestStep& second);

/// By step of a nest, whether it and the next one are a pair: those pairs between which most lies. `joins`: whether a step and the next one may be.
std::vector<bool> pairs_of(const LaneRow& row, const TileNest& nest,
                           const std::function<bool(std::size_t)>& joins);

/// Where a pair reads and writes, and its numbers.
struct PairPlaces {
  std::string from, to, first, second;
};

/// Statements of a turn; `write`: the function that writes a vector.
void pair_turn(LoopText& text, const StepPair& pair, const PairPlaces& places,
               const std::string& real, const std::string& write);

}  // namespace diagc
