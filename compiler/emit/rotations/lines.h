// Values of loops that are still open, on their way from the lanes that compute them to those that read them.
#pragma once

#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "compiler/emit/rotations/operations.h"

namespace diagc {

/// Of k vertices above the lowest one. What only the lane itself reads stays in its registers; the rest goes through memory, as long as there are
/// readers.
class OpenLines {
 public:
  /// Vertices taken, those taken once, and where the loop has come to; of a representative.
  using Key = std::tuple<VertexSet, VertexSet, unsigned>;
  struct Reader {
    Key key;
    unsigned turns;
  };

  OpenLines(OperationWriter& writer, const Orbits& orbits) : writer_(writer), orbits_(orbits) {}

  Reader reader(VertexSet taken, VertexSet once, unsigned v) const;
  /// That a lane will read this value. Before anything is put.
  void announce(const Reader& reader);
  bool is_read(const Key& key) const { return readers_.contains(key); }
  void put(const Key& key, const std::vector<RotationValue>& values);
  std::vector<RotationValue> take(const Reader& reader);

 private:
  OperationWriter& writer_;
  const Orbits& orbits_;
  std::map<Key, unsigned> readers_;
  std::set<Key> far_;
  std::map<Key, std::vector<RotationValue>> kept_;
  std::map<Key, std::vector<std::uint32_t>> stored_;
};

}  // namespace diagc
