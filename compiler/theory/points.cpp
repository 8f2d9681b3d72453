#include "compiler/theory/points.h"

#include <algorithm>

#include "compiler/theory/index.h"

namespace diagc::theory {

Terms points_left(const Species& vertex, std::size_t field, const Term& label) {
  Terms points;
  for (const LegClass& leg : vertex.classes) {
    if (leg.field != field) continue;
    Term point = vertex.index(leg.out, label);
    const auto same = [&](const Term& other) { return same_index(*other, *point); };
    if (std::ranges::none_of(points, same)) points.push_back(std::move(point));
  }
  return points;
}

}  // namespace diagc::theory
