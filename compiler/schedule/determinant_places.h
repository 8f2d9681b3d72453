// Where the values of a determinant kernel stand (determinants.h): units of vertices, and the memory that they take from each other.
//
// Without its lowest vertex s F is F_, and F = F_ (1 + x_s R), R the sum over loops from s. Of vertices A once and B twice in F^M, and of a
// loop from s that has reached v, the second one from there with `again`:
//
//   W(A, B) = M L(A − s, B, s, s, false) with s in A,    (M − 1)/2 L(A, B − s, s, s, true) with s in B,    W(∅, ∅) = 1
//   L(A, B, s, v, again) = G[v, s] W(again ? A + s : A, B) − Σ_{j in A} G[v, j] L(A − j, B, s, j, again) − Σ_{j in B} G[v, j] L(A + j, B − j, s, j, again)
//
// A *unit* is a set U of vertices, s its lowest and V the others. It makes all L(A, B, s, v, again) with A + B = V and v = s or v outside of U
// and above s, those for v in V on the way; W(A, B) with A + B = U; F_U, F'_U, Z(U), C(U). A *way* to part V is a number: bit k − 1 − r of it says that
// the vertex of rank r in V is in A. Ways come from V = A down, so that values that end in V come before what reads them.
//
// What a unit reads is of sets of one vertex less: units of one size are a *level*, with barriers between levels. `again` is a second pass
// over a level, with memory of its own. Lines of a unit that end at v are read by U + v alone. An *array* is what one unit leaves for another
// in one pass: its values two by two, as packs, way by way; of the first pass the determinant's line and its derivative behind them. An array
// is alive until the pass of the next level that reads it. Where s is 0 nobody but the unit itself reads its W(A, B) with s in A: they take
// the place of two arrays that it has read.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace diagc {

using VertexSet = std::uint32_t;

/// How the work of a block is divided.
struct DeterminantShape {
  unsigned vertices = 0;
  unsigned lanes = 0;  ///< configurations of a block
  unsigned warps = 0;
  unsigned input_rows = 0;  ///< numbers of a configuration that stand before the values

  unsigned sides() const { return 32 / lanes; }  ///< units side by side in a warp
  unsigned slots() const { return warps * sides(); }
  /// Places of packs side by side, so that lanes of units side by side are in different banks.
  unsigned columns() const { return lanes < 8 ? 8 / lanes : 1; }
  unsigned pack_bytes() const { return 16 * lanes; }
  unsigned step_bytes() const {
    return pack_bytes() * columns();
  }  ///< from pack to pack of an array
  unsigned last_level() const { return vertices - 1; }
  unsigned units(unsigned level) const;
  /// Slots that share the ways of a unit, a power of 2: of the last two levels, whose units are few.
  unsigned team(unsigned level) const;
  bool divided(unsigned level) const { return team(level) > 1; }
  /// Whether the ways of a unit are divided among slots one by one: of the last level, which has one.
  bool in_waves(unsigned level) const;
  /// From a member of a team to the next, in slots.
  unsigned members_apart(unsigned level) const;
  /// The highest ranks, whose ways are a loop, so that the text of a unit is not too long, or are divided among slots.
  unsigned loops(unsigned level) const;

 private:
  unsigned long_loops(unsigned level) const;
};

struct DeterminantUnit {
  VertexSet set;
  unsigned lowest;
  std::vector<unsigned> inside;   ///< without the lowest, ascending
  std::vector<unsigned> outside;  ///< above the lowest, likewise
};

/// Numbers of packs, from the beginning of shared memory.
struct DeterminantPlaces {
  using Unit = std::pair<VertexSet, bool>;      ///< in a pass
  using Line = std::pair<VertexSet, unsigned>;  ///< a unit, and where its lines end
  DeterminantShape shape;
  std::vector<std::vector<std::vector<DeterminantUnit>>>
      levels;                 ///< by size less one: steps of units side by side
  std::uint32_t sums_at = 0;  ///< in bytes: by set a pack (Z, C), then a pack (F, F')
  std::map<std::pair<Line, bool>, std::uint32_t> lines;
  std::map<Unit, std::uint32_t>
      ways;  ///< W(A, B): with s in A of the first pass, in B of the second
  std::map<unsigned, std::uint32_t>
      scratch;                ///< by level that shares ways: (Z, C) of every slot, in bytes
  std::set<unsigned> merged;  ///< levels between whose passes there is no barrier
  std::uint32_t shared_bytes = 0;

  /// Whether W(A, B) with s in A are where two arrays were.
  bool in_place(unsigned level, const DeterminantUnit& unit) const;
  /// Whether steps that are left over when each warp has one are done while others are at their second pass.
  bool spread(unsigned level) const;
  /// The least places that code for a unit of this step must have room for outside.
  unsigned rows(unsigned level, const std::vector<DeterminantUnit>& step) const;
  /// From the first half of a unit's W to the second, where the vertex of rank 0 is in A.
  std::uint32_t half(unsigned level) const;
};

/// Places in the least memory, or in `room` bytes where that spares waiting; nothing is checked against a device.
DeterminantPlaces place_determinants(const DeterminantShape& shape, std::size_t room = 0);

}  // namespace diagc
