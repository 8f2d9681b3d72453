#include "physics/dynamics/fields/staged_self_energy.h"

#include "physics/dynamics/fields/contour_products.h"
#include "physics/dynamics/ranks/shared_stages.h"

namespace diagc::dynamics {

namespace {

FieldRows rows_of_green(const TwoTime& past, const PanelRows& panel, std::size_t element) {
  const std::size_t order = past.collocation().order, bands = past.bands(), own = past.panels();
  const std::size_t a = element / bands, b = element % bands;
  FieldRows rows = empty_field(past);
  for (std::size_t k = 0; k < past.points(); ++k) {
    for (std::size_t block = 0; block <= own; ++block) {
      const std::size_t source = block < own ? block : own + 1;
      for (std::size_t l = 0; l < order; ++l) {
        for (std::size_t m = 0; m < order; ++m) {
          rows.lesser.at(k, block).set(l, m,
                                       panel.lesser.at(k, source).at(l * bands + a, m * bands + b));
          rows.spectral.at(k, block).set(
              l, m, panel.spectral.at(k, source).at(l * bands + a, m * bands + b));
        }
      }
    }
    if (!past.branch()) continue;
    for (std::size_t l = 0; l < order; ++l) {
      for (std::size_t tau = 0; tau < past.branch()->nodes(); ++tau)
        rows.mixed.at(k, 0).set(l, tau, panel.mixed.at(k, 0).at(l * bands + a, tau * bands + b));
    }
  }
  return rows;
}

}  // namespace

void staged_self_energy(const Model& model, const StagedTheory& theory, const TwoTime& past,
                        double length, std::span<const double> times, PanelRows& panel,
                        PanelRows& self_energy, unsigned threads, const PointShare* share) {
  const arrays::TwoTimePlan& plan = theory.plan();
  FieldsOfPanel fields(plan.fields.size());
  for (std::size_t field = 0; field < fields.size(); ++field) {
    const arrays::TwoTimeField& own = plan.fields[field];
    if (own.kind != arrays::TwoTimeField::Kind::green) {
      fields[field] = empty_field(past);
    } else if (own.is_factor) {
      fields[field] = rows_of_green(past, panel, field);
    }
  }
  for (std::size_t stage = 0; stage < plan.stages.size(); ++stage) {
    const StageRows rows{panel, fields, self_energy};
    if (share) {
      shared_stage_rows(model, theory, stage, past, times, rows, threads, *share);
    } else {
      stage_rows(model, theory, stage, times, stage_blocks(past, times), past.branch(), rows,
                 threads);
    }
    contour_products(plan, plan.stages[stage], past, length, fields, threads);
  }
  panel.fields.clear();
  const std::vector<std::size_t> places = storage_places(plan);
  panel.fields.resize(stored_fields(&theory));
  for (std::size_t field = 0; field < fields.size(); ++field) {
    if (places[field] != not_stored) panel.fields[places[field]] = std::move(fields[field]);
  }
}

}  // namespace diagc::dynamics
