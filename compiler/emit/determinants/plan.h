// Where everything stands in a kernel by determinants (schedule/determinants.h, determinant_places.h): shared memory, and the records of units.
//
// A block goes through groups of `lanes` configurations, 32 / lanes units side by side in a warp. Shared memory of a block, in bytes:
//
//   inputs   [row][lane]            G by rows, then H; without an input H behind that the column and the row of the vertex apart
//   sums     [set][2][lane][2]      (Z, C), or (Z, A) after the first pass, and (F, F'); of the empty set Z and C are not read
//   packs    [pack][lane][2]        arrays
//
// The table is words: records of every level, pass by pass, step by step, side by side, twelve words each; then, level by level, of units that
// several slots divide a word for each member: the ways of its highest ranks (8 bits), the pass (8 bits), barriers that it works behind the first
// member (16 bits); of levels in waves, step by step a word for each member: the way (8 bits), the pass (7 bits), whether the member
// is idle (1 bit); idle words of one step more. A record:
//
//   0   lowest vertex (8 bits), whether the side is idle (8 bits), place of the first half of W(A, B) (16 bits)
//   1   vertices inside, then outside, four bits each
//   2   the set (16 bits), place of the second half of W(A, B) (16 bits)
//   3   places of the two halves of W(A, B) that the unit begins with
//   4   places of the arrays that it reads, by rank, two in a word
//   8   places of the arrays that it leaves, by the vertices outside, likewise
//
// Places are numbers of packs; 0: none.
#pragma once

#include <vector>

#include "compiler/emit/cuda/program.h"
#include "compiler/schedule/determinant_places.h"
#include "compiler/schedule/determinants.h"

namespace diagc {

struct DeterminantPlan {
  static constexpr std::uint32_t record_words = 12;

  DeterminantSum sum;
  DeterminantShape shape;
  DeterminantPlaces places;
  unsigned blocks = 0;  ///< of a multiprocessor
  std::vector<std::uint32_t> words;
  std::vector<std::uint32_t> records_at;  ///< by level, in words
  std::vector<std::uint32_t> tasks_at;    ///< by level, likewise: words of members

  unsigned threads() const { return shape.warps * 32; }
  std::uint32_t matrix_bytes() const { return shape.vertices * shape.vertices * shape.lanes * 8; }
  /// From the first pass of a level to the second one.
  std::size_t pass_words(unsigned level) const {
    return places.levels[level].size() * shape.sides() * record_words;
  }
  /// Of a level in waves.
  std::size_t wave_steps(unsigned level) const;
  /// Instructions of the warps of a block that multiply.
  double products() const;
  /// Of the text.
  std::size_t terms() const;
};

/// Numbers that `options.form` leaves open are chosen: the most configurations that fit. Throws std::runtime_error with the reason where
/// there is no such kernel, or the values do not fit the device's shared memory.
DeterminantPlan plan_determinants(const DeterminantSum& sum, const CudaOptions& options);

}  // namespace diagc
