// Panels for recurrences that are sums over subsets of products of two computed values.
//
// With the low part of all sets forgotten (panels.h) such a sum is a sum over the high parts of products of two tiles, and what goes on
// inside of one product is the same for all of them. So every tile is a panel, and its code goes through pairs of tiles in a loop.
//
// Numbers count as low or high where they label elements, as the start of a loop does. A parameter that is an element of a set of the
// same call anywhere, or larger than all elements, labels none: it may be a power.
//
// Values that inputs go into, and those of which nothing is high, are few and come `before`; panels of nothing but copies put them into
// tiles. All else is inside, outputs too.
#pragma once

#include "compiler/schedule/panels.h"

namespace diagc {

/// Nothing where tiles depend on each other in a circle, where an output would come before, or where no tile is left.
std::optional<Panels> find_product_panels(const Graph& graph, const Values& values,
                                          const std::vector<NodeId>& order, const PanelRule& rule);

}  // namespace diagc
