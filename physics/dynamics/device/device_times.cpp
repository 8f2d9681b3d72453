#include "physics/dynamics/device/device_state.h"

namespace diagc::dynamics {

void DeviceEngine::State::write_times(double length) {
  begin_numbers();
  write_continuation(length);
  add_stored_nodes();
  std::vector<Complex> constants, matrices;
  std::vector<double> vertices = stored_vertices, weights = stored_weights;
  std::vector<MeanField> of_nodes;
  for (std::size_t l = 0; l < shape.order; ++l) {
    const double time = times.end() + length * collocation().nodes[l];
    weights.push_back(1);
    vertices.push_back(model.vertex(time));
    const auto all = vertices_at(model, time);
    if (has_equal_times_on_host) continue;
    if (mean_fields.empty() || field_vertices != all) {
      mean_fields = {mean_field_at(model, all)};
      field_vertices = all;
    }
    const MeanField& field = of_nodes.emplace_back(mean_fields.back());
    constants.insert(constants.end(), field.constant.begin(), field.constant.end());
    matrices.insert(matrices.end(), field.matrix.begin(), field.matrix.end());
  }
  mean_fields = std::move(of_nodes);
  if (!has_equal_times_on_host) {
    write_one_particle(length);
    of_panel.constants = of_panel.add(constants);
    of_panel.matrices = of_panel.add(matrices);
  }
  of_panel.weights = of_panel.add(weights);
  of_panel.vertices = of_panel.add(vertices);
  write_field_vertices(length);
}

void DeviceEngine::State::add_stored_nodes() {
  if (stored_behind != times.forgotten()) {
    stored_behind = times.forgotten();
    stored_weights.clear();
    stored_vertices.clear();
  }
  for (std::size_t node = stored_weights.size(); node < times.nodes().size(); ++node) {
    stored_weights.push_back(times.length(node / shape.order) *
                             collocation().weight(node % shape.order));
    stored_vertices.push_back(model.vertex(times.nodes()[node]));
  }
}

void DeviceEngine::State::begin_numbers() {
  constexpr std::size_t arrays = 8;
  const std::size_t nodes = (panels() + 1) * shape.order,
                    of_fields = shape.order * elements * (1 + elements) * complex_bytes,
                    of_continuation = (2 * shape.order + 1) * shape.order * sizeof(double),
                    of_panels = sizeof(DeviceRow) + sizeof(DeviceAddress);
  of_panel.begin(arrays, of_fields + of_continuation + 2 * nodes * sizeof(double) +
                             (panels() + 2) * of_panels);
}

void DeviceEngine::State::write_continuation(double length) {
  if (!has_before) return;
  std::vector<double> places, behind_start(1, 0.0);
  for (const double node : collocation().nodes) {
    behind_start.push_back(node * length / times.length(panels() - 1));
    places.push_back(1 + behind_start.back());
  }
  of_panel.continuation = of_panel.add(continuation.at(places));
  of_panel.shift = of_panel.add(interpolation(collocation().nodes, behind_start));
}

void DeviceEngine::State::write_row_table() {
  if (!theory) return;
  std::vector<DeviceRow> table;
  for (const DeviceRows& each : rows) {
    table.push_back({each.numbers.address(), narrow(each.first), narrow(each.blocks)});
  }
  table.push_back({next->numbers.address(), 0, narrow(panels() + 1)});
  table.push_back({edge.address(), 0, narrow(panels())});
  of_panel.rows = of_panel.add(table);
  if (!branch) return;
  std::vector<DeviceAddress> mixed;
  for (const DeviceRows& each : rows) mixed.push_back(each.mixed.address());
  mixed.push_back(next->mixed.address());
  of_panel.mixed_rows = of_panel.add(mixed);
}

void DeviceEngine::State::write_one_particle(double length) {
  if (has_constant_h) return;
  const std::size_t count = all_points * elements;
  std::vector<Complex> at_nodes(shape.order * count);
  for (std::size_t l = 0; l < shape.order; ++l) {
    one_particle_with_field(model, times.end() + length * collocation().nodes[l],
                            std::span(at_nodes).subspan(l * count, count));
  }
  one_particle.write(at_nodes);
  has_constant_h = is_constant(model);
}

}  // namespace diagc::dynamics
