// The recurrence of connected parts of powers of determinants (schedule/determinants.h), by rotations, operation by operation.
//
// Loops begin at the lowest vertex s of a set; k vertices are above it. For sets A, B without common vertices among these, F^M without vertices
// below s has, once or twice with s,
//
//   W(A + s, B) = L(A, B, s, false),   W(A, B + s) = L(A, B, s, true)   where the loop ends at s,
//   L(A, B, v, again) = first G[v, s] W(again ? A + s : A, B) − Σ_{j in A} G[v, j] L(A − j, B, j) − Σ_{j in B} G[v, j] L(A + j, B − j, j)
//
// with first = M, or (M − 1) / 2 where `again`; 1 where s is vertex 0. A rotation of the k vertices maps this onto itself, so that lane r computes
// what one lane would, of the vertices v + r: all lanes have the same code, each its own order of the rows and columns of G. Values that rotations
// map onto each other are an orbit in shared memory, and an operand is at a constant distance from one of k addresses. Minors, P of a loop that is
// open and D of one that is closed, and their derivatives go the same way.
//
// For vertex 0 rows and columns are scaled, G[v, j] c(j) / c(v) with c(v) = G[v, 0], which leaves the value of every loop and makes its first
// propagator 1.
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "compiler/emit/rotations/jobs.h"

namespace diagc {

class RotationRecurrence : private OperationWriter {
 public:
  /// For n vertices, 3, 4 or 6; n − 1 has to be prime, so that all orbits but those of one set have the same length.
  explicit RotationRecurrence(unsigned vertices, std::uint32_t orbit_bytes);

  /// Of shared memory: as many as it takes, and as many as are of use. With fewer there are more barriers.
  std::uint32_t least_orbits() const { return loose_ + least_loose; }
  std::uint32_t most_orbits() const { return loose_ + most_loose; }

  /// Once. `room` is the number of orbits of shared memory.
  void write(std::uint32_t room);
  using OperationWriter::operations;
  using OperationWriter::places;

 private:
  /// G or H for the vertices above s, as a lane sees them; s itself is `corner`. A column of `one` is 1.
  struct Matrix {
    std::vector<std::vector<RotationValue>> inner;  ///< [v][j]
    std::vector<RotationValue> column, row;         ///< G[v, s], G[s, j]
    RotationValue corner = one;
  };
  struct Matrices {
    Matrix g, h;
  };
  /// Sums that begin with nothing.
  using Sum = std::optional<RotationValue>;
  void add(Sum& sum, RotationValue a, RotationValue b) { sum = fused(a, b, sum); }
  /// Sums over ways of a unit: (Z, A) of its set without vertex 0 and with it, and A of the second pass.
  struct Sums {
    Sum z, a, z_first, a_first, a_again;
  };
  /// What passes leave for each other.
  struct Kept {
    RotationValue empty = one;                                      ///< W(s, {})
    std::map<std::pair<VertexSet, VertexSet>, RotationValue> ways;  ///< W(A + s, B), by (A + B, A)
  };
  struct Place {
    std::uint32_t orbit;
    unsigned slot;
  };

  /// Orbits of values that come and go. With six vertices as many of sets of three are there at once.
  static constexpr std::uint32_t least_loose = 16, most_loose = 40;

  const Orbits& orbits(unsigned k) const { return orbits_[k]; }
  unsigned above(unsigned s) const { return n_ - 1 - s; }
  RotationAddress own() const { return slot_address(n_ - 1, 0); }

  // plan of memory
  std::uint32_t way_orbit(VertexSet all, VertexSet once) const { return ways_.at({all, once}); }
  Place way_place(VertexSet once, VertexSet twice) const;
  Place set_place(VertexSet set) const;
  /// Of a set of the lane, relative to vertex s: by rotation, as a set of vertices but 0.
  VertexSet actual(VertexSet set, unsigned s, unsigned rotation) const;
  RotationAddress address_of_set(VertexSet set, unsigned s, bool with_s);
  RotationAddress address_of_way(VertexSet once, VertexSet twice, unsigned s, unsigned times);
  RotationValue of_set(std::uint32_t array, VertexSet set);

  void stage();
  Matrices matrices(unsigned s);
  Matrices scaled();

  // minors.cpp
  void minors(unsigned s, const Matrices& m);

  class Minors;
  class Pass;

  // powers.cpp
  void pass(unsigned s, const Matrix& g, bool again, Kept& kept);

  // connected.cpp
  void add_way(VertexSet all, VertexSet once, bool again, RotationValue before, Sum closed,
               const std::map<char, RotationValue>& read, Sums& sums);
  void read_of_way(VertexSet all, VertexSet once, bool again, std::map<char, RotationValue>& read);
  std::vector<RotationJob> connected(VertexSet set, bool again, std::shared_ptr<Sums> sums,
                                     unsigned parts);
  void last();

  unsigned n_;
  std::vector<Orbits> orbits_;
  std::map<std::pair<VertexSet, VertexSet>, std::uint32_t> ways_;  ///< of all vertices but 0
  std::map<VertexSet, std::uint32_t> sets_;                        ///< likewise
  /// First orbits of arrays over sets: (D, D') without vertex 0 and with it; Z and C without, Z and C with it.
  std::uint32_t d_, dd_, d_first_, dd_first_, z_, c_, z_first_, c_first_;
  std::uint32_t staged_g_, staged_h_, scaled_, loose_, end_ = 0;
  Sums all_;                        ///< of all vertices
  RotationValue last_minor_ = one;  ///< D' of all vertices
  RotationValue z_of_first_ = one, c_of_first_ = one;
};

}  // namespace diagc
