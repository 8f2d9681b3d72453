#include "physics/dynamics/device/device_state.h"

namespace diagc::dynamics {

void DeviceEngine::State::write_times(double length) {
  std::vector<Complex> h_at_nodes(shape.order * all_points * elements), constants, matrices;
  std::vector<double> at, vertices, weights;
  for (std::size_t panel = 0; panel < panels(); ++panel) {
    for (std::size_t l = 0; l < shape.order; ++l) {
      weights.push_back(times.length(panel) * collocation().weight(l));
    }
  }
  for (const double time : times.nodes()) vertices.push_back(model.vertex(time));
  for (std::size_t l = 0; l < shape.order; ++l) {
    const double time = times.end() + length * collocation().nodes[l];
    at.push_back(time);
    weights.push_back(1);
    vertices.push_back(model.vertex(time));
    const std::span<Complex> own(h_at_nodes.data() + l * all_points * elements,
                                 all_points * elements);
    one_particle_with_field(model, time, own);
    if (const auto all = vertices_at(model, time); !field || field_vertices != all) {
      field = mean_field_at(model, all);
      field_vertices = all;
    }
    constants.insert(constants.end(), field->constant.begin(), field->constant.end());
    matrices.insert(matrices.end(), field->matrix.begin(), field->matrix.end());
  }
  one_particle.write(h_at_nodes);
  field_constants.write(constants);
  field_matrices.write(matrices);
  node_weights.write(weights);
  node_vertices.write(vertices);
  if (!theory) return;
  std::vector<DeviceRow> table;
  for (const DeviceRows& each : rows) {
    table.push_back({each.numbers.address(), narrow(each.first), narrow(each.blocks)});
  }
  table.push_back({next->numbers.address(), 0, narrow(panels() + 1)});
  table.push_back({edge.address(), 0, narrow(panels())});
  row_table.write(table);
}

}  // namespace diagc::dynamics
