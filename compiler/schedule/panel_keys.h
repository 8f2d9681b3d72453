// What the arguments of a call say about its place among panels (panels.h): their high parts name panel and tile, the forgotten ones
// shape and position.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/graph/calls.h"
#include "compiler/schedule/panels.h"

namespace diagc {

using Key = std::vector<std::int64_t>;

/// Whether parameters of which all is forgotten keep apart the families that have them from those that have not.
enum class Families : std::uint8_t { separate, joined };

/// Calls with equal keys are of one panel, one tile, tiles of one shape; `residual` then is the position.
struct PanelKeys {
  Key panel, tile, shape, residual;
  Key flags;   ///< forgotten bools
  Key beside;  ///< of a call that is apart: the tile of those of its family with low parts
  bool low_part = false;  ///< whether anything but bools and the row is forgotten

  /// A recurrence goes from low to high or from high to low: where nothing is low it begins or ends, and all of that at once would
  /// close a circle. There calls that differ in bools are of separate panels, and of separate tiles, as a tile is of one panel.
  /// The last number of a tile's key says whether it is apart.
  void set_apart(bool apart);
};

/// Splits the arguments of a call into low and high parts. Parameters of one name are one parameter, whatever the family.
class Forgetting {
 public:
  Forgetting(const CallTable& calls, const PanelRule& rule, Families families);
  PanelKeys operator()(CallId call) const;

 private:
  struct Parameter {
    std::int64_t number;
    bool row;
  };
  const CallTable& calls_;
  const PanelRule& rule_;
  Families families_;
  std::vector<std::vector<Parameter>> parameters_;  ///< by family
};

}  // namespace diagc
