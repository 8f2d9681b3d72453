// Self-energies of theories in stages: kernels for pairs of times, and products along the contour between them (fields/staged_self_energy.h).
#include <algorithm>

#include "library/cyclic/cyclic_device.h"
#include "physics/dynamics/device/device_blocks.h"
#include "physics/dynamics/device/device_state.h"
#include "physics/dynamics/device/field_parameters.h"

namespace diagc::dynamics {

namespace {

/// Addresses of the rows of some fields.
template <class Fields>
std::vector<DeviceAddress> addresses(const std::vector<DeviceNumbers>& rows, const Fields& fields) {
  std::vector<DeviceAddress> all;
  for (const std::uint32_t field : fields) all.push_back(rows[field].address());
  return all;
}

std::vector<DeviceAddress> addresses(const std::vector<DeviceNumbers>& arrays) {
  std::vector<DeviceAddress> all;
  for (const DeviceNumbers& each : arrays) all.push_back(each.address());
  return all;
}

template <class T>
void write_some(DeviceNumbers& to, const std::vector<T>& values) {
  if (!values.empty()) to.write(values);
}

}  // namespace

void DeviceEngine::State::begin_fields(const DeviceSettings& settings) {
  const StagedTheory* const staged = model.interaction->staged();
  if (!theory || !staged) return;
  fields.emplace(device, *staged, *theory, shape.order, model.bands, settings);
  has_field_products = takes_products(device, fields->shape, settings);
  if (!branch) return;
  for (std::size_t field = 0; field < fields->continuations.size(); ++field)
    fields->continuations[field].write(mixed_numbers_of(branch->field_continuations.at(field)));
  fields->on_branch.write(branch->vertices);
}

void DeviceEngine::State::reserve_fields() {
  if (!fields) return;
  DeviceFields& f = *fields;
  const std::size_t own = points * (panels() + 1) * f.block_bytes();
  const std::size_t with_spare = points * (panels() + 1 + spare_panels) * f.block_bytes();
  const auto grow = [&](DeviceNumbers& array) {
    if (array.bytes() < own) array.reserve(with_spare);
  };
  const std::size_t of_branch = points * shape.order * (branch ? branch->nodes() : 0);
  for (std::size_t field = 0; field < f.rows.size(); ++field) {
    if (!f.is_made(field)) continue;
    // Stored rows are handed over and have no room beside them.
    if (f.is_stored(field)) {
      f.rows[field].reserve(own);
    } else {
      grow(f.rows[field]);
    }
    clear(f.rows[field], own / complex_bytes);
    if (!branch) continue;
    f.mixed[field].reserve(of_branch * complex_bytes);
    clear(f.mixed[field], of_branch);
  }
  grow(f.left);
  grow(f.discarded);
  std::size_t inverses = 0;
  for (std::size_t unknown = 0; unknown < f.sums.size(); ++unknown) {
    grow(f.sums[unknown]);
    if (branch) f.mixed_sums[unknown].reserve(of_branch * complex_bytes);
    const std::size_t size = (unknown + 1) * shape.order;
    inverses = points * size * size * complex_bytes;
  }
  if (inverses > 0) f.inverses.reserve(inverses);
  reserve_fields_of_others();
  write_field_tables();
}

void DeviceEngine::State::reserve_fields_of_others() {
  if (!shared) return;
  DeviceFields& f = *fields;
  for (auto* const arrays : {&f.received, &f.results}) {
    for (DeviceNumbers& array : *arrays) {
      Growing none = growing();
      reserve_for_others(array, none, f.block_bytes());
    }
  }
  if (!branch) return;
  for (std::size_t stage = 0; stage < f.plan.stages.size(); ++stage) {
    for (const std::uint32_t field : f.reads_of(stage))
      f.all_mixed[field].reserve(all_points * shape.order * branch->nodes() * complex_bytes);
  }
}

void DeviceEngine::State::write_field_tables() {
  DeviceFields& f = *fields;
  for (std::size_t field = 0; field < f.rows.size(); ++field) {
    if (!f.is_stored(field)) continue;
    const std::size_t place = f.places[field];
    std::vector<DeviceRow> table;
    std::vector<DeviceAddress> of_branch;
    for (const DeviceRows& each : rows) {
      table.push_back({each.fields[place].address(), narrow(each.first), narrow(each.blocks)});
      if (branch) of_branch.push_back(each.mixed_fields[place].address());
    }
    table.push_back({f.rows[field].address(), 0, narrow(panels() + 1)});
    f.tables[field].write(table);
    if (!branch) continue;
    of_branch.push_back(f.mixed[field].address());
    f.mixed_tables[field].write(of_branch);
  }
  write_some(f.received_table, addresses(f.received));
  write_some(f.results_table, addresses(f.results));
  for (std::size_t stage = 0; stage < f.plan.stages.size(); ++stage) {
    const arrays::TwoTimeStage& own = f.plan.stages[stage];
    const std::span<const std::uint32_t> others = f.reads_of(stage);
    const bool is_last = stage + 1 == f.plan.stages.size();
    write_some(f.reads[stage], addresses(f.rows, others));
    if (!is_last) write_some(f.writes[stage], addresses(f.rows, own.writes));
    if (branch) {
      write_some(f.mixed_reads[stage], addresses(shared ? f.all_mixed : f.mixed, others));
      if (!is_last) write_some(f.mixed_writes[stage], addresses(f.mixed, own.writes));
    }
    for (std::size_t number = 0; number < own.equations.size(); ++number) {
      const arrays::TwoTimeEquation& equation = own.equations[number];
      EquationArrays& to = f.equations[stage][number];
      std::vector<DeviceEquationPart> parts;
      std::vector<DeviceAddress> sums, mixed_sums;
      for (const auto& left : equation.left)
        parts.push_back({f.rows[left.field].address(), left.row, left.column});
      for (std::size_t unknown = 0; unknown < equation.unknowns.size(); ++unknown) {
        sums.push_back(f.sums[unknown].address());
        mixed_sums.push_back(f.mixed_sums[unknown].address());
      }
      write_some(to.parts, parts);
      to.rests.write(addresses(f.rows, equation.rests));
      to.sums.write(sums);
      to.unknowns.write(addresses(f.rows, equation.unknowns));
      if (!branch) continue;
      to.mixed_rests.write(addresses(f.mixed, equation.rests));
      to.mixed_sums.write(mixed_sums);
      to.mixed_unknowns.write(addresses(f.mixed, equation.unknowns));
    }
  }
}

void DeviceEngine::State::write_field_vertices(double length) {
  if (!fields || theory->along_axis.empty()) return;
  std::vector<double> all = times.nodes();
  for (const double node : collocation().nodes) all.push_back(times.end() + length * node);
  std::vector<double> values(theory->along_axis.size() * all.size());
  for (std::size_t node = 0; node < all.size(); ++node) {
    const std::vector<double> own = vertices_at(model, all[node]);
    for (std::size_t vertex = 0; vertex < theory->along_axis.size(); ++vertex)
      values[vertex * all.size() + node] = own[vertex];
  }
  fields->vertices.write(values);
}

void DeviceEngine::State::take_elements() {
  DeviceFields& f = *fields;
  for (std::size_t element = 0; element < elements; ++element) {
    if (!f.is_made(element)) continue;
    const std::uint32_t a = narrow(element / model.bands), b = narrow(element % model.bands);
    code->launch("take_element",
                 blocks_of(points * (panels() + 1) * shape.order * shape.order, moving_threads),
                 moving_threads, 0,
                 DeviceElements{next->numbers.address(), f.rows[element].address(),
                                narrow(panels()), narrow(points), a, b},
                 stream);
    if (!branch) continue;
    code->launch("take_mixed_element",
                 blocks_of(points * shape.order * branch->nodes(), moving_threads), moving_threads,
                 0,
                 DeviceMixedElements{next->mixed.address(), f.mixed[element].address(),
                                     narrow(points), narrow(width()), a, b},
                 stream);
  }
}

std::size_t DeviceEngine::State::shared_of_stage(const CyclicText& text) {
  const std::size_t arrays = theory_shared(text, true);
  if (arrays <= device.info().shared) return arrays;
  const auto all = static_cast<std::size_t>(device.info().multiprocessors);
  if (work.bytes() < all * text.arrays * text.apart * complex_bytes) {
    stream.synchronize();
    work.reserve(all * text.arrays * text.apart * complex_bytes);
  }
  return theory_shared(text, false);
}

void DeviceEngine::State::launch_stage(std::size_t stage, const ColumnPiece& columns) {
  DeviceFields& f = *fields;
  const std::size_t shared_bytes = shared_of_stage(*theory->stages[stage]);
  const std::size_t pairs = columns.count * shape.order * shape.order;
  timed(seconds.self_energy, [&] {
    code->launch(fmt::format("stage_{}", stage).c_str(),
                 std::min(pairs, static_cast<std::size_t>(device.info().multiprocessors)),
                 CyclicText::threads, shared_bytes,
                 DeviceStage{.rows = next->numbers.address(),
                             .received = received.address(),
                             .reads = f.reads[stage].address(),
                             .reads_received = f.received_table.address(),
                             .writes = f.writes[stage].address(),
                             .writes_results = f.results_table.address(),
                             .factors = factors.address(),
                             .results = results.address(),
                             .place = place.address(),
                             .kept = kept.address(),
                             .vertices = f.vertices.address(),
                             .along_axis = f.along_axis.address(),
                             .weights = of_panel.weights,
                             .roots = f.roots[stage].address(),
                             .work = work.address(),
                             .panels = narrow(panels()),
                             .points = narrow(all_points),
                             .first_point = narrow(first_point),
                             .own_points = narrow(points),
                             .first_block = narrow(columns.first),
                             .blocks = narrow(columns.count),
                             .others = narrow(columns.others)},
                 stream);
  });
  seconds.pairs += static_cast<double>(pairs);
}

void DeviceEngine::State::evaluate_stage(std::size_t stage) {
  const DeviceFields& f = *fields;
  if (!shared) return launch_stage(stage, {0, panels() + 1, 0});
  const std::span<const std::uint32_t> fields_read = f.reads_of(stage);
  const arrays::TwoTimeStage& own = f.plan.stages[stage];
  std::vector<SharedArray> reads{{next->numbers.address(), received.address(), block_bytes()}},
      writes;
  for (std::size_t read = 0; read < fields_read.size(); ++read) {
    reads.push_back(
        {f.rows[fields_read[read]].address(), f.received[read].address(), f.block_bytes()});
  }
  for (std::size_t write = 0; write < own.writes.size(); ++write) {
    writes.push_back(
        {f.rows[own.writes[write]].address(), f.results[write].address(), f.block_bytes()});
  }
  if (stage + 1 == f.plan.stages.size())
    writes = {{factors.address(), results.address(), block_bytes()}};
  share_columns(reads, writes, [&](const ColumnPiece& columns) { launch_stage(stage, columns); });
  take_rest();
}

void DeviceEngine::State::evaluate_mixed_stage(std::size_t stage) {
  if (!branch) return;
  DeviceFields& f = *fields;
  if (shared) {
    const std::size_t of_point = shape.order * branch->nodes() * complex_bytes;
    std::vector<SharedArray> arrays;
    for (const std::uint32_t field : f.reads_of(stage))
      arrays.push_back({f.mixed[field].address(), f.all_mixed[field].address(), of_point});
    if (!arrays.empty()) {
      share_with_all(arrays);
      take_shared();
    }
  }
  // G stays as it is from stage to stage.
  const DeviceAddress green = stage == 0 || !shared ? mixed_rows_of_all() : all_mixed.address();
  const std::size_t shared_bytes = shared_of_stage(*theory->stages[stage]);
  timed(seconds.self_energy, [&] {
    code->launch(fmt::format("mixed_stage_{}", stage).c_str(),
                 std::min(shape.order * branch->nodes(),
                          static_cast<std::size_t>(device.info().multiprocessors)),
                 CyclicText::threads, shared_bytes,
                 DeviceMixedStage{.rows = green,
                                  .reads = f.mixed_reads[stage].address(),
                                  .writes = f.mixed_writes[stage].address(),
                                  .sigma = mixed_sigma.address(),
                                  .place = place.address(),
                                  .kept = kept.address() + first_point * sizeof(std::uint32_t),
                                  .signs = f.signs[stage].address(),
                                  .vertices = f.vertices.address(),
                                  .on_branch = f.on_branch.address(),
                                  .along_axis = f.along_axis.address(),
                                  .roots = f.roots[stage].address(),
                                  .work = work.address(),
                                  .panels = narrow(panels()),
                                  .points = narrow(points),
                                  .width = narrow(width())},
                 stream);
  });
}

void DeviceEngine::State::evaluate_stages(double length) {
  take_elements();
  for (std::size_t stage = 0; stage < fields->plan.stages.size(); ++stage) {
    evaluate_stage(stage);
    evaluate_mixed_stage(stage);
    timed(seconds.products, [&] { add_products(stage, length); });
  }
}

void DeviceEngine::State::keep_fields(DeviceRows& kept_rows) {
  if (!fields) return;
  const auto hand_over = [&](std::vector<DeviceNumbers>& from, std::vector<DeviceNumbers>& to) {
    for (std::size_t field = 0; field < from.size(); ++field) {
      if (!fields->is_stored(field)) continue;
      std::swap(to.emplace_back(device), from[field]);
    }
  };
  hand_over(fields->rows, kept_rows.fields);
  if (branch) hand_over(fields->mixed, kept_rows.mixed_fields);
}

FieldRows DeviceEngine::State::host_field(const DeviceRows& own, std::size_t place) const {
  const DeviceShape& of = fields->shape;
  const std::size_t count = own.blocks - own.first;
  FieldRows result{BlockRows(points, count, of.size, of.size),
                   BlockRows(points, count, of.size, of.size), BlockRows(points, 0, of.size, 0)};
  from_device_blocks(of, read(own.fields[place], field_numbers_of(own), own.is_single), own.blocks,
                     own.first, count, 0, result.lesser, result.spectral);
  if (branch) result.mixed = host_mixed(own.mixed_fields[place], of.size, branch->nodes());
  return result;
}

void DeviceEngine::State::restore_fields(const PanelRows& from, DeviceRows& to) {
  if (!fields) return;
  for (const FieldRows& field : from.fields) {
    to.fields.emplace_back(device).write(
        to_device_blocks(fields->shape, field.lesser, field.spectral));
    if (branch) to.mixed_fields.emplace_back(device).write(mixed_numbers_of(field.mixed));
  }
}

}  // namespace diagc::dynamics
