#include "physics/dynamics/ranks/shared_self_energy.h"

#include "physics/dynamics/ranks/own_points.h"
#include "physics/dynamics/ranks/shared_columns.h"
#include "physics/dynamics/self_energy_rows.h"

namespace diagc::dynamics {

namespace {

/// Every rank has rows at mixed times of all points, and its own Σ of them.
void mixed_rows(const Model& model, const TwoTime& past, std::span<const double> times,
                const BlockRows& panel, BlockRows& self_energy, unsigned threads,
                const PointShare& share) {
  const BlockRows gathered = gathered_rows(share, panel);
  BlockRows results(share.points(), 1, panel.rows(), panel.columns());
  mixed_self_energy(model, *past.branch(), times, gathered, results, threads);
  self_energy = rows_of_own_points(share, results);
}

}  // namespace

void shared_self_energy_rows(const Model& model, const TwoTime& past, std::span<const double> times,
                             const PanelRows& panel, PanelRows& self_energy, unsigned threads,
                             const PointShare& share) {
  const SharedColumns columns(share, past.panels());
  const PointRows rows[] = {{&panel.lesser, true}, {&panel.spectral, true}};
  std::vector<BlockTable> gathered = columns.gather(rows);
  const ColumnRows at_columns{std::move(gathered[0]), std::move(gathered[1])};
  const std::size_t order = past.collocation().order;
  std::vector<ColumnBlock> blocks;
  for (std::size_t i = 0; i < columns.count(); ++i) {
    const std::size_t block = columns.block(i);
    blocks.push_back({i, block < past.panels()
                             ? std::span<const double>(past.times()).subspan(block * order, order)
                             : times});
  }
  const PointRows results[] = {{&self_energy.lesser, true}, {&self_energy.spectral, true}};
  columns.scatter(results, [&](std::span<const BlockTable> to) {
    self_energy_of_columns(model, times, blocks, at_columns, {to[0], to[1]}, threads);
  });
  if (past.branch()) {
    mixed_rows(model, past, times, panel.mixed, self_energy.mixed, threads, share);
  }
}

}  // namespace diagc::dynamics
