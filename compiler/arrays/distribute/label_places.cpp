#include "compiler/arrays/distribute/label_places.h"

namespace diagc::arrays {

std::vector<AxisKind> axis_kinds(const DeviceGrid& grid) {
  std::vector<AxisKind> kinds;
  for (const GridAxis& axis : grid.axes) {
    auto kind = std::ranges::find_if(kinds, [&](const AxisKind& own) {
      return own.length == axis.length && own.between_nodes == axis.between_nodes;
    });
    if (kind == kinds.end()) kind = kinds.insert(kinds.end(), {axis.length, axis.between_nodes, 0});
    ++kind->count;
  }
  return kinds;
}

double share(const std::vector<AxisKind>& kinds, const LabelPlaces& places) {
  double product = 1;
  for (const LabelPlace& place : places) product *= kinds[place.kind].length;
  return product;
}

double move_seconds(const DeviceModel& model, const std::vector<AxisKind>& kinds, double bytes,
                    const LabelPlaces& from, const LabelPlaces& to) {
  double all = 1, far = 1;
  for (const LabelPlace& place : from) {
    if (to.has(place)) continue;
    all *= kinds[place.kind].length;
    if (kinds[place.kind].between_nodes) far *= kinds[place.kind].length;
  }
  if (all == 1) return 0;
  bytes /= share(kinds, to);
  return exchange_seconds(model, bytes * (1 - 1 / all), bytes * (1 - 1 / far), all / far, far);
}

double reduce_seconds(const DeviceModel& model, const std::vector<AxisKind>& kinds, double bytes,
                      const LabelPlaces& summed, const LabelPlaces& made) {
  double all = 1, far = 1;
  for (const LabelPlace& place : summed) {
    all *= kinds[place.kind].length;
    if (kinds[place.kind].between_nodes) far *= kinds[place.kind].length;
  }
  if (all == 1) return 0;
  bytes /= share(kinds, made);
  return exchange_seconds(model, bytes * (all - 1), bytes * (all - all / far), all / far, far);
}

}  // namespace diagc::arrays
