#include "physics/dynamics/device/device_state.h"

#include <cmath>

#include "library/cyclic/cyclic_device.h"
#include "physics/dynamics/collision.h"
#include "physics/dynamics/equal_time_energy.h"
#include "physics/dynamics/ranks/own_points.h"

namespace diagc::dynamics {

DeviceEngine::State::State(const Model& own_model, std::size_t order, std::span<const Complex> rho,
                           const DeviceSettings& settings, SharedDevice own_shared,
                           std::shared_ptr<const ImaginaryBranch> own_branch)
    : DeviceArrays(cuda::Device(settings.devices.front())),
      model(own_model),
      shared(own_shared),
      branch(shared ? branch_of_own_points(*shared.points, own_branch.get())
                    : std::move(own_branch)),
      all_points(own_model.points()),
      first_point(shared ? shared.points->first() : 0),
      points(shared ? shared.points->count() : all_points),
      elements(own_model.bands * own_model.bands),
      shape(order, own_model.bands, device.info().shared),
      times(radau(order)),
      continuation(collocation().nodes, continued_degree(order)),
      start(rho.begin() + static_cast<std::ptrdiff_t>(first_point * elements),
            rho.begin() + static_cast<std::ptrdiff_t>((first_point + points) * elements)),
      has_equal_times_on_host(!depends_on_mean_density(own_model)),
      stream(device),
      report(device) {
  multiprocessors = static_cast<std::size_t>(largest(device.info().multiprocessors));
  // What others wait for comes first.
  if (shared) {
    traffic.emplace(cuda::Stream::urgent(device));
    beside.emplace(device);
  }
  for (std::size_t place = 0; place < pieces_place; ++place) places.emplace_back(device);
  const bool by_products = takes_products(device, shape, settings);
  if (model.interaction->correlated()) theory = model.interaction->device_theory();
  // The first one compiles, the others find its code.
  const bool is_first = !shared || shared.points->rank() == 0;
  if (!is_first) largest(0);
  if (branch && !theory) throw std::logic_error("a correlated start without self-energy");
  code.emplace(device, shape, theory ? &*theory : nullptr, settings, branch != nullptr);
  if (is_first) largest(0);
  if (theory && by_products) history_products.emplace(stream);
  write_constants();
  arrived.write(std::vector<std::uint64_t>(equal_blocks()));
  begin_losses();
  begin_branch();
  begin_fields(settings);
  begin_edge();
  pinned.emplace(device, (control_words + 2 * equal_blocks()) * sizeof(std::uint64_t));
  fetched.emplace(
      device, shape.order * (all_points * elements * complex_bytes + 2 * points * sizeof(double)));
}

bool DeviceEngine::State::runs_together(std::size_t blocks) const {
  return device.info().cooperative &&
         blocks <= static_cast<std::size_t>(device.info().multiprocessors);
}

DeviceEdge DeviceEngine::State::edge_parameter() const {
  return {.edge = edge.address(),
          .initial = initial.address() + first_point * elements * complex_bytes,
          .panels = narrow(panels()),
          .points = narrow(points)};
}

void DeviceEngine::State::write_constants() {
  integrals.write(collocation().integrals);
  products.write(product_integrals(collocation()));
  std::vector<double> of_columns(shape.order * shape.order);
  for (std::size_t column = 0; column < shape.order; ++column) {
    for (std::size_t row = 0; row < shape.order; ++row) {
      of_columns[column * shape.order + row] =
          collocation().integral(column, row) / collocation().weight(row);
    }
  }
  shares.write(of_columns);
  std::vector<double> of_points;
  double sum = 0;
  for (std::size_t k = 0; k < all_points; ++k) sum += model.weight(k);
  for (std::size_t k = 0; k < all_points; ++k) of_points.push_back(model.weight(k) / sum);
  point_weights.write(of_points);
  std::vector<double> with_start(1, 0.0);
  with_start.insert(with_start.end(), collocation().nodes.begin(), collocation().nodes.end());
  const std::vector<double> all = legendre_coefficients(with_start);
  std::vector<double> highest;
  for (std::size_t below = 0; below < 3; ++below) {
    const auto row =
        all.begin() + static_cast<std::ptrdiff_t>((shape.order - below) * with_start.size());
    highest.insert(highest.end(), row, row + static_cast<std::ptrdiff_t>(with_start.size()));
  }
  coefficients.write(highest);
  const std::vector<double> slopes = derivatives(with_start);
  derivatives_at_nodes.write(std::vector<double>(
      slopes.begin() + static_cast<std::ptrdiff_t>(with_start.size()), slopes.end()));
  if (!theory) return;
  if (theory->text) roots.write(theory->text->roots);
  place.write(theory->place);
  kept.write(theory->kept);
}

void DeviceEngine::State::begin_edge() {
  std::vector<Complex> values(points * 2 * shape.edge_group());
  for (std::size_t k = 0; k < points; ++k) {
    Complex* const lesser = values.data() + k * 2 * shape.edge_group();
    for (std::size_t a = 0; a < model.bands; ++a) {
      for (std::size_t b = 0; b < model.bands; ++b) {
        shape.set(lesser, a, b, Complex(0, 1) * start[(k * model.bands + a) * model.bands + b]);
      }
      shape.set(lesser + shape.edge_group(), a, a, Complex(0, -1));
    }
  }
  edge.write(values);
  read_density();
}

void DeviceEngine::State::read_density() {
  density_travels = false;
  initial.reserve(all_points * elements * complex_bytes);
  code->launch("read_density", blocks_of(points * elements, moving_threads), moving_threads, 0,
               edge_parameter(), stream);
  stream.synchronize();
  density = initial.read<Complex>(all_points * elements);
  if (!shared) return;
  density = shared.points->gather(
      std::span<const Complex>(density).subspan(first_point * elements, points * elements));
  initial.write(density);
}

std::array<double, 4> DeviceEngine::State::largest_of(std::array<double, 4> values) const {
  if (!shared) return values;
  const auto all = shared.points->gather(std::span<const double>(values));
  for (std::size_t at = 0; at < all.size(); ++at) {
    double& most = values[at % values.size()];
    if (!std::isnan(most) && !(all[at] <= most)) most = all[at];
  }
  return values;
}

void DeviceEngine::State::take_edge() {
  take_edge_rows(0);
  read_density();
}

void DeviceEngine::State::take_edge_rows(DeviceAddress rho_at_end) {
  const DeviceRows& last = rows.back();
  const std::size_t groups = panels() * shape.pieces() + 1;
  grow(edge, of_edge, bytes_of_edge(panels()), bytes_of_edge(panels() + spare_panels));
  DeviceEdge parameter = edge_parameter();
  parameter.rows = last.numbers.address();
  parameter.first = narrow(last.first);
  parameter.blocks = narrow(last.blocks);
  if (rho_at_end != 0) {
    parameter.initial = initial.address();
    parameter.rho = rho_at_end;
    parameter.densities = narrow(all_points * elements);
  }
  take_mixed_edge(last.mixed.address(), 0);
  const std::size_t tasks = points * groups * 2 * shape.edge_group();
  code->launch("take_edge",
               blocks_of(std::max<std::size_t>(tasks, parameter.densities), moving_threads),
               moving_threads, 0, parameter, stream);
}

void DeviceEngine::State::clear(const DeviceNumbers& array, std::size_t count) {
  constexpr std::size_t most_blocks = 4096;
  code->launch("clear_numbers", std::min(blocks_of(count, moving_threads), most_blocks),
               moving_threads, 0, DeviceZeros{array.address(), count}, stream);
}

void DeviceEngine::State::find_spare(const PanelSettings& settings) {
  spare_panels = std::min(settings.following, std::max(least_spare, panels()));
}

void DeviceEngine::State::reserve_for_panel() {
  const std::size_t with_spare = panels() + 1 + spare_panels;
  const std::size_t own = bytes_at_columns(panels() + 1);
  const std::size_t of_rows_edge = points * 2 * shape.group() * complex_bytes;
  rows_edge.reserve(of_rows_edge);
  integrals_edge.reserve(of_rows_edge);
  for (DeviceNumbers& each : solver) each.reserve(points * block_bytes());
  for (DeviceNumbers& each : solved_h)
    each.reserve(points * shape.order * elements * complex_bytes);
  if (theory) own_solver.reserve(points * block_bytes() / 2);
  grow(collisions, of_collisions, own, bytes_at_columns(with_spare));
  const DeviceAddress before_growth = factors.address();
  if (theory) grow(factors, of_factors, own, bytes_at_columns(with_spare));
  if (theory && factors.address() != before_growth) clear(factors, factors.bytes() / complex_bytes);
  const std::size_t at_nodes = shape.order * all_points * elements * complex_bytes;
  for (DeviceNumbers* each : {&rho[0], &rho[1], &h, &loss, &one_particle}) each->reserve(at_nodes);
  for (std::size_t i = 0; i < 2; ++i) {
    means[i].reserve(equal_blocks() * shape.order * elements * complex_bytes);
  }
  reserve_for_branch();
  correlation.reserve(2 * shape.order * points * sizeof(double));
  control.reserve((control_words + 4 * equal_blocks()) * sizeof(std::uint64_t));
  if (!shared || !theory) return;
  reserve_for_others(received, of_received, block_bytes());
  reserve_for_others(results, of_results, block_bytes());
  reserve_at_columns();
}

void DeviceEngine::State::reserve_for_others(DeviceNumbers& array, Growing& next,
                                             std::size_t of_block) {
  const DeviceAddress before_growth = array.address();
  grow(array, next, bytes_of_others(panels() + 1, of_block),
       bytes_of_others(panels() + 1 + spare_panels, of_block));
  // Places beyond a block's rows are not written any more.
  if (array.address() != before_growth) clear(array, array.bytes() / complex_bytes);
}

void DeviceEngine::State::grow(DeviceNumbers& array, Growing& next, std::size_t bytes,
                               std::size_t with_spare) {
  if (array.bytes() >= bytes) return;
  if (next.larger.bytes() >= bytes) {
    std::swap(next.smaller, array);
    std::swap(array, next.larger);
    return;
  }
  next.larger.release();
  // Something may still read what is there.
  if (array.bytes() > 0) stream.synchronize();
  array.reserve(with_spare);
}

void DeviceEngine::State::grow_ahead(const DeviceNumbers& array, Growing& next, std::size_t bytes,
                                     std::size_t with_spare) const {
  if (array.bytes() < bytes && next.larger.bytes() < bytes) next.larger.reserve(with_spare);
}

void DeviceEngine::State::reserve_own_rows() {
  if (!next) {
    next.emplace(device);
    std::swap(next->numbers, spare);
  }
  next->first = 0;
  next->blocks = panels() + 1;
  next->numbers.reserve(points * (panels() + 1) * block_bytes());
  if (branch) next->mixed.reserve(mixed_numbers() * complex_bytes);
}

void DeviceEngine::State::reserve_rows() {
  reserve_own_rows();
  if (branch) clear(next->mixed, mixed_numbers());
  write_row_table();
  reserve_fields();
}

void DeviceEngine::State::release_smaller() {
  // To free memory waits for the device.
  for (Growing* each : all_growing(*this)) each->smaller.release();
}

void DeviceEngine::State::reserve_ahead(std::size_t sweep, std::size_t sweeps) {
  const std::size_t of_sweep = blocks_of(parts_ahead, std::max<std::size_t>(sweeps, 2) - 1);
  try {
    for (std::size_t part = sweep * of_sweep; part < std::min((sweep + 1) * of_sweep, parts_ahead);
         ++part)
      reserve_part_ahead(part);
  } catch (const cuda::OutOfMemory&) {
    // That panel frees or reports what it needs.
  }
}

void DeviceEngine::State::reserve_part_ahead(std::size_t part) {
  // Of the panel after this one; equal times have one more panel behind them then.
  const std::size_t needed = panels() + 2, with_spare = needed + spare_panels;
  const auto grow_for_others = [&](DeviceNumbers& array, Growing& next) {
    grow_ahead(array, next, bytes_of_others(needed, block_bytes()),
               bytes_of_others(with_spare, block_bytes()));
  };
  switch (part) {
    case 0:
      if (spare.bytes() == 0) spare.reserve(bytes_at_columns(needed));
      break;
    case 1:
      grow_ahead(edge, of_edge, bytes_of_edge(panels() + 1),
                 bytes_of_edge(panels() + 1 + spare_panels));
      // Those of this panel and of the one before take each other's places.
      grow_ahead(theory ? before : collisions, of_collisions, bytes_at_columns(needed),
                 bytes_at_columns(with_spare));
      break;
    case 2:
      if (theory)
        grow_ahead(factors, of_factors, bytes_at_columns(needed), bytes_at_columns(with_spare));
      break;
    case 3:
      if (theory && !history_products) {
        const HistoryCut cut = cut_of(points, history_places(shape), needed - 1);
        const std::size_t bytes = cut.points * cut.segments * bytes_of_part(needed - 1);
        grow_ahead(parts, of_parts, bytes, parts_with_spare(bytes, needed - 1));
      }
      break;
    case 4:
      if (theory && shared) grow_for_others(received, of_received);
      break;
    case 5:
      if (theory && shared) grow_for_others(results, of_results);
      break;
    default:
      if (!shared || !may_solve_at_columns()) break;
      // Integrals travel one panel sooner than others.
      grow_ahead(integrals_of_others, of_integrals_of_others,
                 bytes_of_others(needed + 1, block_bytes()),
                 bytes_of_others(with_spare + 1, block_bytes()));
      grow_ahead(edge_of_others, of_edge_of_others, bytes_of_others(needed, bytes_of_edge_block()),
                 bytes_of_others(with_spare, bytes_of_edge_block()));
  }
}

std::size_t DeviceEngine::State::parts_with_spare(std::size_t bytes,
                                                  std::size_t panels_there) const {
  const std::size_t with_spare = bytes + bytes / (panels_there + 2) * spare_panels;
  return bytes < part_bytes ? std::min(with_spare, part_bytes) : with_spare;
}

void DeviceEngine::State::reserve_parts(std::size_t bytes) {
  grow(parts, of_parts, bytes, parts_with_spare(bytes, panels()));
}

void DeviceEngine::State::collect_seconds() {
  if (spans.empty()) return;
  stream.synchronize();
  for (DeviceSpan& span : spans) *span.to += span.end.seconds_since(span.begin);
  spans.clear();
}

}  // namespace diagc::dynamics
