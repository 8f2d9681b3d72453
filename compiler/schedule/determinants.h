// Determinants: graphs whose output is the connected part of a power of a sum of determinants.
//
// Of n vertices, an n × n matrix G and another one H, with one variable x_v of each vertex for which x_v³ = 0, let
//
//   F(x)  = Σ_S det(G_S) x^S                    over all sets S of vertices, x^S = Π_{v in S} x_v
//   F'(x) = Σ_S d/dε det((G + ε H)_S) x^S       at ε = 0
//   Z(V)  = the coefficient of Π_{v in V} x_v² in F^(M+1),    A(V) = that in F' F^M
//   C(V)  = A(V) − Σ_{T ⊂ V, T ≠ ∅} Z(T) C(V − T)             R. Rossi, Phys. Rev. Lett. 119, 045701 (2017)
//
// for any M, an integer or not. C of all vertices is the series of one order of a density with N = M + 1 flavours (docs/method.md).
// Where H is a column times a row, H[a, b] = G[a, o] G[o, b], −C is the connected part with o as the measured vertex: the determinant of S and o
// is G[o, o] det(G_S) − F'_S, and what G[o, o] brings is not connected.
//
// Whether a graph is of this kind is not read off its nodes, which passes and rule files write in many ways: its output is a polynomial of
// inputs and params, and is compared with ±C as a polynomial, at random points of a prime field.
#pragma once

#include <optional>
#include <string>

#include "compiler/graph/graph.h"

namespace diagc {

/// M = value + shift.
struct DeterminantPower {
  NodeId value = no_node;  ///< a node that depends on params alone; none: 0
  std::int64_t shift = 0;
};

struct DeterminantSum {
  unsigned vertices = 0;
  std::size_t propagator = 0;  ///< the input G[a, b]
  std::optional<std::size_t>
      derivative;  ///< the input H; none: the first index of G is o, the others are the vertices
  DeterminantPower power;
  bool negative = false;  ///< the output is −C

  /// Indices of each of the two of G.
  unsigned extent() const { return vertices + (derivative ? 0 : 1); }
};

/// Throws std::runtime_error with the reason where the graph is none of this kind.
DeterminantSum find_determinants(const Graph& graph);

}  // namespace diagc
