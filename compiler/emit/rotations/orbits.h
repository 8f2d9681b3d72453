// Sets of vertices on a circle, and what rotations of the circle make of them.
#pragma once

#include <map>
#include <vector>

#include "compiler/schedule/determinant_places.h"

namespace diagc {

/// Vertex v becomes v + turns, modulo the number of vertices.
VertexSet rotated(VertexSet set, unsigned turns, unsigned vertices);

std::vector<unsigned> vertices_of(VertexSet set);

/// Each orbit of sets has a representative; `turns` of it make the set. Representatives are chosen so that, in a recurrence that takes one vertex
/// away, as many values as can be are read by the lane that has computed them, which is where `turns` is 0.
class Orbits {
 public:
  static constexpr unsigned most_vertices = 5;

  struct Member {
    VertexSet representative = 0;
    unsigned turns = 0;
    bool operator==(const Member&) const = default;
  };

  /// Up to `most_vertices`.
  explicit Orbits(unsigned vertices);

  unsigned vertices() const { return vertices_; }
  VertexSet all() const { return (VertexSet{1} << vertices_) - 1; }
  /// Whether every rotation leaves the set as it is.
  bool fixed(VertexSet set) const { return set == 0 || set == all(); }

  /// How many rotations make different sets of this one, where that is not all of them; otherwise 0. Lanes of others compute the same, from
  /// operands in another order.
  unsigned lanes(VertexSet set) const;

  Member set(VertexSet set) const { return member(set, of_sets_); }
  /// The same for A where A and B part all vertices; representatives are others.
  Member way(VertexSet once) const { return member(once, of_ways_); }
  /// Representatives with so many vertices.
  std::vector<VertexSet> sets(unsigned size) const { return of_size(size, of_sets_); }
  std::vector<VertexSet> ways(unsigned size) const { return of_size(size, of_ways_); }

 private:
  using Representatives = std::map<VertexSet, VertexSet>;  ///< by the least set of the orbit

  VertexSet least(VertexSet set) const;
  Member member(VertexSet set, const Representatives& of) const;
  std::vector<VertexSet> of_size(unsigned size, const Representatives& of) const;
  template <class Score>
  Representatives best(VertexSet given, Score score) const;

  unsigned vertices_;
  Representatives of_sets_, of_ways_;
};

}  // namespace diagc
