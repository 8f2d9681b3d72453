#include "physics/dynamics/ranks/shared_stages.h"

#include <algorithm>
#include <cstring>

#include "physics/dynamics/ranks/own_points.h"
#include "physics/dynamics/ranks/shared_columns.h"

namespace diagc::dynamics {

namespace {

/// What a stage reads or writes: G or Σ, and fields by their numbers.
struct StageParts {
  bool has_green = false;
  std::vector<std::uint32_t> fields;
};

StageParts parts_read(const arrays::TwoTimeStage& stage, std::size_t elements) {
  StageParts parts;
  for (const std::uint32_t field : stage.reads) {
    if (field < elements) {
      parts.has_green = true;
    } else if (std::ranges::find(parts.fields, field) == parts.fields.end()) {
      parts.fields.push_back(field);
    }
  }
  return parts;
}

std::vector<PointRows> rows_of(const StageParts& parts, const PanelRows& green,
                               const FieldsOfPanel& fields) {
  std::vector<PointRows> rows;
  if (parts.has_green) rows = {{&green.lesser, true}, {&green.spectral, true}};
  for (const std::uint32_t field : parts.fields) {
    rows.push_back({&fields[field].lesser, false});
    rows.push_back({&fields[field].spectral, false});
  }
  return rows;
}

/// Moves rows between their list and where they belong.
template <class Move>
void each_function(const StageParts& parts, PanelRows& green, FieldsOfPanel& fields, Move move) {
  if (parts.has_green) {
    move(green.lesser);
    move(green.spectral);
  }
  for (const std::uint32_t field : parts.fields) {
    move(fields[field].lesser);
    move(fields[field].spectral);
  }
}

/// Of all points and blocks of rows of that shape.
void copy_blocks(const BlockTable& from, const BlockTable& to, const BlockRows& shape) {
  const std::size_t bytes = 2 * shape.rows() * padded(shape.columns()) * sizeof(double);
  for (std::size_t k = 0; k < shape.points(); ++k) {
    for (std::size_t block = 0; block < shape.blocks(); ++block)
      std::memcpy(to.at(k, block).re, from.at(k, block).re, bytes);
  }
}

template <class Each>
void each_mixed(const StageParts& parts, PanelRows& green, FieldsOfPanel& fields, Each each) {
  if (parts.has_green) each(green.mixed);
  for (const std::uint32_t field : parts.fields) each(fields[field].mixed);
}

}  // namespace

void shared_stage_rows(const Model& model, const StagedTheory& theory, std::size_t stage,
                       const TwoTime& past, std::span<const double> times, const StageRows& rows,
                       unsigned threads, const PointShare& share) {
  const arrays::TwoTimeStage& own = theory.plan().stages[stage];
  const bool is_last = stage + 1 == theory.plan().stages.size();
  const std::size_t order = times.size(), size = past.block_size();
  const SharedColumns columns(share, past.panels());
  const StageParts reads = parts_read(own, model.bands * model.bands);
  const StageParts writes =
      is_last ? StageParts{true, {}} : StageParts{false, {own.writes.begin(), own.writes.end()}};

  // Of all points, at this rank's columns.
  PanelRows green, self_energy;
  FieldsOfPanel fields(rows.fields.size());
  const std::vector<BlockTable> gathered = columns.gather(rows_of(reads, rows.panel, rows.fields));
  const auto rows_of_side = [&](std::size_t side) {
    return BlockRows(share.points(), columns.count(), side, side);
  };
  auto next = gathered.begin();
  each_function(reads, green, fields, [&](BlockRows& to) {
    const bool is_green = &to == &green.lesser || &to == &green.spectral;
    to = rows_of_side(is_green ? size : order);
    copy_blocks(*next++, BlockTable(to), to);
  });
  const auto new_rows = [&](BlockRows& to) { to = rows_of_side(is_last ? size : order); };
  each_function(writes, self_energy, fields, new_rows);
  if (past.branch()) {
    if (reads.has_green) green.mixed = gathered_rows(share, rows.panel.mixed);
    for (const std::uint32_t field : reads.fields)
      fields[field].mixed = gathered_rows(share, rows.fields[field].mixed);
    each_mixed(writes, self_energy, fields, [&](BlockRows& to) {
      const std::size_t bands = is_last ? model.bands : 1;
      to = BlockRows(share.points(), 1, order * bands, past.branch()->nodes() * bands);
    });
  }

  const std::vector<StageBlock> all = stage_blocks(past, times);
  std::vector<StageBlock> blocks;
  for (std::size_t i = 0; i < columns.count(); ++i)
    blocks.push_back({i, i, all[columns.block(i)].times});
  columns.scatter(
      rows_of(writes, rows.self_energy, rows.fields), [&](std::span<const BlockTable> results) {
        stage_rows(model, theory, stage, times, blocks, past.branch(), {green, fields, self_energy},
                   threads);
        auto result = results.begin();
        each_function(writes, self_energy, fields,
                      [&](BlockRows& from) { copy_blocks(BlockTable(from), *result++, from); });
      });
  if (!past.branch()) return;
  if (is_last) rows.self_energy.mixed = rows_of_own_points(share, self_energy.mixed);
  for (const std::uint32_t field : writes.fields)
    rows.fields[field].mixed = rows_of_own_points(share, fields[field].mixed);
}

}  // namespace diagc::dynamics
