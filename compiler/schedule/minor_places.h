// How all principal minors of a matrix come without division, each from those of one vertex less, and where values stand meanwhile.
//
// Of a set S, its lowest vertex s and v outside of S: lines from s through all of S that end at v,
//
//   P(S, s, v) = G[v, s] det(G_{S − s}) − Σ_{j in S, j ≠ s} G[v, j] P(S − j, s, j),    det(G_S) = P(S, s, s) without v
//
// and the derivatives of both by the product rule. The last two vertices may be in S or not: sets that differ in these alone are one *unit*,
// so that an element of G that is read serves four of them. Units of one size are a *level*, with barriers between levels. An *array* is what a
// unit leaves for the one that v joins, four packs; it is read at once, when that unit begins, so that what it leaves itself may stand there.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/schedule/determinant_places.h"

namespace diagc {

struct MinorUnit {
  VertexSet set;  ///< without the last two vertices
  unsigned lowest;
  std::vector<unsigned> inside;   ///< without the lowest, ascending
  std::vector<unsigned> outside;  ///< above the lowest, below the last two, likewise
  std::vector<std::uint32_t> read,
      written;  ///< numbers of arrays, of each vertex inside and outside
};

struct MinorPlaces {
  std::vector<std::vector<MinorUnit>> levels;  ///< by size less one, those with most outside first
  std::uint32_t arrays = 0;                    ///< at once
};

/// Of 3 vertices at least.
MinorPlaces place_minors(unsigned vertices);

}  // namespace diagc
