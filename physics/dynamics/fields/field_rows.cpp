#include "physics/dynamics/fields/field_rows.h"

#include <algorithm>

#include "physics/dynamics/fields/staged_theory.h"

namespace diagc::dynamics {

std::vector<std::size_t> storage_places(const arrays::TwoTimePlan& plan) {
  std::vector<std::size_t> places(plan.fields.size(), not_stored);
  std::size_t next = 0;
  for (std::size_t field = 0; field < places.size(); ++field) {
    if (plan.fields[field].is_stored) places[field] = next++;
  }
  return places;
}

std::size_t stored_fields(const StagedTheory* theory) {
  if (!theory) return 0;
  const std::vector<std::size_t> places = storage_places(theory->plan());
  return places.size() - static_cast<std::size_t>(std::ranges::count(places, not_stored));
}

FieldRows empty_field(const TwoTime& past) {
  const std::size_t order = past.collocation().order, blocks = past.panels() + 1;
  FieldRows rows{BlockRows(past.points(), blocks, order, order),
                 BlockRows(past.points(), blocks, order, order),
                 {}};
  if (past.branch()) rows.mixed = BlockRows(past.points(), 1, order, past.branch()->nodes());
  return rows;
}

}  // namespace diagc::dynamics
