// Where everything stands in a kernel for squares of determinants, two flavours (schedule/determinants.h with M = 1): Z(V) = F_V², A(V) = F_V F'_V.
//
// A block goes through groups of `lanes` configurations, 32 / lanes *slots* side by side in a warp. Minors come first (schedule/minor_places.h).
// Then sums over subsets: the first four vertices are a *block* of sixteen sets in registers, and with the recurrence divided by Z of the first block,
//
//   C(V) = A(V) − Σ_T Z(T) C(V − T)    over the sets T that have other vertices than these,
//
// a block of C depends on blocks of fewer other vertices alone. Its terms are divided among a *team* of slots. Shared memory, in bytes:
//
//   inputs   [a][b][lane][2]        (G, H); without an input H behind that the column and the row of the vertex apart
//   sums     [set][lane][2]         (F, F'); then, of two sets S and S + 1, (Z(S), Z(S + 1)) and (C(S), C(S + 1))
//   lines    [array][4][lane][2]    without and with each of the last two vertices; then what members of teams have summed up
//
// Words: records of minors by level and step, eight words for each side: the set (16 bits), the lowest vertex (4), how many are outside (4), whether the
// side is idle (8); vertices inside, then outside, four bits each; two words nobody reads; arrays read, then written, two in a word. Then the tasks of
// teams by number of other vertices: which these are, which of them are in all T of the task, which may be (8 bits each).
#pragma once

#include "compiler/emit/cuda/program.h"
#include "compiler/schedule/determinants.h"
#include "compiler/schedule/minor_places.h"

namespace diagc {

/// Whether the kernel is of this kind.
bool is_square(const DeterminantSum& sum);

struct SquarePlan {
  static constexpr unsigned record_words = 8;
  static constexpr unsigned block_vertices = 4;

  struct Level {
    std::uint32_t at = 0;  ///< of words
    unsigned count = 0;    ///< steps of slots side by side, or tasks
    unsigned team = 1;
  };
  DeterminantSum sum;
  DeterminantOptions form;
  MinorPlaces places;
  std::uint32_t sums_at = 0, lines_at = 0, shared_bytes = 0;
  std::vector<std::uint32_t> words = {};
  std::vector<Level> minors = {};  ///< by size less one
  std::vector<Level> blocks = {};  ///< by number of other vertices, from one on

  unsigned threads() const { return form.warps * 32; }
  unsigned sides() const { return 32 / form.lanes; }
  unsigned slots() const { return form.warps * sides(); }
  unsigned other_vertices() const { return sum.vertices - block_vertices; }
  /// Instructions of a block's warps that multiply, as if slots never waited.
  double products() const;
};

/// As plan_determinants().
SquarePlan plan_squares(const DeterminantSum& sum, const CudaOptions& options);

}  // namespace diagc
