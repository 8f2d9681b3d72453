// How a row of lanes is cut into sums that fit the registers.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/emit/tiles/lane_text.h"
#include "compiler/emit/tiles/nests.h"

namespace diagc {

/// The lanes of a position of a tile: numbers that lie next to each other, and where vectors end.
struct LaneRow {
  LaneForm form;
  std::uint64_t numbers;        ///< of a row in an array
  std::uint64_t number_bytes;   ///< of each
  std::uint64_t group_numbers;  ///< of a vector, or of one of real and one of imaginary parts
  std::uint64_t registers;

  LaneRow(bool is_complex, std::uint64_t numbers, std::uint64_t vector_bytes,
          std::uint64_t number_bytes);

  std::uint64_t groups() const { return (numbers + group_numbers - 1) / group_numbers; }
  /// Numbers of a row in tiles, where rows are whole groups; nobody reads those behind the last lane.
  std::uint64_t whole() const { return groups() * group_numbers; }
  /// Numbers in the last group of a row in an array; 0: all of it.
  std::uint64_t rest() const { return numbers % group_numbers; }
};

/// Sums of so many columns at once, in so many groups. All lanes are taken in `count` blocks, as even as can be: those behind the first `longer` ones
/// have a group less.
struct LaneBlocks {
  std::uint64_t groups = 1, columns = 1;
  std::uint64_t count = 1, longer = 1;
  /// All that is summed stays in registers while columns take turns; else the sums of all columns do while summed values take turns.
  bool holds_reads = false;
};

/// Blocks that take the least time for all lanes, of those the ones that fill the most registers, and then those of more columns, which
/// read each vector less often. `begins`: the step reads elements of an array; `ends`: it writes such.
LaneBlocks lane_blocks(const LaneRow& row, const NestStep& step, bool begins, bool ends);

/// Cuts the fastest values off, as many as there can be up to `most` when extents are only divided evenly.
std::vector<NestAxis> cut_fastest(std::vector<NestAxis>& axes, std::uint64_t most);

}  // namespace diagc
