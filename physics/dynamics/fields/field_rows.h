// Fields besides G on the rows of a panel, and where those are that are stored.
#pragma once

#include <vector>

#include "physics/dynamics/two_time.h"

namespace diagc::arrays {
struct TwoTimePlan;
}

namespace diagc::dynamics {

/// By field of a plan: rows of the panel under way. Those of greens are empty: they are in PanelRows.
using FieldsOfPanel = std::vector<FieldRows>;

/// By field of a plan its place among those that are stored, PanelRows::fields; of others none.
inline constexpr std::size_t not_stored = ~std::size_t{0};
std::vector<std::size_t> storage_places(const arrays::TwoTimePlan& plan);

/// Zeros.
FieldRows empty_field(const TwoTime& past);

}  // namespace diagc::dynamics
