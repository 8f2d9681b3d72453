// A kernel by determinants on a processor: which unit of vertices comes when, and where its values stand.
//
// Units, ways, lines and passes are those of determinant_places.h. Here one vector of configurations goes through all units in turn, each
// with both passes. Of another lowest vertex a unit reads W(A, B) alone, so that units go by their lowest vertex, the highest first, and those
// of one lowest vertex in counting order of their sets: what a unit leaves is read soon. All values of 6 vertices take 47 KB where a
// vector has 64 bytes, of 7 119 KB, and code is small, as units with as many vertices inside and outside share it.
//
// Rows, each a vector of configurations:
//
//   sums    [set][4]    Z, C, F, F'; of the empty set F is 1 and F' is 0
//   ways    of a set without vertex 0 its W(A, B) by ways of the whole set, its lowest vertex the first; of sets with vertex 0 in place of
//           those that they read, and the second pass finds there what the first one left
//   lines   of a unit and a vertex outside, by pass: L by ways, and behind those of the first pass the determinant's line and its derivative
//   matrix  [2][a][b]   where there is no input H: G without the vertex apart, and its column times its row
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compiler/schedule/determinant_places.h"
#include "compiler/schedule/determinants.h"
#include "compiler/schedule/schedule.h"

namespace diagc {

/// A unit, and the rows at which its arrays begin. Elements of a pair are of the first and the second pass.
struct SweptUnit {
  DeterminantUnit unit;
  std::uint32_t from[2] = {};  ///< W(A, B) that lines begin with; of a single vertex nothing
  std::uint32_t to[2] = {};    ///< W(A, B) that it makes
  std::vector<std::uint32_t> read[2], written[2];  ///< lines, by vertex inside and outside

  unsigned inside() const { return static_cast<unsigned>(unit.inside.size()); }
  unsigned outside() const { return static_cast<unsigned>(unit.outside.size()); }
};

struct DeterminantSweep {
  /// Rows of a set's sums, and what they are.
  static constexpr std::uint32_t sum_rows = 4;
  enum Sum : std::uint8_t { z, c, f, df };

  DeterminantSum sum;
  std::vector<SweptUnit> units;  ///< in the order in which they are computed
  std::optional<std::uint32_t> matrix;
  std::uint32_t rows = 0;
  Work work;

  std::uint32_t sums(VertexSet set) const { return set * sum_rows; }
};

/// More vertices take a minute to compile.
inline constexpr unsigned most_swept_vertices = 8;

/// Of 2 … most_swept_vertices vertices.
DeterminantSweep sweep_determinants(const DeterminantSum& sum);

/// In place of the chunks of a schedule, where the graph is of that kind; nothing where its chunks are as good, it is one function, or it
/// sums connected terms alone, which keeps more digits than a sweep would.
std::optional<DeterminantSweep> find_sweep(const Graph& graph, const Schedule& schedule);

}  // namespace diagc
